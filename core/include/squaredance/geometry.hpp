// Geometry: the size of a puzzle and its houses, laid out for the engines.
//
//   Geometry g(9, houses);              // houses: any list of N-cell houses
//   for (Membership m : g.houses_of(cell)) ...
//
// The engines think in items, the things that must be settled once each:
//
//   item      0 ........ N*N-1     N*N ................. N*N + H*N - 1
//             one per cell         one per (house, value), house by house
//             "which value?"       "which position in the house?"
//
// so a Geometry also says where the items of a house begin.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace squaredance {

inline constexpr int max_size = 64;

using Cell = std::uint16_t;

// One house that a cell lies in, and where in the house it lies.
struct Membership {
  std::uint32_t first_item;  // item of (house, value 0); the others follow
  std::uint16_t house;
  std::uint8_t position;
};

class Geometry {
 public:
  // Requires 1 <= size <= max_size and houses of `size` different cells each; `valid` tells.
  Geometry(int size, const std::vector<std::vector<Cell>>& houses);

  static bool valid(int size, const std::vector<std::vector<Cell>>& houses);

  int size() const { return size_; }
  int cells() const { return size_ * size_; }
  int houses() const { return house_count_; }
  int items() const { return cells() + house_count_ * size_; }

  std::span<const Cell> house(int index) const {
    return {cells_of_houses_.data() + index * size_, static_cast<std::size_t>(size_)};
  }
  std::span<const Membership> houses_of(int cell) const {
    return {memberships_.data() + starts_[cell], memberships_.data() + starts_[cell + 1]};
  }

 private:
  int size_;
  int house_count_;
  std::vector<Cell> cells_of_houses_;
  std::vector<std::uint32_t> starts_;  // memberships of cell c: starts_[c] .. starts_[c + 1]
  std::vector<Membership> memberships_;
};

}  // namespace squaredance
