// Model: what is left to decide of a puzzle when its singles are placed.
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

#include "literal.hpp"
#include "squaredance/geometry.hpp"

namespace squaredance::learn {

// Lists of numbers, one after the other in one array.
struct Lists {
  std::vector<std::uint32_t> starts{0};
  std::vector<std::uint32_t> entries;

  std::uint32_t size() const { return static_cast<std::uint32_t>(starts.size() - 1); }
  std::span<const std::uint32_t> operator[](std::uint32_t i) const {
    return {entries.data() + starts[i], entries.data() + starts[i + 1]};
  }
  std::size_t memory() const {
    return (starts.capacity() + entries.capacity()) * sizeof(std::uint32_t);
  }
};

struct Model {
  // `masks` have been through strike_clues. Places all singles.
  Model(const Geometry& geometry, std::span<const std::uint64_t> masks);

  std::size_t memory() const;

  int size;                                // N
  bool contradiction = false;              // the singles alone show that there is no solution
  std::vector<std::uint8_t> values;        // of the settled cells; 0 for the open ones
  std::vector<std::uint32_t> candidates;   // of each variable
  Lists members;                           // of each item: its variables
  Lists items;                             // of each variable: its items
  Lists peers;  // of each variable: the others in its items, once each; none when too many

 private:
  void number(const Geometry& geometry, std::span<const std::uint64_t> choices);
  void add_item(std::span<const Var> item);
  void gather_peers();
};

}  // namespace squaredance::learn
