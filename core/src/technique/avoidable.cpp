// Avoidable rectangles: as unique ones, but some of the cells are filled already, none of them by a
// clue, and the puzzle allows both values in each. Type 1: one cell is open. Type 2: two are, with one more value in both.
#include "finders.hpp"
#include "rectangle.hpp"

namespace squaredance::technique {
namespace {

bool found_by_hand(const State& state, Cell cell) { return !state.open(cell) && !state.clue(cell); }

// Whether the cell holds the value, or could and has one candidate more.
bool holds(const State& state, Cell cell, int value) {
  if (!state.open(cell)) return found_by_hand(state, cell) && state.value(cell) == value;
  return state.has(cell, value) && state.count(cell) == 2;
}

Step started(const State& state, const std::array<Cell, 4>& cells, Mask pair, bool evidence) {
  Step step;
  if (evidence) {
    const Cell in_order[4] = {cells[0], cells[1], cells[2], cells[3]};
    step.evidence.patterns.push_back(
        pattern_of(state, Pattern::Kind::avoidable, in_order, pair));
  }
  return step;
}

Step type_1(const State& state, const std::array<Cell, 4>& cells, Mask pair, bool evidence) {
  const Cell cell = state.open(cells[2]) ? cells[2] : cells[3];
  Step step = started(state, cells, pair, evidence);
  step.technique = Technique::avoidable_rectangle_1;
  add_candidates(state, cell, pair, step.eliminations);
  if (evidence) {
    Lemma& lemma = step.evidence.lemmas.emplace_back();
    lemma.bases = {guardians_of(0)};
    lemma.covers = {in_cell(cell)};
    lemma.eliminations = step.eliminations;
  }
  return step;
}

Step type_2(const State& state, const std::array<Cell, 4>& cells, Mask pair, bool evidence) {
  const Sight& sight = state.sight();
  Step step = started(state, cells, pair, evidence);
  step.technique = Technique::avoidable_rectangle_2;
  const Mask extra = state.mask(cells[2]) & ~pair;
  if (extra == 0 || extra != (state.mask(cells[3]) & ~pair)) return step;
  const int value = std::countr_zero(extra);
  step.eliminations = seen_by_both(state, value, cells[2], cells[3]);
  if (evidence) {
    tie_up(sight, {guardians_of(0)}, {},
        {sight.candidate(cells[2], value), sight.candidate(cells[3], value)}, step.eliminations,
        step.evidence);
  }
  return step;
}

}  // namespace

// `type`: 1 or 2.
bool find_avoidable_rectangles(const State& state, int type, Report& report) {
  const Sight& sight = state.sight();
  Distinct distinct(report);
  for (int cell = 0; cell < sight.cells(); ++cell) {
    const Cell first = static_cast<Cell>(cell);
    if (!found_by_hand(state, first)) continue;
    const auto fits = [&](Cell other) { return state.open(other) || !state.clue(other); };
    const bool more = for_rectangles(sight, first, fits, [&](const std::array<Cell, 4>& cells) {
      if (!found_by_hand(state, cells[1])) return true;
      const int value = state.value(first);
      const int other = state.value(cells[1]);
      const int open = state.open(cells[2]) + state.open(cells[3]);
      if (open != type || !holds(state, cells[2], other) || !holds(state, cells[3], value)) {
        return true;
      }
      const Mask pair = Mask{1} << value | Mask{1} << other;
      const auto allows = [&](Cell corner) { return state.allows(corner, pair); };
      if (!std::ranges::all_of(cells, allows)) return true;
      Step step = type == 1 ? type_1(state, cells, pair, distinct.evidence())
                            : type_2(state, cells, pair, distinct.evidence());
      return step.eliminations.empty() || distinct.take(std::move(step));
    });
    if (!more) return false;
  }
  return true;
}

}  // namespace squaredance::technique
