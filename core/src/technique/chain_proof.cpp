#include "chain_proof.hpp"

#include <algorithm>

namespace squaredance::technique {
namespace {

bool holds(const std::vector<Candidate>& group, Candidate candidate) {
  return std::find(group.begin(), group.end(), candidate) != group.end();
}

}  // namespace

ChainProof::Id ChainProof::add(Node node) {
  evidence_.nodes.push_back(std::move(node));
  return static_cast<Id>(evidence_.nodes.size() - 1);
}

ChainProof::Id ChainProof::assume(Group group, bool on) {
  return add({.group = std::move(group), .on = on});
}

ChainProof::Id ChainProof::off(Group group, Id parent) {
  return add({.group = std::move(group), .cause = Node::Cause::weak, .parents = {parent}});
}

ChainProof::Id ChainProof::on(Group group, std::vector<Id> parents) {
  const Sight& sight = state_.sight();
  Group known = group;
  for (const Id parent : parents) {
    const Group& more = evidence_.nodes[parent].group;
    known.insert(known.end(), more.begin(), more.end());
  }
  const int cell = sight.cell_of(group.front());
  const int value = sight.value_of(group.front());
  Node node{.group = std::move(group), .on = true, .cause = Node::Cause::cell};
  node.index = static_cast<std::uint16_t>(cell);
  node.parents = std::move(parents);
  for (Mask left = state_.mask(cell); left; left &= left - 1) {
    if (holds(known, sight.candidate(cell, std::countr_zero(left)))) continue;
    node.cause = Node::Cause::house;
    break;
  }
  // A group of several cells is never by a cell.
  if (node.group.size() > 1) node.cause = Node::Cause::house;
  if (node.cause == Node::Cause::cell) return add(std::move(node));
  for (const Membership& in : sight.geometry().houses_of(cell)) {
    const auto cells = sight.geometry().house(in.house);
    Mask left = state_.places(in.house, value);
    while (left && holds(known, sight.candidate(cells[std::countr_zero(left)], value))) {
      left &= left - 1;
    }
    if (left) continue;
    node.index = in.house;
    break;
  }
  return add(std::move(node));
}

ChainProof::Id ChainProof::subset(Group group, std::vector<Cell> cells, std::vector<Id> parents) {
  return add({.group = std::move(group),
              .on = true,
              .cause = Node::Cause::subset,
              .cells = std::move(cells),
              .parents = std::move(parents)});
}

ChainProof::Id ChainProof::by_step(Candidate candidate, Step step, std::vector<Id> parents) {
  Node node{.group = {candidate}, .cause = Node::Cause::step};
  node.index = static_cast<std::uint16_t>(evidence_.inner.size());
  node.parents = std::move(parents);
  evidence_.inner.push_back(std::move(step));
  return add(std::move(node));
}

ChainProof::Id ChainProof::walk(const std::vector<Stop>& way) {
  Id last = assume(way.front().group, way.front().on);
  for (std::size_t i = 1; i < way.size(); ++i) {
    last = way[i].on ? on(way[i].group, {last}) : off(way[i].group, last);
  }
  return last;
}

void ChainProof::either(const std::vector<Stop>& way, const Group& targets) {
  Lemma lemma;
  lemma.kind = Lemma::Kind::chain;
  lemma.split = Lemma::Split::either;
  lemma.eliminations = targets;
  const Id on = assume(way.front().group, true);
  lemma.cases.push_back({on, off(targets, on)});
  const Id first = static_cast<Id>(evidence_.nodes.size());
  Id last = walk(way);
  if (way.back().on) last = off(targets, last);
  lemma.cases.push_back({first, last});
  evidence_.lemmas.push_back(std::move(lemma));
}

void ChainProof::refute(Id assumption, Id end, Group eliminations) {
  Lemma lemma;
  lemma.kind = Lemma::Kind::chain;
  lemma.split = Lemma::Split::refute;
  lemma.eliminations = std::move(eliminations);
  lemma.cases = {{assumption, end}};
  evidence_.lemmas.push_back(std::move(lemma));
}

}  // namespace squaredance::technique
