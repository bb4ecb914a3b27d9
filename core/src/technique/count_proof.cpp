#include "count_proof.hpp"

#include <algorithm>

#include "prove.hpp"

namespace squaredance::technique {
namespace {

bool all_clash(const Sight& sight, const std::vector<Candidate>& group, Candidate candidate) {
  return std::all_of(group.begin(), group.end(), [&](Candidate other) {
    return other == candidate || sight.clash(other, candidate);
  });
}

bool of_one_value(const Sight& sight, const std::vector<Candidate>& group) {
  return std::all_of(group.begin(), group.end(), [&](Candidate c) {
    return sight.value_of(c) == sight.value_of(group.front());
  });
}

// The house that all of these candidates, of one value, lie in; -1: none.
int house_of_all(const Sight& sight, const std::vector<Candidate>& group, int from = -1) {
  for (const Membership& in : sight.geometry().houses_of(sight.cell_of(group.front()))) {
    if (in.house <= from) continue;
    if (std::all_of(group.begin(), group.end(), [&](Candidate c) {
          return sight.position(in.house, sight.cell_of(c)) >= 0;
        })) {
      return in.house;
    }
  }
  return -1;
}

// The set for a cover with these targets: a cell or a house where there is one, as people see it.
Set set_of(const Sight& sight, const std::vector<Candidate>& core,
           const std::vector<Candidate>& targets) {
  std::vector<Candidate> all = core;
  all.insert(all.end(), targets.begin(), targets.end());
  std::sort(all.begin(), all.end());
  const int cell = sight.cell_of(all.front());
  const int value = sight.value_of(all.front());
  if (of_one_value(sight, all)) {
    const int house = house_of_all(sight, all);
    return house >= 0 ? in_house(house, value) : link(all);
  }
  const bool one_cell = std::all_of(all.begin(), all.end(),
                                    [&](Candidate c) { return sight.cell_of(c) == cell; });
  return one_cell ? in_cell(cell) : link(all);
}

// Cuts the targets of a cover into parts that can be struck together: those in a house with the
// whole core, as people see it, then what is left as it fits.
std::vector<std::vector<Candidate>> parts_of(const Sight& sight, const Cover& cover) {
  std::vector<std::vector<Candidate>> parts;
  std::vector<Candidate> left = cover.targets;
  if (!cover.shared && of_one_value(sight, cover.core)) {
    for (int house = house_of_all(sight, cover.core); house >= 0;
         house = house_of_all(sight, cover.core, house)) {
      const auto rest = std::stable_partition(left.begin(), left.end(), [&](Candidate c) {
        return sight.position(house, sight.cell_of(c)) >= 0;
      });
      if (rest == left.begin()) continue;
      parts.emplace_back(left.begin(), rest);
      left.erase(left.begin(), rest);
    }
  }
  for (const Candidate c : left) {
    const auto part = std::find_if(parts.begin(), parts.end(),
                                   [&](const auto& group) { return all_clash(sight, group, c); });
    if (part == parts.end()) {
      parts.push_back({c});
    } else {
      part->push_back(c);
    }
  }
  return parts;
}

}  // namespace

void add_counts(const State& state, const std::vector<Set>& bases,
                const std::vector<Cover>& covers, Evidence& evidence) {
  const Sight& sight = state.sight();
  std::vector<std::vector<std::vector<Candidate>>> parts;
  std::size_t rounds = 0;
  for (const Cover& cover : covers) {
    parts.push_back(parts_of(sight, cover));
    rounds = std::max(rounds, parts.back().size());
  }
  std::vector<Candidate> struck;
  for (std::size_t round = 0; round < rounds; ++round) {
    Lemma lemma;
    lemma.bases = bases;
    for (std::size_t i = 0; i < covers.size(); ++i) {
      const std::vector<Candidate> none;
      const auto& targets = round < parts[i].size() ? parts[i][round] : none;
      lemma.covers.push_back(set_of(sight, covers[i].core, targets));
      for (const Candidate c : targets) {
        if (std::find(struck.begin(), struck.end(), c) != struck.end()) continue;
        struck.push_back(c);
        lemma.eliminations.push_back(c);
      }
    }
    if (lemma.eliminations.empty()) continue;
    std::sort(lemma.eliminations.begin(), lemma.eliminations.end());
    evidence.lemmas.push_back(std::move(lemma));
  }
}

std::vector<Candidate> candidates_in(const State& state, const std::vector<Cell>& cells,
                                     int value) {
  std::vector<Candidate> found;
  for (const Cell cell : cells) {
    if (state.has(cell, value)) found.push_back(state.sight().candidate(cell, value));
  }
  return found;
}

}  // namespace squaredance::technique
