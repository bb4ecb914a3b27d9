// Locked candidates: all places of a value in one house lie in a second one, so it has no other places
// there. From a box it is pointing, from a line claiming. Direct: what is left in a third house is a
// single. Order of Sudoku Explainer 1.2.1, or of SukakuExplainer 1.18.1, which goes by value first.
#include <algorithm>
#include <utility>
#include <vector>

#include "bits.hpp"
#include "finders.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

bool points(const Sight& sight, const Overlap& overlap) {
  return sight.kind(overlap.house) == HouseKind::box;
}

// The value in `other` outside of the overlap.
void strike(const State& state, const Overlap& overlap, int value, std::vector<Candidate>& struck) {
  const auto cells = state.sight().geometry().house(overlap.other);
  for (Mask left = state.places(overlap.other, value) & ~overlap.in_other; left; left &= left - 1) {
    struck.push_back(state.sight().candidate(cells[std::countr_zero(left)], value));
  }
  std::sort(struck.begin(), struck.end());
}

Lemma lock(const State& state, const Overlap& overlap, int value) {
  Lemma lemma;
  lemma.bases = {in_house(overlap.house, value)};
  lemma.covers = {in_house(overlap.other, value)};
  strike(state, overlap, value, lemma.eliminations);
  return lemma;
}

bool tell(const State& state, const Overlap& overlap, int value, Report& report) {
  const bool pointing = points(state.sight(), overlap);
  Step step;
  step.technique = pointing ? Technique::pointing : Technique::claiming;
  step.rating = pointing ? 26 : 28;
  strike(state, overlap, value, step.eliminations);
  if (report.evidence) step.evidence.lemmas.push_back(lock(state, overlap, value));
  return report.take(std::move(step));
}

bool tell_single(const State& state, const Overlap& overlap, int value, int house, Mask place,
                 Report& report) {
  const bool pointing = points(state.sight(), overlap);
  const Cell cell = state.sight().geometry().house(house)[std::countr_zero(place)];
  Step step;
  step.technique = pointing ? Technique::direct_pointing : Technique::direct_claiming;
  step.rating = pointing ? 17 : 19;
  step.placements = {{cell, static_cast<std::uint8_t>(value)}};
  if (report.evidence) {
    step.evidence.lemmas.push_back(lock(state, overlap, value));
    step.evidence.lemmas.push_back(single_in_house(state, house, value, cell));
  }
  return report.take(std::move(step));
}

// Houses of the same kind as the first, which lose places to the overlap and keep one.
bool tell_singles(const State& state, const Overlap& overlap, int value, Report& report) {
  const Sight& sight = state.sight();
  const HouseKind kind = sight.kind(overlap.house);
  for (int house = 0; house < sight.houses(); ++house) {
    if (house == overlap.house || sight.kind(house) != kind) continue;
    const Mask places = state.places(house, value);
    // Extras can share a cell with the first house, which keeps it.
    const Mask lost = sight.crossing(house, overlap.other) & ~sight.crossing(house, overlap.house);
    const Mask kept = places & ~lost;
    if (kept == places || !is_single(kept) || house == overlap.other) continue;
    if (!tell_single(state, overlap, value, house, kept, report)) return false;
  }
  return true;
}

bool locks(const State& state, const Overlap& overlap, int value) {
  const Mask places = state.places(overlap.house, value);
  if (places & ~overlap.in_house) return false;
  if ((state.places(overlap.other, value) & ~overlap.in_other) == 0) return false;
  return (places & (places - 1)) != 0;  // else a hidden single, or nothing
}

// The overlaps of the same two kinds of house, from the first one of them on.
std::span<const Overlap> of_same_kinds(const Sight& sight, std::span<const Overlap> overlaps) {
  const auto kinds = [&](const Overlap& overlap) {
    return std::pair(sight.kind(overlap.house), sight.kind(overlap.other));
  };
  const auto end = std::ranges::find_if(
      overlaps, [&](const Overlap& overlap) { return kinds(overlap) != kinds(overlaps[0]); });
  return {overlaps.begin(), end};
}

template <class Tell>
bool find_locks(const State& state, int order, const Tell& tell_one) {
  const int size = state.size();
  const auto look = [&](std::span<const Overlap> overlaps, int first, int last) {
    for (const Overlap& overlap : overlaps) {
      for (int value = first; value < last; ++value) {
        if (locks(state, overlap, value) && !tell_one(overlap, value)) return false;
      }
    }
    return true;
  };
  std::span<const Overlap> left = state.sight().overlaps();
  if (order != sukaku_order) return look(left, 0, size);
  while (!left.empty()) {
    const auto group = of_same_kinds(state.sight(), left);
    for (int value = 0; value < size; ++value) {
      if (!look(group, value, value + 1)) return false;
    }
    left = left.subspan(group.size());
  }
  return true;
}

// House by house, value by value: the order of HoDoKu.
bool find_by_house(const State& state, bool pointing, Report& report) {
  std::vector<Overlap> overlaps;
  for (const Overlap& overlap : state.sight().overlaps()) {
    if (points(state.sight(), overlap) == pointing) overlaps.push_back(overlap);
  }
  std::ranges::sort(overlaps, {}, [](const Overlap& o) { return std::pair(o.house, o.other); });
  for (std::size_t first = 0, last = 0; first < overlaps.size(); first = last) {
    while (last < overlaps.size() && overlaps[last].house == overlaps[first].house) ++last;
    for (int value = 0; value < state.size(); ++value) {
      for (std::size_t i = first; i < last; ++i) {
        if (!locks(state, overlaps[i], value)) continue;
        if (!tell(state, overlaps[i], value, report)) return false;
      }
    }
  }
  return true;
}

}  // namespace

bool find_direct_locked(const State& state, int order, Report& report) {
  return find_locks(state, order, [&](const Overlap& overlap, int value) {
    return tell_singles(state, overlap, value, report);
  });
}

bool find_pointing(const State& state, int, Report& report) {
  return find_by_house(state, true, report);
}

bool find_claiming(const State& state, int, Report& report) {
  return find_by_house(state, false, report);
}

bool find_locked(const State& state, int order, Report& report) {
  return find_locks(state, order, [&](const Overlap& overlap, int value) {
    return tell(state, overlap, value, report);
  });
}

}  // namespace squaredance::technique
