#include "layout.hpp"

#include <algorithm>
#include <map>

namespace squaredance::rows {

namespace {

using House = std::vector<Cell>;

// The houses of a geometry, each once, and which of them a rule has taken.
class Houses {
 public:
  explicit Houses(const Geometry& geometry) {
    for (int h = 0; h < geometry.houses(); ++h) {
      auto cells = geometry.house(h);
      House house(cells.begin(), cells.end());
      std::sort(house.begin(), house.end());
      left_.emplace(std::move(house), false);
    }
  }

  // Whether all of them are there; takes them then.
  bool take(const std::vector<House>& wanted) {
    for (const House& house : wanted)
      if (!left_.contains(house)) return false;
    for (const House& house : wanted) left_[house] = true;
    return true;
  }

  std::vector<House> rest() const {
    std::vector<House> found;
    for (const auto& [house, taken] : left_)
      if (!taken) found.push_back(house);
    return found;
  }

 private:
  std::map<House, bool> left_;
};

// Rectangles of `height` x `width` cells, all over the grid.
std::vector<House> rectangles(int size, int height, int width) {
  std::vector<House> houses(size);
  const int across = size / width;
  for (int cell = 0; cell < size * size; ++cell) {
    const int row = cell / size, col = cell % size;
    houses[row / height * across + col / width].push_back(static_cast<Cell>(cell));
  }
  return houses;
}

// The height of the boxes, 0 when there are none.
int take_boxes(Houses& houses, int size) {
  for (int height = 2; height < size; ++height)
    if (size % height == 0 && houses.take(rectangles(size, height, size / height))) return height;
  return 0;
}

int upwards(int number, int divisor) { return (number + divisor - 1) / divisor; }

}  // namespace

std::optional<Layout> layout_of(const Geometry& geometry) {
  const int size = geometry.size();
  Houses houses(geometry);
  if (!houses.take(rectangles(size, 1, size)) || !houses.take(rectangles(size, size, 1)))
    return std::nullopt;

  Layout layout;
  layout.size = size;
  int height = take_boxes(houses, size);
  layout.has_boxes = height > 0;
  layout.lanes = size <= 16 ? 16 : 8;
  int width = height ? size / height : 0;
  const bool turned = height > width;  // then a vector's row is a column of the grid
  if (turned) std::swap(height, width);
  if (layout.has_boxes) {
    layout.span = size / width <= 4 ? 4 : 8;
  } else {
    layout.span = size <= 16 ? 4 : 8;
    height = layout.lanes / layout.span;
    width = upwards(size, layout.span);
  }
  const int rows = layout.lanes / layout.span;
  layout.bands = upwards(size, height);
  layout.steps = upwards(height, rows);
  layout.planes = width;

  layout.index.resize(geometry.cells());
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    int row = cell / size, col = cell % size;
    if (turned) std::swap(row, col);
    const int k = row % height;
    const int vector = (row / height * layout.steps + k / rows) * width + col % width;
    layout.index[cell] =
        static_cast<std::uint16_t>(vector * layout.lanes + k % rows * layout.span + col / width);
  }
  for (const House& house : houses.rest())
    for (Cell cell : house) layout.extras.push_back(layout.index[cell]);
  return layout;
}

}  // namespace squaredance::rows
