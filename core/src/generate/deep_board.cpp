#include "deep_board.hpp"

#include "squaredance/cpu.hpp"

namespace squaredance::generate {

DeepBoard::DeepBoard(int height_, bool symmetric_)
    : height(height_),
      size(height_ * height_),
      cells(symmetric_ ? size * height_ : size * size),
      boxes(symmetric_ ? height_ : size),
      symmetric(symmetric_) {
  const int bands = symmetric ? 1 : height;
  for (int line = 0; line < bands * height; ++line) {
    for (int crossed = 0; crossed < height; ++crossed) {
      Segment row{}, col{};
      row.box = static_cast<std::uint16_t>(line / height * height + crossed);
      // The col's part in band `crossed`; with the symmetry this lies in stack -crossed of the first band.
      const int band = symmetric ? 0 : crossed;
      const int stack = symmetric ? (height - crossed) % height : line / height;
      col.box = static_cast<std::uint16_t>(band * height + stack);
      col.turn = static_cast<std::uint16_t>(symmetric ? crossed * height : 0);
      for (int i = 0; i < height; ++i) {
        row.cells[i] = static_cast<std::uint16_t>(line * size + crossed * height + i);
        col.cells[i] = static_cast<std::uint16_t>((band * height + i) * size + stack * height + line % height);
      }
      sides[0].push_back(row);
      sides[1].push_back(col);
    }
  }
}

int DeepBoard::copy_of(int cell, int copy) const {
  const int row = cell / size + copy * height;
  const int col = (cell % size + copy * height) % size;
  return row * size + col;
}

std::unique_ptr<DeepKernel> make_deep_kernel(const DeepBoard& board) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (cpu::used() == cpu::Level::avx512) return deep_avx512::make(board);
  if (cpu::used() == cpu::Level::avx2) return deep_avx2::make(board);
#endif
  return deep_portable::make(board);
}

}  // namespace squaredance::generate
