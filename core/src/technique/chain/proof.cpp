// The evidence of a chain: nodes with their parents, cases and lemmas.
#include <algorithm>
#include <unordered_map>

#include "../prove.hpp"
#include "nested.hpp"
#include "search.hpp"
#include "squaredance/stop.hpp"

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
  // What is on follows from the item that `from` has in this slot.
  Number add_on(Literal literal, Literal from, int slot, std::vector<Number> parents);
  Number add_off(Literal literal, std::vector<Number> parents);
  Number add_path(std::span<const PathStep> path);
  Number add_path_node(std::span<const PathStep> path, std::size_t at, Number parent);
  Number add_net(const Net& net, Literal end);
  Number add_advanced(const Net& net, Literal node, std::vector<Number> parents);
  Step inner_step(const Net& net, const Note& note) const;
  Step count_step(const Note& note) const;
  Lemma& add_lemma(Lemma::Split split, std::span<const Id> struck);

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

Proof::Number Proof::add_on(Literal literal, Literal from, int slot, std::vector<Number> parents) {
  Node node = plain(literal);
  node.parents = std::move(parents);
  const std::uint32_t item = graph_.item(id_of(from), slot);
  const std::uint32_t cells = graph_.sight().cells();
  node.cause = item < cells ? Node::Cause::cell : Node::Cause::house;
  node.index = static_cast<std::uint16_t>(item < cells ? item : (item - cells) / graph_.sight().size());
  return add(std::move(node));
}

Proof::Number Proof::add_off(Literal literal, std::vector<Number> parents) {
  Node node = plain(literal);
  node.parents = std::move(parents);
  node.cause = Node::Cause::weak;
  return add(std::move(node));
}

// A node of a path, which follows from the one after it there.
Proof::Number Proof::add_path_node(std::span<const PathStep> path, std::size_t at, Number parent) {
  const Literal literal = path[at].literal;
  return is_on(literal) ? add_on(literal, path[at + 1].literal, path[at].slot, {parent})
                        : add_off(literal, {parent});
}

// From the assumption, the last of the path, to its end.
Proof::Number Proof::add_path(std::span<const PathStep> path) {
  Number last = add(plain(path.back().literal));
  for (std::size_t i = path.size() - 1; i-- > 0;) last = add_path_node(path, i, last);
  return last;
}

void Proof::chain(const Ranked& ranked) {
  const Number first = static_cast<Number>(evidence_.nodes.size());
  const Number end = add_path(search_.ranking.path(ranked));
  add_lemma(Lemma::Split::refute, search_.ranking.struck(ranked)).cases = {{first, end}};
}

// One lemma for each elimination: the source on, forward, or off, backward; what is on first and sees
// the elimination strikes it. Nodes are made as far round as one of them needs.
void Proof::cycle(const Ranked& ranked) {
  const auto path = search_.ranking.path(ranked);
  const std::size_t last = path.size() - 1;  // the source again, on
  std::vector<Number> forward = {add(plain(path[last].literal))};  // at i: path[last - i]
  const auto forward_to = [&](std::size_t i) {
    while (forward.size() <= i) {
      forward.push_back(add_path_node(path, last - forward.size(), forward.back()));
    }
    return forward[i];
  };
  // Backward the source is off, and each node is the opposite of the one forward; the strong link of
  // an "on" is that between the two, which forward belongs to the one before in this order.
  const auto opposite = [&](std::size_t i) { return static_cast<Literal>(path[i].literal ^ 1); };
  std::vector<Number> backward = {add(plain(opposite(0)))};
  const auto backward_to = [&](std::size_t i) {
    while (backward.size() <= i) {
      const std::size_t at = backward.size();
      const Literal literal = opposite(at);
      backward.push_back(is_on(literal)
                             ? add_on(literal, literal, path[at - 1].slot, {backward.back()})
                             : add_off(literal, {backward.back()}));
    }
    return backward[i];
  };
  for (const Id struck : search_.ranking.struck(ranked)) {
    const auto strikes = [&](Literal literal) {
      return is_on(literal) &&
             graph_.sight().clash(graph_.candidate(struck), graph_.candidate(id_of(literal)));
    };
    // Both ways there is one: that is why it is struck.
    std::size_t ahead = 0, back = 0;
    while (!strikes(path[last - ahead].literal)) ++ahead;
    while (!strikes(opposite(back))) ++back;
    const Number ends[2] = {add_off(off(struck), {forward_to(ahead)}),
                            add_off(off(struck), {backward_to(back)})};
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
                     : is_on(literal)
                         ? add_on(literal, wanted[0], cause, std::move(numbers))
                         : add_off(literal, std::move(numbers));
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
  if (is_stopped(stop_)) return {};
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
