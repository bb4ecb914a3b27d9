// One puzzle cut into puzzles with more clues, for many workers.
//
//   for (const Subproblem& one : split(geometry, {masks}, 2048)) use(with_clues(masks, one.clues));
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "squaredance/geometry.hpp"

namespace squaredance {

// Cells with the value 1..N that each is to hold.
using Clues = std::vector<std::pair<Cell, std::uint8_t>>;

// A puzzle with clues more than that of its root.
struct Subproblem {
  std::size_t root;
  Clues clues;
};

// The candidates of each cell with more clues: bit v - 1 for value v.
std::vector<std::uint64_t> with_clues(std::vector<std::uint64_t> masks, const Clues& clues);

// Cuts each of the roots (the candidates of each cell, bit v - 1 for value v) by its first
// decisions: the cell with the fewest candidates after propagation, or the value with the
// fewest cells in a house where those are fewer. At least `wanted` subproblems in all where
// there are that many, and less than `wanted` plus the size (or one for each root). Every solution of a root is in
// exactly one of its subproblems; they depend on the arguments only and come in the order of
// the tree. Branches that end in a conflict are left out, so there may be fewer, or none.
std::vector<Subproblem> split(const Geometry& geometry,
                              const std::vector<std::vector<std::uint64_t>>& roots,
                              std::size_t wanted);

// The same in slices, for thousands of large puzzles, which take seconds:
//
//   Cutting cutting(geometry, roots, 20000);
//   while (!cutting.run(1 << 24)) look_at_the_clock();
//   use(cutting.take());
class Cutting {
 public:
  // Both must outlive it.
  Cutting(const Geometry& geometry, const std::vector<std::vector<std::uint64_t>>& roots,
          std::size_t wanted);

  // Goes on for about so many steps of a nanosecond; whether it is done.
  bool run(std::uint64_t steps);

  // The subproblems, once. Requires that it is done.
  std::vector<Subproblem> take();

 private:
  struct Open {
    Subproblem subproblem;
    Clues branches;  // none: there is nothing left to decide
  };

  void go_on();
  void add(Subproblem subproblem);
  void next_level();

  const Geometry& geometry_;
  const std::vector<std::vector<std::uint64_t>>& roots_;
  const std::size_t wanted_;
  const std::uint64_t steps_of_one_;
  std::uint64_t steps_ = 0;  // of this run
  std::size_t next_root_ = 0;
  std::vector<Open> level_, next_;
  std::size_t at_ = 0;  // in the level
  bool grew_ = true;    // the level, so far: the first one, of the roots, has
  bool is_done_ = false;
};

}  // namespace squaredance
