// Puzzles as rows of values: an array of bytes.
#pragma once

#include <cstdint>

#include "block.hpp"

namespace squaredance::bindings {

// Rows of values: `rows` of them from `first` on.
class ValueBlock final : public Block {
 public:
  ValueBlock(const LineShape& shape, nb::handle values, nb::handle out, std::size_t first,
             std::size_t rows)
      : Block(shape), values_(values, PyBUF_STRIDES), out_(out, PyBUF_WRITABLE), rows_(rows) {
    const Py_buffer& view = values_.view();
    if (view.ndim != 2 || view.itemsize != 1 || view.strides[1] != 1 || view.strides[0] < 0 ||
        static_cast<std::size_t>(view.shape[1]) != shape.cells())
      throw nb::value_error("expected rows of bytes, a byte for each cell");
    const auto total = static_cast<std::size_t>(view.shape[0]);
    if (first > total || rows > total - first || out_.size() < total * shape.cells())
      throw nb::value_error("expected rows of the array");
    step_ = static_cast<std::size_t>(view.strides[0]);
    puzzles_ = values_.data() + first * step_;
    solutions_ = out_.data() + first * shape.cells();
  }

  std::size_t size() const override { return rows_; }

  // The place, counted in cells of the block, of the first value above the size; or -1.
  std::ptrdiff_t first_bad() const {
    const std::size_t cells = shape_.cells();
    const auto top = static_cast<std::uint8_t>(shape_.geometry().size());
    for (std::size_t row = 0; row < rows_; ++row) {
      const std::size_t above = lines::first_above(puzzles_ + row * step_, cells, top);
      if (above < cells) return static_cast<std::ptrdiff_t>(row * cells + above);
    }
    return -1;
  }

 private:
  void put_solutions() override {
    for (std::size_t i = 0; i < rows_; ++i)
      if (!has_solution(i))
        std::memcpy(solutions_ + i * shape_.cells(), puzzles_ + i * step_, shape_.cells());
  }

  Layout layout() override { return {puzzles_, step_, solutions_, shape_.cells(), 0, 0, rows_}; }

  Held values_, out_;
  std::size_t rows_, step_;
  const std::uint8_t* puzzles_;
  std::uint8_t* solutions_;
};

}  // namespace squaredance::bindings
