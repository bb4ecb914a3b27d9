// How large is the search tree? Random dives from the root (Knuth, "Estimating the efficiency
// of backtrack programs", 1975): each level multiplies by its number of branches.
#pragma once

#include <cstdint>
#include <memory>

#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

class Estimator {
 public:
  Estimator(const Problem& problem, std::uint64_t seed);
  ~Estimator();

  void probe();  // one dive

  struct Mean {
    double mean = 0;
    double error = 0;  // standard error of the mean
  };
  Mean nodes() const;      // of the tree of fewest-options-first, conflicts included
  Mean solutions() const;
  std::uint64_t probes() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace squaredance::cover
