// W-wing: two cells with the same two candidates, each of which sees one of the two places of a
// value in some house. One of the cells then holds the other value.
#include "finders.hpp"
#include "tie.hpp"

namespace squaredance::technique {
namespace {

struct Wing {
  Cell cells[2];
  int value;   // what one of the cells holds
  int bridge;  // the value that links them
};

// A pair of places of the bridge, turned so that the first cell sees the first. An end that sees both
// cells is not taken: HoDoKu leaves those to naked pairs and the like.
bool joins(const Sight& sight, const Wing& wing, Pair& pair) {
  const auto [a, b] = wing.cells;
  for (const Cell end : pair.cells) {
    if (end == a || end == b || (sight.sees(end, a) && sight.sees(end, b))) return false;
  }
  if (!sight.sees(pair.cells[0], a)) std::swap(pair.cells[0], pair.cells[1]);
  return sight.sees(pair.cells[0], a) && sight.sees(pair.cells[1], b);
}

bool find_bridge(const State& state, const Wing& wing, const std::vector<Pair>& pairs,
                 Distinct& distinct) {
  const Sight& sight = state.sight();
  Step step;
  step.technique = Technique::w_wing;
  step.eliminations = seen_by_both(state, wing.value, wing.cells[0], wing.cells[1]);
  if (step.eliminations.empty()) return true;
  for (Pair pair : pairs) {
    if (!joins(sight, wing, pair)) continue;
    if (distinct.evidence()) {
      std::vector<Set> bridges;
      for (int i = 0; i < 2; ++i) {
        bridges.push_back(link({sight.candidate(wing.cells[i], wing.bridge),
                                sight.candidate(pair.cells[i], wing.bridge)}));
      }
      tie_up(sight,
          {in_cell(wing.cells[0]), in_cell(wing.cells[1]), in_house(pair.house, wing.bridge)},
          bridges,
          {sight.candidate(wing.cells[0], wing.value), sight.candidate(wing.cells[1], wing.value)},
          step.eliminations, step.evidence);
    }
    return distinct.take(std::move(step));
  }
  return true;
}

}  // namespace

bool find_w_wings(const State& state, int, Report& report) {
  Distinct distinct(report);
  std::vector<Cell> cells;
  for (int cell = 0; cell < state.sight().cells(); ++cell) {
    if (state.count(cell) == 2) cells.push_back(static_cast<Cell>(cell));
  }
  std::vector<std::vector<Pair>> pairs(state.size());  // by value; made when first asked for
  std::vector<bool> made(state.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    for (std::size_t j = i + 1; j < cells.size(); ++j) {
      const Mask mask = state.mask(cells[i]);
      if (state.mask(cells[j]) != mask) continue;
      const int low = std::countr_zero(mask);
      const int high = 63 - std::countl_zero(mask);
      for (const auto& [value, bridge] : {std::pair{low, high}, std::pair{high, low}}) {
        if (!made[bridge]) {
          pairs[bridge] = pairs_of(state, bridge, 0, state.sight().houses());
          made[bridge] = true;
        }
        const Wing wing{{cells[i], cells[j]}, value, bridge};
        if (!find_bridge(state, wing, pairs[bridge], distinct)) return false;
      }
    }
  }
  return true;
}

}  // namespace squaredance::technique
