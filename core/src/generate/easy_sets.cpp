#include "easy_sets.hpp"

namespace squaredance::generate {

namespace {

using Lines = std::array<std::array<std::uint8_t, 9>, 9>;  // by value, then by row, col or box

// Where each value stands.
struct Places {
  Lines col_in_row, row_in_col, row_in_box;
  std::array<std::array<Ranks, 9>, 9> marks;  // by value, then row

  Places(const std::uint8_t* solution, const std::array<Ranks, 81>& marks_of) {
    for (std::uint8_t row = 0; row < 9; ++row)
      for (std::uint8_t col = 0; col < 9; ++col) {
        const int value = solution[9 * row + col] - 1;
        col_in_row[value][row] = col;
        row_in_col[value][col] = row;
        row_in_box[value][row / 3 * 3 + col / 3] = row;
        marks[value][row] = marks_of[9 * row + col];
      }
  }
};

// Two rows of a band or cols of a stack, by the first cell of each; `along` leads to the next one: 1 in rows, 9 in cols.
// Who swaps them in one place must do so where the first has what the second has there, and so on around a cycle.
void find_in_lines(const std::uint8_t* a, const std::uint8_t* b, const Ranks* marks_a, const Ranks* marks_b, int along,
                   std::vector<Ranks>& sets) {
  std::array<std::uint8_t, 10> place;  // of a value in line a
  for (int at = 0; at < 9; ++at) place[a[at * along]] = static_cast<std::uint8_t>(at);
  for (unsigned left = 0x1FF; left;) {
    const int start = __builtin_ctz(left);
    int at = start;
    Ranks set;
    do {
      left &= ~(1u << at);
      set |= marks_a[at * along];
      set |= marks_b[at * along];
      at = place[b[at * along]];
    } while (at != start);
    sets.push_back(set);
  }
}

// A row in which values a and b are swapped draws along those that have the other value in the same col or box.
void find_in_values(const Places& places, int a, int b, std::vector<Ranks>& sets) {
  std::array<unsigned, 9> drawn;
  for (int row = 0; row < 9; ++row) {
    const int col_a = places.col_in_row[a][row], col_b = places.col_in_row[b][row], band = row / 3 * 3;
    drawn[row] = 1u << places.row_in_col[b][col_a] | 1u << places.row_in_col[a][col_b] |
                 1u << places.row_in_box[b][band + col_a / 3] | 1u << places.row_in_box[a][band + col_b / 3];
  }
  for (unsigned left = 0x1FF; left;) {
    unsigned part = left & -left;
    Ranks set;
    for (unsigned open = part; open; open &= left) {
      const int row = __builtin_ctz(open);
      left &= ~(1u << row);
      open |= drawn[row];
      set |= places.marks[a][row];
      set |= places.marks[b][row];
    }
    sets.push_back(set);
  }
}

}  // namespace

void find_easy_sets(const std::uint8_t* solution, const std::array<Ranks, 81>& marks, std::vector<Ranks>& sets) {
  for (int line = 0; line < 9; ++line)
    for (int other = line + 1; other < line / 3 * 3 + 3; ++other) {
      const int row_a = 9 * line, row_b = 9 * other;
      find_in_lines(solution + row_a, solution + row_b, &marks[row_a], &marks[row_b], 1, sets);
      find_in_lines(solution + line, solution + other, &marks[line], &marks[other], 9, sets);
    }
  const Places places(solution, marks);
  for (int a = 0; a < 9; ++a)
    for (int b = a + 1; b < 9; ++b) find_in_values(places, a, b, sets);
}

}  // namespace squaredance::generate
