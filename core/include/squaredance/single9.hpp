// 9x9, one puzzle at a time: for single calls, small calls and tails.
//
// The search is defined so that every 9x9 engine of ours walks the same tree, and finds the
// solutions of a puzzle in the same order:
//   - Propagate to the end: a cell with one candidate strikes it from its peers (naked
//     single); a value with one place in a house is set there (hidden single); and where the
//     places of a value in the crossing of a box and a row or column leave no placement in
//     the band or stack (each row once, each box once), they go (locked candidates).
//   - Branch on the cell with two candidates that has the most unsettled cells in its row,
//     column and box, else with three, else (none has three or less) on any unsettled cell;
//     of equals, the first in row-major order.
//   - First with its lowest candidate; then, back at the same state, without it.
#pragma once

#include <cstdint>

namespace squaredance {

struct Answer9 {
  std::uint32_t count;    // solutions found, up to the limit
  bool finished;          // false: `max_guesses` came first
  std::uint64_t guesses;  // decisions that had an alternative
  std::uint64_t nodes;    // states propagated, the root too
};

// `puzzle` is 81 bytes, read as in bulk.hpp: the low half of each counts, 1 to 9 or empty.
// Writes the first solution, if any, each value joined with `zero`, whose low half is 0. Total: any bytes will
// do. Touches no memory but the stack, so any thread may call it.
Answer9 solve_single9(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                      std::uint8_t* solution, std::uint8_t zero = 0) noexcept;

// The same, and writes every solution that it counts, 81 bytes each: there must be room for `limit`.
Answer9 list_single9(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                     std::uint8_t* solutions) noexcept;

}  // namespace squaredance
