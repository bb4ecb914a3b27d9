// Kraken fish: n rows (or cols) would be a fish with n covers, were it not for fins; but chains lead
// from all fins to the same elimination.
//   type 1  the elimination is one of the fish itself: it lies in a cover
//   type 2  chains lead to it also from all places of one of the covers
// The one or the other: one of the fins is true, or the fish has one place in each cover.
//
// Found from the target. Were it true, chains would take away all fins and one cover, and n bases
// would be left with n - 1 covers, which cannot be.
#include <algorithm>

#include "bits.hpp"
#include "finders.hpp"
#include "harvest.hpp"
#include "prove.hpp"
#include "reach.hpp"

namespace squaredance::technique {
namespace {

constexpr int points = 500;
constexpr int most_bases = 4;
constexpr int most_bases_of_large = 3;

class Search {
 public:
  Search(const State& state, Report& report)
      : state_(state),
        sight_(state.sight()),
        report_(report),
        reach_(state),
        harvest_(state, report),
        most_(state.size() > 9 ? most_bases_of_large : most_bases) {}

  bool run() {
    for (int node = 0; node < reach_.candidates(); ++node) {
      if (report_.stopped()) return false;
      start_ = node * 2 + 1;
      reach_.from(start_);
      for (int value = 0; value < state_.size(); ++value) {
        look(value, 0, state_.size());
        look(value, state_.size(), 0);
      }
    }
    return harvest_.tell();
  }

 private:
  struct Fish {
    int value;
    int first_base, first_cover;  // the houses of the kinds of the bases and of the covers
    Mask bases, covers;           // lines of these kinds
  };

  bool is_off(int cell, int value) const {
    return reach_.reaches(reach_.literal(sight_.candidate(cell, value), false));
  }

  Cell cell_of(const Fish& fish, int base, int position) const {
    return sight_.geometry().house(fish.first_base + base)[position];
  }

  // Bases left with one cover too few where the target is true.
  void look(int value, int first_base, int first_cover) {
    Fish fish{value, first_base, first_cover, 0, 0};
    Choices choices;
    for (int line = 0; line < state_.size(); ++line) {
      Mask left = 0;
      for (Mask places = state_.places(first_base + line, value); places; places &= places - 1) {
        const int position = std::countr_zero(places);
        if (!is_off(cell_of(fish, line, position), value)) left |= bit(position);
      }
      // With nothing left at all, the house alone is the contradiction.
      if (left && std::popcount(left) < most_) choices.add(line, left);
    }
    for (int size = 2; size <= most_; ++size) {
      combine(choices, choices.count, size, size - 1, 0, 0, [&](Mask bases, Mask covers) {
        fish.bases = bases;
        fish.covers = covers;
        keep(fish);
        return true;
      });
    }
  }

  // The places of the bases outside of the covers: what the chains take away.
  std::vector<Candidate> taken_of(const Fish& fish) const {
    std::vector<Candidate> taken;
    for (Mask bases = fish.bases; bases; bases &= bases - 1) {
      const int base = std::countr_zero(bases);
      for (Mask left = state_.places(fish.first_base + base, fish.value) & ~fish.covers; left;
           left &= left - 1) {
        taken.push_back(sight_.candidate(cell_of(fish, base, std::countr_zero(left)), fish.value));
      }
    }
    return taken;
  }

  void keep(const Fish& fish) {
    const Candidate target = reach_.candidate(start_);
    const std::vector<Candidate> taken = taken_of(fish);
    int length = 2 * std::popcount(fish.bases);
    bool chained = false;
    bool in_cover = false;
    for (const Candidate c : taken) {
      const int distance = reach_.distance(reach_.literal(c, false));
      length += distance;
      chained |= distance > 1;
      in_cover |= line_of(fish, c) == line_of(fish, target);
    }
    // What the target sees by itself is a finned fish, or a plain one.
    if (!chained) return;
    const bool first_type = in_cover && sight_.value_of(target) == fish.value;
    Step step;
    step.technique = first_type ? Technique::kraken_fish_1 : Technique::kraken_fish_2;
    if (!harvest_.wants(step.technique, {target}, length)) return;
    step.rating = points;
    step.complexity = length;
    step.eliminations = {target};
    if (report_.evidence) prove(fish, taken, target, step.evidence);
    harvest_.keep(std::move(step), length);
  }

  // The line of the kind of the covers.
  int line_of(const Fish& fish, Candidate c) const {
    const int cell = sight_.cell_of(c);
    return fish.first_cover == 0 ? sight_.row(cell) : sight_.col(cell);
  }

  void prove(const Fish& fish, const std::vector<Candidate>& taken, Candidate target,
             Evidence& evidence) const {
    Step inner;
    inner.technique = static_cast<Technique>(static_cast<int>(Technique::x_wing) +
                                             std::popcount(fish.bases) - 2);
    inner.eliminations = {target};
    Lemma& count = inner.evidence.lemmas.emplace_back();
    count.eliminations = {target};
    for (Mask left = fish.bases; left; left &= left - 1) {
      count.bases.push_back(in_house(fish.first_base + std::countr_zero(left), fish.value));
    }
    for (Mask left = fish.covers; left; left &= left - 1) {
      count.covers.push_back(in_house(fish.first_cover + std::countr_zero(left), fish.value));
    }
    ChainProof proof(state_, evidence);
    ReachProof reached(reach_, proof);
    const auto assumption = reached.add(start_);
    std::vector<ChainProof::Id> parents;
    for (const Candidate c : taken) parents.push_back(reached.add(reach_.literal(c, false)));
    const auto end = proof.by_step(target, std::move(inner), std::move(parents));
    proof.refute(assumption, end, {target});
  }

  const State& state_;
  const Sight& sight_;
  Report& report_;
  ChainReach reach_;
  Harvest harvest_;
  int most_;
  int start_ = 0;
};

}  // namespace

bool find_kraken_fish(const State& state, int, Report& report) {
  return Search(state, report).run();
}

}  // namespace squaredance::technique
