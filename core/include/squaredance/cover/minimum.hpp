// The cheapest solution: branch and bound over sparse sets, with a price for each item.
//
//   cover::Minimum search(problem);
//   while (search.run(1 << 16) == Pause::solution) use(search.solution(), search.cost());
//
// (With a smaller budget `run` says Pause::budget in between, as squaredance::Search does.)
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "squaredance/cover/problem.hpp"
#include "squaredance/search.hpp"

namespace squaredance::cover {

// Each `run` that says `solution` has found one that is cheaper than all before; the last one
// before `exhausted` is the cheapest. Takes every problem. Costs are finite and may be negative;
// sums are in doubles, so whole numbers are exact up to 2^53, and no cheaper solution is ever
// missed then, nor when all costs have up to six decimals. With other costs it may be missed
// when it is cheaper by no more than the rounding of such a sum.
class Minimum {
 public:
  static constexpr bool costly_nodes = true;  // a node may look at every option

  explicit Minimum(const Problem& problem);
  ~Minimum();

  // The first so many nodes (a hundred at most) are rounds of prices; effort() leaves them out.
  Pause run(std::uint64_t nodes);

  std::vector<Option> solution() const;  // the best so far, options in order
  double cost() const;                   // its cost; infinity while there is none
  double bound() const;  // no solution that is still to come is cheaper; infinity at the end
  double progress() const;
  std::size_t memory() const;
  Effort effort() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace squaredance::cover
