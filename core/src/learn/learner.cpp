// The course of the search: steps, what a conflict leaves behind, what follows a solution.
#include "learner.hpp"

#include <algorithm>
#include <utility>

namespace squaredance::learn {

namespace {

// A number that looks random (the finalizer of SplitMix64: Steele, Lea, Flood, 2014).
std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

}  // namespace

Learner::Learner(const Model& model, const Settings& settings, ProofLog* proof)
    : model_(model),
      settings_(settings),
      proof_(proof),
      stable_(settings.always_stable),
      next_mode_(settings.first_mode),
      next_reduce_(settings.reduce_gap),
      next_rephase_(settings.rephase_gap) {
  const std::size_t vars = model.variables;
  values_.assign(2 * vars, 0);
  assigned_.resize(vars);
  trail_.resize(vars);
  seen_.assign(vars, 0);
  saved_.assign(vars, 1);
  target_.of.assign(vars, 0);
  best_.of.assign(vars, 0);
  levels_.push_back({0, 0, false});
  store_.start(2 * vars);
  add_clauses();
  start_activity();
  if (model.contradiction) end();
}

void Learner::add_clauses() {
  for (std::uint32_t item = 0; item < model_.exact; ++item) {
    learned_.clear();
    for (Var v : model_.members[item]) learned_.push_back(placed(v));
    if (learned_.size() > 1)
      store_.add(learned_, Store::must_stay);
    else if (values_[learned_[0]] == 0)  // an item of one member; two may have the same one
      assign(learned_[0], Reason::fact());
  }
  for (std::uint32_t i = 0; i < model_.clauses.size(); ++i)
    store_.add(model_.clauses[i], Store::must_stay);
  store_.close_items();
}

// Members of small items come first, then cells in their order: an empty 25x25 fell from 390 to
// 28 ms by the latter.
void Learner::start_activity() {
  const std::size_t vars = model_.variables;
  std::vector<double> activity(vars);
  for (std::uint32_t item = 0; item < model_.exact; ++item) {
    const auto size = static_cast<double>(model_.members[item].size());
    for (Var v : model_.members[item]) activity[v] += 1 / (size * size);
  }
  for (Var v = 0; v < vars; ++v) {
    activity[v] += 1e-3 * (1 - static_cast<double>(v) / static_cast<double>(vars));
    if (settings_.seed)
      activity[v] += static_cast<double>(mix(settings_.seed ^ mix(v)) >> 11) * 0x1p-53;
  }
  order_.start(std::move(activity));
}

bool Learner::go_on() {
  if (std::exchange(at_solution_, false) && !leave_solution()) end();
  return !done_;
}

bool Learner::step() {
  if (!propagate()) {
    ++conflicts_;
    if (!learn()) end();
    return false;
  }
  if (trail_size_ == trail_.size()) {
    at_solution_ = true;
    ++solutions_;
    return true;
  }
  if (wants_restart()) restart();
  if (wants_reduce()) reduce();
  if (conflicts_ >= next_rephase_) rephase();
  ++decisions_;
  decide(choose(), false);
  return false;
}

// Nothing is left: the proof ends with the empty clause.
void Learner::end() {
  done_ = true;
  if (proof_) proof_->add({});
}

// Learns from a conflict. False when nothing is left.
bool Learner::learn() {
  // Under the last flipped decision there is nothing (more): no clause is needed to say so.
  if (level() == floor_) return level() > 0 && flip_decision();
  keep_phases(levels_[level()].trail);
  analyze();
  if (proof_) proof_->add(learned_);
  order_.age(stable_ ? settings_.stable_decay : settings_.focused_decay);
  note_glue();
  keep_learned();
  return true;
}

void Learner::note_glue() {
  const auto glue = static_cast<double>(glue_);
  glue_slow_ += (glue - glue_slow_) / std::min(static_cast<double>(conflicts_), 20000.0);
  glue_fast_ += (glue - glue_fast_) / 32;
  if (conflicts_ < 32) glue_fast_ = glue_slow_;
}

// Goes back to the first level where the learned clause forces a literal, and forces it.
void Learner::keep_learned() {
  if (learned_.size() == 1) {
    go_back(floor_);
    add_fact(learned_[0]);
    return;
  }
  auto latest = std::max_element(learned_.begin() + 1, learned_.end(),
                                 [&](Lit a, Lit b) { return level_of(a) < level_of(b); });
  std::swap(learned_[1], *latest);
  go_back(std::max(level_of(learned_[1]), floor_));
  assign(learned_[0], Reason::clause(store_.add(learned_, glue_)));
}

void Learner::add_fact(Lit lit) {
  assign(lit, Reason::fact());
  if (floor_ > 0) facts_.push_back(lit);
}

// False when there is no further solution.
bool Learner::leave_solution() {
  if (level() == 0) return false;
  if (floor_ > 0 || solutions_ > settings_.most_blocked) return flip_decision();
  block_decisions();
  return true;
}

// Propagation led from the decisions to the solution, so another one has other decisions.
void Learner::block_decisions() {
  learned_.clear();
  for (std::uint32_t l = level(); l > 0; --l) learned_.push_back(negate(levels_[l].decision));
  if (proof_) proof_->add(learned_);
  go_back(level() - 1);
  if (learned_.size() == 1)
    add_fact(learned_[0]);
  else
    assign(learned_[0], Reason::clause(store_.add(learned_, 0)));
}

// On to the other half of the last decision that has one. False when none has.
bool Learner::flip_decision() {
  for (;;) {
    while (level() > 0 && levels_[level()].flipped) go_back(level() - 1);
    floor_ = 0;
    if (level() == 0) return false;
    const Lit decision = levels_[level()].decision;
    go_back(level() - 1);
    decide(negate(decision), true);
    floor_ = level();
    if (assert_facts()) return true;
  }
}

bool Learner::assert_facts() {
  for (Lit lit : facts_) {
    if (values_[lit] < 0) return false;
    if (values_[lit] == 0) assign(lit, Reason::fact());
  }
  return true;
}

std::size_t Learner::memory() const {
  const std::size_t per_var = 2 * sizeof(std::int8_t) + sizeof(Assignment) + sizeof(Lit) +
                              sizeof(std::uint8_t) + 3 * sizeof(std::int8_t);
  return store_.memory() + order_.memory() + trail_.size() * per_var +
         levels_.capacity() * sizeof(Level) + level_stamps_.capacity() * sizeof(std::uint64_t) +
         (learned_.capacity() + stack_.capacity() + facts_.capacity()) * sizeof(Lit) +
         to_clear_.capacity() * sizeof(Var);
}

}  // namespace squaredance::learn
