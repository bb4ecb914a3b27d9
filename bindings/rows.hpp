// Rows of text where they lie: an Arrow array of strings, or a page of Parquet.
//
//   offsets   0        81       81       162        (of 32 or 64 bits, or none: rows of one width)
//   text      ..5.1....7.....2...           a row is text from its offset to the next one
//   validity  1        0        1           a bit for each row; without it all are there
//
// Rows of one width may have a gap behind them that is none of their text. Such are the values of a
// Parquet page, each behind its length, when all have the same:
//
//   page      81 0 0 0 ..5.1.... 81 0 0 0 7.....2.. ...     the text begins behind the first length
//
// Layout: Apache Arrow, "Columnar Format".
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>

#include "memory.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

// The offsets of an array from its first row on.
class Offsets {
 public:
  // `width`: 4 or 8 bytes of an offset in `offsets`, or, when that is None, the bytes of a row.
  Offsets(nb::handle offsets, std::size_t width, std::size_t first, std::size_t rows)
      : width_(width), first_(first) {
    if (offsets.is_none()) return;
    held_.emplace(offsets, PyBUF_SIMPLE);
    const std::size_t all = width == 4 || width == 8 ? held_->size() / width : 0;
    if (rows >= all || first >= all - rows)
      throw nb::value_error("expected an offset of 4 or 8 bytes for each row, and one more");
  }

  std::int64_t operator[](std::size_t row) const {
    const std::size_t at = first_ + row;
    if (!held_) return static_cast<std::int64_t>(at * width_);
    return width_ == 4 ? value<std::int32_t>(at) : value<std::int64_t>(at);
  }

 private:
  template <typename Int>
  std::int64_t value(std::size_t at) const {
    Int found;
    std::memcpy(&found, held_->data() + at * sizeof(Int), sizeof(Int));
    return found;
  }

  std::optional<Held> held_;
  std::size_t width_, first_;
};

// Which of some rows are no nulls.
class Validity {
 public:
  // Bits as Arrow has them; None when all rows are there.
  Validity(nb::handle bits, std::size_t first, std::size_t rows) : first_(first) {
    if (bits.is_none()) return;
    held_.emplace(bits, PyBUF_SIMPLE);
    if (rows > held_->size() * 8 || first > held_->size() * 8 - rows)
      throw nb::value_error("expected a bit for each row");
  }

  bool is_all() const { return !held_; }

  bool operator[](std::size_t row) const {
    return !held_ || (held_->data()[(first_ + row) / 8] >> ((first_ + row) % 8) & 1);
  }

 private:
  std::optional<Held> held_;
  std::size_t first_;
};

// Some rows of a text that begins at the offset `origin`. The last `gap` bytes of a row are none of its
// text; only rows without offsets have them.
class Rows {
 public:
  Rows(nb::handle offsets, std::size_t width, nb::handle validity, std::size_t first, std::size_t rows,
       std::int64_t origin, std::size_t gap)
      : offsets_(offsets, width, first, rows),
        validity_(validity, first, rows),
        size_(rows),
        origin_(origin),
        gap_(gap) {
    if (gap && (!offsets.is_none() || gap >= width))
      throw nb::value_error("expected a gap within rows of one width");
    if (origin < 0) throw nb::value_error("expected an origin of 0 or more");
  }

  std::size_t size() const { return size_; }
  std::size_t gap() const { return gap_; }

  bool is_there(std::size_t row) const { return validity_[row]; }

  // Bytes from the start of a row to that of the next one; less than none when its offsets are wrong.
  std::int64_t step(std::size_t row) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(offsets_[row + 1]) -
                                     static_cast<std::uint64_t>(offsets_[row]));
  }

  // Where a row is in a text of so many bytes; nowhere when its offsets are wrong.
  Span span(std::size_t row, std::size_t bytes) const {
    if (row >= size_) return {0, 0};
    const std::int64_t from = offsets_[row], to = offsets_[row + 1];
    if (from < origin_ || to < from || static_cast<std::size_t>(to - from) < gap_) return {0, 0};
    const auto start = static_cast<std::size_t>(from - origin_);
    const auto end = static_cast<std::size_t>(to - origin_) - gap_;
    return end <= bytes ? Span{start, end} : Span{0, 0};
  }

 private:
  Offsets offsets_;
  Validity validity_;
  std::size_t size_;
  std::int64_t origin_;
  std::size_t gap_;
};

}  // namespace squaredance::bindings
