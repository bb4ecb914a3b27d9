// Many puzzles of any one Geometry, on several threads: as bulk.hpp, a search per puzzle.
//
//   many::Job job{.geometry = g, .puzzles = values, .puzzle_step = 256, .size = n, ...};
//   many::work(job);   // in each thread
//
// What becomes of a puzzle does not depend on the thread that takes it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "squaredance/geometry.hpp"

namespace squaredance::many {

// A puzzle is a byte per cell, row by row: 1 to N is a clue, anything else an empty cell.
// Where a puzzle has no solution nothing is written but its count. After a `stop`, a puzzle
// whose count was not written is unanswered; a first solution of it may have been.
struct Job {
  const Geometry& geometry;
  const std::uint8_t* puzzles;
  std::size_t puzzle_step;  // bytes from one puzzle to the next
  std::size_t size;         // how many puzzles
  std::uint8_t* solutions;
  std::size_t solution_step;
  std::uint32_t* counts;    // of solutions, up to `limit`
  std::uint32_t limit = 1;  // 1 or more

  std::atomic<std::size_t> taken{0};     // by some thread
  std::atomic<std::size_t> answered{0};  // for those who watch
  std::atomic<bool> stop{false};         // set by those who watch: return within milliseconds
};

// Takes puzzles until none is left, or soon after `job.stop`. Throws nothing but
// std::bad_alloc.
void work(Job& job);

}  // namespace squaredance::many
