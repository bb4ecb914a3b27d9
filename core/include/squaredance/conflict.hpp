// Why clues have no solution, when they show it by themselves: nothing is searched for.
//
//   Conflict found = find_conflict(geometry, clues);
//   if (found.kind == Conflict::Kind::no_value) { /* cell found.place has no value left */ }
#pragma once

#include <cstdint>

#include "squaredance/geometry.hpp"

namespace squaredance {

struct Conflict {
  enum class Kind : std::uint8_t {
    none,
    twice,     // house `place` has `value` more than once
    no_value,  // cell `place` has no value left
    no_place,  // house `place` has no cell left for `value`
  };
  Kind kind = Kind::none;
  int place = 0;
  int value = 0;

  bool operator==(const Conflict&) const = default;
};

// The first of the first kind there is, in the order above; houses and cells in their order. Of
// several values twice in a house it is the one that stands first in it, of several without a place
// the least. Requires a clue for each cell, 0 for none, `size` at most.
Conflict find_conflict(const Geometry& geometry, const std::uint8_t* clues);

}  // namespace squaredance
