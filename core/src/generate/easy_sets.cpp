#include "easy_sets.hpp"

#include <array>

namespace squaredance::generate {

namespace {

// Where each value stands, from both sides.
struct Places {
  std::array<std::array<std::uint8_t, 9>, 9> col_in_row, row_in_col, row_in_box;  // by value, then row, col or box

  explicit Places(const std::uint8_t* solution) {
    for (std::uint8_t row = 0; row < 9; ++row)
      for (std::uint8_t col = 0; col < 9; ++col) {
        const int value = solution[9 * row + col] - 1;
        col_in_row[value][row] = col;
        row_in_col[value][col] = row;
        row_in_box[value][row / 3 * 3 + col / 3] = row;
      }
  }
};

// Lines a and b, which are rows if `along` is 1 and cols if it is 9. Who swaps them in one place
// must do so where the first has what the second has there, and so on around a cycle.
void find_in_lines(const std::uint8_t* solution, const std::array<std::array<std::uint8_t, 9>, 9>& place, int a,
                   int b, int across, int along, EasySets& sets) {
  unsigned left = 0x1FF;
  while (left) {
    const int start = __builtin_ctz(left);
    int at = start;
    do {
      left &= ~(1u << at);
      sets.cells.push_back(static_cast<Cell>(a * across + at * along));
      sets.cells.push_back(static_cast<Cell>(b * across + at * along));
      at = place[solution[b * across + at * along] - 1][a];
    } while (at != start);
    sets.ends.push_back(static_cast<std::uint16_t>(sets.cells.size()));
  }
}

// Values a and b: a row in which they are swapped draws along those that have the other value in the same
// col or box.
void find_in_values(const Places& places, int a, int b, EasySets& sets) {
  std::array<unsigned, 9> drawn;
  for (int row = 0; row < 9; ++row) {
    const int col_a = places.col_in_row[a][row], col_b = places.col_in_row[b][row], band = row / 3 * 3;
    drawn[row] = 1u << places.row_in_col[b][col_a] | 1u << places.row_in_col[a][col_b] |
                 1u << places.row_in_box[b][band + col_a / 3] | 1u << places.row_in_box[a][band + col_b / 3];
  }
  unsigned left = 0x1FF;
  while (left) {
    unsigned part = left & -left, open = part;
    while (open) {
      const unsigned more = drawn[__builtin_ctz(open)] & ~part;
      open = (open & (open - 1)) | more;
      part |= more;
    }
    left &= ~part;
    for (; part; part &= part - 1) {
      const int row = __builtin_ctz(part);
      sets.cells.push_back(static_cast<Cell>(9 * row + places.col_in_row[a][row]));
      sets.cells.push_back(static_cast<Cell>(9 * row + places.col_in_row[b][row]));
    }
    sets.ends.push_back(static_cast<std::uint16_t>(sets.cells.size()));
  }
}

}  // namespace

void find_easy_sets(const std::uint8_t* solution, EasySets& sets) {
  sets.cells.clear();
  sets.ends.clear();
  const Places places(solution);
  for (int line = 0; line < 9; ++line)
    for (int other = line + 1; other < line / 3 * 3 + 3; ++other) {
      find_in_lines(solution, places.col_in_row, line, other, 9, 1, sets);
      find_in_lines(solution, places.row_in_col, line, other, 1, 9, sets);
    }
  for (int a = 0; a < 9; ++a)
    for (int b = a + 1; b < 9; ++b) find_in_values(places, a, b, sets);
}

}  // namespace squaredance::generate
