// Whether filled grids are solutions, of any puzzle or of given ones.
//
//   SolutionTest test(geometry, bits, clue_bits);      // what symbols mean
//   if (test.holds(grid, puzzle)) ...
//
// It says yes or no; what is wrong, and where, is for others to find out (one in a million).
#pragma once

#include <array>
#include <cstdint>

#include "squaredance/geometry.hpp"

namespace squaredance {

class SolutionTest {
 public:
  // For each symbol bit v-1 if it is the value v. In a grid, all other symbols have no bits; in a
  // puzzle an empty cell has all of them.
  using Bits = std::array<std::uint64_t, 256>;

  // Symbols that are the values themselves, 0 for an empty cell.
  static Bits values(int size, std::uint64_t empty);
  static constexpr std::uint64_t any = ~std::uint64_t{0};

  SolutionTest(const Geometry& geometry, const Bits& bits, const Bits& clue_bits);

  // Whether each house has each value, and the grid keeps all clues; a null puzzle has none. Both have a
  // symbol for each cell.
  bool holds(const std::uint8_t* grid, const std::uint8_t* puzzle) const;

 private:
  const Geometry& geometry_;
  Bits bits_, clue_bits_;
};

}  // namespace squaredance
