// LearnSearch: the engine `learn` with what only it can do: seeds, and a proof that there is
// no (further) solution.
//
//   LearnSearch search(geometry, masks, {.seed = 0, .proof = true});
//   while (search.run(1 << 10) == Pause::budget) out << search.take_proof();
//   out << search.take_proof();     // ends with the empty clause when the last run said exhausted
//
// A node is one propagation: the root, or the state after a decision or a learned clause. It
// costs 10 to 100 microseconds at 25x25. Now and then a node also tidies the learned clauses,
// a few milliseconds at most.
//
// Memory is bounded: learned clauses are dropped so that all of them take `memory_cap` bytes at
// most (the watches as much again), however long the search and however many solutions it tells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "squaredance/search.hpp"

namespace squaredance {

struct LearnOptions {
  std::uint64_t seed = 0;  // others try the candidates in another order, for a race of several
  bool proof = false;      // keep a DRAT proof; see take_proof
};

class LearnSearch final : public Search {
 public:
  static constexpr std::size_t memory_cap = std::size_t{64} << 20;

  // As make_search. The Geometry is read here only.
  LearnSearch(const Geometry& geometry, std::vector<std::uint64_t> masks, LearnOptions options);
  ~LearnSearch() override;

  Pause run(std::uint64_t nodes) override;
  void read_solution(std::span<std::uint8_t> values) const override;

  // The lines of the DRAT proof since the last call, empty without `proof`. The formula is that
  // of the puzzle: variable cell * N + value; each cell and each (house, value) exactly once, a
  // unit clause for each clue and each candidate that is not there. After a first solution the
  // formula has one clause more, which says that some cell differs from it. The proof is
  // complete when `run` said exhausted after at most one solution.
  std::string take_proof();

  std::size_t memory() const override;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace squaredance
