#include "squaredance/conflict.hpp"

#include <bit>
#include <vector>

namespace squaredance {

namespace {

std::uint64_t bit_of(std::uint8_t clue) { return clue ? std::uint64_t{1} << (clue - 1) : 0; }

// The values of a house, and in `twice` those that it has more than once.
std::uint64_t values_of(const Geometry& geometry, int house, const std::uint8_t* clues,
                        std::uint64_t& twice) {
  std::uint64_t taken = twice = 0;
  for (Cell cell : geometry.house(house)) {
    twice |= taken & bit_of(clues[cell]);
    taken |= bit_of(clues[cell]);
  }
  return taken;
}

}  // namespace

Conflict find_conflict(const Geometry& geometry, const std::uint8_t* clues) {
  using Kind = Conflict::Kind;
  std::vector<std::uint64_t> taken(geometry.houses());
  for (int h = 0; h < geometry.houses(); ++h) {
    std::uint64_t twice;
    taken[h] = values_of(geometry, h, clues, twice);
    if (twice == 0) continue;
    for (Cell cell : geometry.house(h))
      if (twice & bit_of(clues[cell])) return {Kind::twice, h, clues[cell]};
  }
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - geometry.size());
  std::vector<std::uint64_t> left(geometry.cells());
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    if (clues[cell]) continue;  // its value is in `taken`
    left[cell] = all;
    for (const Membership& m : geometry.houses_of(cell)) left[cell] &= ~taken[m.house];
    if (left[cell] == 0) return {Kind::no_value, cell, 0};
  }
  for (int h = 0; h < geometry.houses(); ++h) {
    std::uint64_t places = taken[h];
    for (Cell cell : geometry.house(h)) places |= left[cell];
    if (places != all) return {Kind::no_place, h, std::countr_one(places) + 1};
  }
  return {};
}

}  // namespace squaredance
