// Minimal puzzles: clues go one by one as long as the solution stays the only one.
//
//   generate::minimise(geometry, puzzle, solution, order, stop);
//
// A clue is redundant when the puzzle without it has the same only solution. One that is not redundant never
// becomes so when others go: so it is tried once, in the order given, and what is left is minimal.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "squaredance/bulk.hpp"
#include "squaredance/geometry.hpp"

namespace squaredance::generate {

// Requires that `solution` is the only one of `puzzle`, from which clues are taken in the `order` of their cells.
// Cells that hold no clue are passed over, and clues that are not in the order stay. False after a `stop` (may be
// null): then some may be gone. Throws nothing but std::bad_alloc.
bool minimise(const Geometry& geometry, std::uint8_t* puzzle, const std::uint8_t* solution,
              std::span<const Cell> order, const std::atomic<bool>* stop);

// Of a puzzle whose only solution is `solution`: the cells whose clues could each go alone. Empty: it is minimal. False
// after a `stop`.
bool redundant_clues(const Geometry& geometry, const std::uint8_t* puzzle, const std::uint8_t* solution,
                     std::vector<Cell>& redundant, const std::atomic<bool>* stop);

// The same for many of the standard 9x9 at once, 81 values each. Holds the memory of one thread. A few hundred
// at a time keep its lanes busy; what becomes of one does not depend on the others.
class Minimiser9 {
 public:
  Minimiser9();

  // Each of `counts` is the number of solutions of a puzzle, 2 for several. All calls are false after a `stop`.
  bool count(std::span<const std::uint8_t> puzzles, std::uint8_t* counts, const std::atomic<bool>* stop);

  // Requires puzzles with one solution each. Writes 1 for every clue that could go alone, else 0.
  bool redundant(std::span<const std::uint8_t> puzzles, std::uint8_t* is_redundant, const std::atomic<bool>* stop);

  // Requires puzzles with one solution each. `orders` are 81 cells for each puzzle; null: row by row.
  bool minimise(std::span<std::uint8_t> puzzles, const std::uint8_t* orders, const std::atomic<bool>* stop);

 private:
  // Tests, and whose answers they are.
  void clear();
  void add(const std::uint8_t* puzzle, std::size_t owner);
  void add_without(const std::uint8_t* puzzle, std::size_t cell, std::size_t owner);
  template <typename Take>
  bool flush(Take&& take, const std::atomic<bool>* stop);

  std::unique_ptr<bulk::Solver9> solver_;
  std::vector<std::uint8_t> tests_, solutions_;
  std::vector<std::size_t> owners_;
  std::vector<std::uint32_t> counts_;
};

}  // namespace squaredance::generate
