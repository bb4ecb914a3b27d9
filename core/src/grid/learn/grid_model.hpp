// GridModel: what is left to decide of a puzzle when its singles are placed.
//
//   variable    0        1        2       ...      one per open candidate
//   candidate [ R1C3=2 | R1C3=7 | R1C5=2 | ... ]   as cell * N + value - 1
//
//   item        0                 1                one per open cell and open (house, value);
//   members   [ 0 1             | 0 2 5 9   | ... ]  exactly one of its members is placed
//
// Settled cells and items have no variable: at 25x25 with 345 holes 2,300 of the 15,625
// candidates are left, and 1,400 items.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../../learn/model.hpp"
#include "squaredance/geometry.hpp"

namespace squaredance::learn {

struct GridModel : Model {
  // `masks` have been through strike_clues. Places all singles; a contradiction is one of theirs.
  GridModel(const Geometry& geometry, std::span<const std::uint64_t> masks);

  std::size_t memory() const {
    return Model::memory() + candidates.capacity() * sizeof(std::uint32_t) + values.capacity();
  }

  int size;                               // N
  std::vector<std::uint8_t> values;       // of the settled cells; 0 for the open ones
  std::vector<std::uint32_t> candidates;  // of each variable

 private:
  void number(const Geometry& geometry, std::span<const std::uint64_t> choices);
};

}  // namespace squaredance::learn
