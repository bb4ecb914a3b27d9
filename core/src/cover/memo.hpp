// MemoCounter: depth-first search that remembers the count of every set of open items it has
// been through, and multiplies the counts of components, which share no item.
//
// What is left of a problem is determined by its open primary items and the union of the
// `has` bits of the secondary items over the options left (masks.hpp): that is the key.
#pragma once

#include <cstdint>
#include <memory>

#include "squaredance/cover/count.hpp"

namespace squaredance::cover {

class MemoCounter : public Counter {
 public:
  // Work is in nanoseconds of some machine: its own, and what a plain search would have had,
  // that is, with the work of a remembered set again whenever it is met.
  virtual double work_done() const = 0;
  virtual double plain_work() const = 0;

  Method method() const override { return Method::memo; }
};

// Words of a mask at the most.
inline constexpr std::size_t memo_words = 16;

// Requires bounds {1, 1} and masks of no more than memo_words words.
std::unique_ptr<MemoCounter> make_memo(const Problem& problem, CountLimits limits);

}  // namespace squaredance::cover
