// Easing: a dug puzzle that is too hard gets clues back until it is as wished.
//
//   removed   g0 g1 g2 ... gk | gk+1 ... gn     in the order in which they went
//             too easy --------+------ too hard
//
// What is dug is unique with any of the removed groups back in it, so this is a matter of rating only. First the last
// ones come back, one, two, four ..., then bisection finds a k where one group more makes it too hard: the rating
// mostly grows as groups go. If it leaps over the wish there, the other groups behind k go one by one, as long as that
// is not too hard.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>

#include "rater.hpp"

namespace squaredance::generate {

class Easing {
 public:
  // `made` is too hard, with all of `removed` gone.
  Easing(const Rater& rater, const Wish& wish, std::span<const std::uint16_t> removed, Try& made,
         const std::atomic<bool>* stop)
      : rater_(rater), wish_(wish), removed_(removed), made_(made), stop_(stop), gone_(removed.size()) {}

  // Leaves the nearest it came in `made`.
  void run();

 private:
  void put(std::uint16_t group, bool in);
  Verdict judge_at(std::size_t gone);
  bool find_leap();
  void dig_behind();

  const Rater& rater_;
  const Wish& wish_;
  const std::span<const std::uint16_t> removed_;
  Try& made_;
  const std::atomic<bool>* stop_;
  std::size_t gone_;  // removed_[0 .. gone_ - 1] are
};

}  // namespace squaredance::generate
