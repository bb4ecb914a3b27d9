// Rater: whether a puzzle is as hard as wished, and which of the puzzles on the way of a digging is.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/generate/puzzles.hpp"
#include "squaredance/technique/sight.hpp"

namespace squaredance::generate {

class Rater {
 public:
  // The geometry must outlive it. `is_nine`: it is the standard 9x9.
  Rater(const Geometry& geometry, bool has_boxes, bool is_nine, const Difficulty& difficulty);

  // `made` when the puzzle, which has one solution, is as wished. A rating ends as soon as it is above.
  Verdict judge(const std::vector<std::uint8_t>& puzzle, technique::Rating& rating,
                const std::atomic<bool>* stop) const;

  // What the guesses of a search tell of it, in a hundredth of the time: `made` when it is worth a rating. For minimal
  // 9x9 puzzles; says `made` of all others.
  Verdict foresee(const std::vector<std::uint8_t>& puzzle) const;

  // No step may be above it: the range, or the hardest technique, bounds it.
  int most_step() const { return std::min(options_.most, options_.most_step); }

 private:
  technique::Sight sight_;
  const technique::Scale& scale_;
  technique::Options options_;
  int least_;
  std::optional<technique::Technique> hardest_;
  std::uint64_t least_guesses_ = 0;
  std::uint64_t most_guesses_;
};

}  // namespace squaredance::generate
