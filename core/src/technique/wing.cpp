// XY-wing and XYZ-wing: a cell with the values x and y (and z), a neighbour with x and z, another with y
// and z: one of them is z, so no cell that sees them all is. Order of Sudoku Explainer 1.2.1, or of
// SukakuExplainer 1.18.1, which takes the neighbours as they come.
#include <algorithm>
#include <array>
#include <vector>

#include "bits.hpp"
#include "finders.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

// A cell of a 64x64 has 175 peers, and with many extras there is no more than this to see.
constexpr int max_wings = 256;

struct Wing {
  int pivot, x_wing, y_wing, z;
  bool with_z;  // the pivot can be z too
};

std::vector<Candidate> strikes(const State& state, const Wing& wing) {
  const Sight& sight = state.sight();
  std::vector<Candidate> struck;
  for (int word = 0; word < sight.words(); ++word) {
    std::uint64_t seen = sight.peer_bits(wing.x_wing)[word] & sight.peer_bits(wing.y_wing)[word];
    if (wing.with_z) seen &= sight.peer_bits(wing.pivot)[word];
    for (; seen; seen &= seen - 1) {
      const int cell = 64 * word + std::countr_zero(seen);
      if (cell != wing.pivot && state.has(cell, wing.z)) {
        struck.push_back(sight.candidate(cell, wing.z));
      }
    }
  }
  return struck;
}

// One for each target: the cells have one true candidate each, and each is in a pair with x, with y
// or with the target.
Lemma lemma_of(const State& state, const Wing& wing, Candidate target) {
  const Sight& sight = state.sight();
  const auto other = [&](int cell) {
    return std::countr_zero(state.mask(cell) & ~bit(wing.z));
  };
  const int x = other(wing.x_wing), y = other(wing.y_wing);
  Lemma lemma;
  lemma.eliminations = {target};
  lemma.bases = {in_cell(wing.pivot), in_cell(wing.x_wing), in_cell(wing.y_wing)};
  lemma.covers = {link({sight.candidate(wing.pivot, x), sight.candidate(wing.x_wing, x)}),
                  link({sight.candidate(wing.pivot, y), sight.candidate(wing.y_wing, y)}),
                  link({sight.candidate(wing.x_wing, wing.z), target}),
                  link({sight.candidate(wing.y_wing, wing.z), target})};
  if (wing.with_z) lemma.covers.push_back(link({sight.candidate(wing.pivot, wing.z), target}));
  return lemma;
}

bool tell(const State& state, const Wing& wing, Report& report) {
  Step step;
  step.eliminations = strikes(state, wing);
  if (step.eliminations.empty()) return true;
  step.technique = wing.with_z ? Technique::xyz_wing : Technique::xy_wing;
  step.rating = wing.with_z ? 44 : 42;
  if (report.evidence) {
    for (const Candidate target : step.eliminations) {
      step.evidence.lemmas.push_back(lemma_of(state, wing, target));
    }
  }
  return report.take(std::move(step));
}

// A pivot and its neighbours with two values that can be wings: those of an XY pivot share one value
// with it, those of an XYZ pivot both of theirs.
template <class Visit>
bool find_at(const State& state, int pivot, bool with_z, int order, const Visit& visit) {
  const Mask mask = state.mask(pivot);
  int wings[max_wings];
  int count = 0;
  const Sight& sight = state.sight();
  for (const Cell cell : order != 0 ? sight.peers(pivot) : sight.neighbours(pivot)) {
    const Mask other = state.mask(cell);
    if (is_pair(other) && is_single(mask & ~other) && count < max_wings) wings[count++] = cell;
  }
  for (int i = 0; i < count; ++i) {
    const Mask first = state.mask(wings[i]);
    for (int j = i + 1; j < count; ++j) {
      const Mask second = state.mask(wings[j]);
      const Mask shared = first & second;
      if (!is_single(shared) || (mask | first | second) != (mask | shared)) continue;
      if ((shared & mask) != (with_z ? shared : 0)) continue;
      const Wing wing = {pivot, wings[i], wings[j], std::countr_zero(shared), with_z};
      if (!visit(wing)) return false;
    }
  }
  return true;
}

template <class Visit>
bool find_all(const State& state, bool with_z, int order, const Visit& visit) {
  for (int cell = 0; cell < state.sight().cells(); ++cell) {
    const Mask mask = state.mask(cell);
    const Mask fewer = mask & (mask - 1);
    if (!(with_z ? is_pair(fewer) : is_single(fewer))) continue;
    if (!find_at(state, cell, with_z, order, visit)) return false;
  }
  return true;
}

// Where the pivot has two values, HoDoKu takes three cells and then looks which is the pivot.
bool find_by_cells(const State& state, Report& report) {
  std::vector<Wing> wings;
  find_all(state, false, hodoku_order, [&](const Wing& wing) {
    wings.push_back(wing);
    return true;
  });
  const auto cells = [](const Wing& wing) {
    std::array sorted{wing.pivot, wing.x_wing, wing.y_wing};
    std::ranges::sort(sorted);
    return sorted;
  };
  std::ranges::stable_sort(wings, {}, cells);
  return std::ranges::all_of(wings, [&](const Wing& wing) { return tell(state, wing, report); });
}

bool find(const State& state, bool with_z, int order, Report& report) {
  if (order == hodoku_order && !with_z) return find_by_cells(state, report);
  return find_all(state, with_z, order,
                  [&](const Wing& wing) { return tell(state, wing, report); });
}

}  // namespace

bool find_xy_wings(const State& state, int order, Report& report) {
  return find(state, false, order, report);
}

bool find_xyz_wings(const State& state, int order, Report& report) {
  return find(state, true, order, report);
}

}  // namespace squaredance::technique
