// Counting solutions without listing them. Resumable and silent.
//
//   auto counter = cover::make_counter(cover::Method::best, problem, {.memory = 1 << 30});
//   while (counter->run(1 << 16) == Halt::budget) { /* look at the clock, the keyboard */ }
//   if done: counter->total()
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "squaredance/cover/problem.hpp"
#include "squaredance/search.hpp"

namespace squaredance::cover {

enum class Method : std::uint8_t {
  best,      // chooses, and falls back when memory runs out
  memo,      // search that remembers the count of each set of open items; splits into components.
             // When its memory is full it goes on without remembering more; it must have
             // room for the options left at each level
  frontier,  // breadth-first over a fixed order of the items
  search,    // plain search by bits or cells
};

enum class Halt : std::uint8_t {
  done,
  budget,  // run again, goes on exactly there
  memory,  // more memory would be needed (`frontier` and `memo` only)
};

struct CountLimits {
  std::size_t memory = std::size_t{1} << 30;  // bytes, roughly: tables included, the problem not
};

class Counter {
 public:
  virtual ~Counter() = default;

  // Works for about so many nodes. A node of `frontier` is a state of a layer.
  virtual Halt run(std::uint64_t nodes) = 0;

  // The number of solutions, exact at any size: 64-bit digits, the lowest first, no leading
  // zeros. Before the end, a lower bound where the method has one, else zero.
  virtual std::vector<std::uint64_t> total() const = 0;

  virtual double progress() const = 0;  // from 0 to 1, roughly
  virtual std::size_t memory() const = 0;
  virtual Method method() const = 0;  // the one at work: `best` has several
  Effort effort() const { return effort_; }

 protected:
  Effort effort_;
};

// Whether the method takes the problem: `memo` knows no bounds but {1, 1}, and has a limit of size.
bool takes(Method method, const Problem& problem);

// Requires that the method takes the problem, which is read here only.
std::unique_ptr<Counter> make_counter(Method method, const Problem& problem, CountLimits limits);

}  // namespace squaredance::cover
