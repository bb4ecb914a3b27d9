// Proofs by chains: nodes and lemmas, added to the evidence of a step.
//
//   ChainProof proof(state, step.evidence);
//   auto off = proof.assume({a}, false);
//   auto on = proof.on({b}, {off});      // by the cell or the house they share
//   auto end = proof.off(targets, on);
#pragma once

#include <cstdint>
#include <vector>

#include "squaredance/technique/find.hpp"

namespace squaredance::technique {

// One place on the way of a chain: a group that is on, or off.
struct Stop {
  std::vector<Candidate> group;
  bool on;
};

class ChainProof {
 public:
  using Id = std::uint32_t;
  using Group = std::vector<Candidate>;

  ChainProof(const State& state, Evidence& evidence) : state_(state), evidence_(evidence) {}

  Id assume(Group group, bool on);
  // Off, since each of the group excludes every one of the parent, which is on.
  Id off(Group group, Id parent);
  // On, since all else in a cell or a house is off in the parents. Requires that there is one.
  Id on(Group group, std::vector<Id> parents);
  // On, since the cells have too few values left to lack this one.
  Id subset(Group group, std::vector<Cell> cells, std::vector<Id> parents);

  // Off, since a step strikes it where the parents are off.
  Id by_step(Candidate candidate, Step step, std::vector<Id> parents);

  // Follows on and off in turns from an assumption; gives the last node.
  Id walk(const std::vector<Stop>& way);

  // The group of the first stop is on, or off and the way is gone: the targets are false both times.
  void either(const std::vector<Stop>& way, const Group& targets);
  // The assumption leads to its own opposite.
  void refute(Id assumption, Id end, Group eliminations);

 private:
  Id add(Node node);

  const State& state_;
  Evidence& evidence_;
};

}  // namespace squaredance::technique
