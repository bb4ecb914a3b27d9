// Search: one puzzle being solved, by any engine. Resumable and silent; throws nothing
// but std::bad_alloc.
//
//   auto search = make_search(Engine::search, geometry, masks);
//   while (search->run(1 << 16) == Pause::budget) { /* look at the clock, the keyboard */ }
//
//            run                    run
//   start ---------> solution -----------------> solution ... --> exhausted
//     |                                                              ^
//     +--> budget --> (run again, goes on exactly where it was) -----+
//
// Each call of `run` gives the next solution; all solutions come once, in an order that
// depends on nothing but the puzzle and the engine, however the work is cut into calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "squaredance/frame.hpp"
#include "squaredance/geometry.hpp"

namespace squaredance {

enum class Pause : std::uint8_t {
  solution,   // `read_solution` gives it
  exhausted,  // no more solutions; every further run says the same
  budget,     // the nodes granted are used up
};

// What the answer cost. A node is a state of the search tree that was looked at (the
// root too); a guess is a decision that had an alternative.
struct Effort {
  std::uint64_t nodes = 0;
  std::uint64_t guesses = 0;
};

class Search {
 public:
  virtual ~Search() = default;

  // Works until the next solution, the end, or for `nodes` nodes. With 0 nodes it only tells
  // whether the end is reached.
  virtual Pause run(std::uint64_t nodes) = 0;

  // Requires that the last run said `solution`; writes the value 1..N of each cell.
  virtual void read_solution(std::span<std::uint8_t> values) const = 0;

  // Writes the candidates of each cell that are left at the root of the tree, and returns true;
  // false when the engine does not tell. While no solution was found, every solution of the
  // puzzle is among them. For another engine that goes on with the puzzle.
  virtual bool read_root(std::span<std::uint64_t> masks) const {
    (void)masks;
    return false;
  }

  // Does the next small piece of the work of `run` and tells it; false when the engine does not
  // tell. The decisions and the effort are those of `run`, at a hundredth of its speed. A search
  // that is watched is never run.
  virtual bool watch(Frame& frame) {
    (void)frame;
    return false;
  }

  // Calls of `run` for fewer nodes than this cost more than their work.
  virtual std::uint64_t least_slice() const { return 1; }

  // Bytes held now; 0 when the engine does not tell.
  virtual std::size_t memory() const { return 0; }

  Effort effort() const { return effort_; }

 protected:
  Effort effort_;
};

enum class Engine : std::uint8_t { search, dance, rows, learn };

// `masks` holds the candidates of each cell, bit v - 1 for value v. Clues are cells of one
// candidate. Candidates that conflict make a Search with no solution.
// The Geometry must outlive the Search.
std::unique_ptr<Search> make_search(Engine engine, const Geometry& geometry,
                                    std::vector<std::uint64_t> masks);

}  // namespace squaredance
