#include "junction.hpp"

#include <algorithm>

#include "prove.hpp"

namespace squaredance::technique {
namespace {

bool same(const Set& a, const Set& b) {
  return a.kind == b.kind && a.index == b.index && a.value == b.value && a.candidates == b.candidates;
}

bool holds(const Sight& sight, int house, std::span<const Cell> cells) {
  return std::ranges::all_of(cells, [&](Cell cell) { return sight.position(house, cell) >= 0; });
}

// The first house that holds all the cells, or -1.
int common_house(const Sight& sight, std::span<const Cell> cells) {
  for (const Membership& in : sight.geometry().houses_of(cells[0])) {
    if (holds(sight, in.house, cells)) return in.house;
  }
  return -1;
}

Set cover_of(const Sight& sight, int value, std::vector<Cell> cells) {
  if (const int house = common_house(sight, cells); house >= 0) return in_house(house, value);
  std::ranges::sort(cells);
  std::vector<Candidate> candidates;
  for (const Cell cell : cells) candidates.push_back(sight.candidate(cell, value));
  return link(std::move(candidates));
}

// The cover of a junction and one cell more; the junction's own, where that holds the cell.
Set widened(const Sight& sight, const Set& own, const Junction& junction, Cell cell) {
  if (own.kind == Set::Kind::house && sight.position(own.index, cell) >= 0) return own;
  std::vector<Cell> cells = junction.cells;
  cells.push_back(cell);
  return cover_of(sight, junction.value, std::move(cells));
}

bool sees_all(const Sight& sight, Cell cell, const Junction& junction) {
  return std::ranges::all_of(junction.cells, [&](Cell other) { return sight.sees(cell, other); });
}

}  // namespace

void prove_by_junctions(const State& state, std::span<const Set> bases,
                        std::span<const Junction> junctions,
                        std::span<const Candidate> eliminations, Evidence& evidence) {
  const Sight& sight = state.sight();
  const std::size_t first = evidence.lemmas.size();
  const std::size_t needed = junctions.size() - bases.size() + 1;
  std::vector<Set> own;
  for (const Junction& junction : junctions) {
    own.push_back(cover_of(sight, junction.value, junction.cells));
  }
  for (const Candidate candidate : eliminations) {
    const Cell cell = static_cast<Cell>(sight.cell_of(candidate));
    std::vector<Set> covers = own;
    std::size_t seen = 0;
    for (std::size_t i = 0; i < junctions.size() && seen < needed; ++i) {
      if (junctions[i].value != sight.value_of(candidate)) continue;
      if (!sees_all(sight, cell, junctions[i])) continue;
      covers[i] = widened(sight, own[i], junctions[i], cell);
      ++seen;
    }
    auto lemma = std::find_if(
        evidence.lemmas.begin() + static_cast<std::ptrdiff_t>(first), evidence.lemmas.end(),
        [&](const Lemma& told) { return std::ranges::equal(told.covers, covers, same); });
    if (lemma == evidence.lemmas.end()) {
      lemma = evidence.lemmas.insert(lemma, Lemma{});
      lemma->bases.assign(bases.begin(), bases.end());
      lemma->covers = std::move(covers);
    }
    lemma->eliminations.push_back(candidate);
  }
}

}  // namespace squaredance::technique
