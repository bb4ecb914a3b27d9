// Proofs for ways through a web.
#pragma once

#include <vector>

#include "chain_proof.hpp"
#include "count_proof.hpp"
#include "web.hpp"

namespace squaredance::technique {

// Adds the nodes of the way; its first literal is an assumption. Gives the last node.
ChainProof::Id add_way(const State& state, const Web& web, const std::vector<int>& way,
                       ChainProof& proof);

// A way that closes is a count with as many covers as bases: its strong links are the
// bases, its weak ones the covers, and each cover strikes what it reaches.
struct ClosedWay {
  std::vector<Set> bases;
  std::vector<Cover> covers;

  std::vector<Candidate> eliminations() const;
};

// Requires a way that ends in the cell where it started, at another candidate: from on to off in a
// cell of two candidates, or from off to on.
ClosedWay closed(const State& state, const Web& web, const std::vector<int>& way);

}  // namespace squaredance::technique
