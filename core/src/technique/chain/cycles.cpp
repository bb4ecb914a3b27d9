#include "cycles.hpp"

#include <algorithm>

#include "squaredance/stop.hpp"

namespace squaredance::technique::chain {
namespace {

constexpr double cycle_base(bool x, bool y) { return x && y ? 7.0 : 6.5; }
constexpr double chain_base(bool y) { return y ? 7.0 : 6.6; }
constexpr int key_of(bool x, bool y) { return x && y ? 4 : y ? 3 : 2; }

Rank cycle_rank(bool x, bool y, int complexity) {
  return {cycle_base(x, y) + length_difficulty(complexity), complexity, key_of(x, y)};
}

Rank chain_rank(bool y, int complexity) {
  return {chain_base(y) + length_difficulty(complexity), complexity, key_of(true, y)};
}

}  // namespace

void Cycles::find(const View& view, Ranking& ranking, const std::atomic<bool>* stop) {
  view_ = view;
  graph_ = view.graph;
  ranking_ = &ranking;
  const int ids = graph_->ids();
  search_ = 0;
  seen_.assign(ids, 0);
  near_.assign(ids, 0);
  marks_.assign(ids, 0);
  in_cell_.assign(graph_->sight().cells(), 0);
  find_strong();
  connect();
  for (const Mode& mode : modes_) {
    if (!ranking.wants(cycle_rank(mode.x, mode.y, 4))) continue;
    for (int i = 0; i < ids; ++i) {
      const Id id = static_cast<Id>(i);
      if (!view.left(id)) continue;
      if (is_stopped(stop)) return;
      const int in_cell = view.links[graph_->item(id, 0)].count;
      if (in_cell < 2 || (!mode.x && in_cell > 2)) continue;
      if (mode.first[i] != mode.first[i + 1]) search_on(mode, id);
      if (mode.x && first_strong_[i] != first_strong_[i + 1]) search_off(mode, id);
    }
  }
}

// Two houses may give the same link; the first one counts.
void Cycles::find_strong() {
  const int ids = graph_->ids();
  strong_.clear();
  first_strong_.resize(ids + 1);
  for (int i = 0; i < ids; ++i) {
    const Id id = static_cast<Id>(i);
    const std::uint32_t first = first_strong_[i] = static_cast<std::uint32_t>(strong_.size());
    if (!view_.left(id)) continue;
    for (int slot = 0; slot < graph_->slots(); ++slot) {
      const Item& link = view_.links[graph_->item(id, slot)];
      if (link.count != 2) continue;
      const Id to = static_cast<Id>(link.rest ^ id);
      bool known = false;
      for (std::size_t s = first; s < strong_.size(); ++s) known |= strong_[s].to == to;
      if (!known) strong_.push_back({id, to, 0, static_cast<std::uint8_t>(slot)});
    }
  }
  first_strong_[ids] = static_cast<std::uint32_t>(strong_.size());
}

// The edges of all modes in one go. An edge back to where it starts is left out: no search takes it.
void Cycles::connect() {
  const int ids = graph_->ids();
  static_assert(sizeof(Edge) == 6);
  for (Mode& mode : modes_) {
    mode.edges.clear();
    mode.first.resize(ids + 1);
  }
  auto& [in_houses, in_cells, mixed] = modes_;
  for (int i = 0; i <= ids; ++i) {
    for (Mode& mode : modes_) mode.first[i] = static_cast<std::uint32_t>(mode.edges.size());
    const Id id = static_cast<Id>(i);
    if (i == ids || !view_.left(id)) continue;
    for (const Weak& weak : graph_->weak(id)) {
      const std::uint32_t last = first_strong_[weak.to + 1];
      for (std::uint32_t s = first_strong_[weak.to]; s < last; ++s) {
        Edge edge = strong_[s];
        if (edge.to == id) continue;
        edge.weak_slot = static_cast<std::uint8_t>(weak.slot);
        mixed.edges.push_back(edge);
        if (edge.strong_slot == 0) {
          in_cells.edges.push_back(edge);
        } else if (edge.weak_slot != 0) {
          in_houses.edges.push_back(edge);
        }
      }
    }
  }
}

// The nodes from queue_[at] back to the root, onto the path.
void Cycles::path_to_root(std::uint32_t at) {
  while (queue_[at].edge) {
    const Reached& reached = queue_[at];
    path_.push_back({on(reached.id), reached.edge->strong_slot});
    path_.push_back({off(reached.edge->via), reached.edge->weak_slot});
    at = reached.parent;
  }
  path_.push_back({on(queue_[at].id), 0});
}

void Cycles::search_on(const Mode& mode, Id source) {
  const bool x = mode.x;
  const bool y = mode.y;
  ++search_;
  if (x) {
    for (const Weak& weak : y ? graph_->weak(source) : graph_->weak_in_houses(source)) {
      near_[weak.to] = search_;
    }
  }
  queue_.clear();
  queue_.push_back({0, nullptr, source, 0});
  seen_[source] = search_;
  std::uint32_t refuted = 0;  // where in the queue the source was struck first
  int depth = -1;
  for (std::uint32_t at = 0; at < queue_.size(); ++at) {
    const Id id = queue_[at].id;
    if (queue_[at].depth != depth) {
      depth = queue_[at].depth;
      const Rank rank = cycle_rank(x, y, 2 * (depth + 1));
      if (!ranking_->wants(rank)) break;
      // A chain is told after all cycles of the source, as in the original, so that a cycle of the
      // same rank comes first.
      if (refuted && !ranking_->all() && chain_rank(y, 2 * queue_[refuted].depth + 2) < rank) break;
    }
    if (!refuted && near_[id] == search_) refuted = at;
    const std::uint16_t next = static_cast<std::uint16_t>(depth + 1);
    const Edge* const last = mode.edges.data() + mode.first[id + 1];
    for (const Edge* at_edge = mode.edges.data() + mode.first[id]; at_edge != last; ++at_edge) {
      const Edge& edge = *at_edge;
      if (seen_[edge.to] != search_) {
        seen_[edge.to] = search_;
        queue_.push_back({at, &edge, edge.to, next});
      } else if (edge.to == source) {
        take_cycle(mode, source, at, edge);
      }
    }
  }
  if (refuted) {
    const int complexity = 2 * queue_[refuted].depth + 2;
    if (!ranking_->wants(chain_rank(y, complexity))) return;
    const Id last = queue_[refuted].id;
    std::uint16_t slot = 0;
    for (const Weak& weak : graph_->weak(last)) {
      if (weak.to == source) slot = weak.slot;
    }
    path_.assign(1, {off(source), slot});
    path_to_root(refuted);
    take_chain(off(source), y, complexity);
  }
}

void Cycles::search_off(const Mode& mode, Id source) {
  const bool y = mode.y;
  ++search_;
  queue_.clear();
  queue_.push_back({0, nullptr, source, 0});
  for (std::uint32_t s = first_strong_[source]; s < first_strong_[source + 1]; ++s) {
    const Edge& edge = strong_[s];
    if (!y && edge.strong_slot == 0) continue;
    seen_[edge.to] = search_;
    queue_.push_back({0, &edge, edge.to, 1});
  }
  int depth = 0;
  for (std::uint32_t at = 1; at < queue_.size(); ++at) {
    if (queue_[at].depth != depth) {
      depth = queue_[at].depth;
      if (!ranking_->wants(chain_rank(y, 2 * (depth + 1)))) return;
    }
    const Id id = queue_[at].id;
    const std::uint16_t next = static_cast<std::uint16_t>(depth + 1);
    const Edge* const last = mode.edges.data() + mode.first[id + 1];
    for (const Edge* at_edge = mode.edges.data() + mode.first[id]; at_edge != last; ++at_edge) {
      const Edge& edge = *at_edge;
      if (edge.to == source) {
        path_.assign({{on(source), edge.strong_slot}, {off(edge.via), edge.weak_slot}});
        path_to_root(at);
        // The root is the source off, and the first edge has no weak link.
        path_.pop_back();
        path_.back() = {off(source), 0};
        take_chain(on(source), y, 2 * next);
        return;
      }
      if (seen_[edge.to] == search_) continue;
      seen_[edge.to] = search_;
      queue_.push_back({at, &edge, edge.to, next});
    }
  }
}

void Cycles::take_chain(Literal target, bool y, int complexity) {
  Ranked ranked;
  ranked.form = Ranked::Form::chain;
  ranked.y = y;
  ranked.rank = chain_rank(y, complexity);
  ranked.source = static_cast<Literal>(target ^ 1);
  ranked.target = target;
  struck_.clear();
  if (is_on(target)) {
    const Id id = id_of(target);
    for (const Id other : graph_->members(static_cast<int>(graph_->item(id, 0)))) {
      if (other != id && view_.left(other)) struck_.push_back(other);
    }
  } else {
    struck_.push_back(id_of(target));
  }
  ranking_->add(ranked, struck_, path_);
}

// What both an "on" and an "off" of the cycle would strike, outside of its cells, is false.
void Cycles::take_cycle(const Mode& mode, Id source, std::uint32_t from, const Edge& edge) {
  const int depth = queue_[from].depth;
  if (depth == 0) return;
  for (std::uint32_t at = from; queue_[at].edge; at = queue_[at].parent) {
    if (queue_[at].edge->via == edge.via) return;  // no simple cycle
  }
  const Rank rank = cycle_rank(mode.x, mode.y, 2 * (depth + 1));
  path_.assign({{on(source), edge.strong_slot}, {off(edge.via), edge.weak_slot}});
  path_to_root(from);
  const auto nodes = std::span<const PathStep>(path_).first(path_.size() - 1);
  for (const PathStep& node : nodes) in_cell_[graph_->cell(id_of(node.literal))] = 1;
  struck_.clear();
  for (const PathStep& node : nodes) {
    for (const Weak& weak : graph_->weak_in_houses(id_of(node.literal))) {
      if (in_cell_[graph_->cell(weak.to)] || !view_.left(weak.to)) continue;
      const std::uint8_t old = marks_[weak.to];
      marks_[weak.to] |= is_on(node.literal) ? 1 : 2;
      if (marks_[weak.to] == 3 && old != 3) struck_.push_back(weak.to);
    }
  }
  for (const PathStep& node : nodes) {
    in_cell_[graph_->cell(id_of(node.literal))] = 0;
    for (const Weak& weak : graph_->weak_in_houses(id_of(node.literal))) marks_[weak.to] = 0;
  }
  if (struck_.empty()) return;
  std::sort(struck_.begin(), struck_.end());
  Ranked ranked;
  ranked.form = Ranked::Form::cycle;
  ranked.x = mode.x;
  ranked.y = mode.y;
  ranked.rank = rank;
  ranked.source = on(source);
  ranked.target = on(source);
  ranking_->add(ranked, struck_, path_);
}

}  // namespace squaredance::technique::chain
