// A problem on its way to an engine, and its solutions on their way back: options that are
// forced or excluded, options that cannot be, an order drawn from a seed.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "cover_problem.hpp"
#include "squaredance/cover/problem.hpp"
#include "squaredance/cover/reduce.hpp"

namespace squaredance::bindings {

using Options = std::vector<cover::Option>;

// What is asked of a problem, whatever the question.
struct Wishes {
  Options forced;
  Options excluded;
  std::optional<std::uint64_t> seed;
  bool strike = false;  // take out what cannot be, before the engine sees it
};

class Prepared {
 public:
  // Steps of strike_impossible: only what is quick. It settles a Sudoku, but to its end it often
  // takes longer than it saves: 180 ms for a tenth of the nodes of pentominoes on 6x10, which
  // are 1.3 s; 240 ms for a word square of 1 ms.
  static std::uint64_t strike_work(const cover::Problem& problem) {
    constexpr std::uint64_t most = 1 << 16;  // a fifth of a millisecond
    return std::min<std::uint64_t>(32 * problem.items.size(), most);
  }
  static constexpr std::size_t most_places = 1 << 20;  // in a larger problem to copy is too much

  Prepared(const CoverProblem& source, const Wishes& wishes) : source_(&source.native()) {
    const cover::Problem& problem = source.native();
    auto check = [&](const Options& options) {
      for (cover::Option o : options)
        if (o >= problem.option_count()) throw nb::value_error("expected options of the problem");
    };
    check(wishes.forced);
    check(wishes.excluded);
    nb::gil_scoped_release released;
    const bool strike = wishes.strike && problem.items.size() <= most_places;
    if (!wishes.forced.empty() || !wishes.excluded.empty() || strike)
      reduced_ = cover::reduce(problem, wishes.forced, wishes.excluded);
    if (strike) cover::strike_impossible(*reduced_, strike_work(reduced_->problem));
    if (wishes.seed) shuffle(*wishes.seed);
  }

  const cover::Problem& problem() const { return reduced_ ? reduced_->problem : *source_; }

  // The engine has read the problem: only the way back is still needed.
  void forget_problem() {
    source_ = nullptr;
    if (reduced_) reduced_->problem = {};
  }

  cover::Option original_option(cover::Option option) const {
    return reduced_ ? reduced_->options[option] : option;
  }

  // A solution of `problem()` in the numbers of the source.
  Options original(Options solution) const {
    if (!reduced_) return solution;
    for (cover::Option& o : solution) o = reduced_->options[o];
    solution.insert(solution.end(), reduced_->chosen.begin(), reduced_->chosen.end());
    return solution;
  }

 private:
  void shuffle(std::uint64_t seed) {
    cover::Reduced shuffled = cover::shuffle(problem(), seed);
    if (reduced_) {
      for (cover::Option& o : shuffled.options) o = reduced_->options[o];
      shuffled.chosen = std::move(reduced_->chosen);
    }
    reduced_ = std::move(shuffled);
  }

  const cover::Problem* source_;
  std::optional<cover::Reduced> reduced_;
};

}  // namespace squaredance::bindings
