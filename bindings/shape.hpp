// What the puzzles of an input have in common: the geometry, and how text is read and written.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "squaredance/geometry.hpp"
#include "squaredance/lines.hpp"
#include "squaredance/shape.hpp"

namespace squaredance::bindings {

// The shape of a size and the rows and cols of its boxes, 0 for none.
inline squaredance::Shape checked_shape(int size, std::pair<int, int> box) {
  const auto [height, width] = box;
  const bool none = height == 0 && width == 0;
  if (size < 1 || size > max_size || (!none && (height < 1 || width < 1 || height * width != size)))
    throw nanobind::value_error("expected a size, and boxes of as many cells or none");
  return {size, height, width};
}

class LineShape {
 public:
  // A table has an entry per byte: `reading` the value or 255, `writing` the symbol.
  // `standard9`: the geometry is the one that the 9x9 kernels know. `box`: rows and cols of a box, 0 for none.
  LineShape(const Geometry& geometry, bool standard9, nanobind::bytes reading, nanobind::bytes writing,
        std::pair<int, int> box)
      : geometry_(geometry),
        boxes_(checked_shape(geometry.size(), box)),
        cells_(static_cast<std::size_t>(geometry.cells())),
        standard9_(standard9),
        reading_(table_of(reading)),
        writing_(table_of(writing)),
        legal_(members([&](std::size_t c) { return reading_[c] != no_symbol; })),
        direct_(members([&](std::size_t c) { return is_direct(c); })) {
    if (standard9 && geometry.size() != 9) throw nanobind::value_error("expected a 9x9 geometry");
    digits_ = standard9;
    for (std::size_t value = 1; value <= 9; ++value) digits_ &= writing_[value] == '0' + value;
  }

  // The standard 9x9 in digits and the usual blanks: what nearly all lines are. Made here, so that
  // work on them can begin before anyone has imported geometries and symbols.
  static LineShape digits9() {
    static const Geometry geometry(9, houses9());
    std::string reading(256, static_cast<char>(no_symbol)), writing(256, '\0');
    for (const char blank : {'.', '0', '-', '*', '?', '_'}) reading[static_cast<std::size_t>(blank)] = 0;
    for (std::size_t value = 1; value <= 9; ++value) {
      reading['0' + value] = static_cast<char>(value);
      writing[value] = static_cast<char>('0' + value);
    }
    auto bytes = [](const std::string& table) { return nanobind::bytes(table.data(), table.size()); };
    return LineShape(geometry, true, bytes(reading), bytes(writing), {3, 3});
  }

  const Geometry& geometry() const { return geometry_; }
  const squaredance::Shape& boxes() const { return boxes_; }
  std::size_t cells() const { return cells_; }
  bool standard9() const { return standard9_; }

  // Whether text can go to the 9x9 kernels as it is, and solutions be written there as text.
  bool digits() const { return digits_; }

  const lines::Characters& legal() const { return legal_; }
  // Those that mean to the kernels what they mean here. (An X is an empty cell, but its low
  // half is 8.)
  const lines::Characters& direct() const { return digits_ ? direct_ : legal_; }

  // What a character means: 0 for an empty cell, more than the size for nothing.
  std::uint8_t value(std::uint8_t symbol) const { return reading_[symbol]; }

  void read(const std::uint8_t* text, std::uint8_t* values) const {
    for (std::size_t i = 0; i < cells_; ++i) values[i] = reading_[text[i]];
  }
  void write(const std::uint8_t* values, std::uint8_t* text) const {
    for (std::size_t i = 0; i < cells_; ++i) text[i] = writing_[values[i]];
  }

  // The same for values with empty cells among them: these look as the first one of `like` does.
  void write_like(const std::uint8_t* like, const std::uint8_t* values, std::uint8_t* text) const {
    const auto* blank = std::find_if(like, like + cells_, [&](std::uint8_t c) { return reading_[c] == 0; });
    Table symbols = writing_;
    if (blank < like + cells_) symbols[0] = *blank;
    for (std::size_t i = 0; i < cells_; ++i) text[i] = symbols[values[i]];
  }

 private:
  static constexpr std::uint8_t no_symbol = 255;
  using Table = std::array<std::uint8_t, 256>;

  static std::vector<std::vector<Cell>> houses9() {
    std::vector<std::vector<Cell>> houses(27);
    for (int cell = 0; cell < 81; ++cell) {
      const int row = cell / 9, col = cell % 9;
      for (const int house : {row, 9 + col, 18 + row / 3 * 3 + col / 3})
        houses[static_cast<std::size_t>(house)].push_back(static_cast<Cell>(cell));
    }
    return houses;
  }

  static Table table_of(nanobind::bytes bytes) {
    Table table;
    if (bytes.size() != table.size()) throw nanobind::value_error("expected a table of 256 bytes");
    std::memcpy(table.data(), bytes.data(), table.size());
    return table;
  }

  bool is_direct(std::size_t c) const {
    const std::size_t low = c & 15, seen = low <= 9 ? low : 0;
    return reading_[c] != no_symbol && seen == reading_[c];
  }

  template <typename Test>
  static lines::Characters members(Test&& test) {
    std::array<bool, 256> is_member{};
    for (std::size_t c = 0; c < 256; ++c) is_member[c] = test(c);
    return lines::Characters(is_member);
  }

  const Geometry& geometry_;
  squaredance::Shape boxes_;
  std::size_t cells_;
  bool standard9_;
  bool digits_ = false;
  Table reading_, writing_;
  lines::Characters legal_, direct_;
};

}  // namespace squaredance::bindings
