// Is each of these grids a solution of its puzzle? Shares nothing with any engine.
#include <cstddef>
#include <cstdint>

namespace {

constexpr unsigned all_values = 0x1FF;

bool is_solution(const char* puzzle, const char* solution) {
  unsigned rows[9] = {}, cols[9] = {}, boxes[9] = {};
  for (int cell = 0; cell < 81; ++cell) {
    const char symbol = solution[cell];
    if (symbol < '1' || symbol > '9') return false;
    if (puzzle[cell] != '.' && puzzle[cell] != symbol) return false;
    const unsigned bit = 1U << (symbol - '1');
    const int row = cell / 9, col = cell % 9;
    rows[row] |= bit;
    cols[col] |= bit;
    boxes[row / 3 * 3 + col / 3] |= bit;
  }
  // Nine cells with all nine values have each of them once.
  for (int house = 0; house < 9; ++house)
    if ((rows[house] & cols[house] & boxes[house]) != all_values) return false;
  return true;
}

}  // namespace

extern "C" {

// How many puzzles with a count have a grid that is no solution; `first` tells where.
// A line of `lines` is 82 bytes, a grid starts at every `step` bytes of `solutions`.
std::size_t nine_verify(const char* lines, std::size_t count, const std::uint32_t* counts,
                        const char* solutions, std::size_t step, std::size_t* first) {
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (counts[i] != 0 && !is_solution(lines + i * 82, solutions + i * step) && wrong++ == 0)
      *first = i;
  return wrong;
}

}  // extern "C"
