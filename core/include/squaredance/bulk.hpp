// 9x9 in bulk: many puzzles side by side, one bit of each in a vector register.
//
//   bulk::Job job{.puzzles = lines, .puzzle_step = 82, .size = n, ...};
//   bulk::make_solver9(cpu::used())->work(job);      // in as many threads as you like
//
// The same code is compiled for each instruction set; the best that the machine has is
// chosen at run time. All kernels give the same answers, also when a puzzle has several
// solutions: what becomes of a puzzle does not depend on those around it, nor on the thread
// that takes it. The solution given is the first one of single9.hpp.
#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "squaredance/cpu.hpp"

namespace squaredance::bulk {

constexpr std::uint32_t unanswered = 0xFFFFFFFF;

// Puzzles to solve, and where the answers go. Several solvers may work on one Job: each
// takes a few puzzles at a time until none is left.
//
// A puzzle is 81 bytes row by row. What counts is the low half of each byte: 1 to 9 is that
// value, anything else an empty cell. So values and text ('1'..'9' with '0', '.', '*', '-'
// or '_') are read in place alike; whether the text is what was meant is for the caller to
// check. The same for `solutions`, which are written in place; each value is joined with
// `zero`, so that '0' makes text. Where a puzzle has no solution nothing is written.
// Solutions must not lie over the puzzles: one that takes many guesses is read again after a
// solution of it was written, and would be counted as that grid.
struct Job {
  const std::uint8_t* puzzles;
  std::size_t puzzle_step = 81;  // bytes from one puzzle to the next
  std::size_t size;              // how many puzzles
  std::uint8_t* solutions;
  std::size_t solution_step = 81;
  std::uint8_t zero = 0;  // its low half is 0
  std::size_t between = 0;  // bytes behind a puzzle that are copied too; not behind the last
  std::uint32_t* counts;     // of solutions, up to `limit`; what is not reached is not written
  std::uint32_t limit = 2;  // 1 or more, and less than `unanswered`

  std::atomic<std::size_t> taken{0};     // by some solver
  std::atomic<std::size_t> answered{0};  // for those who watch
  std::atomic<bool> stop{false};         // set by those who watch: return soon
};

using Clock = std::chrono::steady_clock;

// Job after job for a solver. At the end of its work the lanes of a solver run dry, which takes as
// long as to solve 1,300 puzzles with 17 clues; those who have jobs that follow each other let the
// lanes go on from one to the next.
class Jobs {
 public:
  // Nothing is left to take of `job`: the one to go on with, or null when there is none now. Called
  // again and again as long as the solver has work to do. Its `zero` is the same.
  virtual Job* next(Job& job) = 0;

  // All that the solver took of the job is answered, or it was stopped: it never looks at it again.
  // Called once for every job, the first one included.
  virtual void leave(Job& job) = 0;

 protected:
  ~Jobs() = default;
};

// Holds the memory of one thread: 2 to 4 MB. Throws nothing but std::bad_alloc.
class Solver9 {
 public:
  virtual ~Solver9() = default;

  // True when nothing is left to take and all that it took is answered, or soon after
  // `job.stop`. False when the time is up first: then it must be called with the same job
  // again, until it says true, before it gets another one.
  virtual bool work(Job& job, Clock::time_point until = Clock::time_point::max()) = 0;

  // The same for jobs in a row, the given one first; to be stopped all together. What is
  // left of one is answered while the next is at work.
  virtual void work(Job& job, Jobs& jobs) = 0;
};

// Requires a level that is available.
std::unique_ptr<Solver9> make_solver9(cpu::Level level);

}  // namespace squaredance::bulk
