// Full houses, hidden singles and naked singles.
#include <vector>

#include "bits.hpp"
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
  if (report.evidence) step.evidence.lemmas = {single_in_house(state, house, value, cell)};
  return report.take(std::move(step));
}

bool find_in_houses(const State& state, bool full, Report& report) {
  const Sight& sight = state.sight();
  const int size = sight.size();
  for (const int house : sight.search_order()) {
    const Mask open = state.open_in(house);
    if (open == 0 || is_single(open) != full) continue;
    for (int value = 0; value < size; ++value) {
      if (!is_single(state.places(house, value))) continue;
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
    if (!is_single(state.mask(cell))) continue;
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
