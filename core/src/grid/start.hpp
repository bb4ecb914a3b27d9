// What engines do before they search: clues strike their peers.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bits.hpp"
#include "squaredance/geometry.hpp"

namespace squaredance {

// Removes from every cell the values that are clues in one of its houses. False when two
// clues clash or a cell has nothing left. `masks` is changed in place.
inline bool strike_clues(const Geometry& geometry, std::span<std::uint64_t> masks) {
  std::vector<std::uint64_t> taken(geometry.houses(), 0);
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    if (masks[cell] == 0) return false;
    if (!has_one_bit(masks[cell])) continue;
    for (const Membership& m : geometry.houses_of(cell)) {
      if (taken[m.house] & masks[cell]) return false;
      taken[m.house] |= masks[cell];
    }
  }
  // Only the clues strike here. A cell that this leaves with one candidate is the engines'
  // business, so the test for a clue must come before the strike.
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    if (has_one_bit(masks[cell])) continue;
    for (const Membership& m : geometry.houses_of(cell)) masks[cell] &= ~taken[m.house];
    if (masks[cell] == 0) return false;
  }
  return true;
}

}  // namespace squaredance
