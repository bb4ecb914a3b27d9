#include "cycles.hpp"

#include <algorithm>

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

void Cycles::find(const Graph& graph, Hints& hints) {
  graph_ = &graph;
  hints_ = &hints;
  search_ = 0;
  seen_.assign(graph.ids(), 0);
  near_.assign(graph.ids(), 0);
  marks_.assign(graph.ids(), 0);
  in_cell_.assign(graph.sight().cells(), 0);
  constexpr bool modes[3][2] = {{true, false}, {false, true}, {true, true}};
  for (const auto [x, y] : modes) {
    if (!hints.wants(cycle_rank(x, y, 4))) continue;
    connect(x, y);
    for (int i = 0; i < graph.ids(); ++i) {
      const Id id = static_cast<Id>(i);
      const int in_cell = graph.links()[graph.item(id, 0)].count;
      if (in_cell < 2 || (!x && in_cell > 2)) continue;
      search_on(id, x, y);
      if (x) search_off(id, y);
    }
  }
}

void Cycles::strong_links(Id id, bool x, bool y) {
  strong_.clear();
  for (int slot = y ? 0 : 1; slot < (x ? graph_->slots() : 1); ++slot) {
    const Item& link = graph_->links()[graph_->item(id, slot)];
    if (link.count != 2) continue;
    const Id to = static_cast<Id>(link.rest ^ id);
    const bool known = std::any_of(strong_.begin(), strong_.end(),
                                   [to](const Edge& edge) { return edge.to == to; });
    if (!known) strong_.push_back({id, to, 0, static_cast<std::uint8_t>(slot)});
  }
}

// All edges of a mode. An edge back to where it starts is left out: no search takes it.
void Cycles::connect(bool x, bool y) {
  const int ids = graph_->ids();
  static_assert(sizeof(Edge) == 6);
  std::vector<std::uint32_t>& strong_starts = strong_starts_;
  strong_all_.clear();
  strong_starts.resize(ids + 1);
  for (int id = 0; id < ids; ++id) {
    strong_starts[id] = static_cast<std::uint32_t>(strong_all_.size());
    strong_links(static_cast<Id>(id), x, y);
    strong_all_.insert(strong_all_.end(), strong_.begin(), strong_.end());
  }
  strong_starts[ids] = static_cast<std::uint32_t>(strong_all_.size());
  edges_.clear();
  starts_.resize(ids + 1);
  for (int i = 0; i < ids; ++i) {
    starts_[i] = static_cast<std::uint32_t>(edges_.size());
    const Id id = static_cast<Id>(i);
    for (const Weak& weak : y ? graph_->weak(id) : graph_->weak_in_houses(id)) {
      for (std::uint32_t s = strong_starts[weak.to]; s < strong_starts[weak.to + 1]; ++s) {
        if (strong_all_[s].to == id) continue;
        edges_.push_back(strong_all_[s]);
        edges_.back().weak_slot = static_cast<std::uint8_t>(weak.slot);
      }
    }
  }
  starts_[ids] = static_cast<std::uint32_t>(edges_.size());
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

void Cycles::search_on(Id source, bool x, bool y) {
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
      if (!hints_->wants(rank)) break;
      // A chain is told after all cycles of the source, as in the original, so that a cycle of the
      // same rank comes first.
      if (refuted && !hints_->all() && chain_rank(y, 2 * queue_[refuted].depth + 2) < rank) break;
    }
    if (!refuted && near_[id] == search_) refuted = at;
    const std::uint16_t next = static_cast<std::uint16_t>(depth + 1);
    for (std::uint32_t e = starts_[id]; e < starts_[id + 1]; ++e) {
      const Edge& edge = edges_[e];
      if (seen_[edge.to] != search_) {
        seen_[edge.to] = search_;
        queue_.push_back({at, &edge, edge.to, next});
      } else if (edge.to == source) {
        take_cycle(source, at, edge, x, y);
      }
    }
  }
  if (refuted) {
    const int complexity = 2 * queue_[refuted].depth + 2;
    if (!hints_->wants(chain_rank(y, complexity))) return;
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

void Cycles::search_off(Id source, bool y) {
  ++search_;
  queue_.clear();
  strong_links(source, true, y);
  queue_.push_back({0, nullptr, source, 0});
  for (const Edge& edge : strong_) {
    seen_[edge.to] = search_;
    queue_.push_back({0, &edge, edge.to, 1});
  }
  int depth = 0;
  for (std::uint32_t at = 1; at < queue_.size(); ++at) {
    if (queue_[at].depth != depth) {
      depth = queue_[at].depth;
      if (!hints_->wants(chain_rank(y, 2 * (depth + 1)))) return;
    }
    const Id id = queue_[at].id;
    const std::uint16_t next = static_cast<std::uint16_t>(depth + 1);
    for (std::uint32_t e = starts_[id]; e < starts_[id + 1]; ++e) {
      const Edge& edge = edges_[e];
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
  Hint hint;
  hint.form = Hint::Form::chain;
  hint.y = y;
  hint.rank = chain_rank(y, complexity);
  hint.source = static_cast<Literal>(target ^ 1);
  hint.target = target;
  hints_->consequences(*graph_, target, struck_);
  hints_->add(hint, struck_, path_);
}

// What both an "on" and an "off" of the cycle would strike, outside of its cells, is false.
void Cycles::take_cycle(Id source, std::uint32_t from, const Edge& edge, bool x, bool y) {
  const int depth = queue_[from].depth;
  if (depth == 0) return;
  for (std::uint32_t at = from; queue_[at].edge; at = queue_[at].parent) {
    if (queue_[at].edge->via == edge.via) return;  // no simple cycle
  }
  const Rank rank = cycle_rank(x, y, 2 * (depth + 1));
  path_.assign({{on(source), edge.strong_slot}, {off(edge.via), edge.weak_slot}});
  path_to_root(from);
  const auto nodes = std::span<const PathStep>(path_).first(path_.size() - 1);
  for (const PathStep& node : nodes) in_cell_[graph_->cell(id_of(node.literal))] = 1;
  struck_.clear();
  for (const PathStep& node : nodes) {
    for (const Weak& weak : graph_->weak_in_houses(id_of(node.literal))) {
      if (in_cell_[graph_->cell(weak.to)]) continue;
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
  Hint hint;
  hint.form = Hint::Form::cycle;
  hint.x = x;
  hint.y = y;
  hint.rank = rank;
  hint.source = on(source);
  hint.target = on(source);
  hints_->add(hint, struck_, path_);
}

}  // namespace squaredance::technique::chain
