// Naked and hidden subsets: n cells of a house with n values between them, or n values of a house with n
// places between them. Direct: once the cells of a hidden subset are taken, another value has one
// place left. Locked (HoDoKu): a naked subset that strikes in the box and in the line it lies in.
//
// Order of Sudoku Explainer 1.2.1: boxes, cols, rows; in a house the cells (or values) as a rising
// number. It leaves out houses with few open cells, where the other subset of the house is smaller.
#include <numeric>

#include "bits.hpp"
#include "finders.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

// Tenths by size, from 2. What Sudoku Explainer does not look for goes on by 0.6 for each cell.
int rating_of(int size, bool hidden) {
  constexpr int naked[] = {30, 36, 50};
  return (size <= 4 ? naked[size - 2] : 50 + 6 * (size - 4)) + (hidden ? 4 : 0);
}

Technique technique_of(int size, bool hidden) {
  if (size > 4) return hidden ? Technique::hidden_subset : Technique::naked_subset;
  const Technique pair = hidden ? Technique::hidden_pair : Technique::naked_pair;
  return static_cast<Technique>(static_cast<int>(pair) + size - 2);
}

// The values in cells of the house that are not in the subset.
void strike_outside(const State& state, int house, Mask cells, Mask values,
                    std::vector<Candidate>& struck) {
  const auto in_house = state.sight().geometry().house(house);
  for (Mask left = state.open_in(house) & ~cells; left; left &= left - 1) {
    const Cell cell = in_house[std::countr_zero(left)];
    add_candidates(state.sight(), cell, state.mask(cell) & values, struck);
  }
}

// Other values in the cells of the subset.
void strike_inside(const State& state, int house, Mask cells, Mask values,
                   std::vector<Candidate>& struck) {
  const auto in_house = state.sight().geometry().house(house);
  for (Mask left = cells; left; left &= left - 1) {
    const Cell cell = in_house[std::countr_zero(left)];
    add_candidates(state.sight(), cell, state.mask(cell) & ~values, struck);
  }
}

void add_cells(const State& state, int house, Mask cells, std::vector<Set>& sets) {
  const auto in_house = state.sight().geometry().house(house);
  for (; cells; cells &= cells - 1) sets.push_back(in_cell(in_house[std::countr_zero(cells)]));
}

void add_values(int house, Mask values, std::vector<Set>& sets) {
  for (; values; values &= values - 1) sets.push_back(in_house(house, std::countr_zero(values)));
}

Lemma naked_lemma(const State& state, int house, Mask cells, Mask values) {
  Lemma lemma;
  add_cells(state, house, cells, lemma.bases);
  add_values(house, values, lemma.covers);
  strike_outside(state, house, cells, values, lemma.eliminations);
  std::sort(lemma.eliminations.begin(), lemma.eliminations.end());
  return lemma;
}

Lemma hidden_lemma(const State& state, int house, Mask cells, Mask values) {
  Lemma lemma;
  add_values(house, values, lemma.bases);
  add_cells(state, house, cells, lemma.covers);
  strike_inside(state, house, cells, values, lemma.eliminations);
  std::sort(lemma.eliminations.begin(), lemma.eliminations.end());
  return lemma;
}

bool tell_naked(const State& state, int house, Mask cells, Mask values, Report& report) {
  Step step;
  strike_outside(state, house, cells, values, step.eliminations);
  if (step.eliminations.empty()) return true;
  std::sort(step.eliminations.begin(), step.eliminations.end());
  const int size = std::popcount(cells);
  step.technique = technique_of(size, false);
  step.rating = rating_of(size, false);
  if (report.evidence) step.evidence.lemmas = {naked_lemma(state, house, cells, values)};
  return report.take(std::move(step));
}

bool tell_hidden(const State& state, int house, Mask cells, Mask values, Report& report) {
  Step step;
  strike_inside(state, house, cells, values, step.eliminations);
  if (step.eliminations.empty()) return true;
  std::sort(step.eliminations.begin(), step.eliminations.end());
  const int size = std::popcount(cells);
  step.technique = technique_of(size, true);
  step.rating = rating_of(size, true);
  if (report.evidence) step.evidence.lemmas = {hidden_lemma(state, house, cells, values)};
  return report.take(std::move(step));
}

// Sudoku Explainer tells the first value only that a hidden subset leaves one place.
bool tell_direct(const State& state, int house, Mask cells, Mask values, Report& report) {
  for (int value = 0; value < state.size(); ++value) {
    const Mask places = state.places(house, value);
    const Mask kept = places & ~cells;
    if (((values >> value) & 1) || kept == places || !is_single(kept)) continue;
    const Cell cell = state.sight().geometry().house(house)[std::countr_zero(kept)];
    Step step;
    const bool pair = is_pair(cells);
    step.technique = pair ? Technique::direct_hidden_pair : Technique::direct_hidden_triple;
    step.rating = pair ? 20 : 25;
    step.placements = {{cell, static_cast<std::uint8_t>(value)}};
    if (report.evidence) {
      step.evidence.lemmas = {hidden_lemma(state, house, cells, values),
                              single_in_house(state, house, value, cell)};
    }
    return report.take(std::move(step));
  }
  return true;
}

// The cell has two to `size` candidates, the value two to `size` places.
bool fits(Mask mask, int size) {
  return size == 2 ? is_pair(mask) : (mask & (mask - 1)) && std::popcount(mask) <= size;
}

template <class Visit>
bool find_naked(const State& state, int house, int size, const Report& report,
                const Visit& visit) {
  const auto cells = state.sight().geometry().house(house);
  Choices choices;
  for (Mask left = state.open_in(house); left; left &= left - 1) {
    const int position = std::countr_zero(left);
    const Mask mask = state.mask(cells[position]);
    if (fits(mask, size)) choices.add(position, mask);
  }
  if (choices.count < size) return true;
  return combine(choices, choices.count, size, size, 0, 0, visit, [&] { return report.stopped(); });
}

