// The canonical form of a puzzle or grid: the least, read row by row with 0 for an empty cell, of all that
// are equivalent to it.
//
//   canon::canonical9(values, form, &how, &automorphisms);
//
// Equivalent are those that a transformation makes of it: rows trade places within a band, bands trade places,
// cols and stacks likewise, rows become cols where the boxes allow it, and values are renamed. For 9x9 these
// are 2 * 6^8 * 9! transformations.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "squaredance/geometry.hpp"
#include "squaredance/shape.hpp"

namespace squaredance::canon {

// What was done: with s the source, transposed first if it says so,
//   form[r][c] = values[s[rows[r]][cols[c]]]
// where values[0] is 0. Values that the source does not have are renamed in increasing order.
struct Transformation {
  bool transposed = false;
  std::array<std::uint8_t, max_size> rows{}, cols{};
  std::array<std::uint8_t, max_size + 1> values{};
};

// Writes the canonical form of 81 values, 0 to 9 each; total: any such values will do, a puzzle, a grid, one
// with clashes or none at all. `how` (may be null) is one transformation that leads there: which of several is not
// said, but always the same. `automorphisms` (may be null) is the number of ways to move rows and cols (and
// transpose) that change nothing but the names of the values, 1 or more; the empty puzzle has 2 * 6^8.
void canonical9(const std::uint8_t* source, std::uint8_t* form, Transformation* how = nullptr,
                std::uint64_t* automorphisms = nullptr);

// The same for any shape. It may take too long: false after about `nodes` steps of its search, or soon after `stop`
// (may be null); then nothing is written. The product of `factors` (may be null) is the number of automorphisms, which
// for a sparse puzzle of 25x25 does not fit into 64 bits. Shares nothing with canonical9. Throws nothing but std::bad_alloc.
bool canonical(const Shape& shape, const std::uint8_t* source, std::uint64_t nodes,
               const std::atomic<bool>* stop, std::uint8_t* form, Transformation* how = nullptr,
               std::vector<std::uint32_t>* factors = nullptr);

// Many of one shape, side by side in several threads, as bulk.hpp: each takes a few until none is left.
struct Job {
  Shape shape;
  const std::uint8_t* sources;  // values, a byte each
  std::size_t source_step;      // bytes from one to the next
  std::size_t size;             // how many
  std::uint8_t* forms;
  std::size_t form_step;
  std::uint64_t nodes;          // for each; where they were not enough `done` is 0
  std::uint8_t* done;

  std::atomic<std::size_t> taken{0};
  std::atomic<std::size_t> answered{0};
  std::atomic<bool> stop{false};
};

void work(Job& job);

}  // namespace squaredance::canon
