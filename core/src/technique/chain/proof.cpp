// The evidence of a chain: nodes with their parents, cases and lemmas.
#include <algorithm>
#include <unordered_map>

#include "../prove.hpp"
#include "nested.hpp"
#include "search.hpp"

namespace squaredance::technique::chain {
namespace {

class Proof {
 public:
  Proof(Search& search, const Kind& kind, const std::atomic<bool>* stop, Evidence& evidence)
      : search_(search), graph_(search.graph), kind_(kind), stop_(stop), evidence_(evidence) {}

  void chain(const Ranked& ranked);
  void cycle(const Ranked& ranked);
  void split(const Ranked& ranked);

 private:
  using Number = std::uint32_t;

  Number add(Node node) {
    evidence_.nodes.push_back(std::move(node));
    return static_cast<Number>(evidence_.nodes.size() - 1);
  }
  Node plain(Literal literal) const {
    Node node;
    node.group = {graph_.candidate(id_of(literal))};
    node.on = is_on(literal);
    return node;
  }
  // The node follows from the item in this slot, or is struck through it.
  Number add_step(Literal literal, int slot, std::vector<Number> parents);
  Number add_path(std::span<const PathStep> path);
  Number add_net(const Net& net, Literal end);
  Number add_advanced(const Net& net, Literal node, std::vector<Number> parents);
  Step inner_step(const Net& net, const Note& note) const;
  Step count_step(const Note& note) const;
  Lemma& add_lemma(Lemma::Split split, std::span<const Id> struck);
  void set_cause(Node& node, std::uint32_t item) const;

  Search& search_;
  const Graph& graph_;
  const Kind& kind_;
  const std::atomic<bool>* const stop_;
  Evidence& evidence_;
  const Net* numbered_ = nullptr;
  std::unordered_map<Literal, Number> numbers_;  // of the nodes of that net
  std::unordered_map<std::uint32_t, std::uint16_t> inner_;  // of its chains inside: the inner step
};

Lemma& Proof::add_lemma(Lemma::Split split, std::span<const Id> struck) {
  Lemma& lemma = evidence_.lemmas.emplace_back();
  lemma.kind = Lemma::Kind::chain;
  lemma.split = split;
  for (const Id id : struck) lemma.eliminations.push_back(graph_.candidate(id));
  return lemma;
}

void Proof::set_cause(Node& node, std::uint32_t item) const {
  const std::uint32_t cells = graph_.sight().cells();
  node.cause = item < cells ? Node::Cause::cell : Node::Cause::house;
  node.index = static_cast<std::uint16_t>(item < cells ? item : (item - cells) / graph_.sight().size());
}

Proof::Number Proof::add_step(Literal literal, int slot, std::vector<Number> parents) {
  Node node = plain(literal);
  node.parents = std::move(parents);
  if (node.on) {
    set_cause(node, graph_.item(id_of(literal), slot));
  } else {
    node.cause = Node::Cause::weak;
  }
  return add(std::move(node));
}

// From the assumption, the last of the path, to its end.
Proof::Number Proof::add_path(std::span<const PathStep> path) {
  Number last = add(plain(path.back().literal));
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    last = add_step(path[i].literal, path[i].slot, {last});
  }
  return last;
}

void Proof::chain(const Ranked& ranked) {
  const Number first = static_cast<Number>(evidence_.nodes.size());
  const Number end = add_path(search_.ranking.path(ranked));
  add_lemma(Lemma::Split::refute, search_.ranking.struck(ranked)).cases = {{first, end}};
}

// One lemma for each elimination: the source on, forward, or off, backward; what is on last before the
// elimination strikes it.
void Proof::cycle(const Ranked& ranked) {
  const auto path = search_.ranking.path(ranked);
  const auto nodes = path.first(path.size() - 1);
  const auto seen_from = [&](Id struck, Literal literal) {
    return graph_.sight().clash(graph_.candidate(struck), graph_.candidate(id_of(literal)));
  };
  std::vector<Number> forward = {add(plain(path.back().literal))};
  for (std::size_t i = path.size() - 1; i-- > 0;) {
    forward.push_back(add_step(path[i].literal, path[i].slot, {forward.back()}));
  }
  // Backward the source is off, and each node is the opposite of the one forward; the strong link of
  // an "on" is that between the two, which forward belongs to the one before in this order.
  std::vector<Number> backward = {add(plain(static_cast<Literal>(path[0].literal ^ 1)))};
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    const Literal literal = static_cast<Literal>(path[i].literal ^ 1);
    if (is_on(literal)) {
      Node node = plain(literal);
      node.parents = {backward.back()};
      set_cause(node, graph_.item(id_of(path[i - 1].literal), path[i - 1].slot));
      backward.push_back(add(std::move(node)));
    } else {
      backward.push_back(add_step(literal, 0, {backward.back()}));
    }
  }
  for (const Id struck : search_.ranking.struck(ranked)) {
    Number ends[2] = {no_node, no_node};
    // forward[j] is path[size - 1 - j]; backward[i] is the opposite of path[i].
    for (std::size_t j = 0; j < forward.size() && ends[0] == no_node; ++j) {
      const Literal literal = path[path.size() - 1 - j].literal;
      if (!is_on(literal) || !seen_from(struck, literal)) continue;
      ends[0] = add_step(off(struck), 0, {forward[j]});
    }
    for (std::size_t i = 0; i < nodes.size() && ends[1] == no_node; ++i) {
      const Literal literal = static_cast<Literal>(path[i].literal ^ 1);
      if (!is_on(literal) || !seen_from(struck, literal)) continue;
      ends[1] = add_step(off(struck), 0, {backward[i]});
    }
    add_lemma(Lemma::Split::either, {&struck, 1}).cases = {{forward[0], ends[0]},
                                                          {backward[0], ends[1]}};
  }
}

