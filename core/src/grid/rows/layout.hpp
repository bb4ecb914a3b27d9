// Where the cells of a puzzle lie in the vectors of the engine `rows`.
//
// The rows of a grid with boxes of R x C cells are cut into bands of R rows, the columns into
// stacks of C. A row is then (band b, row k of the band), a column (stack s, column j of the
// stack). A vector holds column j of every stack, for one or several rows of a band:
//
//   16x16, boxes 4x4, vector (b, j):     one register of 16 lanes x 16 bits
//
//            stack s   0        1        2        3
//     row k = 0     | cell   | cell   | cell   | cell   |    cell: row 4b + k, column 4s + j;
//     row k = 1     | ...    |        |        |        |    its candidates, bit v - 1 for
//     row k = 2     |        |        |        |        |    value v
//     row k = 3     |        |        |        |        |
//
//   25x25, boxes 5x5, vector (b, k, j):  8 lanes x 32 bits, 5 of them used: the stacks
//
// So a box is a lane over the vectors j of its band (and the rows k in the vector), a row is
// the stacks of its vectors, and a column is one j over all bands. Nearly all that the rules
// combine lies in the same lane of different vectors; lanes change places only to end a sum
// that was made over many vectors.
//
//   lane  = k % rows_in_vector * span + s
//   index = ((b * steps + k / rows_in_vector) * planes + j) * lanes + lane
//
// The orientation is free, and the one with fewer stacks than bands wastes fewer lanes: as
// stacks * bands = N <= 64, there are at most 8 stacks (4 up to 16x16). Without boxes any cut
// will do. Lanes without a cell hold no candidates.
//
// Houses that are no row, column or box are extra: lists of indexes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "squaredance/geometry.hpp"

namespace squaredance::rows {

struct Layout {
  int size = 0;
  bool has_boxes = false;
  int lanes = 0;  // of a vector
  int span = 0;   // lanes of a row in a vector: 4 or 8
  int bands = 0;
  int steps = 0;   // vectors from the top of a band to its bottom
  int planes = 0;  // columns of a stack
  std::vector<std::uint16_t> index;   // of each cell
  std::vector<std::uint16_t> extras;  // indexes of the cells of the extra houses, one after the other

  int vectors() const { return bands * steps * planes; }
  std::size_t extent() const { return static_cast<std::size_t>(vectors()) * lanes; }
  int extra_houses() const { return static_cast<int>(extras.size()) / size; }
};

// None when the geometry lacks a row or a column: such a puzzle is for other engines.
std::optional<Layout> layout_of(const Geometry& geometry);

}  // namespace squaredance::rows
