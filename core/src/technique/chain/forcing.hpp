// Forcing chains with several cases: nishio, multiple (cell and house) and dynamic ones.
#pragma once

#include <deque>
#include <vector>

#include "ranking.hpp"
#include "net.hpp"
#include "propagation.hpp"

namespace squaredance::technique::chain {

class Forcing {
 public:
  // Ranks all chains of the graph under these rules.
  void find(const Graph& graph, const Rules& rules, Ranking& ranking,
            const std::atomic<bool>* stop = nullptr);

  // The net of a candidate that is on; made when it is not at hand. It stays at least as long as no
  // more than a house of others are asked for.
  Net& net(Id id);
  // The ends of a chain that was found, each in its net, in the order of its cases. Valid until the
  // next call. None when a net had to be made again and that was stopped.
  struct End {
    Net* net;
    Literal node;
  };
  const std::vector<End>& ends(const Ranked& ranked);
  const Graph& graph() const { return *graph_; }

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  void start_nets();
  bool possible(int complexity, int key) const;
  void take_clash(Net& net);
  void take_either(Net& on_net, Net& off_net);
  void take_split(std::uint32_t item, bool is_cell);
  void take(Ranked& ranked, int complexity, int key);
  int inner_complexity();

  const Graph* graph_ = nullptr;
  Ranking* ranking_ = nullptr;
  Rules rules_;
  double base_ = 0;
  Propagation propagation_;
  // Nets at hand: all of them up to 1,600 candidates, else as many as fit into a bounded memory, and
  // the one not used for longest is made anew.
  std::deque<Net> nets_;
  std::vector<std::uint32_t> place_;     // by Id: its net, or none
  std::vector<std::uint32_t> owner_;     // by net: the Id
  std::vector<std::uint64_t> last_use_;  // by net
  std::uint64_t uses_ = 0;
  std::size_t room_ = 0;
  Net off_net_;
  std::vector<Net*> cases_;
  std::vector<End> ends_;
  std::vector<std::uint32_t> numbers_;
  std::vector<Inner> inners_;
  std::vector<std::uint64_t> common_;
  std::vector<Id> struck_;
};

}  // namespace squaredance::technique::chain
