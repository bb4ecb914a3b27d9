// The houses of a grid of any size: rows, columns, and boxes if `box_rows` is not 0.
#pragma once

#include <cstddef>
#include <vector>

#include "squaredance/geometry.hpp"

namespace squaredance {

using Houses = std::vector<std::vector<Cell>>;

inline Houses houses_of(int size, int box_rows) {
  Houses houses(static_cast<std::size_t>(box_rows ? 3 * size : 2 * size));
  for (int cell = 0; cell < size * size; ++cell) {
    const int row = cell / size, col = cell % size;
    houses[row].push_back(static_cast<Cell>(cell));
    houses[size + col].push_back(static_cast<Cell>(cell));
    if (box_rows)
      houses[2 * size + row / box_rows * box_rows + col / (size / box_rows)].push_back(
          static_cast<Cell>(cell));
  }
  return houses;
}

}  // namespace squaredance
