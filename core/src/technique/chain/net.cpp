#include "net.hpp"

#include <algorithm>

namespace squaredance::technique::chain {

void Net::start(const Graph& graph, Literal root) {
  const std::size_t ids = graph.ids();
  root_ = root;
  clashes_ = false;
  on_count_ = off_count_ = 0;
  nodes_.resize(2 * ids + 1);
  causes_.resize(2 * ids + 1);
  sizes_.resize(2 * ids + 1);
  ons_.resize(ids);
  offs_.resize(ids);
  parents_.clear();
  notes_.clear();
  inners_.clear();
  on_bits_.assign((ids + 63) / 64, 0);
  off_bits_.assign((ids + 63) / 64, 0);
  enter(root);
  nodes_[root] = {0, 0, 1};
  sizes_[root] = 1;
  causes_[root] = assumed;
}

void Net::enter(Literal literal) {
  const Id id = id_of(literal);
  if (is_on(literal)) {
    ons_[on_count_++] = id;
    on_bits_[id >> 6] |= std::uint64_t{1} << (id & 63);
  } else {
    offs_[off_count_++] = id;
    off_bits_[id >> 6] |= std::uint64_t{1} << (id & 63);
  }
}

void Net::close(Literal node, std::uint8_t cause) {
  const std::uint32_t count = static_cast<std::uint32_t>(parents_.size()) - first_;
  int least = 0;
  for (std::uint32_t i = first_; i < parents_.size(); ++i) {
    least = std::max<int>(least, nodes_[parents_[i]].least);
  }
  nodes_[node] = {first_, static_cast<std::uint16_t>(count), static_cast<std::uint16_t>(least + 1)};
  sizes_[node] = 0;
  causes_[node] = cause;
}

void Net::add(Literal literal, Literal parent, std::uint8_t cause) {
  enter(literal);
  const std::uint32_t first = static_cast<std::uint32_t>(parents_.size());
  parents_.push_back(parent);
  nodes_[literal] = {first, 1, static_cast<std::uint16_t>(nodes_[parent].least + 1)};
  sizes_[literal] = sizes_[parent] ? static_cast<std::uint16_t>(sizes_[parent] + 1) : 0;
  causes_[literal] = cause;
}

void Net::add(Literal literal, std::uint8_t cause) {
  enter(literal);
  close(literal, cause);
}

void Net::add_advanced(Literal literal, const Note& note, bool shared) {
  enter(literal);
  if (shared) {
    nodes_[literal] = nodes_[notes_.back().node];
    sizes_[literal] = 0;
    causes_[literal] = advanced;
  } else {
    close(literal, advanced);
  }
  notes_.push_back(note);
  notes_.back().node = literal;
}

void Net::add_clash(Literal literal, Literal parent, std::uint8_t cause) {
  begin_parents(parent);
  add_clash(literal, cause);
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
    if (causes_[at] != advanced) continue;
    const Note& note = *std::find_if(notes_.begin(), notes_.end(),
                                     [at](const Note& known) { return known.node == at; });
    if (note.rule == Note::Rule::chain) found.push_back(note.inner);
  }
}

int Net::count_size(Literal node) {
  // Down a run of single parents the count is one more each.
  int run = 0;
  Literal at = node;
  while (sizes_[at] == 0 && nodes_[at].count == 1) {
    ++run;
    at = parents_[nodes_[at].first];
  }
  if (sizes_[at] == 0) {
    thread_local std::vector<Literal> nodes;
    walk(at, nodes);
    sizes_[at] = static_cast<std::uint16_t>(nodes.size());
  }
  const int size = sizes_[at] + run;
  sizes_[node] = static_cast<std::uint16_t>(size);
  return size;
}

}  // namespace squaredance::technique::chain
