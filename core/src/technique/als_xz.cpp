// ALS-XZ: two almost locked sets with a restricted common value x. One of them lacks x, so it holds
// every other value: where both have z, one of them holds it. With two restricted commons each set
// lacks one of them, and both are locked in all else.
#include <algorithm>

#include "als.hpp"
#include "finders.hpp"
#include "harvest.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

constexpr int points = 300;

struct Pair {
  int a, b;
  Mask links;
};

void add_targets(const State& state, const AlsTable& table, const Word* seers, int but, int value,
                 std::vector<Candidate>& found) {
  for_each_bit(seers, table.words(), [&](int cell) {
    if (!has_bit(table.bits(but), cell)) found.push_back(state.sight().candidate(cell, value));
  });
}

// Two links: as many covers as bases, so each cover strikes what it reaches.
std::vector<Cover> covers_of_double(const State& state, const AlsTable& table, const Pair& pair) {
  std::vector<Cover> covers;
  for (Mask left = pair.links; left; left &= left - 1) {
    const int value = std::countr_zero(left);
    Cover joint{candidates_in(state, table.cells(pair.a), value)};
    const auto more = candidates_in(state, table.cells(pair.b), value);
    joint.core.insert(joint.core.end(), more.begin(), more.end());
    add_common_seers(state, table, pair.a, pair.b, value, joint.targets);
    covers.push_back(std::move(joint));
  }
  for (const auto& [als, but] : {std::pair{pair.a, pair.b}, {pair.b, pair.a}}) {
    for (Mask left = table.values(als) & ~pair.links; left; left &= left - 1) {
      const int value = std::countr_zero(left);
      Cover own{candidates_in(state, table.cells(als), value)};
      add_targets(state, table, table.seers(als, value), but, value, own.targets);
      covers.push_back(std::move(own));
    }
  }
  return covers;
}

std::vector<Candidate> sorted(std::vector<Candidate> found) {
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

Step single_link(const State& state, const AlsTable& table, const Pair& pair, bool evidence) {
  Step step;
  const int link = std::countr_zero(pair.links);
  for (Mask left = table.values(pair.a) & table.values(pair.b) & ~pair.links; left;
       left &= left - 1) {
    const int value = std::countr_zero(left);
    std::vector<Candidate> targets;
    add_common_seers(state, table, pair.a, pair.b, value, targets);
    if (targets.empty()) continue;
    step.eliminations.insert(step.eliminations.end(), targets.begin(), targets.end());
    if (evidence) {
      add_als_chain_counts(state, table, {{pair.a, pair.b}, {link}}, value, targets, step.evidence);
    }
  }
  return step;
}

Step double_link(const State& state, const AlsTable& table, const Pair& pair, bool evidence) {
  Step step;
  const std::vector<Cover> covers = covers_of_double(state, table, pair);
  for (const Cover& cover : covers) {
    step.eliminations.insert(step.eliminations.end(), cover.targets.begin(), cover.targets.end());
  }
  if (evidence && !step.eliminations.empty()) {
    std::vector<Set> bases;
    for (const int als : {pair.a, pair.b}) {
      for (const Cell cell : table.cells(als)) bases.push_back(in_cell(cell));
    }
    add_counts(state, bases, covers, step.evidence);
  }
  return step;
}

}  // namespace

bool find_als_xz(const State& state, int, Report& report) {
  const AlsTable table(state, report.stop);
  Harvest harvest(state, report);
  for (int a = 0; a < table.size(); ++a) {
    if (report.stopped()) return false;
    for (int b = a + 1; b < table.size(); ++b) {
      const Mask both = table.values(a) & table.values(b);
      if (std::popcount(both) < 2 || meet(table.bits(a), table.bits(b), table.words())) continue;
      const Pair pair{a, b, table.restricted(a, b)};
      if (pair.links == 0) continue;
      // More than two would leave fewer values than cells: the state has no solution.
      const int links = std::popcount(pair.links);
      if (links > 2) continue;
      Step step = links == 1 ? single_link(state, table, pair, report.evidence)
                             : double_link(state, table, pair, report.evidence);
      if (step.eliminations.empty()) continue;
      step.eliminations = sorted(std::move(step.eliminations));
      step.technique = Technique::als_xz;
      step.rating = points;
      if (!report.all) return report.take(std::move(step));
      const int cells = static_cast<int>(table.cells(a).size() + table.cells(b).size());
      if (harvest.wants(step.technique, step.eliminations, cells)) {
        harvest.keep(std::move(step), cells);
      }
    }
  }
  return harvest.tell();
}

}  // namespace squaredance::technique
