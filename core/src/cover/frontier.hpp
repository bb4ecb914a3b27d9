// FrontierCounter: counts breadth-first, a layer of states after each step of a Plan.
//
//   layer 0        layer 1        layer 2                last layer
//   {nothing: 1} -> {s: 1} ----> {u: 2} ----> ... ----> {nothing: all solutions}
//                \> {t: 1} --/\-> {v: 1}
//
// Two choices that leave the same state have the same ways to go on, so a layer is a table
// from states to the number of ways that lead there.
#pragma once

#include <memory>

#include "frontier_order.hpp"
#include "squaredance/cover/count.hpp"

namespace squaredance::cover {

class FrontierCounter : public Counter {
 public:
  // Work is in nanoseconds of some machine. What is left is a guess from the live bits at each
  // step to come and the states that there are now.
  virtual double work_done() const = 0;
  virtual double work_left() const = 0;

  Method method() const override { return Method::frontier; }
};

std::unique_ptr<FrontierCounter> make_frontier(const Problem& problem, CountLimits limits,
                                               std::uint64_t order_work = default_order_work);

}  // namespace squaredance::cover
