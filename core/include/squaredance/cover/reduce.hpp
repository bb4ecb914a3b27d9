// Smaller problems with the same solutions: options that are forced or excluded, options that
// can be in no solution, other orders, and the parts that threads work on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

// A problem made from another one. Its solutions, translated by `options`, with `chosen`
// added, are solutions of the other one.
struct Reduced {
  Problem problem;
  std::vector<Option> options;  // by option of `problem`: its number in the other problem
  std::vector<Option> chosen;   // in every solution
  bool impossible = false;      // no solution at all; `problem` then is one without any
};

// An item that has no options.
Reduced no_solution();

// Leaves out what is excluded, what clashes with a forced option, and every item that is
// settled. A forced option that has no primary item, is excluded too, or clashes with another
// forced one makes it impossible. The items keep their order.
Reduced reduce(const Problem& problem, std::span<const Option> forced,
               std::span<const Option> excluded);

// Takes out options that can be in no solution, because with them some primary item would
// have too few options left, until there are none (or about `work` steps are done: a look at
// an item of an option is one); and forces the options of an item that needs all it has left.
// The idea is Knuth's DLX-PRE.
void strike_impossible(Reduced& reduced, std::uint64_t work);

// The same problem with items and options in an order drawn from the seed: the tie-breaks of
// every engine then fall otherwise.
Reduced shuffle(const Problem& problem, std::uint64_t seed);

// One of the parts that a search is cut into.
struct Part {
  std::vector<Option> forced;
  std::vector<Option> excluded;
};

// Cuts the search into at least `wanted` parts where it can, and less than twice as many, by the
// first decisions (fewest options first). Every solution is in exactly one part, `reduce` makes its problem; the parts
// depend on the problem and on `wanted` only. Branches that end in a conflict are left out, so
// there may be fewer parts, or none; and fewer where they would take more than 256 MB, which
// only items with many thousand options do.
std::vector<Part> split(const Problem& problem, std::size_t wanted);

class OptionsOfItems;

// The same in slices, for many parts of a large problem, which take seconds:
//
//   Cutting cutting(problem, 20000);
//   while (!cutting.run(1 << 24)) look_at_the_clock();
//   use(cutting.take());
class Cutting {
 public:
  // The problem must outlive it.
  Cutting(const Problem& problem, std::size_t wanted);
  ~Cutting();
  Cutting(const Cutting&) = delete;
  Cutting& operator=(const Cutting&) = delete;

  // Goes on for about so many steps of a nanosecond; whether it is done.
  bool run(std::uint64_t steps);

  // The parts, once. Requires that it is done.
  std::vector<Part> take();

 private:
  std::uint64_t go_on();
  void next_level();

  const Problem& problem_;
  const std::unique_ptr<const OptionsOfItems> options_;
  const std::size_t wanted_;
  std::vector<Part> level_, next_;
  std::vector<bool> is_whole_, next_is_whole_;
  std::size_t taken_ = 0;  // options in all parts
  std::size_t at_ = 0;     // in the level
  bool grew_ = false;      // the level, so far
  bool is_done_ = false;
};

}  // namespace squaredance::cover
