// The engine `rows`: candidate masks in vectors; the rules of a whole grid are a few hundred
// vector operations, whatever changed. See layout.hpp for the drawing.
//
//   auto layout = rows::layout_of(geometry);
//   auto search = rows::make(*layout);         // one object for any number of puzzles
//   search->start(clues);
//   while (search->run(1 << 16) == Pause::budget) { ... }
//
// Written once in kernel.inl and compiled for each instruction set; all of them walk the same
// tree and find the same solutions in the same order.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "layout.hpp"
#include "squaredance/cpu.hpp"
#include "squaredance/search.hpp"

namespace squaredance::rows {

class RowsSearch : public Search {
 public:
  // Begins anew. A clue is a value 1 to N; any other byte is an empty cell.
  virtual void start(const std::uint8_t* clues) = 0;
  // The same with candidates of each cell, bit v - 1 for value v.
  virtual void start(std::span<const std::uint64_t> masks) = 0;
};

// The Layout must outlive the search. Makes one for the instruction set in use.
std::unique_ptr<RowsSearch> make(const Layout& layout);

// For tests: requires an available level.
std::unique_ptr<RowsSearch> make(const Layout& layout, cpu::Level level);

namespace portable {
std::unique_ptr<RowsSearch> make(const Layout& layout);
}
namespace avx2 {
std::unique_ptr<RowsSearch> make(const Layout& layout);
}
namespace avx512 {
std::unique_ptr<RowsSearch> make(const Layout& layout);
}

}  // namespace squaredance::rows
