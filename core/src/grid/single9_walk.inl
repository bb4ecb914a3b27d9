// The search tree of single9.hpp, over the Board of a kernel: included where that is.

// `put(board, n)` is called for the nth solution, from 1.
template <typename Put>
SQD_INLINE Answer9 walk(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses, Put&& put) {
  Answer9 answer{0, true, 0, 0};
  Board waiting[81], board = read_clues(puzzle);
  for (int depth = 0;;) {
    State state = propagate(board);
    ++answer.nodes;
    if (state == State::open) {
      if (answer.guesses == max_guesses) {
        answer.finished = false;
        return answer;
      }
      ++answer.guesses;
      branch(board, waiting[depth++], choose(board));
      continue;
    }
    if (state == State::solved) {
      put(board, ++answer.count);
      if (answer.count >= limit) return answer;
    }
    if (depth == 0) return answer;
    board = waiting[--depth];
  }
}

SQD_INLINE Answer9 solve(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                         std::uint8_t* solution, std::uint8_t zero) {
  return walk(puzzle, limit, max_guesses, [&](const Board& board, std::uint32_t number) {
    if (number == 1) write_values(board, solution, zero);
  });
}

SQD_INLINE Answer9 list(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                        std::uint8_t* solutions) {
  return walk(puzzle, limit, max_guesses, [&](const Board& board, std::uint32_t number) {
    write_values(board, solutions + std::size_t{81} * (number - 1), 0);
  });
}
