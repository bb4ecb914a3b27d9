// 9x9 for the tests: what a solution is, and a count by an engine that shares nothing with the
// 9x9 kernels.
#pragma once

#include <cstdint>
#include <vector>

#include "houses.hpp"
#include "squaredance/search.hpp"

namespace squaredance::nine {

using Bytes = std::vector<std::uint8_t>;

inline Geometry geometry() { return {9, houses_of(9, 3)}; }

// The value that a byte of a puzzle stands for, 0 for none: see bulk.hpp.
inline unsigned clue(std::uint8_t byte) { return (byte & 15u) <= 9 ? byte & 15u : 0; }

inline std::uint32_t count_by_search(const Geometry& g, const std::uint8_t* puzzle,
                                     std::uint32_t limit) {
  std::vector<std::uint64_t> masks(81, 511);
  for (int cell = 0; cell < 81; ++cell)
    if (unsigned value = clue(puzzle[cell])) masks[cell] = 1u << (value - 1);
  auto search = make_search(Engine::search, g, masks);
  std::uint32_t count = 0;
  while (count < limit && search->run(1 << 20) == Pause::solution) ++count;
  return count;
}

inline bool solves(const Geometry& g, const std::uint8_t* puzzle, const std::uint8_t* solution) {
  for (int cell = 0; cell < 81; ++cell)
    if (unsigned value = clue(puzzle[cell]); value && value != solution[cell]) return false;
  for (int h = 0; h < g.houses(); ++h) {
    unsigned seen = 0;
    for (Cell cell : g.house(h)) seen |= solution[cell] < 10 ? 1u << solution[cell] : 0;
    if (seen != 0x3FE) return false;
  }
  return true;
}

}  // namespace squaredance::nine
