// Singles as HoDoKu takes them: first the one that came up first. Its points differ from kind to kind, so
// the score of a puzzle depends on it. In a state that has not kept the order, and where all steps are
// wanted, the order is that of the houses and cells.
#include "bits.hpp"
#include "finders.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

bool in_order(const State& state, const Report& report) {
  return state.keeps_order() && !report.all;
}

bool tell(const State& state, Technique technique, Candidate candidate, int house, Report& report) {
  const Sight& sight = state.sight();
  const Cell cell = static_cast<Cell>(sight.cell_of(candidate));
  const int value = sight.value_of(candidate);
  Step step;
  step.technique = technique;
  step.placements = {{cell, static_cast<std::uint8_t>(value)}};
  if (report.evidence && house >= 0) {
    step.evidence.lemmas = {single_in_house(state, house, value, cell)};
  }
  return report.take(std::move(step));
}

}  // namespace

bool find_full_houses_in_order(const State& state, int, Report& report) {
  if (!in_order(state, report)) return find_full_houses(state, 0, report);
  for (const Candidate candidate : state.naked_in_order()) {
    const int cell = state.sight().cell_of(candidate);
    if (!state.open(cell)) continue;
    for (const Membership& in : state.sight().geometry().houses_of(cell)) {
      if (!is_single(state.open_in(in.house))) continue;
      if (!tell(state, Technique::full_house, candidate, in.house, report)) return false;
      break;
    }
  }
  return true;
}

bool find_naked_singles_in_order(const State& state, int, Report& report) {
  if (!in_order(state, report)) return find_naked_singles(state, 0, report);
  for (const Candidate candidate : state.naked_in_order()) {
    if (!state.has(candidate)) continue;
    if (!tell(state, Technique::naked_single, candidate, -1, report)) return false;
  }
  return true;
}

bool find_hidden_singles_in_order(const State& state, int, Report& report) {
  if (!in_order(state, report)) return find_hidden_singles(state, 0, report);
  const Sight& sight = state.sight();
  for (const Candidate candidate : state.hidden_in_order()) {
    if (!state.has(candidate)) continue;
    for (const Membership& in : sight.geometry().houses_of(sight.cell_of(candidate))) {
      if (!is_single(state.places(in.house, sight.value_of(candidate)))) continue;
      if (!tell(state, Technique::hidden_single, candidate, in.house, report)) return false;
      break;
    }
  }
  return true;
}

}  // namespace squaredance::technique
