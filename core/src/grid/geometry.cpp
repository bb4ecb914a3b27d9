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

}  // namespace squaredance
