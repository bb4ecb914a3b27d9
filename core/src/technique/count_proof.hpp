// Proofs by counting whose covers reach candidates outside of the bases: almost locked sets, Sue de
// Coq, continuous loops.
#pragma once

#include <vector>

#include "squaredance/technique/find.hpp"

namespace squaredance::technique {

// A cover: candidates of the bases of which at most one is true, and candidates outside that each
// exclude all of them. Two targets may be true together, so one set cannot hold them all.
struct Cover {
  std::vector<Candidate> core;
  std::vector<Candidate> targets = {};
  // Several covers have these targets and must reach the same ones at once. Else a cover strikes
  // its targets alone, as all do where bases and covers are equally many.
  bool shared = false;
};

// Adds counts that strike all targets, as many as are needed: in each, every cover reaches targets
// that exclude each other.
void add_counts(const State& state, const std::vector<Set>& bases,
                const std::vector<Cover>& covers, Evidence& evidence);

// The candidates of this value in those cells.
std::vector<Candidate> candidates_in(const State& state, const std::vector<Cell>& cells, int value);

}  // namespace squaredance::technique
