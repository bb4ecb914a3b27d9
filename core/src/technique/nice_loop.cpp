// Nice loops and alternating inference chains, plain, with groups, and with almost locked sets.
//
// From each candidate, on and off, the shortest ways to all others are found. Ways that come back to
// the cell are loops:
//   on  ... off, the same candidate        discontinuous: it is false
//   off ... on, the same                   discontinuous: it is true
//   on  ... on, or off ... off, another    discontinuous: the one with the weak link is false
//   on  ... off in a cell of two, or off ... on, another: continuous, all weak links are strong
// A way from off to on in another cell is a chain: one of its ends is true. HoDoKu tells one as such
// only where it strikes two candidates or more; with one it is a loop through that candidate.
#include <algorithm>

#include "finders.hpp"
#include "harvest.hpp"
#include "prove.hpp"
#include "web_proof.hpp"

namespace squaredance::technique {
namespace {

constexpr int points = 280;
constexpr int points_with_groups = 300;
// Links followed in one call: some 50 ms. 9x9 takes a tenth of it; on larger grids it bounds how far
// each candidate looks.
constexpr std::int64_t effort_limit = 20'000'000;

class Search {
 public:
  Search(const State& state, Web::Wishes wishes, Report& report)
      : state_(state),
        sight_(state.sight()),
        report_(report),
        web_(state, {wishes.groups, wishes.sets, report.stop}),
        grouped_(wishes.groups),
        spread_(web_, web_.most_within(effort_limit)),
        harvest_(state, report) {}

  bool run() {
    for (const bool on : {true, false}) {
      for (int node = 0; node < web_.candidates(); ++node) {
        if (node % 16 == 0 && report_.stopped()) return false;
        start_ = node * 2 + on;
        spread_.from(start_);
        for (const int end : spread_.reached()) {
          if (!web_.is_candidate(end) || spread_.distance(end) <= 2) continue;
          if (cell(end) == cell(start_)) {
            look_at_loop(end);
          } else if (!on && web_.is_on(end)) {
            look_at_chain(end);
          }
        }
      }
    }
    return harvest_.tell();
  }

 private:
  int cell(int literal) const { return sight_.cell_of(web_.candidate(literal)); }

  bool has_groups(const std::vector<int>& way) const {
    return std::any_of(way.begin(), way.end(), [&](int at) { return !web_.is_candidate(at); });
  }

  // No cell twice but for two stops in a row, and the two ends of a loop, which leave their cell.
  bool proper(const std::vector<int>& way, bool loop) const {
    if (loop && (stays(way[0], way[1]) || stays(way[way.size() - 2], way.back()))) return false;
    BitRows used(1, sight_.cells());
    for (std::size_t i = 0; i < way.size(); ++i) {
      if (has_bit(used[0], cell(way[i]))) return false;
      if (i == 0 || (loop && cell(way[i - 1]) == cell(start_))) continue;
      for (const Candidate c : web_.group(way[i - 1])) add_bit(used[0], sight_.cell_of(c));
      if (!web_.is_set(way[i - 1])) continue;
      for (const Cell own : web_.sets().cells(web_.set_of(way[i - 1]))) add_bit(used[0], own);
    }
    return true;
  }

  bool stays(int from, int to) const {
    return web_.is_candidate(from) && web_.is_candidate(to) && cell(from) == cell(to);
  }

  Technique named(const std::vector<int>& way, Technique plain, Technique with_groups) const {
    return has_groups(way) ? with_groups : plain;
  }

  // Whether such a step is wanted, and if so, begins it.
  bool begin(Technique technique, const std::vector<int>& way, std::vector<Candidate> eliminations,
             Step& step) {
    if (grouped_ != has_groups(way)) return false;
    const int length = static_cast<int>(way.size());
    if (!harvest_.wants(technique, eliminations, length)) return false;
    step.technique = technique;
    step.rating = grouped_ ? points_with_groups : points;
    step.complexity = length;
    step.eliminations = std::move(eliminations);
    return true;
  }

