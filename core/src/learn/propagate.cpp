// What follows from what is assigned, and undoing it.
#include "learner.hpp"

namespace squaredance::learn {

// To a fixed point. False on a conflict, which conflict_ref_ or conflict_pair_ then names.
bool Learner::propagate() {
  while (head_ < trail_size_) {
    const Lit lit = trail_[head_++];
    if (is_placed(lit) && !strike_peers(lit)) return false;
    if (!visit_watches(negate(lit))) return false;
  }
  return true;
}

// A placed candidate strikes the other members of its items.
bool Learner::strike_peers(Lit lit) {
  const Var v = var_of(lit);
  if (model_.peers.size() > 0) return strike(model_.peers[v], lit);
  for (std::uint32_t item : model_.items[v])
    if (!strike(model_.members[item], lit)) return false;
  return true;
}

bool Learner::strike(std::span<const Var> others, Lit lit) {
  const Reason reason = Reason::pair(negate(lit));
  for (Var other : others) {
    const std::int8_t value = values_[placed(other)];
    if (value < 0 || placed(other) == lit) continue;
    if (value > 0) {
      conflict_pair_ = {negate(lit), struck(other)};
      conflict_ref_ = 0;
      return false;
    }
    assign(struck(other), reason);
  }
  return true;
}

// Looks at the clauses that watch `lit`, which has become false.
bool Learner::visit_watches(Lit lit) {
  std::vector<Watch>& list = store_.watches(lit);
  const std::int8_t* const values = values_.data();
  Watch* to = list.data();
  const Watch* from = to;
  const Watch* const end = to + list.size();
  bool fine = true;
  while (from != end) {
    const Watch watch = *to++ = *from++;
    if (values[watch.blocker] > 0) continue;
    std::uint32_t* const clause = store_.clause(watch.ref);
    Lit* const lits = clause + 2;
    const Lit first = lits[0] ^ lits[1] ^ lit;
    const std::int8_t first_value = values[first];
    to[-1].blocker = first;
    if (first_value > 0) continue;
    const Lit* const last = lits + clause[0];
    Lit* other = lits + 2;
    while (other != last && values[*other] < 0) ++other;
    lits[0] = first;
    if (other != last) {
      lits[1] = *other;
      *other = lit;
      store_.watches(lits[1]).push_back({first, watch.ref});
      --to;
    } else if (first_value == 0) {
      lits[1] = lit;
      assign(first, Reason::clause(watch.ref));
    } else {
      lits[1] = lit;
      conflict_ref_ = watch.ref;
      fine = false;
      break;
    }
  }
  while (from != end) *to++ = *from++;
  list.resize(to - list.data());
  return fine;
}

void Learner::decide(Lit lit, bool flipped) {
  levels_.push_back({trail_size_, lit, flipped});
  assign(lit, Reason::decision());
}

void Learner::go_back(std::uint32_t target) {
  if (target >= level()) return;
  const std::uint32_t start = levels_[target + 1].trail;
  for (std::uint32_t i = trail_size_; i-- > start;) {
    const Lit lit = trail_[i];
    values_[lit] = values_[negate(lit)] = 0;
    saved_[var_of(lit)] = is_placed(lit) ? 1 : -1;
    order_.insert(var_of(lit));
  }
  trail_size_ = head_ = start;
  levels_.resize(target + 1);
}

}  // namespace squaredance::learn
