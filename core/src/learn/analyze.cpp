// From a conflict to the clause that it teaches.
#include <algorithm>

#include "learner.hpp"

namespace squaredance::learn {

// True in every solution: such a literal is left out of learned clauses.
bool Learner::is_settled(Var v) const {
  return assigned_[v].level == 0 || assigned_[v].reason.is_fact();
}

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

void Learner::analyze() {
  learned_.assign(1, 0);
  open_paths_ = 0;
  if (conflict_ref_) touch(conflict_ref_);
  const auto conflict = conflict_ref_ ? std::span<const Lit>(store_.lits(conflict_ref_))
                                      : std::span<const Lit>(conflict_pair_);
  for (Lit lit : conflict) see(lit);
  resolve_to_one_literal();
  minimize();
  minimize_by_items();
  glue_ = glue_of(learned_);
  for (Var v : to_clear_) seen_[v] = 0;
  to_clear_.clear();
}

void Learner::see(Lit lit) {
  const Var v = var_of(lit);
  if (seen_[v] || is_settled(v)) return;
  seen_[v] = 1;
  to_clear_.push_back(v);
  order_.bump(v);
  if (assigned_[v].level == level())
    ++open_paths_;
  else
    learned_.push_back(lit);
}

// Back along the trail, each seen literal of the last level is replaced by its reason, until
// one is left.
void Learner::resolve_to_one_literal() {
  for (std::uint32_t i = trail_size_;;) {
    while (!seen_[var_of(trail_[--i])]) {
    }
    const Var v = var_of(trail_[i]);
    if (--open_paths_ == 0) {
      learned_[0] = negate(trail_[i]);
      return;
    }
    const Reason reason = assigned_[v].reason;
    if (reason.is_clause()) touch(reason.ref());
    Lit buffer;
    for (Lit lit : reason_lits(v, buffer)) see(lit);
  }
}

// A learned clause was of use: it stays for a while, and its glue may be lower now.
void Learner::touch(Ref ref) {
  const std::uint32_t glue = store_.glue(ref);
  if (glue == Store::must_stay) return;
  store_.use(ref, glue > settings_.good_glue ? std::min(glue, glue_of(store_.lits(ref))) : glue);
}

std::uint32_t Learner::glue_of(std::span<const Lit> lits) {
  ++stamp_;
  if (level_stamps_.size() <= level()) level_stamps_.resize(level() + 1);
  std::uint32_t glue = 0;
  for (Lit lit : lits) {
    std::uint64_t& stamp = level_stamps_[level_of(lit)];
    glue += stamp != stamp_;
    stamp = stamp_;
  }
  return glue;
}

// Leaves out the literals that follow from the others (Sorensson, Biere, 2009).
void Learner::minimize() {
  std::uint32_t levels = 0;
  for (std::size_t i = 1; i < learned_.size(); ++i) levels |= 1u << (level_of(learned_[i]) & 31);
  std::size_t kept = 1;
  for (std::size_t i = 1; i < learned_.size(); ++i)
    if (!is_implied(learned_[i], levels)) learned_[kept++] = learned_[i];
  learned_.resize(kept);
}

// Whether all reasons of a literal lead back to seen ones. `levels` is a rough set of the levels
// where that can be.
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
      if (seen_[u] || is_settled(u)) continue;
      if (assigned_[u].reason.is_decision() || !(levels >> (assigned_[u].level & 31) & 1)) {
        for (std::size_t i = marked; i < to_clear_.size(); ++i) seen_[to_clear_[i]] = 0;
        to_clear_.resize(marked);
        return false;
      }
      seen_[u] = 1;
      to_clear_.push_back(u);
      stack_.push_back(other);
    }
  }
  return true;
}

// A clause with "x is struck" need not say "or u is placed" for a peer u of x: x strikes it.
// Costs 1.5 % of the time; 9 % slower without it, which is within the noise.
void Learner::minimize_by_items() {
  constexpr std::uint8_t named = 2, needless = 3;  // in seen_, for what is named as placed
  bool any = false;
  for (Lit lit : learned_)
    if (is_placed(lit)) {
      seen_[var_of(lit)] = named;
      any = true;
    }
  if (!any) return;
  for (Lit lit : learned_) {
    if (is_placed(lit)) continue;
    for (std::uint32_t item : model_.items[var_of(lit)])
      for (Var peer : model_.members[item])
        if (seen_[peer] == named) seen_[peer] = needless;
  }
  auto last = std::remove_if(learned_.begin() + 1, learned_.end(), [&](Lit lit) {
    return is_placed(lit) && seen_[var_of(lit)] == needless;
  });
  learned_.erase(last, learned_.end());
}

}  // namespace squaredance::learn
