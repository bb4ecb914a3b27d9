// Bidirectional cycles and forcing chains: chains without branches that end where they began.
//
// From a candidate that is on, weak and strong links alternate; two of them are an edge from one "on"
// to the next. One breadth-first search over those edges finds the cycles through a source (an edge
// back to it) and the chain that refutes it (a candidate reached that strikes it); a second one, from
// the source off, finds the chain that proves it.
#pragma once

#include <vector>

#include "hint.hpp"

namespace squaredance::technique::chain {

class Cycles {
 public:
  // Tells the hints all cycles and chains of the graph: those in houses only (X), through cells of two
  // only (Y, cycles), and mixed ones.
  void find(const Graph& graph, Hints& hints);

 private:
  struct Edge {
    Id via, to;
    std::uint8_t weak_slot, strong_slot;
  };
  struct Reached {
    std::uint32_t parent;  // in queue_
    const Edge* edge;
    Id id;
    std::uint16_t depth;
  };

  void connect(bool x, bool y);
  void strong_links(Id id, bool x, bool y);
  void search_on(Id source, bool x, bool y);
  void search_off(Id source, bool y);
  void take_cycle(Id source, std::uint32_t from, const Edge& edge, bool x, bool y);
  void take_chain(Literal target, bool y, int complexity);
  void path_to_root(std::uint32_t at);

  const Graph* graph_ = nullptr;
  Hints* hints_ = nullptr;
  std::vector<std::uint32_t> starts_;
  std::vector<Edge> edges_;
  std::vector<Edge> strong_;           // of one candidate
  std::vector<std::uint32_t> strong_starts_;
  std::vector<Edge> strong_all_;       // of all, while the edges are made
  std::vector<Reached> queue_;
  std::vector<std::uint32_t> seen_;    // by Id: the search that reached it last
  std::vector<std::uint32_t> near_;    // by Id: the source that it strikes
  std::uint32_t search_ = 0;
  std::vector<PathStep> path_;
  std::vector<Id> struck_;
  std::vector<std::uint8_t> marks_;    // by Id, of a cycle
  std::vector<std::uint8_t> in_cell_;  // by cell, of a cycle
};

}  // namespace squaredance::technique::chain
