// Forcing chains with several cases: nishio, multiple (cell and house) and dynamic ones.
#pragma once

#include <vector>

#include "hint.hpp"
#include "net.hpp"
#include "propagation.hpp"

namespace squaredance::technique::chain {

class Forcing {
 public:
  // Tells the hints all chains of the graph under these rules.
  void find(const Graph& graph, const Rules& rules, Hints& hints,
            const std::atomic<bool>* stop = nullptr);

  // The net of a candidate that is on; made when first asked for.
  Net& net(Id id);
  // The ends of a hint that was found, each in its net, in the order of its cases. Valid until the
  // next call.
  struct End {
    Net* net;
    Literal node;
  };
  const std::vector<End>& ends(const Hint& hint);
  const Graph& graph() const { return *graph_; }

 private:
  bool possible(int complexity, int key) const;
  void take_clash(Net& net);
  void take_either(Net& on_net, Net& off_net);
  void take_split(std::uint32_t item, bool is_cell);
  void take(Hint& hint, int complexity, int key);
  int inner_complexity();

  const Graph* graph_ = nullptr;
  Hints* hints_ = nullptr;
  Rules rules_;
  double base_ = 0;
  Propagation propagation_;
  std::vector<Net> nets_;
  std::vector<std::uint8_t> made_;
  Net off_net_;
  std::vector<Net*> cases_;
  std::vector<End> ends_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Inner> inners_;
  std::vector<std::uint64_t> common_;
  std::vector<Id> struck_;
};

}  // namespace squaredance::technique::chain
