#include "learner.hpp"

namespace squaredance::learn {

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
  const Reason reason = Reason::pair(negate(lit));
  for (std::uint32_t item : model_.items[v]) {
    for (Var other : model_.members[item]) {
      const std::int8_t value = values_[placed(other)];
      if (value < 0 || other == v) continue;
      if (value > 0) {
        conflict_pair_ = {struck(v), struck(other)};
        conflict_ref_ = 0;
        return false;
      }
      assign(struck(other), reason);
    }
  }
  return true;
}

bool Learner::visit_watches(Lit lit) {
  std::vector<Watch>& list = store_.watches(lit);
  Watch* to = list.data();
  const Watch* from = to;
  const Watch* const end = to + list.size();
  bool fine = true;
  while (from != end) {
    const Watch watch = *from++;
    if (values_[watch.blocker] > 0) {
      *to++ = watch;
      continue;
    }
    std::uint32_t* clause = store_.clause(watch.ref);
    Lit* lits = clause + 2;
    const Lit first = lits[0] ^ lits[1] ^ lit;
    const std::int8_t first_value = values_[first];
    if (first_value > 0) {
      *to++ = {first, watch.ref};
      continue;
    }
    const std::uint32_t size = clause[0];
    std::uint32_t k = 2;
    while (k < size && values_[lits[k]] < 0) ++k;
    if (k < size) {
      const Lit open = lits[k];
      lits[0] = first;
      lits[1] = open;
      lits[k] = lit;
      store_.watches(open).push_back({first, watch.ref});
      continue;
    }
    *to++ = {first, watch.ref};
    if (first_value < 0) {
      conflict_ref_ = watch.ref;
      fine = false;
      break;
    }
    lits[0] = first;
    lits[1] = lit;
    assign(first, Reason::clause(watch.ref));
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
    saved_[var_of(lit)] = is_placed(lit);
    order_.insert(var_of(lit));
  }
  trail_size_ = head_ = start;
  levels_.resize(target + 1);
}

}  // namespace squaredance::learn
