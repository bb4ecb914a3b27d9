#include "net.hpp"

#include <algorithm>

namespace squaredance::technique::chain {

void Net::start(const Graph& graph, Literal root) {
  const std::size_t ids = graph.ids();
  root_ = root;
  clashes_ = false;
  on_count_ = off_count_ = 0;
  used_ = 0;
  nodes_.resize(2 * ids + 1);
  ons_.resize(ids);
  offs_.resize(ids);
  notes_.clear();
  inners_.clear();
  on_bits_.assign((ids + 63) / 64, 0);
  off_bits_.assign((ids + 63) / 64, 0);
  enter(root);
  nodes_[root] = {0, 0, 1, 1, assumed};
}

// Gives the node the parents begun.
void Net::close(Literal node, std::uint8_t cause) {
  int least = 0;
  for (std::uint32_t i = first_; i < used_; ++i) {
    least = std::max<int>(least, nodes_[parents_[i]].least);
  }
  nodes_[node] = {first_, static_cast<std::uint16_t>(used_ - first_),
                  static_cast<std::uint16_t>(least + 1), 0, cause};
}

void Net::add_advanced(std::span<const Id> struck, const Note& note,
                       std::vector<std::uint8_t>& status) {
  bool shared = false;
  for (const Id id : struck) {
    if (status[id] & is_off_bit) continue;
    status[id] |= is_off_bit;
    const Literal literal = off(id);
    enter(literal);
    if (shared) {
      nodes_[literal] = nodes_[notes_.back().node];
      nodes_[literal].size = 0;
    } else {
      close(literal, advanced);
    }
    notes_.push_back(note);
    notes_.back().node = literal;
    shared = true;
  }
  if (!shared) drop_parents();
}

void Net::add_clash(Literal literal, std::uint8_t cause) {
  clashes_ = true;
  clash_is_on_ = is_on(literal);
  clash_literal_ = literal;
  close(extra(), cause);
}

void Net::walk(Literal node, std::vector<Literal>& nodes) const {
  thread_local std::vector<std::uint8_t> seen;
  seen.assign(nodes_.size(), 0);
  nodes.assign(1, node);
  seen[node] = 1;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const Literal parent : parents(nodes[i])) {
      if (seen[parent]) continue;
      seen[parent] = 1;
      nodes.push_back(parent);
    }
  }
}

void Net::inners_of(Literal node, std::vector<std::uint32_t>& found) const {
  if (inners_.empty()) return;
  thread_local std::vector<Literal> nodes;
  walk(node, nodes);
  for (const Literal at : nodes) {
    if (nodes_[at].cause != advanced) continue;
    const Note& note = *std::find_if(notes_.begin(), notes_.end(),
                                     [at](const Note& known) { return known.node == at; });
    if (note.rule == Note::Rule::chain) found.push_back(note.inner);
  }
}

int Net::count_size(Literal node) {
  // Down a run of single parents the count is one more each.
  int run = 0;
  Literal at = node;
  while (nodes_[at].size == 0 && nodes_[at].count == 1) {
    ++run;
    at = parents_[nodes_[at].first];
  }
  if (nodes_[at].size == 0) {
    thread_local std::vector<Literal> nodes;
    walk(at, nodes);
    nodes_[at].size = static_cast<std::uint16_t>(nodes.size());
  }
  const int size = nodes_[at].size + run;
  nodes_[node].size = static_cast<std::uint16_t>(size);
  return size;
}

}  // namespace squaredance::technique::chain
