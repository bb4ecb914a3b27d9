// What unique and avoidable rectangles share.
#pragma once

#include <array>

#include "tie.hpp"

namespace squaredance::technique {

// Adds those of the values that are candidates of the cell.
inline void add_candidates(const State& state, int cell, Mask values,
                           std::vector<Candidate>& candidates) {
  for (Mask left = state.mask(cell) & values; left; left &= left - 1) {
    candidates.push_back(state.sight().candidate(cell, std::countr_zero(left)));
  }
}

// The deadly pattern of four cells in their order: two, then the two across from them.
inline Pattern pattern_of(const State& state, Pattern::Kind kind, const Cell (&cells)[4],
                          Mask pair) {
  Pattern pattern{kind, {cells[0], cells[1], cells[3], cells[2]}, pair, {}};
  for (const Cell cell : cells) add_candidates(state, cell, ~pair, pattern.guardians);
  std::ranges::sort(pattern.guardians);
  return pattern;
}

// Whether each house that has one of the cells has two of them.
inline bool pairs_up(const Sight& sight, const std::array<Cell, 4>& cells) {
  for (const Cell cell : cells) {
    for (const Membership& in : sight.geometry().houses_of(cell)) {
      const auto inside = [&](Cell other) { return sight.position(in.house, other) >= 0; };
      if (std::ranges::count_if(cells, inside) != 2) return false;
    }
  }
  return true;
}

// Rectangles with the first cell: a second one in the same box (without boxes: anywhere) and line,
// then the two in a line across. `fits(cell)` is asked for the other cells; `take(cells)` says whether
// to go on.
template <class Fits, class Take>
bool for_rectangles(const Sight& sight, Cell first, const Fits& fits, const Take& take) {
  const Geometry& geometry = sight.geometry();
  const auto with_second = [&](Cell second) {
    const bool in_row = sight.row(first) == sight.row(second);
    if (second == first || !(in_row || sight.col(first) == sight.col(second))) return true;
    if (!fits(second)) return true;
    const auto beside_first =
        geometry.house(in_row ? sight.col_house(first) : sight.row_house(first));
    const auto beside_second =
        geometry.house(in_row ? sight.col_house(second) : sight.row_house(second));
    for (int i = 0; i < sight.size(); ++i) {
      const Cell third = beside_first[i];
      const Cell fourth = beside_second[i];
      if (third == first || !fits(third) || !fits(fourth)) continue;
      const std::array<Cell, 4> cells{first, second, third, fourth};
      if (pairs_up(sight, cells) && !take(cells)) return false;
    }
    return true;
  };
  if (sight.has_boxes()) {
    return std::ranges::all_of(geometry.house(sight.box_house(first)), with_second);
  }
  return std::ranges::all_of(geometry.house(sight.row_house(first)), with_second) &&
         std::ranges::all_of(geometry.house(sight.col_house(first)), with_second);
}

}  // namespace squaredance::technique
