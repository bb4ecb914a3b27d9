#include "nested.hpp"

#include "squaredance/stop.hpp"

namespace squaredance::technique::chain {

std::vector<std::optional<Rules>> kinds_inside(const Rules& rules) {
  const auto forcing = [&](bool dynamic, int level) {
    return Rules{.dynamic = dynamic, .level = level, .sukaku = rules.sukaku};
  };
  if (rules.level == 2) return {std::nullopt};
  if (rules.level == 3) return {std::nullopt, forcing(false, 0)};
  if (rules.level == 4) return {forcing(true, rules.inner)};
  return {forcing(true, 0), forcing(true, 2)};
}

void Nested::start(const Graph& graph, const Rules& rules, const std::atomic<bool>* stop) {
  graph_ = &graph;
  sukaku_ = rules.sukaku;
  stop_ = stop;
  kinds_ = kinds_inside(rules);
  needed_.assign(graph.ids(), 0);
  reading_ = 0;
}

bool Nested::look(Net& net, const std::vector<Item>& links, std::vector<std::uint8_t>& status) {
  if (is_stopped(stop_)) return false;
  net_ = &net;
  status_ = &status;
  in_left_ = false;
  for (std::uint32_t kind = 0; kind < kinds_.size(); ++kind) {
    if (look_for(kind, links)) return true;
  }
  return false;
}

bool Nested::look_for(std::uint32_t kind, const std::vector<Item>& links) {
  const std::uint32_t gone = static_cast<std::uint32_t>(net_->ids(false).size());
  ranking_.start(graph_->ids(), true);
  if (kinds_[kind]) {
    if (!in_left_) left_.build(*graph_, status_->data(), gone_bit);
    in_left_ = true;
    forcing_.find(left_, *kinds_[kind], ranking_, stop_);
  } else {
    cycles_.find({graph_, links.data(), status_->data()}, ranking_, stop_);
  }
  ranking_.sort();
  bool found = false;
  for (std::uint32_t place = 0; place < ranking_.chains().size(); ++place) {
    const Ranked& ranked = ranking_.chains()[place];
    net_->begin_parents();
    ++reading_;
    print_ = 0;
    read(ranked);
    if (net_->no_parents()) continue;
    found = true;
    struck_.clear();
    for (const Id id : ranking_.struck(ranked)) struck_.push_back(outer(id));
    if (sukaku_) bucket_order(struck_, *graph_);
    const Note note = {.rule = Note::Rule::chain,
                       .inner = net_->add_inner({print_, ranked.rank.complexity}),
                       .kind = kind,
                       .place = place,
                       .struck = gone};
    net_->add_advanced(struck_, note, *status_);
  }
  return found;
}

// Reads all nodes of a chain: their print, and what the net has struck of the items they stand on.
void Nested::read(const Ranked& ranked) {
  if (ranked.steps) {
    read_path(ranking_.path(ranked), ranked.form == Ranked::Form::cycle);
    return;
  }
  for (const Forcing::End& end : forcing_.ends(ranked)) read_end(end, ranked);
}

// A cycle is read forward and then backward, where each "off" is an "on" that follows from the same
// item.
void Nested::read_path(std::span<const PathStep> path, bool cycle) {
  const auto item_of = [&](std::size_t at) {  // of the node after it, which it follows from
    return graph_->item(id_of(path[at + 1].literal), path[at].slot);
  };
  const std::size_t nodes = path.size() - 1;
  for (std::size_t at = 0; at < nodes; ++at) {
    print(path[at].literal);
    if (is_on(path[at].literal)) need(item_of(at));
  }
  print(path.back().literal);
  if (!cycle) return;
  for (std::size_t at = nodes; at-- > 0;) {
    if (!is_on(path[at].literal)) need(item_of(at));
  }
}

void Nested::read_end(const Forcing::End& end, const Ranked& ranked) {
  end.net->walk(end.node, nodes_);
  print(0xffff);
  for (const Literal node : nodes_) {
    const Literal literal = end.net->literal(node);
    print(literal);
    if (!is_on(literal)) continue;
    const std::uint8_t cause = end.net->cause(node);
    if (cause != Net::assumed) {
      need(left_.item(id_of(end.net->parents(node)[0]), cause));
    } else if (ranked.form == Ranked::Form::cell || ranked.form == Ranked::Form::house) {
      need(ranked.item);
    }
  }
}

void Nested::need(std::uint32_t item) {
  for (const Id id : graph_->members(static_cast<int>(item))) {
    if (!((*status_)[id] & gone_bit) || needed_[id] == reading_) continue;
    needed_[id] = reading_;
    net_->add_parent(off(id));
  }
}

void Nested::print(Literal literal) {
  const std::uint64_t name =
      literal == 0xffff ? 1 : 2 + 2 * std::uint64_t{outer(id_of(literal))} + is_on(literal);
  print_ = (print_ ^ name) * 0x9e3779b97f4a7c15;
  print_ ^= print_ >> 29;
}

}  // namespace squaredance::technique::chain
