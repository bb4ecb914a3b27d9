// Nested: whole chains inside of a dynamic net, from level 2 on.
//
// When nothing simpler follows in the net, the candidates it has left are a graph of their own. All
// chains of it are looked for, ranked, and each that needs something the net has struck strikes what
// it strikes there. Level 2: cycles and forcing chains; 3: also multiple ones; 4: dynamic ones; 5: also
// dynamic ones of level 2.
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "cycles.hpp"
#include "forcing.hpp"
#include "ranking.hpp"
#include "net.hpp"

namespace squaredance::technique::chain {

// The kinds of chain inside, in the order in which they are looked for; nothing: cycles and forcing
// chains.
std::vector<std::optional<Rules>> kinds_inside(const Rules& rules);

class Nested {
 public:
  void start(const Graph& graph, const Rules& rules, const std::atomic<bool>* stop);
  // Adds what the chains of the first kind that has any strike to the net, and marks it in `status`.
  // `links` are the items as the net has left them.
  bool look(Net& net, const std::vector<Item>& links, std::vector<std::uint8_t>& status);

 private:
  bool look_for(std::uint32_t kind, const std::vector<Item>& links);
  void read(const Ranked& ranked);
  void read_path(std::span<const PathStep> path, bool cycle);
  void read_end(const Forcing::End& end, const Ranked& ranked);
  Id outer(Id id) const { return in_left_ ? left_.outer(id) : id; }
  void need(std::uint32_t item);
  void print(Literal literal);

  const Graph* graph_ = nullptr;  // of the net
  std::vector<std::optional<Rules>> kinds_;
  bool sukaku_ = false;
  const std::atomic<bool>* stop_ = nullptr;

  bool in_left_ = false;
  Net* net_ = nullptr;
  std::vector<std::uint8_t>* status_ = nullptr;
  Graph left_;     // the candidates left, with numbers of their own; cycles do without
  Ranking ranking_;
  Cycles cycles_;
  Forcing forcing_;

  std::uint64_t print_ = 0;
  std::vector<std::uint32_t> needed_;  // by Id: the chain that has it as a parent
  std::uint32_t reading_ = 0;
  std::vector<Literal> nodes_;
  std::vector<Id> struck_;
};

}  // namespace squaredance::technique::chain
