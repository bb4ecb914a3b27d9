// Bidirectional cycles and forcing chains: chains without branches that end where they began.
//
// From a candidate that is on, weak and strong links alternate; two of them are an edge from one "on"
// to the next. One breadth-first search over those edges finds the cycles through a source (an edge
// back to it) and the chain that refutes it (a candidate reached that strikes it); a second one, from
// the source off, finds the chain that proves it.
#pragma once

#include <atomic>
#include <vector>

#include "ranking.hpp"
#include "net.hpp"

namespace squaredance::technique::chain {

// A graph, or the part of it that a net has not struck: its links as they are now, and the status of
// each candidate (nullptr: all are left).
struct View {
  const Graph* graph;
  const Item* links;
  const std::uint8_t* status;

  bool left(Id id) const { return !status || !(status[id] & gone_bit); }
};

class Cycles {
 public:
  // Ranks all cycles and chains of the graph: those in houses only (X), through cells of two only (Y,
  // cycles), and mixed ones. `stop` (optional) is looked at from source to source.
  void find(const View& view, Ranking& ranking, const std::atomic<bool>* stop = nullptr);

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

  // The edges of one mode: those of an Id are first[id] to first[id + 1].
  struct Mode {
    bool x, y;
    std::vector<std::uint32_t> first;
    std::vector<Edge> edges;
  };

  void find_strong();
  void connect();
  void search_on(const Mode& mode, Id source);
  void search_off(const Mode& mode, Id source);
  void take_cycle(const Mode& mode, Id source, std::uint32_t from, const Edge& edge);
  void take_chain(Literal target, bool y, int complexity);
  void path_to_root(std::uint32_t at);

  View view_{};
  const Graph* graph_ = nullptr;
  Ranking* ranking_ = nullptr;
  Mode modes_[3] = {{true, false, {}, {}}, {false, true, {}, {}}, {true, true, {}, {}}};
  std::vector<Edge> strong_;                // of all candidates; where in a cell, that comes first
  std::vector<std::uint32_t> first_strong_;
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
