// Rater: whether a puzzle is as hard as wished, and which of the puzzles on the way of a digging is.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/generate/puzzles.hpp"
#include "squaredance/technique/sight.hpp"

namespace squaredance::generate {

class Rater {
 public:
  // The geometry must outlive it.
  Rater(const Geometry& geometry, bool has_boxes, const Difficulty& difficulty);

  // `made` when the puzzle, which has one solution, is as wished. A rating ends as soon as it is above.
  Verdict judge(const std::vector<std::uint8_t>& puzzle, technique::Rating& rating,
                const std::atomic<bool>* stop) const;

 private:
  technique::Sight sight_;
  const technique::Scale& scale_;
  technique::Options options_;
  int least_;
  std::optional<technique::Technique> hardest_;
};

}  // namespace squaredance::generate
