// ALS-XY-wing: a pivot has a restricted common value with each of two other almost locked sets, by
// different values. It lacks one of the two at most, so one of the others lacks its own, and holds
// every value that both have.
#include <algorithm>

#include "als.hpp"
#include "finders.hpp"
#include "harvest.hpp"

namespace squaredance::technique {
namespace {

constexpr int points = 320;

struct Wing {
  int a, b, pivot;
  Mask to_a, to_b;  // restricted commons with the pivot
};

class Search {
 public:
  Search(const State& state, Report& report)
      : state_(state),
        report_(report),
        table_(state, report.stop),
        links_(table_, report),
        harvest_(state, report) {}

  // Pairs of links in the order of HoDoKu: by the first set, then by the second, each link in the
  // direction of rising numbers.
  bool run() {
    for (int i = 0; i < table_.size(); ++i) {
      if (report_.stopped()) return false;
      for (const auto& [j, ij] : links_.of(i)) {
        if (j < i) continue;
        for (const auto& [k, ik] : links_.of(i)) {
          if (k > j && !look({j, k, i, ij, ik})) return false;
        }
        for (const auto& [k, jk] : links_.of(j)) {
          if (k > i && !look({i, k, j, ij, jk})) return false;
        }
      }
    }
    return harvest_.tell();
  }

 private:
  // False when the report wants no more.
  bool look(const Wing& wing) {
    if (wing.to_a == wing.to_b && std::popcount(wing.to_a) == 1) return true;
    const Mask values = table_.values(wing.a) & table_.values(wing.b) & ~(wing.to_a | wing.to_b);
    if (values == 0 || !apart(wing.a, wing.b)) return true;
    std::vector<Candidate> eliminations;
    for (Mask left = values; left; left &= left - 1) {
      add_common_seers(state_, table_, wing.a, wing.b, std::countr_zero(left), eliminations);
    }
    if (eliminations.empty()) return true;
    std::sort(eliminations.begin(), eliminations.end());
    const int cells = static_cast<int>(table_.cells(wing.a).size() + table_.cells(wing.b).size() +
                                       table_.cells(wing.pivot).size());
    if (!harvest_.wants(Technique::als_xy_wing, eliminations, cells)) return true;
    Step step;
    step.technique = Technique::als_xy_wing;
    step.rating = points;
    step.eliminations = std::move(eliminations);
    if (report_.evidence) prove(wing, values, step.evidence);
    if (!report_.all) return report_.take(std::move(step));
    harvest_.keep(std::move(step), cells);
    return true;
  }

  bool apart(int a, int b) const {
    if (!report_.all) return !meet(table_.bits(a), table_.bits(b), table_.words());
    return !within(table_.bits(a), table_.bits(b), table_.words()) &&
           !within(table_.bits(b), table_.bits(a), table_.words());
  }

  void prove(const Wing& wing, Mask values, Evidence& evidence) const {
    // Different values for the two links; a link with two can spare one.
    Mask to_a = wing.to_a;
    if (std::popcount(to_a) > 1 && std::popcount(wing.to_b) == 1) to_a &= ~wing.to_b;
    const int first = std::countr_zero(to_a);
    const int second = std::countr_zero(wing.to_b & ~(Mask{1} << first));
    for (Mask left = values; left; left &= left - 1) {
      const int value = std::countr_zero(left);
      std::vector<Candidate> targets;
      add_common_seers(state_, table_, wing.a, wing.b, value, targets);
      if (targets.empty()) continue;
      add_als_chain_counts(state_, table_, {{wing.a, wing.pivot, wing.b}, {first, second}}, value,
                           targets, evidence);
    }
  }

  const State& state_;
  Report& report_;
  AlsTable table_;
  AlsLinks links_;
  Harvest harvest_;
};

}  // namespace

bool find_als_xy_wings(const State& state, int, Report& report) {
  return Search(state, report).run();
}

}  // namespace squaredance::technique
