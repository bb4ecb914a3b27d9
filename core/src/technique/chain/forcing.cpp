#include "forcing.hpp"

#include <algorithm>

#include "squaredance/stop.hpp"

namespace squaredance::technique::chain {
namespace {

// Among chains of one difficulty and complexity, two cases come before many, contradictions last.
constexpr int key_either = 1;
constexpr int key_cell = 5;
constexpr int key_house = 6;
constexpr int key_clash = 7;

double base_of(const Rules& rules) {
  if (rules.level >= 2) return 9.5 + 0.5 * (rules.level - 2);
  if (rules.level == 1) return 9.0;
  if (!rules.cells) return 7.5;
  return rules.dynamic ? 8.5 : 8.0;
}

}  // namespace

void Forcing::find(const Graph& graph, const Rules& rules, Ranking& ranking,
                   const std::atomic<bool>* stop) {
  graph_ = &graph;
  rules_ = rules;
  ranking_ = &ranking;
  base_ = base_of(rules);
  propagation_.start(graph, rules, stop);
  start_nets();
  const std::size_t fewest = rules.dynamic ? 2 : 3;
  for (int cell = 0; cell < graph.sight().cells(); ++cell) {
    if (is_stopped(stop)) return;
    const auto members = graph.members(cell);
    if (members.size() < fewest) continue;
    for (const Id id : members) {
      if (is_stopped(stop)) return;
      Net& on_net = net(id);
      if (rules.dynamic) {
        if (on_net.clashes()) take_clash(on_net);
        propagation_.run(off(id), off_net_);
        if (off_net_.clashes()) take_clash(off_net_);
        if (rules.cells && members.size() >= 3) take_either(on_net, off_net_);
      }
      if (!rules.cells) continue;
      for (int slot = 1; slot < graph.slots(); ++slot) {
        const auto places = graph.members(static_cast<int>(graph.item(id, slot)));
        if (is_stopped(stop)) return;
        if (places.size() >= 2 && places[0] == id) take_split(graph.item(id, slot), false);
      }
    }
    if (rules.cells) take_split(cell, true);
  }
}

void Forcing::start_nets() {
  constexpr std::size_t memory = std::size_t{64} << 20;
  const std::size_t ids = graph_->ids();
  const std::size_t least = 2 * graph_->sight().size() + 2;
  room_ = std::max(least, memory / (2 * ids * sizeof(Net::Node) + 1));
  place_.assign(ids, none);
  owner_.clear();
  last_use_.clear();
  uses_ = 0;
  if (nets_.size() > room_) nets_.resize(room_);
}

Net& Forcing::net(Id id) {
  std::uint32_t place = place_[id];
  if (place == none) {
    if (owner_.size() < room_) {
      place = static_cast<std::uint32_t>(owner_.size());
      owner_.push_back(id);
      last_use_.push_back(0);
      if (nets_.size() <= place) nets_.emplace_back();
    } else {
      place = static_cast<std::uint32_t>(
          std::min_element(last_use_.begin(), last_use_.end()) - last_use_.begin());
      place_[owner_[place]] = none;
      owner_[place] = id;
    }
    place_[id] = place;
    propagation_.run(on(id), nets_[place]);
  }
  last_use_[place] = ++uses_;
  return nets_[place];
}

// All chains of a search have the same base, so that their complexity decides.
bool Forcing::possible(int complexity, int key) const {
  if (ranking_->all() || ranking_->chains().empty()) return true;
  const Rank& best = ranking_->best();
  return complexity < best.complexity || (complexity == best.complexity && key < best.key);
}

// What the chains inside add, from all ends; chains of the same print count once.
int Forcing::inner_complexity() {
  inners_.clear();
  int sum = 0;
  for (const End& end : ends_) {
    numbers_.clear();
    end.net->inners_of(end.node, numbers_);
    for (const std::uint32_t number : numbers_) {
      const Inner& inner = end.net->inners()[number];
      const bool known = std::any_of(inners_.begin(), inners_.end(),
                                     [&](const Inner& other) { return other.print == inner.print; });
      if (known) continue;
      inners_.push_back(inner);
      sum += inner.complexity;
    }
  }
  return sum;
}

const std::vector<Forcing::End>& Forcing::ends(const Ranked& ranked) {
  ends_.clear();
  const auto net_of = [this](Literal root) -> Net* {
    if (is_on(root)) return &net(id_of(root));
    propagation_.run(root, off_net_);
    return &off_net_;
  };
  if (ranked.form == Ranked::Form::contradiction) {
    Net* const net = net_of(ranked.source);
    if (!net->clashes()) return ends_;
    ends_.push_back({net, net->clash_on()});
    ends_.push_back({net, net->clash_off()});
    return ends_;
  }
  if (ranked.form == Ranked::Form::either) {
    ends_.push_back({net_of(ranked.source), ranked.target});
    ends_.push_back({net_of(static_cast<Literal>(ranked.source ^ 1)), ranked.target});
  } else {
    for (const Id id : graph_->members(static_cast<int>(ranked.item))) {
      ends_.push_back({&net(id), ranked.target});
    }
  }
  if (!std::ranges::all_of(ends_, [](const End& end) { return end.net->has(end.node); })) ends_.clear();
  return ends_;
}

void Forcing::take(Ranked& ranked, int complexity, int key) {
  if (!possible(complexity, key)) return;
  if (rules_.level >= 2) {
    complexity += inner_complexity();
    if (!possible(complexity, key)) return;
  }
  ranked.rank = {base_ + length_difficulty(complexity), complexity, key};
  const Id target = id_of(ranked.target);
  struck_.clear();
  if (is_on(ranked.target)) {
    for (const Id other : graph_->members(static_cast<int>(graph_->item(target, 0)))) {
      if (other != target) struck_.push_back(other);
    }
  } else {
    struck_.push_back(target);
  }
  if (!struck_.empty()) ranking_->add(ranked, struck_);
}

void Forcing::take_clash(Net& net) {
  if (!possible(net.least(net.clash_on()) + net.least(net.clash_off()), key_clash)) return;
  Ranked ranked;
  ranked.form = Ranked::Form::contradiction;
  ranked.source = net.root();
  ranked.target = static_cast<Literal>(net.root() ^ 1);
  ends_.assign({{&net, net.clash_on()}, {&net, net.clash_off()}});
  take(ranked, net.size(net.clash_on()) + net.size(net.clash_off()), key_clash);
}

void Forcing::take_either(Net& on_net, Net& off_net) {
  for (const bool side : {true, false}) {
    const auto& a = on_net.bits(side);
    const auto& b = off_net.bits(side);
    std::uint64_t any = 0;
    for (std::size_t i = 0; i < a.size(); ++i) any |= a[i] & b[i];
    if (any == 0) continue;
    for (const Id id : on_net.ids(side)) {
      const Literal target = side ? on(id) : off(id);
      if (!off_net.has(target)) continue;
      if (!possible(on_net.least(target) + off_net.least(target), key_either)) continue;
      Ranked ranked;
      ranked.form = Ranked::Form::either;
      ranked.source = on_net.root();
      ranked.target = target;
      ends_.assign({{&on_net, target}, {&off_net, target}});
      take(ranked, on_net.size(target) + off_net.size(target), key_either);
    }
  }
}

void Forcing::take_split(std::uint32_t item, bool is_cell) {
  const auto members = graph_->members(static_cast<int>(item));
  const int key = is_cell ? key_cell : key_house;
  cases_.clear();
  for (const Id id : members) cases_.push_back(&net(id));
  for (const bool side : {true, false}) {
    common_ = cases_[0]->bits(side);
    std::uint64_t any = 1;
    for (std::size_t i = 1; i < cases_.size() && any; ++i) {
      const auto& bits = cases_[i]->bits(side);
      any = 0;
      for (std::size_t w = 0; w < common_.size(); ++w) any |= common_[w] &= bits[w];
    }
    if (any == 0) continue;
    for (const Id id : cases_[0]->ids(side)) {
      if (!((common_[id >> 6] >> (id & 63)) & 1)) continue;
      const Literal target = side ? on(id) : off(id);
      int least = 0;
      for (const Net* net : cases_) least += net->least(target);
      if (!possible(least, key)) continue;
      int complexity = 0;
      ends_.clear();
      for (Net* net : cases_) {
        complexity += net->size(target);
        ends_.push_back({net, target});
      }
      Ranked ranked;
      ranked.form = is_cell ? Ranked::Form::cell : Ranked::Form::house;
      ranked.item = item;
      ranked.target = target;
      take(ranked, complexity, key);
    }
  }
}

}  // namespace squaredance::technique::chain