template <class Visit>
bool find_hidden(const State& state, int house, int size, const Report& report,
                 const Visit& visit) {
  Choices choices;
  for (int value = 0; value < state.size(); ++value) {
    const Mask places = state.places(house, value);
    if (fits(places, size)) choices.add(value, places);
  }
  if (choices.count < size) return true;
  return combine(choices, choices.count, size, size, 0, 0, visit, [&] { return report.stopped(); });
}

bool tell_locked(const State& state, const Overlap& overlap, Mask cells, Mask values,
                 Report& report) {
  const Sight& sight = state.sight();
  Mask in_line = 0;
  for (Mask left = cells; left; left &= left - 1) {
    const Cell cell = sight.geometry().house(overlap.house)[std::countr_zero(left)];
    in_line |= bit(sight.position(overlap.other, cell));
  }
  Step step;
  strike_outside(state, overlap.house, cells, values, step.eliminations);
  const std::size_t in_box = step.eliminations.size();
  // HoDoKu calls it locked when the line loses something that the box does not have.
  strike_outside(state, overlap.other, in_line | overlap.in_other, values, step.eliminations);
  if (in_box == 0 || in_box == step.eliminations.size()) return true;
  std::sort(step.eliminations.begin(), step.eliminations.end());
  const int size = std::popcount(cells);
  step.technique = size == 2 ? Technique::locked_pair : Technique::locked_triple;
  step.rating = rating_of(size, false);
  if (report.evidence) {
    step.evidence.lemmas = {naked_lemma(state, overlap.house, cells, values),
                            naked_lemma(state, overlap.other, in_line, values)};
    // What both houses have is gone by the first.
    std::erase_if(step.evidence.lemmas[1].eliminations, [&](Candidate candidate) {
      return sight.position(overlap.house, sight.cell_of(candidate)) >= 0;
    });
  }
  return report.take(std::move(step));
}

std::vector<int> boxes_then_lines(const Sight& sight) {
  std::vector<int> houses(sight.houses());
  std::iota(houses.begin(), houses.end(), 0);
  const auto is_box = [&](int house) { return sight.kind(house) == HouseKind::box; };
  std::ranges::stable_partition(houses, is_box);
  return houses;
}

// Boxes, rows, cols, and in a house the subsets by their cells or values in rising order.
bool find_in_any_house(const State& state, int size, bool hidden, Report& report) {
  for (const int house : boxes_then_lines(state.sight())) {
    std::vector<std::pair<Mask, Mask>> found;
    const auto visit = [&](Mask chosen, Mask all) {
      found.push_back({chosen, all});
      return true;
    };
    if (std::popcount(state.open_in(house)) <= size) continue;
    if (hidden) find_hidden(state, house, size, report, visit);
    else find_naked(state, house, size, report, visit);
    if (report.stopped()) return false;
    std::ranges::sort(found, lists_before, &std::pair<Mask, Mask>::first);
    for (const auto& [chosen, all] : found) {
      if (hidden ? !tell_hidden(state, house, all, chosen, report)
                 : !tell_naked(state, house, chosen, all, report)) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace

bool find_naked_subsets(const State& state, int size, Report& report) {
  if (size & hodoku_order) return find_in_any_house(state, size & ~hodoku_order, false, report);
  if (2 * size > state.size()) return true;
  for (const int house : state.sight().search_order()) {
    if (std::popcount(state.open_in(house)) < 2 * size) continue;
    if (!find_naked(state, house, size, report, [&](Mask cells, Mask values) {
          return tell_naked(state, house, cells, values, report);
        })) {
      return false;
    }
  }
  return true;
}

bool find_hidden_subsets(const State& state, int size, Report& report) {
  if (size & hodoku_order) return find_in_any_house(state, size & ~hodoku_order, true, report);
  if (2 * size > state.size()) return true;
  for (const int house : state.sight().search_order()) {
    if (std::popcount(state.open_in(house)) <= 2 * size) continue;
    if (!find_hidden(state, house, size, report, [&](Mask values, Mask cells) {
          return tell_hidden(state, house, cells, values, report);
        })) {
      return false;
    }
  }
  return true;
}

bool find_direct_hidden_subsets(const State& state, int size, Report& report) {
  for (const int house : state.sight().search_order()) {
    if (std::popcount(state.open_in(house)) <= size) continue;
    if (!find_hidden(state, house, size, report, [&](Mask values, Mask cells) {
          return tell_direct(state, house, cells, values, report);
        })) {
      return false;
    }
  }
  return true;
}

bool find_locked_subsets(const State& state, int size, Report& report) {
  struct Found {
    const Overlap* overlap;
    Mask cells, values;
  };
  const Sight& sight = state.sight();
  std::vector<Found> found;
  for (const Overlap& overlap : sight.overlaps()) {
    if (sight.kind(overlap.house) != HouseKind::box) continue;
    find_naked(state, overlap.house, size, report, [&](Mask cells, Mask values) {
      if (!(cells & ~overlap.in_house)) found.push_back({&overlap, cells, values});
      return true;
    });
  }
  std::ranges::stable_sort(found, [](const Found& a, const Found& b) {
    return a.overlap->house != b.overlap->house ? a.overlap->house < b.overlap->house
                                                : lists_before(a.cells, b.cells);
  });
  return std::ranges::all_of(found, [&](const Found& one) {
    return tell_locked(state, *one.overlap, one.cells, one.values, report);
  });
}

}  // namespace squaredance::technique
