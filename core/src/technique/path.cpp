// The way through a puzzle: the first step of the first rule that has one, again and again.
#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "scales.hpp"
#include "squaredance/stop.hpp"

namespace squaredance::technique {
namespace {

struct First final : Report {
  bool take(Step&& step) override {
    found = std::move(step);
    return false;
  }
  std::optional<Step> found;
};

// Hands steps on with the points of the scale.
struct Pointed final : Report {
  Pointed(const Scale& scale, Report& report) : table(*scale.points), to(report) {
    evidence = report.evidence;
    all = report.all;
    stop = report.stop;
  }
  bool take(Step&& step) override {
    step.rating = table[static_cast<int>(step.technique)].points;
    return to.take(std::move(step));
  }
  const PointsTable& table;
  Report& to;
};

// Hands on a conclusion once for each technique: a house more that shows it is nothing new.
struct Distinct final : Report {
  explicit Distinct(Report& report) : to(report) {
    evidence = report.evidence;
    all = report.all;
    stop = report.stop;
  }
  bool take(Step&& step) override {
    std::vector<std::uint32_t> key = {static_cast<std::uint32_t>(step.technique)};
    for (const Placement& placement : step.placements) {
      key.push_back(std::uint32_t{placement.cell} << 8 | placement.value);
    }
    key.push_back(0xffffffff);
    key.insert(key.end(), step.eliminations.begin(), step.eliminations.end());
    return !told.insert(std::move(key)).second || to.take(std::move(step));
  }
  Report& to;
  std::set<std::vector<std::uint32_t>> told;
};

bool find(const Rule& rule, const State& state, const Scale& scale, Report& report) {
  if (!scale.points) return rule.find(state, rule.parameter, report);
  Pointed pointed(scale, report);
  return rule.find(state, rule.parameter, pointed);
}

std::span<const Rule> rules_of(const Scale& scale, const Options& options) {
  const std::size_t count = scale.rules.size();
  return scale.rules.first(options.rules ? std::min<std::size_t>(count, options.rules) : count);
}

// How many rules are worth a try when a step may count `limit` at most: all that come later count more.
int rules_up_to(std::span<const Rule> rules, int limit) {
  std::size_t count = rules.size();
  while (count > 0 && rules[count - 1].least > limit) --count;
  return static_cast<int>(count);
}

// Adds one step to what is known.
void count(const Step& step, const Scale& scale, Rating& rating) {
  if (step.rating > rating.er || rating.steps == 0) {
    rating.er = step.rating;
    rating.hardest = step.technique;
  }
  if (rating.ed == 0) rating.ed = rating.er;
  if (rating.ep == 0 && !step.placements.empty()) rating.ep = rating.er;
  rating.score += step.rating;
  if (scale.points) {
    rating.level = std::max(rating.level, (*scale.points)[static_cast<int>(step.technique)].level);
  }
  ++rating.steps;
  ++rating.counts[static_cast<int>(step.technique)];
}

}  // namespace

const Scale& scale_of(ScaleName name) {
  switch (name) {
    case ScaleName::se121: return scale_se121;
    case ScaleName::sukaku118: return scale_sukaku118;
    default: return scale_hodoku;
  }
}

std::optional<Step> next_step(const State& state, const Scale& scale, const Options& options,
                              const std::atomic<bool>* stop) {
  First first;
  first.evidence = options.evidence;
  first.stop = stop;
  for (const Rule& rule : rules_of(scale, options)) {
    if (rule.needs_uniqueness && !options.uniqueness) continue;
    if (!find(rule, state, scale, first) || first.stopped()) break;
  }
  return std::move(first.found);
}

bool all_steps(const State& state, const Scale& scale, const Options& options, Report& report) {
  report.evidence = options.evidence;
  report.all = true;
  Distinct distinct(report);
  for (const Rule& rule : rules_of(scale, options)) {
    if (rule.needs_uniqueness && !options.uniqueness) continue;
    if (rule.last_resort && !distinct.told.empty()) break;
    if (!find(rule, state, scale, distinct) || report.stopped()) return false;
  }
  return true;
}

void apply(const Step& step, State& state) {
  for (const Candidate candidate : step.eliminations) state.strike(candidate);
  for (const Placement& placement : step.placements) {
    if (state.open(placement.cell)) state.place(placement.cell, placement.value);
  }
}

Rating rate(State& state, const Scale& scale, const Options& options,
            const std::atomic<bool>* stop) {
  if (wants_order(scale) && !state.keeps_order()) state = state.with_order();
  Rating rating;
  const std::span<const Rule> rules = rules_of(scale, options);
  Options quick = options;
  quick.evidence = false;
  while (!state.solved()) {
    const int limit = std::min(options.most_step, options.most - (scale.points ? rating.score : 0));
    const int worth = rules_up_to(rules, limit);
    std::optional<Step> step;
    // next_step takes 0 for all rules.
    if ((quick.rules = worth)) step = next_step(state, scale, quick, stop);
    if (step) count(*step, scale, rating);
    if (step && step->rating <= limit) {
      apply(*step, state);
      continue;
    }
    const bool stopped = is_stopped(stop);
    const bool above = step || worth < static_cast<int>(rules.size());
    rating.end = stopped ? Rating::End::stopped : above ? Rating::End::above : Rating::End::stuck;
    if (rating.end != Rating::End::above) rating.er = 200;
    rating.level = 0;
    return rating;
  }
  rating.end = Rating::End::solved;
  if (scale.points) rating.level = level_of(rating.score, rating.level);
  return rating;
}

}  // namespace squaredance::technique
