// Scale: costs as whole numbers of 64 bits, for the sums of Prices.
//
// A cost is multiplied by a power of two, as large as the sums can bear, and rounded down. So a
// sum of scaled costs is never above the true one times that power, and a bound made of them is
// a bound.
//
// Where all costs are multiples of a unit (of 1, 5, 0.25, 0.01: whole numbers or decimals of up to
// six places), a better solution is better by a unit at least, and the limit says so. Costs of
// another kind have sums that a double cannot tell from their neighbours; there a solution
// may be passed over that is better by less than the last bits of the scale.
#pragma once

#include <vector>

#include "prices.hpp"
#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

class Scale {
 public:
  explicit Scale(const Problem& problem);

  std::vector<Money> costs(const Problem& problem) const;
  Money most_price() const;

  // Every solution that is cheaper than `cost` has a scaled cost of no more than this.
  Money limit_below(double cost) const;

  // A solution whose scaled cost is no less than `bound` costs no less than this.
  double at_least(Money bound) const;

 private:
  double largest_ = 0;       // |cost|
  double most_options_ = 0;  // in a solution
  double unit_ = 0;          // all costs are multiples of it; 0: of nothing sensible
  bool whole_ = false;       // the unit is a whole number
  int exponent_ = 0;
};

}  // namespace squaredance::cover
