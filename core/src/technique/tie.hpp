// What the patterns of HoDoKu share: targets that see the ends of a pattern, and the lemmas that
// strike them.
#pragma once

#include <set>
#include <utility>
#include <vector>

#include "prove.hpp"

namespace squaredance::technique {

// The candidates in lists such that any two of a list exclude each other: each goes to the first
// list that takes it.
inline std::vector<std::vector<Candidate>> exclusive_lists(const Sight& sight,
                                                           const std::vector<Candidate>& all) {
  std::vector<std::vector<Candidate>> lists;
  for (const Candidate candidate : all) {
    const auto takes = [&](const std::vector<Candidate>& list) {
      return std::ranges::all_of(list, [&](Candidate c) { return sight.clash(c, candidate); });
    };
    const auto list = std::ranges::find_if(lists, takes);
    if (list != lists.end()) list->push_back(candidate);
    else lists.push_back({candidate});
  }
  return lists;
}

// Count lemmas that strike the targets. The loose candidates lack a cover each (one that lacks two is
// listed twice), and every target excludes all of them. So a link from the loose candidates to the
// targets is added: it takes one from the slack of the count and gives one to the targets. Without
// the links a target must have k - b > #covers - #bases. (Not called tie: std::tie would be found.)
inline void tie_up(const Sight& sight, const std::vector<Set>& bases,
                   const std::vector<Set>& covers, const std::vector<Candidate>& loose,
                   const std::vector<Candidate>& targets, Evidence& evidence) {
  for (const std::vector<Candidate>& group : exclusive_lists(sight, targets)) {
    Lemma& lemma = evidence.lemmas.emplace_back();
    lemma.eliminations = group;
    lemma.bases = bases;
    lemma.covers = covers;
    for (std::vector<Candidate>& list : exclusive_lists(sight, loose)) {
      list.insert(list.end(), group.begin(), group.end());
      std::ranges::sort(list);
      lemma.covers.push_back(link(std::move(list)));
    }
  }
}

// The candidates of the value that see both cells, rising.
inline std::vector<Candidate> seen_by_both(const State& state, int value, int a, int b) {
  const Sight& sight = state.sight();
  std::vector<Candidate> found;
  for (const Cell peer : sight.peers(a)) {
    if (state.has(peer, value) && (a == b || sight.sees(peer, b))) {
      found.push_back(sight.candidate(peer, value));
    }
  }
  return found;
}

// A house that both cells lie in, or -1.
inline int common_house(const Sight& sight, int a, int b) {
  for (const Membership& in : sight.geometry().houses_of(a)) {
    if (sight.position(in.house, b) >= 0) return in.house;
  }
  return -1;
}

// The two places that a value has in a house: one of them holds it.
struct Pair {
  int house;
  Cell cells[2];
};

// The houses from `first` to before `last` where the value has two places, in order.
inline std::vector<Pair> pairs_of(const State& state, int value, int first, int last) {
  std::vector<Pair> found;
  for (int house = first; house < last; ++house) {
    const Mask places = state.places(house, value);
    if (std::popcount(places) != 2) continue;
    const auto cells = state.sight().geometry().house(house);
    found.push_back({house,
                     {cells[std::countr_zero(places)], cells[63 - std::countl_zero(places)]}});
  }
  return found;
}

inline void sort_unique(std::vector<Candidate>& candidates) {
  std::ranges::sort(candidates);
  const auto repeated = std::ranges::unique(candidates);
  candidates.erase(repeated.begin(), repeated.end());
}

// Two steps in one: both eliminations, both proofs. Requires lemmas without patterns and nodes.
inline Step joined(const Step& a, const Step& b, Technique technique) {
  Step step = a;
  step.technique = technique;
  step.eliminations.insert(step.eliminations.end(), b.eliminations.begin(), b.eliminations.end());
  sort_unique(step.eliminations);
  for (Lemma lemma : b.evidence.lemmas) {
    std::erase_if(lemma.eliminations,
                  [&](Candidate c) { return std::ranges::count(a.eliminations, c) > 0; });
    if (!lemma.eliminations.empty()) step.evidence.lemmas.push_back(std::move(lemma));
  }
  return step;
}

// Hands steps on, but of those with the same technique and eliminations only the first: a pattern is
// often seen from several sides.
class Distinct {
 public:
  explicit Distinct(Report& report) : report_(report) {}
  bool all() const { return report_.all; }
  bool evidence() const { return report_.evidence; }
  bool stopped() const { return report_.stopped(); }

  bool is_new(const Step& step) {
    return !report_.all || seen_.emplace(step.technique, step.eliminations).second;
  }
  bool take(Step&& step) { return !is_new(step) || report_.take(std::move(step)); }

 private:
  Report& report_;
  std::set<std::pair<Technique, std::vector<Candidate>>> seen_;
};

// Where HoDoKu collects steps and takes the best: more eliminations first, then a weighted sum of
// where they are.
inline bool ranks_before(const Sight& sight, const Step& a, const Step& b) {
  if (a.eliminations.size() != b.eliminations.size()) {
    return a.eliminations.size() > b.eliminations.size();
  }
  const auto sum = [&](const Step& step) {
    std::vector<Candidate> by_value = step.eliminations;
    std::ranges::stable_sort(by_value, {}, [&](Candidate c) { return sight.value_of(c); });
    std::int64_t total = 0;
    std::int64_t weight = 1;
    for (const Candidate candidate : by_value) {
      total += sight.cell_of(candidate) * weight + sight.value_of(candidate) + 1;
      weight += sight.cells() - 1;
    }
    return total;
  };
  return sum(a) < sum(b);
}

}  // namespace squaredance::technique
