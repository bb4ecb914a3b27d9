// Nested: whole chains inside of a dynamic net, from level 2 on.
//
// When nothing simpler follows in the net, the candidates it has left are a graph of their own. All
// chains of it are looked for, ranked, and each that needs something the net has struck strikes what
// it strikes there. Level 2: cycles and forcing chains; 3: also multiple ones; 4: dynamic ones; 5: also
// dynamic ones of level 2.
#pragma once

#include <atomic>
#include <vector>

#include "cycles.hpp"
#include "forcing.hpp"
#include "hint.hpp"
#include "net.hpp"

namespace squaredance::technique::chain {

class Nested {
 public:
  void start(const Graph& graph, const Rules& rules, const std::atomic<bool>* stop);
  // Adds what the first kind of chain with a hint strikes to the net, and marks it in `status`.
  bool look(Net& net, std::vector<std::uint8_t>& status);

 private:
  bool look_for(const Rules* rules);
  void read(const Hint& hint, const Rules* rules);
  void read_path(std::span<const PathStep> path, bool cycle);
  void read_end(const Forcing::End& end, const Hint& hint);
  void need(std::uint32_t item);
  void print(Literal literal);

  const Graph* graph_ = nullptr;  // of the net
  std::vector<Rules> kinds_;      // of forcing chains inside
  bool cycles_too_ = false;
  bool sukaku_ = false;
  const std::atomic<bool>* stop_ = nullptr;

  Net* net_ = nullptr;
  std::vector<std::uint8_t>* status_ = nullptr;
  Graph left_;
  Hints hints_;
  Cycles cycles_;
  Forcing forcing_;

  std::uint64_t print_ = 0;
  std::vector<std::uint32_t> needed_;  // by Id: the hint that has it as a parent
  std::uint32_t hint_number_ = 0;
  std::vector<Literal> nodes_;
  std::vector<Id> struck_;
};

}  // namespace squaredance::technique::chain
