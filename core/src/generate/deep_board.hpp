// DeepBoard: a square shape (boxes as high as wide) whose puzzles look the same after one step along the diagonal:
// each box moves to the next band and the next stack, and each value grows by the height of a box. Such a puzzle is
// known by its first band, so propagation has 1 / height of the work. Without the symmetry it is the whole grid.
//
//   25x25, the first band: 5 rows x 25 cols = 125 cells
//
//            stack 0       stack 1     ...    stack 4
//   row 0  | segment 0   | segment 1   |    | segment 4  |    a segment: where a line crosses a box, 5 cells
//   row 1  | segment 5   | ...                           |
//    ...                                                       rows: lines of 5 segments each
//   row 4  |                                | segment 24 |
//
//   col j of stack 0 goes on below in band 1, which is the first band's stack 4 with other values: so it is the cols j
//   of all stacks, each with its values turned by a multiple of 5.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace squaredance::generate {

struct Segment {
  std::uint16_t cells[5];  // as many as a box is high
  std::uint16_t box;
  std::uint16_t turn;  // what a value grows by, from the cell to the line, modulo the size
};

struct DeepBoard {
  // `height` of the boxes: 3, 4 or 5.
  DeepBoard(int height, bool symmetric);

  int height, size, cells, boxes;
  bool symmetric;
  std::vector<Segment> sides[2];  // rows and cols, `height` segments for each

  // Cells of the whole grid that are this one, with what the value grows by.
  int copies() const { return symmetric ? height : 1; }
  int copy_of(int cell, int copy) const;
  int value_of(int value, int copy) const { return (value + copy * height) % size; }
};

// 16 puzzles side by side: the candidates of a cell are 16 masks in a row.
inline constexpr int deep_lanes = 16;

// Propagation of singles and locked candidates in all lanes, to the end.
class DeepKernel {
 public:
  virtual ~DeepKernel() = default;

  // `masks` holds deep_lanes masks for each cell, 64 bytes aligned; `open` gets for each lane how many candidates are
  // left beyond one for each cell, `conflict` where there is a conflict. All levels give the same.
  static constexpr std::uint32_t conflict = 1u << 20;
  virtual void run(std::uint32_t* masks, std::uint32_t* open) = 0;
};

// The board must outlive it.
std::unique_ptr<DeepKernel> make_deep_kernel(const DeepBoard& board);

namespace deep_portable {
std::unique_ptr<DeepKernel> make(const DeepBoard& board);
}
namespace deep_avx2 {
std::unique_ptr<DeepKernel> make(const DeepBoard& board);
}
namespace deep_avx512 {
std::unique_ptr<DeepKernel> make(const DeepBoard& board);
}

}  // namespace squaredance::generate
