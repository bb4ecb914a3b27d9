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

// The value has one place left in the house.
inline Lemma single_in_house(const State& state, int house, int value, int cell) {
  Lemma lemma;
  lemma.bases = {in_house(house, value)};
  lemma.covers = {in_cell(cell)};
  lemma.eliminations = others(state, cell, value);
  return lemma;
}

inline void add_candidates(const Sight& sight, int cell, Mask values,
                           std::vector<Candidate>& candidates) {
  for (; values; values &= values - 1) {
    candidates.push_back(sight.candidate(cell, std::countr_zero(values)));
  }
}

// The candidates of a value in cells that see all of these.
inline std::vector<Candidate> seen_by_all(const State& state, const std::vector<Cell>& cells,
                                          int value) {
  const Sight& sight = state.sight();
  std::vector<Candidate> seen;
  for (const Cell cell : sight.peers(cells[0])) {
    if (!state.has(cell, value)) continue;
    const auto sees = [&](Cell other) { return sight.sees(cell, other); };
    if (std::all_of(cells.begin(), cells.end(), sees)) seen.push_back(sight.candidate(cell, value));
  }
  return seen;
}

// One of the guardians of pattern 0, all of one value, is true: so no target that all of them exclude
// is. Each guardian is in a pair with the target.
inline std::vector<Lemma> guardian_lemmas(const std::vector<Candidate>& guardians,
                                          const std::vector<Candidate>& targets) {
  std::vector<Lemma> lemmas;
  for (const Candidate target : targets) {
    Lemma& lemma = lemmas.emplace_back();
    lemma.eliminations = {target};
    lemma.bases = {guardians_of(0)};
    for (const Candidate guardian : guardians) lemma.covers.push_back(link({guardian, target}));
  }
  return lemmas;
}

// All houses: boxes, rows, cols, extras. Most rules take the cols first: Sight::search_order.
inline std::vector<int> houses_boxes_rows_cols(const Sight& sight) {
  const int n = sight.size();
  const int plain = sight.has_boxes() ? 3 * n : 2 * n;
  std::vector<int> order;
  for (int house = 2 * n; house < plain; ++house) order.push_back(house);
  for (int house = 0; house < 2 * n; ++house) order.push_back(house);
  for (int house = plain; house < sight.houses(); ++house) order.push_back(house);
  return order;
}

}  // namespace squaredance::technique
