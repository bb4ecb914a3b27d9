// Unavoidable sets of a 9x9 solution that are easy to find.
//
// A set of cells is unavoidable when their values can be changed so that the grid stays a solution: one of its
// cells, at least, must be a clue. Two rows of a band, two cols of a stack or two values can always be swapped,
// and mostly fall apart into parts that can be swapped alone:
//
//   R1  . 4 . . 7 . . 9 .      the same three values in other order: these six cells are a set
//   R2  . 9 . . 4 . . 7 .
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ranks.hpp"

namespace squaredance::generate {

// Adds the sets of a solution, some 100 for a random grid, each as what its cells have in `marks` together. A set that
// is found twice comes twice. Costs about a microsecond.
void find_easy_sets(const std::uint8_t* solution, const std::array<Ranks, 81>& marks, std::vector<Ranks>& sets);

}  // namespace squaredance::generate
