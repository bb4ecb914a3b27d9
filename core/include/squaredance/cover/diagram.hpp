// Diagram: all solutions as a zero-suppressed decision diagram (Minato, 1993), made without
// listing them; it can be counted, sampled and iterated.
//
// A node asks whether its option is chosen; options are asked in a fixed order. Equal nodes
// are shared, and a node whose `yes` leads to nothing is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "squaredance/cover/count.hpp"
#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

class Diagram {
 public:
  using Index = std::uint32_t;
  static constexpr Index nothing = 0;     // no solution on this way
  static constexpr Index everything = 1;  // one solution ends here
  struct Node {
    Option option;
    Index no, yes;
  };

  Index root() const { return root_; }
  // The first two are the ends; a node comes after those it leads to.
  std::span<const Node> nodes() const { return nodes_; }

  std::vector<std::uint64_t> count() const;  // digits as Counter::total

  // Solution number `index` (digits as Counter::total); requires that it is below count(). The
  // options come in the order in which the diagram asks for them, and solutions that choose the
  // option asked for come before those that do not.
  std::vector<Option> solution(std::span<const std::uint64_t> index) const;

  std::size_t memory() const;

 private:
  friend class DiagramBuilder;
  void make_counts() const;
  std::span<const std::uint64_t> count_of(Index node) const;

  std::vector<Node> nodes_{{0, 0, 0}, {0, 1, 1}};
  Index root_ = nothing;
  mutable std::vector<std::uint64_t> counts_;  // `width_` digits for each node, when asked for
  mutable std::size_t width_ = 0;
};

// Makes a Diagram in slices. A node is a state of a layer of `frontier`, looked at twice: on the
// way down, and on the way up.
class DiagramBuilder {
 public:
  DiagramBuilder(const Problem& problem, CountLimits limits);
  ~DiagramBuilder();

  Halt run(std::uint64_t nodes);
  Diagram take();  // requires that the last run said `done`
  double progress() const;
  std::size_t memory() const;
  Effort effort() const;

 private:
  class State;
  template <int W>
  class Sweep;
  std::unique_ptr<State> state_;
};

}  // namespace squaredance::cover
