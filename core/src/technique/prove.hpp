// Small makers for steps and their evidence, shared by the finders.
#pragma once

#include <algorithm>
#include <vector>

#include "squaredance/technique/find.hpp"

namespace squaredance::technique {

inline Set in_cell(int cell) {
  return {.kind = Set::Kind::cell, .index = static_cast<std::uint16_t>(cell)};
}

inline Set in_house(int house, int value) {
  return {.kind = Set::Kind::house,
          .index = static_cast<std::uint16_t>(house),
          .value = static_cast<std::uint8_t>(value)};
}

inline Set guardians_of(int pattern) {
  return {.kind = Set::Kind::guardians, .index = static_cast<std::uint16_t>(pattern)};
}

inline Set link(std::vector<Candidate> candidates) {
  return {.kind = Set::Kind::link, .candidates = std::move(candidates)};
}

// The candidates of the cell other than this value, rising.
inline std::vector<Candidate> others(const State& state, int cell, int value) {
  std::vector<Candidate> found;
  for (Mask left = state.mask(cell) & ~(Mask{1} << value); left; left &= left - 1) {
    found.push_back(state.sight().candidate(cell, std::countr_zero(left)));
  }
  return found;
}

// All houses: boxes, then rows and cols (as most of Sudoku Explainer's rules look), then extras. Where
// a rule takes cols first, it says so.
inline std::vector<int> houses_boxes_first(const Sight& sight, bool cols_first = true) {
  const int n = sight.size();
  std::vector<int> order;
  const auto add = [&](int first, int last) {
    for (int house = first; house < last; ++house) order.push_back(house);
  };
  if (sight.has_boxes()) add(2 * n, 3 * n);
  if (cols_first) add(n, 2 * n);
  add(0, n);
  if (!cols_first) add(n, 2 * n);
  add(sight.has_boxes() ? 3 * n : 2 * n, sight.houses());
  return order;
}

}  // namespace squaredance::technique
