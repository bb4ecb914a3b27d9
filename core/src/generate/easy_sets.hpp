// Unavoidable sets of a 9x9 solution that are easy to find.
//
// A set of cells is unavoidable when their values can be changed so that the grid stays a solution: one of its cells,
// at least, must be a clue. Two rows of a band, two cols of a stack or two values always
// can be swapped, and mostly fall apart into parts that can be swapped alone:
//
//   R1  . 4 . . 7 . . 9 .      4 7 9 in other order: the six cells are a set
//   R2  . 9 . . 4 . . 7 .
#pragma once

#include <cstdint>
#include <vector>

#include "squaredance/geometry.hpp"

namespace squaredance::generate {

// Some 100 for a random grid, of 4 to 18 cells each; a set that is found twice is listed twice.
struct EasySets {
  std::vector<Cell> cells;          // of all sets, one after the other
  std::vector<std::uint16_t> ends;  // of each, in `cells`
};

// Requires a solution. Costs about 2 microseconds.
void find_easy_sets(const std::uint8_t* solution, EasySets& sets);

}  // namespace squaredance::generate
