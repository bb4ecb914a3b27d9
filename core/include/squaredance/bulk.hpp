// 9x9 in bulk: many puzzles side by side, one bit of each in a vector register.
//
//   auto solver = bulk::make_solver9(bulk::best_kernel());
//   solver->solve(values, n, 2, solutions, counts, stop);
//
// The same code is compiled for each instruction set; the best that the machine has is
// chosen at run time. All kernels give the same answers, also when a puzzle has several
// solutions: what becomes of a puzzle does not depend on those around it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace squaredance::bulk {

enum class Kernel : std::uint8_t { portable, avx2, avx512 };

std::string_view name(Kernel kernel);
std::vector<Kernel> available_kernels();  // the portable one first, the best one last
Kernel best_kernel();

// Holds the memory of one thread: 2 to 4 MB. Throws nothing but std::bad_alloc.
class Solver9 {
 public:
  virtual ~Solver9() = default;

  // `values` are n puzzles of 81 values row by row, 0 for an empty cell, 9 at most. Writes
  // how many solutions each has, up to `limit` (1 or more), and where there is one the
  // first found, 81 values each. When `stop` becomes true it returns soon, and what it has
  // not reached is left as it was.
  virtual void solve(const std::uint8_t* values, std::size_t n, std::uint32_t limit,
                     std::uint8_t* solutions, std::uint32_t* counts,
                     const std::atomic<bool>& stop) = 0;
};

// Requires a kernel that is available.
std::unique_ptr<Solver9> make_solver9(Kernel kernel);

}  // namespace squaredance::bulk
