#include "squaredance/technique/sight.hpp"

#include <bit>

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
  list_neighbours();
  list_overlaps();
}

void Sight::list_neighbours() {
  constexpr HouseKind kinds[] = {HouseKind::box, HouseKind::row, HouseKind::col, HouseKind::extra};
  std::vector<int> heard_by(cells(), -1);
  for (int cell = 0; cell < cells(); ++cell) {
    heard_by[cell] = cell;
    home_starts_.push_back(static_cast<std::uint32_t>(homes_.size()));
    for (const HouseKind wanted : kinds) {
      for (const Membership& in : geometry_.houses_of(cell)) {
        if (kind(in.house) != wanted) continue;
        homes_.push_back(in);
        for (const Cell other : geometry_.house(in.house)) {
          if (heard_by[other] != cell) neighbours_.push_back(other);
          heard_by[other] = cell;
        }
      }
    }
  }
  home_starts_.push_back(static_cast<std::uint32_t>(homes_.size()));
}

void Sight::list_overlaps() {
  struct Range {
    int first, last;
  };
  const int n = size();
  const int lines = 2 * n;
  const int plain = has_boxes_ ? 3 * n : lines;
  const Range rows = {0, n}, cols = {n, lines}, boxes = {lines, plain}, extras = {plain, houses()};
  for (const Range& range : {boxes, cols, rows, extras}) {
    for (int house = range.first; house < range.last; ++house) {
      search_order_.push_back(static_cast<std::uint16_t>(house));
    }
  }
  const auto add = [&](const Range& first, const Range& second) {
    for (int house = first.first; house < first.last; ++house) {
      for (int other = second.first; other < second.last; ++other) {
        const Mask in_house = crossing(house, other);
        if (house == other || std::popcount(in_house) < 2) continue;
        overlaps_.push_back({static_cast<std::uint16_t>(house), static_cast<std::uint16_t>(other),
                             in_house, crossing(other, house)});
      }
    }
  };
  add(boxes, cols);
  add(boxes, rows);
  add(cols, boxes);
  add(rows, boxes);
  for (const Range& range : {boxes, cols, rows}) {
    add(range, extras);
    add(extras, range);
  }
  add(extras, extras);
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
