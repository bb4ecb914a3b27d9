// Finders look for the uses of one technique (or of one family that shares its search) in a state
// and tell them to a Report, in an order that is fixed.
//
//   struct First : Report { bool take(Step&& step) override { found = std::move(step); return false; } };
//   find_naked_subsets(state, 2, report);
//
// A finder lives in a file of its own in src/technique/, declared in finders.hpp there. It never changes the state.
// All return false when the report wanted no more (or is stopped), so that a caller stops as well.
#pragma once

#include <atomic>

#include "squaredance/stop.hpp"
#include "squaredance/technique/state.hpp"
#include "squaredance/technique/step.hpp"

namespace squaredance::technique {

class Report {
 public:
  virtual ~Report() = default;

  // One step found; says whether more are wanted.
  virtual bool take(Step&& step) = 0;

  // Whether the work is to be given up: looked at every millisecond or so.
  bool stopped() const { return is_stopped(stop); }

  // Rating needs no evidence, which is most of the work of making a step.
  bool evidence = true;
  // All steps that a finder can see. Else it may leave out what it would never tell first: a finder
  // that ranks what it finds (chains, loops) may tell the best one only.
  bool all = false;
  const std::atomic<bool>* stop = nullptr;
};

}  // namespace squaredance::technique
