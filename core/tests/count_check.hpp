// A checker of steps that are proved by counts: what step.hpp says, in the plainest way. The full one
// is Python's `squaredance.explain.proof`.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "squaredance/technique/state.hpp"
#include "squaredance/technique/step.hpp"

namespace squaredance::technique {

inline std::vector<Candidate> members(const State& state, const Evidence& evidence, const Set& set) {
  const Sight& sight = state.sight();
  std::vector<Candidate> found;
  const auto add = [&](Candidate c) {
    if (state.has(c)) found.push_back(c);
  };
  switch (set.kind) {
    case Set::Kind::cell:
      for (int v = 0; v < sight.size(); ++v) add(sight.candidate(set.index, v));
      break;
    case Set::Kind::house:
      for (const Cell cell : sight.geometry().house(set.index)) add(sight.candidate(cell, set.value));
      break;
    case Set::Kind::guardians:
      for (const Candidate c : evidence.patterns[set.index].guardians) add(c);
      break;
    case Set::Kind::link:
      for (const Candidate c : set.candidates) add(c);
      break;
  }
  return found;
}

// Whether the pattern is deadly but for its guardians; "" when it is.
inline std::string deadly(const State& state, const Pattern& pattern) {
  const Sight& sight = state.sight();
  if (pattern.kind == Pattern::Kind::grave) return "";
  const std::set<Candidate> guardians(pattern.guardians.begin(), pattern.guardians.end());
  if (std::popcount(pattern.values) != 2) return "pattern: not two values";
  for (const Cell cell : pattern.cells) {
    if (state.clue(cell)) return "pattern: a clue";
    if (!state.open(cell) && !((pattern.values >> state.value(cell)) & 1)) return "pattern: value";
    for (Mask left = state.mask(cell) & ~pattern.values; left; left &= left - 1) {
      if (!guardians.count(sight.candidate(cell, std::countr_zero(left)))) return "pattern: guardian";
    }
  }
  for (int house = 0; house < sight.houses(); ++house) {
    int count = 0;
    for (const Cell cell : pattern.cells) count += sight.position(house, cell) >= 0;
    if (count != 0 && count != 2) return "pattern: house";
  }
  return "";
}

inline std::string holds(const State& state, const Evidence& evidence, const Lemma& lemma) {
  const Sight& sight = state.sight();
  if (lemma.kind != Lemma::Kind::count) return "no count";
  std::map<Candidate, int> bases, covers;
  for (const Set& set : lemma.bases) {
    if (set.kind == Set::Kind::link) return "a link as a base";
    if (set.kind == Set::Kind::guardians) {
      const std::string wrong = deadly(state, evidence.patterns[set.index]);
      if (!wrong.empty()) return wrong;
    }
    for (const Candidate c : members(state, evidence, set)) ++bases[c];
  }
  for (const Set& set : lemma.covers) {
    const std::vector<Candidate> all = members(state, evidence, set);
    if (set.kind == Set::Kind::guardians) return "guardians as a cover";
    for (std::size_t i = 0; i < all.size(); ++i) {
      ++covers[all[i]];
      for (std::size_t j = 0; j < i; ++j) {
        if (!sight.clash(all[i], all[j])) return "a link of two that do not exclude each other";
      }
    }
  }
  for (const auto& [c, count] : bases) {
    if (count > covers[c]) return "a base is not covered";
  }
  const int slack = static_cast<int>(lemma.covers.size()) - static_cast<int>(lemma.bases.size());
  for (const Candidate c : lemma.eliminations) {
    if (covers[c] - bases[c] <= slack) return "an elimination does not follow";
  }
  return "";
}

// "" for a step whose lemmas prove it, else what is wrong.
inline std::string proved(const State& before, const Step& step) {
  State state = before;
  for (const Candidate c : step.eliminations) {
    if (!state.has(c)) return "an elimination of what is not there";
  }
  if (step.eliminations.empty() && step.placements.empty()) return "nothing";
  for (const Lemma& lemma : step.evidence.lemmas) {
    const std::string wrong = holds(state, step.evidence, lemma);
    if (!wrong.empty()) return wrong;
    for (const Candidate c : lemma.eliminations) state.strike(c);
  }
  for (const Candidate c : step.eliminations) {
    if (state.has(c)) return "an elimination is not struck";
  }
  for (const Placement& placement : step.placements) {
    if (state.mask(placement.cell) != Mask{1} << placement.value) return "a placement is not alone";
  }
  return "";
}

}  // namespace squaredance::technique
