// Counts made of junctions, shared by strong links and wings.
//
// A junction is a value in cells that all see each other, so at most one of them holds it. When every
// candidate of the bases is in a junction, a candidate outside of the bases that sees all the cells of
// enough junctions is false: of one, where there are as many junctions as bases; of one more for every
// junction beyond that. For the proof each of those junctions is widened by the candidate.
#pragma once

#include <span>
#include <vector>

#include "squaredance/technique/state.hpp"
#include "squaredance/technique/step.hpp"

namespace squaredance::technique {

struct Junction {
  int value;
  std::vector<Cell> cells;
};

// Adds the lemmas that strike the eliminations, one for each choice of covers.
void prove_by_junctions(const State& state, std::span<const Set> bases,
                        std::span<const Junction> junctions,
                        std::span<const Candidate> eliminations, Evidence& evidence);

}  // namespace squaredance::technique
