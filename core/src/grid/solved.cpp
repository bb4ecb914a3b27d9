#include "squaredance/solved.hpp"

namespace squaredance {

SolutionTest::Bits SolutionTest::values(int size, std::uint64_t empty) {
  Bits bits{};
  bits[0] = empty;
  for (int value = 1; value <= size; ++value)
    bits[static_cast<std::size_t>(value)] = std::uint64_t{1} << (value - 1);
  return bits;
}

SolutionTest::SolutionTest(const Geometry& geometry, const Bits& bits, const Bits& clue_bits)
    : geometry_(geometry), bits_(bits), clue_bits_(clue_bits) {}

bool SolutionTest::holds(const std::uint8_t* grid, const std::uint8_t* puzzle) const {
  std::array<std::uint64_t, max_size * max_size> cells;
  const auto count = static_cast<std::size_t>(geometry_.cells());
  for (std::size_t cell = 0; cell < count; ++cell) cells[cell] = bits_[grid[cell]];
  bool is_kept = true;
  if (puzzle)
    for (std::size_t cell = 0; cell < count; ++cell)
      is_kept &= (cells[cell] & clue_bits_[puzzle[cell]]) != 0;
  // As many cells as values: none is missing when none is there twice.
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - geometry_.size());
  std::uint64_t missing = 0;
  for (int index = 0; index < geometry_.houses(); ++index) {
    std::uint64_t held = 0;
    for (const Cell cell : geometry_.house(index)) held |= cells[cell];
    missing |= held ^ all;
  }
  return is_kept && missing == 0;
}

}  // namespace squaredance