void Proof::split(const Ranked& ranked) {
  // Copied: the ends of chains inside are looked for with other searches, but the nets are ours.
  const std::vector<Forcing::End> ends = search_.forcing.ends(ranked);
  if (ends.empty()) return;
  const auto struck = search_.ranking.struck(ranked);
  const auto assumption = [&](const Net& net) {
    return numbered_ == &net && numbers_.contains(net.root()) ? numbers_.at(net.root()) : no_node;
  };
  if (ranked.form == Ranked::Form::contradiction) {
    const Number end = add_net(*ends[0].net, ends[0].node);
    const Number clash = add_net(*ends[1].net, ends[1].node);
    add_lemma(Lemma::Split::refute, struck).cases = {{assumption(*ends[0].net), end, clash}};
    return;
  }
  std::vector<Case> cases;
  for (const Forcing::End& end : ends) {
    const Number last = add_net(*end.net, end.node);
    cases.push_back({assumption(*end.net), last});
  }
  const bool either = ranked.form == Ranked::Form::either;
  Lemma& lemma = add_lemma(either                          ? Lemma::Split::either
                           : ranked.form == Ranked::Form::cell ? Lemma::Split::cell
                                                           : Lemma::Split::house,
                           struck);
  lemma.cases = std::move(cases);
  if (either) return;
  const std::uint32_t cells = graph_.sight().cells();
  const int size = graph_.sight().size();
  if (ranked.item < cells) {
    lemma.index = static_cast<std::uint16_t>(ranked.item);
  } else {
    lemma.index = static_cast<std::uint16_t>((ranked.item - cells) / size);
    lemma.value = static_cast<std::uint8_t>((ranked.item - cells) % size);
  }
}

// The node and all it needs, parents first.
Proof::Number Proof::add_net(const Net& net, Literal end) {
  if (numbered_ != &net) {
    numbered_ = &net;
    numbers_.clear();
    inner_.clear();
  }
  // A chain of level 5 may stand on steps that do not tell all they need: they get all that was off.
  const bool all_off = kind_ && (kind_->level > 4 || kind_->inner > 0);
  std::vector<Literal> open = {end};
  std::vector<Literal> wanted;
  while (!open.empty()) {
    const Literal node = open.back();
    if (numbers_.contains(node)) {
      open.pop_back();
      continue;
    }
    const auto parents = net.parents(node);
    wanted.assign(parents.begin(), parents.end());
    if (all_off && net.cause(node) == Net::advanced) {
      for (const Note& note : net.notes()) {
        if (note.node != node || note.rule != Note::Rule::chain) continue;
        for (const Id id : net.ids(false).first(note.struck)) wanted.push_back(off(id));
      }
    }
    bool ready = true;
    for (const Literal parent : wanted) {
      if (!numbers_.contains(parent)) {
        open.push_back(parent);
        ready = false;
      }
    }
    if (!ready) continue;
    open.pop_back();
    std::vector<Number> numbers;
    for (const Literal parent : wanted) numbers.push_back(numbers_.at(parent));
    const Literal literal = net.literal(node);
    const std::uint8_t cause = net.cause(node);
    numbers_[node] = cause == Net::assumed    ? add(plain(literal))
                     : cause == Net::advanced ? add_advanced(net, node, std::move(numbers))
                                              : add_step(literal, cause, std::move(numbers));
  }
  return numbers_.at(end);
}

