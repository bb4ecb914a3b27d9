#include "rater.hpp"

#include <algorithm>

#include "squaredance/single9.hpp"
#include "squaredance/technique/state.hpp"

namespace squaredance::generate {

using technique::Rating;

namespace {

constexpr std::uint64_t any_guesses = 1 << 20;

// Of 15,000 random minimal puzzles by their ER (se121), how many per cent took so many guesses of single9.hpp:
//
//   ER          share     0    1    2    3    4    5    6   more
//   up to 2.9   58.3   92.7  5.2  1.2  0.5  0.2  0.1
//   3.0 - 3.9    2.4      0   57   23   10    4    2    1    3
//   4.0 - 5.0    7.9      0   63   22    8    4    2    1    1
//   5.1 - 6.4    0.9      0   77   14    6    1    1         1
//   6.5 - 7.5   27.0      0   36   26   17    9    5    3    5
//   7.6 - 7.9    0.5      0    6   11   20   16   18    9   19
//   8.0 - 8.4    2.4      0    5   15   19   17   17    8   20
//   8.5 - 9.0    0.5      0    5    1   11    6   13   14   49
//
// A guess is a microsecond or less, a rating 30 to 3,000. What is lost by a bound is won several times over by what
// need not be rated.
std::uint64_t least_guesses(int least) {
  return least >= 90 ? 6 : least >= 85 ? 4 : least >= 80 ? 3 : least >= 29 ? 1 : 0;
}
std::uint64_t most_guesses(int most) { return most < 30 ? 0 : any_guesses; }

}  // namespace

technique::Range range_of(const Difficulty& difficulty) {
  technique::Range range{difficulty.least, difficulty.most};
  if (!difficulty.hardest) return range;
  const technique::Scale& scale = technique::scale_of(difficulty.scale);
  const technique::Range steps = technique::range_of(scale, *difficulty.hardest);
  range.least = std::max(range.least, steps.least);
  if (!scale.points) range.most = std::min(range.most, steps.most);
  return range;
}

Rater::Rater(const Geometry& geometry, bool has_boxes, bool is_nine, const Difficulty& difficulty)
    : sight_(geometry, has_boxes),
      scale_(technique::scale_of(difficulty.scale)),
      options_{.evidence = false, .most = range_of(difficulty).most},
      least_(range_of(difficulty).least),
      hardest_(difficulty.hardest),
      most_guesses_(any_guesses) {
  if (hardest_) options_.most_step = technique::range_of(scale_, *hardest_).most;
  if (is_nine && !scale_.points) {
    least_guesses_ = least_guesses(least_);
    most_guesses_ = most_guesses(options_.most);
  }
}

Verdict Rater::foresee(const std::vector<std::uint8_t>& puzzle) const {
  if (least_guesses_ == 0 && most_guesses_ == any_guesses) return Verdict::made;
  std::uint8_t solution[81];
  const std::uint64_t guesses = solve_single9(puzzle.data(), 2, any_guesses, solution).guesses;
  return guesses < least_guesses_ ? Verdict::too_easy : guesses > most_guesses_ ? Verdict::too_hard : Verdict::made;
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
