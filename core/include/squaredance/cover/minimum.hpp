// The cheapest solution: branch and bound over sparse sets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "squaredance/cover/problem.hpp"
#include "squaredance/search.hpp"

namespace squaredance::cover {

// Each `run` that says `solution` has found one that is cheaper than all before; the last one
// before `exhausted` is the cheapest. Costs may be negative; sums are in doubles, so whole
// numbers are exact up to 2^53.
class Minimum {
 public:
  explicit Minimum(const Problem& problem);
  ~Minimum();

  Pause run(std::uint64_t nodes);
  std::vector<Option> solution() const;
  double cost() const;   // of the solution just found
  double bound() const;  // no solution that is still to come is cheaper than this
  double progress() const;
  std::size_t memory() const;
  Effort effort() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace squaredance::cover
