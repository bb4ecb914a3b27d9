#include "learner.hpp"

#include <algorithm>
#include <utility>

namespace squaredance::learn {

namespace {
constexpr std::uint64_t most_blocked = 32;

std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}
}  // namespace

Learner::Learner(const Model& model, Settings settings, ProofLog* proof)
    : model_(model), settings_(settings), proof_(proof) {
  const std::size_t vars = model.candidates.size();
  store_.start(2 * vars);
  values_.assign(2 * vars, 0);
  assigned_.resize(vars);
  trail_.resize(vars);
  seen_.assign(vars, 0);
  saved_.assign(vars, 1);
  target_.assign(vars, 0);
  best_.assign(vars, 0);
  levels_.push_back({0, 0, false});
  for (std::uint32_t item = 0; item < model.members.size(); ++item) {
    learned_.clear();
    for (Var v : model.members[item]) learned_.push_back(placed(v));
    store_.add(learned_, 0);
  }
  store_.close_items();
  start_activity();
  next_switch_ = settings_.mode_len;
  reduce_step_ = next_reduce_ = settings_.reduce_gap;
  next_rephase_ = settings_.rephase;
  stable_ = settings_.mode == 2;
  if (model.contradiction) end();
}

void Learner::start_activity() {
  std::vector<double> activity(model_.candidates.size());
  if (settings_.init_act)
  for (std::uint32_t item = 0; item < model_.members.size(); ++item) {
    auto members = model_.members[item];
    const double share = 1.0 / static_cast<double>(members.size() * members.size());
    for (Var v : members) activity[v] += share;
  }
  if (settings_.seed)
    for (Var v = 0; v < activity.size(); ++v)
      activity[v] += static_cast<double>(mix(settings_.seed * 0x10001 + v) >> 11) * 0x1p-53;
  order_.start(std::move(activity));
}

bool Learner::go_on() {
  if (at_solution_) {
    at_solution_ = false;
    if (!go_on_behind_solution()) end();
  }
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
  if (conflicts_ >= next_reduce_) reduce();
  if (settings_.rephase && conflicts_ >= next_rephase_) rephase();
  ++decisions_;
  decide(choose(), false);
  return false;
}

// Nothing is left: the proof ends with the empty clause.
void Learner::end() {
  done_ = true;
  if (proof_) proof_->add({});
}

bool Learner::learn() {
  if (level() == floor_) return level() > 0 && go_on_by_flipping();
  consistent_ = levels_[level()].trail;
  analyze();
  if (stable_ || settings_.phase == 3) keep_phases();
  if (proof_) proof_->add(learned_);
  order_.age(stable_ ? settings_.decay_stable : settings_.decay_focused);
  glue_fast_ += (glue_ - glue_fast_) / 32;
  glue_slow_ += (glue_ - glue_slow_) / std::min(static_cast<double>(conflicts_), 20000.0);
  if (conflicts_ < 32) glue_fast_ = glue_slow_;
  if (learned_.size() == 1) {
    go_back(floor_);
    add_fact(learned_[0]);
    return true;
  }
  std::size_t second = 1;
  for (std::size_t i = 2; i < learned_.size(); ++i)
    if (assigned_[var_of(learned_[i])].level > assigned_[var_of(learned_[second])].level) second = i;
  std::swap(learned_[1], learned_[second]);
  go_back(std::max(assigned_[var_of(learned_[1])].level, floor_));
  assign(learned_[0], Reason::clause(store_.add(learned_, glue_)));
  return true;
}

void Learner::add_fact(Lit lit) {
  assign(lit, Reason::fact());
  if (floor_) facts_.push_back(lit);
}

bool Learner::go_on_behind_solution() {
  if (level() == 0) return false;
  if (solutions_ > most_blocked || floor_) return go_on_by_flipping();
  block_decisions();
  return true;
}

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

