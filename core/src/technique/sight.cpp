#include "squaredance/technique/sight.hpp"

namespace squaredance::technique {

Sight::Sight(const Geometry& geometry, bool has_boxes)
    : geometry_(geometry),
      has_boxes_(has_boxes),
      words_((geometry.cells() + 63) / 64),
      box_of_(geometry.cells()),
      sees_(static_cast<std::size_t>(geometry.cells()) * words_),
      crossings_(static_cast<std::size_t>(geometry.houses()) * geometry.houses()) {
  for (int cell = 0; cell < cells(); ++cell) {
    std::uint64_t* seen = sees_.data() + static_cast<std::size_t>(cell) * words_;
    for (const Membership& in : geometry.houses_of(cell)) {
      if (kind(in.house) == HouseKind::box) box_of_[cell] = in.house;
      for (const Cell other : geometry.house(in.house)) {
        seen[other >> 6] |= std::uint64_t{1} << (other & 63);
      }
      for (const Membership& too : geometry.houses_of(cell)) {
        crossings_[static_cast<std::size_t>(in.house) * houses() + too.house] |= Mask{1} << in.position;
      }
    }
    seen[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63));
    peer_starts_.push_back(static_cast<std::uint32_t>(peers_.size()));
    for (int other = 0; other < cells(); ++other) {
      if (sees(cell, other)) peers_.push_back(static_cast<Cell>(other));
    }
  }
  peer_starts_.push_back(static_cast<std::uint32_t>(peers_.size()));
}

HouseKind Sight::kind(int house) const {
  if (house < size()) return HouseKind::row;
  if (house < 2 * size()) return HouseKind::col;
  return has_boxes_ && house < 3 * size() ? HouseKind::box : HouseKind::extra;
}

int Sight::position(int house, int cell) const {
  for (const Membership& in : geometry_.houses_of(cell)) {
    if (in.house == house) return in.position;
  }
  return -1;
}

bool Sight::clash(Candidate a, Candidate b) const {
  const int cell_a = cell_of(a);
  const int cell_b = cell_of(b);
  if (cell_a == cell_b) return a != b;
  return value_of(a) == value_of(b) && sees(cell_a, cell_b);
}

}  // namespace squaredance::technique
