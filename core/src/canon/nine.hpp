// What the parts of the 9x9 canonical form share.
#pragma once

#include <array>
#include <cstdint>

#include "../orders_of_3.hpp"

namespace squaredance::canon {

// A source both ways: its rows, and its cols as rows.
struct Views {
  std::uint8_t rows[2][9][16];  // 9 values, then zeros
};

// One way to lay out a form: row i and col j come from rows[i] and cols[j] of a view.
struct Arrangement {
  std::uint8_t transposed = 0;
  std::array<std::uint8_t, 9> rows{}, cols{};
  std::array<std::uint8_t, 10> names{};  // of values; for those that the source lacks, anything
};

// An arrangement that gives the least form, and how many do.
struct Least {
  Arrangement first;
  std::uint64_t count = 0;
};

// Each answers, or says false where it is not the one to ask.
bool least_of_grid(const Views& views, Least& least);    // false: not a grid without empty cells and clashes
bool least_of_puzzle(const Views& views, Least& least);  // false: a value twice in a line, or too many ties
void least_of_any(const Views& views, Least& least);     // takes milliseconds; throws std::bad_alloc only

}  // namespace squaredance::canon
