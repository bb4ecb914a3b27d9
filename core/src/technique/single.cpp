// Full houses, hidden singles and naked singles.
#include <vector>

#include "finders.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

// One place is left for the value in the house, so it goes there.
bool tell(const State& state, Technique technique, int house, int value, Report& report) {
  const int position = std::countr_zero(state.places(house, value));
  const Cell cell = state.sight().geometry().house(house)[position];
  Step step;
  step.technique = technique;
  step.rating = technique == Technique::full_house                  ? 10
                : state.sight().kind(house) == HouseKind::box       ? 12
                                                                    : 15;
  step.placements = {{cell, static_cast<std::uint8_t>(value)}};
  if (report.evidence) {
    Lemma& lemma = step.evidence.lemmas.emplace_back();
    lemma.bases = {in_house(house, value)};
    lemma.covers = {in_cell(cell)};
    lemma.eliminations = others(state, cell, value);
  }
  return report.take(std::move(step));
}

bool find_in_houses(const State& state, bool full, Report& report) {
  const Sight& sight = state.sight();
  const int size = sight.size();
  for (const int house : houses_boxes_first(sight)) {
    Mask open = 0;
    for (int value = 0; value < size; ++value) open |= state.places(house, value);
    if ((std::popcount(open) == 1) != full) continue;
    for (int value = 0; value < size; ++value) {
      if (std::popcount(state.places(house, value)) != 1) continue;
      const Technique technique = full ? Technique::full_house : Technique::hidden_single;
      if (!tell(state, technique, house, value, report)) return false;
    }
  }
  return true;
}

}  // namespace

bool find_full_houses(const State& state, int, Report& report) {
  return find_in_houses(state, true, report);
}

bool find_hidden_singles(const State& state, int, Report& report) {
  return find_in_houses(state, false, report);
}

bool find_naked_singles(const State& state, int, Report& report) {
  for (int cell = 0; cell < state.sight().cells(); ++cell) {
    if (state.count(cell) != 1) continue;
    Step step;
    step.technique = Technique::naked_single;
    step.rating = 23;
    // Its proof is the state itself: nothing else is left in the cell.
    step.placements = {{static_cast<Cell>(cell),
                        static_cast<std::uint8_t>(std::countr_zero(state.mask(cell)))}};
    if (!report.take(std::move(step))) return false;
  }
  return true;
}

}  // namespace squaredance::technique
