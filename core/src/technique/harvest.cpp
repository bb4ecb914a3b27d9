#include "harvest.hpp"

#include <algorithm>

#include "tie.hpp"

namespace squaredance::technique {

bool Harvest::before(const Kept& a, const Kept& b) {
  if (a.step.eliminations.size() != b.step.eliminations.size()) {
    return a.step.eliminations.size() > b.step.eliminations.size();
  }
  if (a.place != b.place) return a.place < b.place;
  return a.length < b.length;
}

bool Harvest::wants(Technique technique, const std::vector<Candidate>& eliminations, int length) {
  if (eliminations.empty()) return false;
  if (report_.all) {
    const auto found = known_.find({technique, eliminations});
    return found == known_.end() || length < kept_[found->second].length;
  }
  if (kept_.empty()) return true;
  const Kept& best = kept_.front();
  if (eliminations.size() != best.step.eliminations.size()) {
    return eliminations.size() > best.step.eliminations.size();
  }
  const std::uint64_t place = place_of(sight_, eliminations);
  return place != best.place ? place < best.place : length < best.length;
}

void Harvest::keep(Step&& step, int length) {
  Kept kept{std::move(step), length, 0};
  kept.place = place_of(sight_, kept.step.eliminations);
  if (!report_.all) {
    kept_.clear();
    kept_.push_back(std::move(kept));
    return;
  }
  const auto [at, fresh] =
      known_.try_emplace({kept.step.technique, kept.step.eliminations}, kept_.size());
  if (fresh) {
    kept_.push_back(std::move(kept));
  } else {
    kept_[at->second] = std::move(kept);
  }
}

bool Harvest::tell() {
  std::stable_sort(kept_.begin(), kept_.end(), before);
  for (Kept& kept : kept_) {
    if (!report_.take(std::move(kept.step))) return false;
  }
  return true;
}

}  // namespace squaredance::technique
