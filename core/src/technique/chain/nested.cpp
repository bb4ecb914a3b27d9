#include "nested.hpp"

namespace squaredance::technique::chain {

void Nested::start(const Graph& graph, const Rules& rules, const std::atomic<bool>* stop) {
  graph_ = &graph;
  sukaku_ = rules.sukaku;
  stop_ = stop;
  kinds_.clear();
  cycles_too_ = rules.level < 4;
  if (rules.level == 3) kinds_ = {{.dynamic = false, .sukaku = rules.sukaku}};
  if (rules.level >= 4) kinds_ = {{.dynamic = true, .level = rules.inner, .sukaku = rules.sukaku}};
  if (rules.level == 5) kinds_.push_back({.dynamic = true, .level = 2, .sukaku = rules.sukaku});
  needed_.assign(graph.ids(), 0);
  hint_number_ = 0;
}

bool Nested::look(Net& net, std::vector<std::uint8_t>& status) {
  if (stop_ && stop_->load(std::memory_order_relaxed)) return false;
  net_ = &net;
  status_ = &status;
  left_.build(*graph_, status.data(), gone_bit);
  if (cycles_too_ && look_for(nullptr)) return true;
  for (const Rules& rules : kinds_) {
    if (look_for(&rules)) return true;
  }
  return false;
}

// Without rules: cycles and forcing chains.
bool Nested::look_for(const Rules* rules) {
  hints_.start(left_, true);
  if (rules) {
    forcing_.find(left_, *rules, hints_, stop_);
  } else {
    cycles_.find(left_, hints_);
  }
  hints_.sort();
  bool found = false;
  for (const Hint& hint : hints_.hints()) {
    net_->begin_parents();
    ++hint_number_;
    print_ = 0;
    read(hint, rules);
    if (net_->no_parents()) continue;
    found = true;
    struck_.clear();
    for (const Id id : hints_.struck(hint)) struck_.push_back(left_.outer(id));
    if (sukaku_) bucket_order(struck_, *graph_);
    const Note note = {.rule = Note::Rule::chain,
                       .inner = net_->add_inner({print_, hint.rank.complexity})};
    bool shared = false;
    for (const Id id : struck_) {
      std::uint8_t& status = (*status_)[id];
      if (status & is_off_bit) continue;
      status |= is_off_bit;
      net_->add_advanced(off(id), note, shared);
      shared = true;
    }
    if (!shared) net_->drop_parents();
  }
  return found;
}

// Reads all nodes of a hint: their print, and what the net has struck of the items they stand on.
void Nested::read(const Hint& hint, const Rules* rules) {
  if (!rules) {
    read_path(hints_.path(hint), hint.form == Hint::Form::cycle);
    return;
  }
  for (const Forcing::End& end : forcing_.ends(hint)) read_end(end, hint);
}

// A cycle is read forward and then backward, where each "off" is an "on" that follows from the same
// item.
void Nested::read_path(std::span<const PathStep> path, bool cycle) {
  const auto nodes = path.first(path.size() - 1);
  for (const PathStep& node : nodes) {
    print(node.literal);
    if (is_on(node.literal)) need(left_.item(id_of(node.literal), node.slot));
  }
  print(path.back().literal);
  if (!cycle) return;
  for (auto node = nodes.rbegin(); node != nodes.rend(); ++node) {
    if (!is_on(node->literal)) need(left_.item(id_of(node->literal), node->slot));
  }
}

void Nested::read_end(const Forcing::End& end, const Hint& hint) {
  end.net->walk(end.node, nodes_);
  print(0xffff);
  for (const Literal node : nodes_) {
    const Literal literal = end.net->literal(node);
    print(literal);
    if (!is_on(literal)) continue;
    const std::uint8_t cause = end.net->cause(node);
    if (cause != Net::assumed) {
      need(left_.item(id_of(literal), cause));
    } else if (hint.form == Hint::Form::cell || hint.form == Hint::Form::house) {
      need(hint.item);
    }
  }
}

void Nested::need(std::uint32_t item) {
  for (const Id id : graph_->members(static_cast<int>(item))) {
    if (!((*status_)[id] & gone_bit) || needed_[id] == hint_number_) continue;
    needed_[id] = hint_number_;
    net_->add_parent(off(id));
  }
}

void Nested::print(Literal literal) {
  const std::uint64_t name =
      literal == 0xffff ? 1 : 2 + 2 * std::uint64_t{left_.candidate(id_of(literal))} + is_on(literal);
  print_ = (print_ ^ name) * 0x9e3779b97f4a7c15;
  print_ ^= print_ >> 29;
}

}  // namespace squaredance::technique::chain
