#include <algorithm>

#include "learner.hpp"

namespace squaredance::learn {

// The false literals of the clause that made `v` what it is.
std::span<const Lit> Learner::reason_lits(Var v, Lit& buffer) const {
  const Reason reason = assigned_[v].reason;
  if (reason.is_pair()) {
    buffer = reason.other();
    return {&buffer, 1};
  }
  if (reason.is_clause()) return store_.lits(reason.ref()).subspan(1);
  return {};
}

void Learner::see(Lit lit) {
  const Var v = var_of(lit);
  const Assignment& a = assigned_[v];
  if (seen_[v] || a.level == 0 || a.reason.is_fact()) return;
  seen_[v] = 1;
  to_clear_.push_back(v);
  order_.bump(v);
  if (a.level == level())
    ++open_paths_;
  else
    learned_.push_back(lit);
}

void Learner::touch(Ref ref) {
  std::uint32_t& header = store_.header(ref);
  std::uint32_t glue = header & Header::glue_bits;
  if (glue == 0) return;
  if (glue > 2) glue = std::min(glue, glue_of(store_.lits(ref)));
  header = glue | 2 * Header::used_one;
}

std::uint32_t Learner::glue_of(std::span<const Lit> lits) {
  ++stamp_;
  if (level_stamp_.size() <= level()) level_stamp_.resize(level() + 1);
  std::uint32_t glue = 0;
  for (Lit lit : lits) {
    std::uint64_t& stamp = level_stamp_[assigned_[var_of(lit)].level];
    glue += stamp != stamp_;
    stamp = stamp_;
  }
  return glue;
}

void Learner::analyze() {
  learned_.assign(1, 0);
  open_paths_ = 0;
  if (conflict_ref_) {
    touch(conflict_ref_);
    for (Lit lit : store_.lits(conflict_ref_)) see(lit);
  } else {
    for (Lit lit : conflict_pair_) see(lit);
  }
  for (std::uint32_t i = trail_size_;;) {
    while (!seen_[var_of(trail_[--i])]) {
    }
    const Lit lit = trail_[i];
    if (--open_paths_ == 0) {
      learned_[0] = negate(lit);
      break;
    }
    const Reason reason = assigned_[var_of(lit)].reason;
    if (reason.is_clause()) touch(reason.ref());
    Lit buffer;
    for (Lit other : reason_lits(var_of(lit), buffer)) see(other);
  }
  minimize();
  if (settings_.amo_min) minimize_by_items();
  glue_ = glue_of(learned_);
  for (Var v : to_clear_) seen_[v] = 0;
  to_clear_.clear();
}

void Learner::minimize() {
  std::uint32_t levels = 0;
  for (std::size_t i = 1; i < learned_.size(); ++i)
    levels |= 1u << (assigned_[var_of(learned_[i])].level & 31);
  std::size_t kept = 1;
  for (std::size_t i = 1; i < learned_.size(); ++i)
    if (!is_implied(learned_[i], levels)) learned_[kept++] = learned_[i];
  learned_.resize(kept);
}

bool Learner::is_implied(Lit lit, std::uint32_t levels) {
  if (assigned_[var_of(lit)].reason.is_decision()) return false;
  const std::size_t marked = to_clear_.size();
  stack_.assign(1, lit);
  while (!stack_.empty()) {
    const Var v = var_of(stack_.back());
    stack_.pop_back();
    Lit buffer;
    for (Lit other : reason_lits(v, buffer)) {
      const Var u = var_of(other);
      const Assignment& a = assigned_[u];
      if (seen_[u] || a.level == 0 || a.reason.is_fact()) continue;
      if (a.reason.is_decision() || !(levels >> (a.level & 31) & 1)) {
        while (to_clear_.size() > marked) {
          seen_[to_clear_.back()] = 0;
          to_clear_.pop_back();
        }
        return false;
      }
      seen_[u] = 1;
      to_clear_.push_back(u);
      stack_.push_back(other);
    }
  }
  return true;
}

// A clause with "x is not placed" need not name a peer u of x as "u is placed": x strikes it.
void Learner::minimize_by_items() {
  std::size_t placed_count = 0;
  for (Lit lit : learned_) placed_count += is_placed(lit);
  if (placed_count == 0) return;
  ++stamp_;
  for (Var v : to_clear_) seen_[v] = 1;
  for (Lit lit : learned_) if (is_placed(lit)) seen_[var_of(lit)] = 2;
  bool any = false;
  for (Lit lit : learned_) {
    if (is_placed(lit)) continue;
    for (std::uint32_t item : model_.items[var_of(lit)])
      for (Var other : model_.members[item])
        if (seen_[other] == 2) seen_[other] = 3, any = true;
  }
  if (!any) return;
  std::size_t kept = 1;
  for (std::size_t i = 1; i < learned_.size(); ++i)
    if (seen_[var_of(learned_[i])] != 3) learned_[kept++] = learned_[i];
  learned_.resize(kept);
}

}  // namespace squaredance::learn