bool Learner::go_on_by_flipping() {
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

void Learner::keep_phases() {
  if (consistent_ > target_size_) {
    target_size_ = consistent_;
    for (std::uint32_t i = 0; i < consistent_; ++i) target_[var_of(trail_[i])] = is_placed(trail_[i]) ? 1 : -1;
  }
  if (consistent_ > best_size_) {
    best_size_ = consistent_;
    for (std::uint32_t i = 0; i < consistent_; ++i) best_[var_of(trail_[i])] = is_placed(trail_[i]) ? 1 : -1;
  }
}

bool Learner::wants_restart() {
  if (settings_.mode == 0 && conflicts_ >= next_switch_) switch_mode();
  if (level() <= floor_) return false;
  if (stable_) return conflicts_ - last_restart_ >= luby_v_ * settings_.luby;
  return conflicts_ - last_restart_ >= static_cast<std::uint64_t>(settings_.restart_gap) && glue_fast_ > settings_.margin * glue_slow_;
}

void Learner::switch_mode() {
  stable_ = !stable_;
  ++switches_;
  next_switch_ = conflicts_ + settings_.mode_len * (switches_ + 1) * (switches_ + 1);
  if (stable_) { luby_u_ = luby_v_ = 1; target_size_ = 0; last_restart_ = conflicts_;}
}

void Learner::restart() {
  last_restart_ = conflicts_;
  ++restarts_;
  if (stable_) {
    if ((luby_u_ & (~luby_u_ + 1)) == luby_v_) { ++luby_u_; luby_v_ = 1; } else luby_v_ *= 2;
    target_size_ = 0;
  }
  std::uint32_t keep = floor_;
  if (settings_.reuse) {
    while (values_[placed(order_.top())] != 0) order_.pop();
    const double next = order_.activity(order_.top());
    while (keep < level() && order_.activity(var_of(levels_[keep + 1].decision)) > next) ++keep;
  }
  go_back(keep);
}

void Learner::rephase() {
  ++rephases_;
  next_rephase_ = conflicts_ + settings_.rephase * (rephases_ + 1);
  if (!stable_) return;
  const auto kind = rephases_ % 4;
  if (kind == 1 || kind == 3) { for (std::size_t v = 0; v < saved_.size(); ++v) if (best_[v]) saved_[v] = best_[v] > 0; }
  else if (kind == 2) std::fill(saved_.begin(), saved_.end(), 1);
  else std::fill(saved_.begin(), saved_.end(), 0);
  std::fill(target_.begin(), target_.end(), 0);
  target_size_ = best_size_ = 0;
  go_back(floor_);
}

Lit Learner::choose() {
  while (values_[placed(order_.top())] != 0) order_.pop();
  const Var v = order_.top();
  order_.pop();
  if (settings_.phase == 2) return placed(v);
  if (((settings_.phase == 1 && stable_) || settings_.phase == 3) && target_[v]) return target_[v] > 0 ? placed(v) : struck(v);
  return saved_[v] ? placed(v) : struck(v);
}

void Learner::reduce() {
  reduce_step_ += settings_.reduce_gap;
  next_reduce_ = conflicts_ + reduce_step_;
  drop_worst();
  std::vector<Ref> refs;
  std::vector<Var> vars;
  for (std::uint32_t i = 0; i < trail_size_; ++i) {
    const Var v = var_of(trail_[i]);
    if (!assigned_[v].reason.is_clause()) continue;
    vars.push_back(v);
    refs.push_back(assigned_[v].reason.ref());
  }
  store_.compact(refs);
  for (std::size_t i = 0; i < vars.size(); ++i) assigned_[vars[i]].reason = Reason::clause(refs[i]);
}

void Learner::drop_worst() {
  std::vector<Ref> worse;
  if (proof_) {
    const std::uint32_t end = level() ? levels_[1].trail : trail_size_;
    for (; logged_ < end; ++logged_) proof_->add({&trail_[logged_], 1});
  }
  for (Ref ref = store_.first_learned(); ref < store_.end(); ref = store_.next(ref)) {
    std::uint32_t& header = store_.header(ref);
    const std::uint32_t glue = header & Header::glue_bits;
    const std::uint32_t used = (header & Header::used_bits) / Header::used_one;
    if (used) header -= Header::used_one;
    const Lit first = store_.lits(ref)[0];
    const Reason reason = assigned_[var_of(first)].reason;
    if (values_[first] > 0 && reason.is_clause() && reason.ref() == ref) continue;
    if (glue <= 2 || used == 2 || (glue <= static_cast<std::uint32_t>(settings_.tier2) && used)) continue;
    worse.push_back(ref);
  }
  std::stable_sort(worse.begin(), worse.end(), [&](Ref a, Ref b) {
    const auto ga = store_.header(a) & Header::glue_bits, gb = store_.header(b) & Header::glue_bits;
    return ga != gb ? ga < gb : store_.size(a) < store_.size(b);
  });
  for (std::size_t i = static_cast<std::size_t>(worse.size() * settings_.reduce_keep); i < worse.size(); ++i) {
    if (proof_) proof_->remove(store_.lits(worse[i]));
    store_.header(worse[i]) |= Header::dropped;
  }
}

std::size_t Learner::memory() const { return store_.memory() + order_.memory(); }

}  // namespace squaredance::learn