Proof::Number Proof::add_advanced(const Net& net, Literal node, std::vector<Number> parents) {
  const auto note = std::find_if(net.notes().begin(), net.notes().end(),
                                 [node](const Note& known) { return known.node == node; });
  Node made = plain(node);
  made.cause = Node::Cause::step;
  made.parents = std::move(parents);
  made.index = static_cast<std::uint16_t>(evidence_.inner.size());
  if (note->rule == Note::Rule::chain) {
    const auto [known, is_new] = inner_.try_emplace(note->inner, made.index);
    made.index = known->second;
    if (is_new) evidence_.inner.push_back(inner_step(net, *note));
  } else {
    Step& step = evidence_.inner.emplace_back(count_step(*note));
    step.eliminations = step.evidence.lemmas[0].eliminations = made.group;
  }
  return add(std::move(made));
}

// Looks for the chain again, in the candidates that were left then.
Step Proof::inner_step(const Net& net, const Note& note) const {
  std::vector<std::uint8_t> status(graph_.ids(), 0);
  for (const Id id : net.ids(false).first(note.struck)) status[id] = gone_bit;
  const Kind kind = kinds_inside(*kind_)[note.kind];
  Search inside;
  inside.graph.build(graph_, status.data(), gone_bit);
  inside.run(kind, true, stop_);
  // Whoever asked sees that it was stopped.
  if (stop_ && stop_->load(std::memory_order_relaxed)) return {};
  const Ranked& ranked = inside.ranking.chains()[note.place];
  Step step = step_of(inside, kind, ranked);
  // Inside of a net nothing is placed; what placing would strike in the cell is struck.
  step.placements.clear();
  step.eliminations.clear();
  for (const Id id : inside.ranking.struck(ranked)) {
    step.eliminations.push_back(inside.graph.candidate(id));
  }
  prove(inside, kind, ranked, stop_, step.evidence);
  return step;
}

Step Proof::count_step(const Note& note) const {
  const auto& on = note.on;
  Step step;
  Lemma& lemma = step.evidence.lemmas.emplace_back();
  if (note.rule == Note::Rule::locked) {
    const bool box = graph_.sight().kind(on[0]) == HouseKind::box;
    step.technique = box ? Technique::pointing : Technique::claiming;
    step.rating = box ? 26 : 28;
    lemma.bases = {in_house(on[0], on[2])};
    lemma.covers = {in_house(on[1], on[2])};
  } else if (note.rule == Note::Rule::x_wing) {
    step.technique = Technique::x_wing;
    step.rating = 32;
    lemma.bases = {in_house(on[1], on[0]), in_house(on[2], on[0])};
    lemma.covers = {in_house(on[3], on[0]), in_house(on[4], on[0])};
  } else {
    lemma.bases = {in_house(on[0], on[1]), in_house(on[0], on[2])};
    lemma.covers = {in_cell(on[3]), in_cell(on[4])};
    step.technique = Technique::hidden_pair;
    step.rating = 34;
    if (note.rule == Note::Rule::naked_pair) {
      std::swap(lemma.bases, lemma.covers);
      step.technique = Technique::naked_pair;
      step.rating = 30;
    }
  }
  return step;
}

}  // namespace

void prove(Search& search, const Kind& kind, const Ranked& ranked, const std::atomic<bool>* stop,
           Evidence& evidence) {
  Proof proof(search, kind, stop, evidence);
  if (ranked.form == Ranked::Form::cycle) {
    proof.cycle(ranked);
  } else if (ranked.form == Ranked::Form::chain) {
    proof.chain(ranked);
  } else {
    proof.split(ranked);
  }
}

}  // namespace squaredance::technique::chain