  void look_at_loop(int end) {
    const std::vector<int> way = spread_.way_to(end);
    if (!proper(way, true)) return;
    const Candidate first = web_.candidate(start_);
    const Candidate last = web_.candidate(end);
    const bool from_on = web_.is_on(start_);
    const bool to_on = web_.is_on(end);
    if (from_on == to_on) {
      discontinuous(way, {from_on ? first : last});
    } else if (first == last) {
      discontinuous(way, from_on ? std::vector{first}
                                 : others(state_, cell(start_), sight_.value_of(first)));
    } else if (!from_on || state_.count(cell(start_)) == 2) {
      continuous(way);
    }
  }

  void discontinuous(const std::vector<int>& way, std::vector<Candidate> eliminations) {
    Step step;
    const Technique technique = named(way, Technique::discontinuous_nice_loop,
                                      Technique::grouped_discontinuous_nice_loop);
    if (!begin(technique, way, std::move(eliminations), step)) return;
    if (report_.evidence) {
      if (web_.is_on(way.front())) {
        refute(way, step);
      } else {
        either(way, step);
      }
    }
    harvest_.keep(std::move(step), static_cast<int>(way.size()));
  }

  // From on: it leads to its own being off, or to another one on in its cell.
  void refute(const std::vector<int>& way, Step& step) const {
    ChainProof proof(state_, step.evidence);
    const auto assumption = static_cast<ChainProof::Id>(step.evidence.nodes.size());
    auto end = add_way(state_, web_, way, proof);
    if (web_.is_on(way.back())) end = proof.off(web_.group(way.front()), end);
    proof.refute(assumption, end, step.eliminations);
  }

  // From off: what the first being on strikes at once.
  void either(const std::vector<int>& way, Step& step) const {
    ChainProof proof(state_, step.evidence);
    const auto on = proof.assume(web_.group(way.front()), true);
    const auto at_once = proof.off(step.eliminations, on);
    const auto off = static_cast<ChainProof::Id>(step.evidence.nodes.size());
    auto end = add_way(state_, web_, way, proof);
    if (web_.is_on(way.back())) end = proof.off(step.eliminations, end);
    Lemma& lemma = step.evidence.lemmas.emplace_back();
    lemma.kind = Lemma::Kind::chain;
    lemma.split = Lemma::Split::either;
    lemma.eliminations = step.eliminations;
    lemma.cases = {{on, at_once}, {off, end}};
  }

  void continuous(const std::vector<int>& way) {
    const ClosedWay loop = closed(state_, web_, way);
    Step step;
    const Technique technique =
        named(way, Technique::continuous_nice_loop, Technique::grouped_continuous_nice_loop);
    if (!begin(technique, way, loop.eliminations(), step)) return;
    if (report_.evidence) add_counts(state_, loop.bases, loop.covers, step.evidence);
    harvest_.keep(std::move(step), static_cast<int>(way.size()));
  }

  void look_at_chain(int end) {
    const int first_cell = cell(start_);
    const int last_cell = cell(end);
    const int first_value = sight_.value_of(web_.candidate(start_));
    const int last_value = sight_.value_of(web_.candidate(end));
    std::vector<Candidate> eliminations;
    if (first_value == last_value) {
      for_each_common(sight_.peer_bits(first_cell), sight_.peer_bits(last_cell), sight_.words(),
                      [&](int peer) {
                        if (state_.has(peer, first_value)) {
                          eliminations.push_back(sight_.candidate(peer, first_value));
                        }
                      });
    } else if (sight_.sees(first_cell, last_cell) && state_.has(first_cell, last_value) &&
               state_.has(last_cell, first_value)) {
      eliminations = {sight_.candidate(first_cell, last_value),
                      sight_.candidate(last_cell, first_value)};
      std::sort(eliminations.begin(), eliminations.end());
    }
    if (eliminations.size() < 2) return;
    const std::vector<int> way = spread_.way_to(end);
    if (!proper(way, false)) return;
    Step step;
    if (!begin(named(way, Technique::aic, Technique::grouped_aic), way, std::move(eliminations),
               step)) {
      return;
    }
    if (report_.evidence) either(way, step);
    harvest_.keep(std::move(step), static_cast<int>(way.size()));
  }

  const State& state_;
  const Sight& sight_;
  Report& report_;
  Web web_;
  bool grouped_;
  Spread spread_;
  Harvest harvest_;
  int start_ = 0;
};

}  // namespace

bool find_nice_loops(const State& state, int parameter, Report& report) {
  return Search(state, {.groups = parameter >= 1, .sets = parameter >= 2}, report).run();
}

}  // namespace squaredance::technique
