#include "squaredance/geometry.hpp"

namespace squaredance {

bool Geometry::valid(int size, const std::vector<std::vector<Cell>>& houses) {
  if (size < 1 || size > max_size) return false;
  for (const auto& house : houses) {
    if (house.size() != static_cast<std::size_t>(size)) return false;
    std::vector<bool> seen(size * size);
    for (Cell cell : house) {
      if (cell >= size * size || seen[cell]) return false;
      seen[cell] = true;
    }
  }
  return houses.size() <= 0xFFFF;
}

Geometry::Geometry(int size, const std::vector<std::vector<Cell>>& houses)
    : size_(size), house_count_(static_cast<int>(houses.size())), starts_(size * size + 1) {
  std::vector<std::vector<Membership>> of_cell(cells());
  for (int h = 0; h < house_count_; ++h) {
    for (int p = 0; p < size; ++p) {
      Cell cell = houses[h][p];
      cells_of_houses_.push_back(cell);
      of_cell[cell].push_back({static_cast<std::uint32_t>(cells() + h * size),
                               static_cast<std::uint16_t>(h), static_cast<std::uint8_t>(p)});
    }
  }
  for (int cell = 0; cell < cells(); ++cell) {
    starts_[cell] = static_cast<std::uint32_t>(memberships_.size());
    memberships_.insert(memberships_.end(), of_cell[cell].begin(), of_cell[cell].end());
  }
  starts_[cells()] = static_cast<std::uint32_t>(memberships_.size());
}

bool Geometry::conflicts(const std::uint8_t* clues) const {
  std::vector<std::uint64_t> taken(house_count_);
  for (int h = 0; h < house_count_; ++h)
    for (Cell cell : house(h)) {
      if (clues[cell] == 0) continue;
      const std::uint64_t value = std::uint64_t{1} << (clues[cell] - 1);
      if (taken[h] & value) return true;
      taken[h] |= value;
    }
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - size_);
  std::vector<std::uint64_t> left(cells());
  for (int cell = 0; cell < cells(); ++cell) {
    if (clues[cell]) continue;  // its value is in `taken`
    left[cell] = all;
    for (const Membership& m : houses_of(cell)) left[cell] &= ~taken[m.house];
    if (left[cell] == 0) return true;
  }
  for (int h = 0; h < house_count_; ++h) {
    std::uint64_t places = taken[h];
    for (Cell cell : house(h)) places |= left[cell];
    if (places != all) return true;
  }
  return false;
}

}  // namespace squaredance
