// The vicinity of a 9x9 puzzle: the puzzles with one solution that differ from it by a few clues.
//
//   generate::Vicinity9 vicinity({.drop = 2, .add = 1});
//   auto ways = generate::ways_to_drop(clues, 2, 1000, Draw(seed));
//   vicinity.look(puzzle, ways, found, stop);
//
// A move takes away `drop` clues, which leaves a puzzle with several solutions, and adds `add` clues that were not
// there, in all ways that leave one solution. (Such moves, written {-1+1} or {-2+2}, are how players find puzzles
// with 17 clues and the hardest ones; the forums describe them since 2006.)
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "squaredance/draw.hpp"

namespace squaredance::generate {

inline constexpr int most_dropped = 8, most_added = 4;

struct Move {
  int drop = 1;  // 0 to most_dropped
  int add = 1;   // 0 to most_added

  // True: minimal puzzles only. Where an added clue is redundant nothing is found, as a move that adds fewer finds
  // it. Where others are redundant, each of them is taken away in turn, and then all that can go, row by row.
  bool minimal = true;
};

// The ways to drop so many of the clues, as numbers from 0: all, in order, or `most` of them, drawn.
std::vector<std::uint64_t> ways_to_drop(int clues, int drop, std::size_t most, Draw draw);

// Holds the memory of one thread.
class Vicinity9 {
 public:
  explicit Vicinity9(const Move& move);
  ~Vicinity9();

  // Adds what these ways to drop lead to, 81 values each, to `found`: each once. The order depends on nothing but
  // the arguments. The puzzle may have any number of solutions. What is found without
  // `minimal` may be much: clues added to what has one solution already are found in all ways, for 4 in 51 empty cells
  // 250,000 of them, 20 MB, for each way to drop; who asks for many ways at once needs that memory. False after a `stop` (may be null). Throws nothing
  // but std::bad_alloc.
  bool look(const std::uint8_t* puzzle, std::span<const std::uint64_t> ways, std::vector<std::uint8_t>& found,
            const std::atomic<bool>* stop);

 private:
  class Worker;
  std::unique_ptr<Worker> worker_;
};

}  // namespace squaredance::generate
