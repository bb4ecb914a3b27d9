// What to decide, when to restart, what to forget.
#include <algorithm>

#include "learner.hpp"

namespace squaredance::learn {

Lit Learner::choose() {
  skip_assigned();
  const Var v = order_.top();
  order_.pop();
  const int phase = target_.of[v] ? target_.of[v] : saved_[v];
  return phase > 0 ? placed(v) : struck(v);
}

void Learner::skip_assigned() {
  while (values_[placed(order_.top())] != 0) order_.pop();
}

// On a conflict: the first `consistent` literals of the trail are without one.
void Learner::keep_phases(std::uint32_t consistent) {
  keep_if_longer(target_, consistent);
  keep_if_longer(best_, consistent);
}

void Learner::keep_if_longer(Phases& phases, std::uint32_t consistent) {
  if (consistent <= phases.length) return;
  phases.length = consistent;
  for (std::uint32_t i = 0; i < consistent; ++i)
    phases.of[var_of(trail_[i])] = is_placed(trail_[i]) ? 1 : -1;
}

bool Learner::wants_restart() {
  if (!settings_.always_stable && conflicts_ >= next_mode_) switch_mode();
  if (level() <= floor_) return false;
  const std::uint64_t since = conflicts_ - last_restart_;
  if (stable_) return since >= luby_ * settings_.stable_restart;
  return since >= settings_.focused_restart &&
         glue_fast_ > settings_.restart_margin * glue_slow_;
}

void Learner::switch_mode() {
  stable_ = !stable_;
  ++modes_;
  next_mode_ = conflicts_ + settings_.first_mode * modes_ * modes_;
  if (!stable_) return;
  luby_index_ = luby_ = 1;
  target_.length = 0;
  last_restart_ = conflicts_;
}

// Keeps the levels that would come back as they are: those whose decisions have a higher
// activity than what would be decided next (van der Tak, Ramos, Heule, 2011).
void Learner::restart() {
  last_restart_ = conflicts_;
  if (stable_) {
    // The next number of Luby, by Knuth's pair: 1 1 2 1 1 2 4 ...
    const bool last = (luby_index_ & (~luby_index_ + 1)) == luby_;
    luby_index_ += last;
    luby_ = last ? 1 : 2 * luby_;
    target_.length = 0;
  }
  skip_assigned();
  const double next = order_.activity(order_.top());
  std::uint32_t keep = floor_;
  while (keep < level() && order_.activity(var_of(levels_[keep + 1].decision)) > next) ++keep;
  go_back(keep);
}

// Now and then, in stable mode, new phases to start from: in turn the best ones, all placed,
// the best ones, all struck.
void Learner::rephase() {
  ++rephases_;
  next_rephase_ = conflicts_ + settings_.rephase_gap * (rephases_ + 1);
  if (!stable_) return;
  if (rephases_ % 2 == 0) {
    std::fill(saved_.begin(), saved_.end(), rephases_ % 4 == 2 ? 1 : -1);
  } else {
    for (std::size_t v = 0; v < saved_.size(); ++v)
      if (best_.of[v]) saved_[v] = best_.of[v];
  }
  std::fill(target_.of.begin(), target_.of.end(), 0);
  target_.length = best_.length = 0;
  go_back(floor_);
}

bool Learner::wants_reduce() const {
  return conflicts_ >= next_reduce_ || store_.learned_bytes() > settings_.memory_cap;
}

// Drops most of the learned clauses that did not prove useful.
void Learner::reduce() {
  next_reduce_ = conflicts_ + settings_.reduce_gap * (++reductions_ + 1);
  if (proof_) log_facts();
  std::vector<Ref> worse = droppable();
  std::stable_sort(worse.begin(), worse.end(), [&](Ref a, Ref b) {
    return store_.glue(a) != store_.glue(b) ? store_.glue(a) < store_.glue(b)
                                            : store_.size(a) < store_.size(b);
  });
  auto kept = static_cast<std::size_t>(static_cast<double>(worse.size()) * settings_.reduce_keep);
  for (std::size_t i = kept; i < worse.size(); ++i) {
    if (proof_) proof_->remove(store_.lits(worse[i]));
    store_.drop(worse[i]);
  }
  compact();
}

// The learned clauses that no reason needs; when memory is short all of them, else those of
// middling glue that were not used of late.
std::vector<Ref> Learner::droppable() {
  const bool short_of_memory = store_.learned_bytes() > settings_.memory_cap / 2;
  std::vector<Ref> found;
  for (Ref ref = store_.first_learned(); ref < store_.end(); ref = store_.next(ref)) {
    const std::uint32_t glue = store_.glue(ref);
    const std::uint32_t used = store_.use_up(ref);
    if (glue == Store::must_stay || is_reason(ref)) continue;
    if (!short_of_memory && (glue <= settings_.good_glue || used == Store::just_used ||
                             (glue <= settings_.fair_glue && used > 0)))
      continue;
    found.push_back(ref);
  }
  return found;
}

bool Learner::is_reason(Ref ref) const {
  const Lit first = store_.lits(ref)[0];
  const Reason reason = assigned_[var_of(first)].reason;
  return values_[first] > 0 && reason.is_clause() && reason.ref() == ref;
}

void Learner::compact() {
  std::vector<Ref> refs;
  for (std::uint32_t i = 0; i < trail_size_; ++i) {
    const Reason reason = assigned_[var_of(trail_[i])].reason;
    if (reason.is_clause()) refs.push_back(reason.ref());
  }
  store_.compact(refs);
  auto moved = refs.begin();
  for (std::uint32_t i = 0; i < trail_size_; ++i) {
    Reason& reason = assigned_[var_of(trail_[i])].reason;
    if (reason.is_clause()) reason = Reason::clause(*moved++);
  }
}

// What is true at the root must stay so for a checker that forgets the dropped clauses.
void Learner::log_facts() {
  const std::uint32_t end = level() > 0 ? levels_[1].trail : trail_size_;
  for (; logged_ < end; ++logged_) proof_->add({&trail_[logged_], 1});
}

}  // namespace squaredance::learn
