#include "rater.hpp"

#include <algorithm>

#include "squaredance/technique/state.hpp"

namespace squaredance::generate {

using technique::Rating;

Rater::Rater(const Geometry& geometry, bool has_boxes, const Difficulty& difficulty)
    : sight_(geometry, has_boxes),
      scale_(technique::scale_of(difficulty.scale)),
      options_{.evidence = false, .most = difficulty.most},
      least_(difficulty.least),
      hardest_(difficulty.hardest) {
  if (!hardest_) return;
  const technique::Range range = technique::range_of(scale_, *hardest_);
  options_.most_step = range.most;
  least_ = std::max(least_, range.least);
}

Verdict Rater::judge(const std::vector<std::uint8_t>& puzzle, Rating& rating,
                     const std::atomic<bool>* stop) const {
  technique::State state(sight_, puzzle.data());
  rating = technique::rate(state, scale_, options_, stop);
  switch (rating.end) {
    case Rating::End::stopped: return Verdict::stopped;
    case Rating::End::stuck:
    case Rating::End::above: return Verdict::too_hard;
    default: break;
  }
  if ((scale_.points ? rating.score : rating.er) < least_) return Verdict::too_easy;
  return hardest_ && rating.hardest != *hardest_ ? Verdict::other_technique : Verdict::made;
}

}  // namespace squaredance::generate
