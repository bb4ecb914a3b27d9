// A slow, obvious check of a step's evidence by the rules of step.hpp, without patterns and tables.
// It shares nothing with the finders, and no code with Python's verify.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "squaredance/technique/scale.hpp"

namespace squaredance::technique {

class StepVerifier {
 public:
  explicit StepVerifier(const State& state) : state_(state), sight_(state.sight()) {}

  // Empty when the step is proved, else what is wrong.
  std::string check(const Step& step) {
    for (const Lemma& lemma : step.evidence.lemmas) {
      const std::string wrong = lemma.kind == Lemma::Kind::count   ? count(lemma)
                                : lemma.kind == Lemma::Kind::chain ? chain(step, lemma)
                                                                   : "kind of lemma";
      if (!wrong.empty()) return wrong;
      for (const Candidate c : lemma.eliminations) state_.strike(c);
    }
    for (const Candidate c : step.eliminations) {
      if (state_.has(c)) return "an elimination is not struck";
    }
    for (const Placement& placement : step.placements) {
      if (state_.mask(placement.cell) != Mask{1} << placement.value) return "a placement is open";
    }
    return "";
  }

 private:
  using Group = std::vector<Candidate>;

  Group members(const Set& set) const {
    Group found;
    if (set.kind == Set::Kind::cell) {
      for (int value = 0; value < state_.size(); ++value) {
        if (state_.has(set.index, value)) found.push_back(sight_.candidate(set.index, value));
      }
    } else if (set.kind == Set::Kind::house) {
      for (const Cell cell : sight_.geometry().house(set.index)) {
        if (state_.has(cell, set.value)) found.push_back(sight_.candidate(cell, set.value));
      }
    } else {
      for (const Candidate c : set.candidates) {
        if (state_.has(c)) found.push_back(c);
      }
    }
    return found;
  }

  std::string count(const Lemma& lemma) const {
    std::map<Candidate, int> balance;
    for (const Set& set : lemma.bases) {
      if (set.kind != Set::Kind::cell && set.kind != Set::Kind::house) return "kind of base";
      const Group group = members(set);
      if (group.empty()) return "an empty base";
      for (const Candidate c : group) --balance[c];
    }
    for (const Set& set : lemma.covers) {
      if (set.kind == Set::Kind::guardians) return "kind of cover";
      const Group group = members(set);
      for (const Candidate a : group) {
        for (const Candidate b : group) {
          if (a != b && !sight_.clash(a, b)) return "a cover could hold two";
        }
        ++balance[a];
      }
    }
    for (const auto& [c, b] : balance) {
      if (b < 0) return "a base is not covered";
    }
    const int rank = static_cast<int>(lemma.covers.size()) - static_cast<int>(lemma.bases.size());
    for (const Candidate c : lemma.eliminations) {
      if (state_.has(c) && balance[c] <= rank) return "a count does not strike its elimination";
    }
    return "";
  }

  bool all_clash(const Group& a, const Group& b) const {
    for (const Candidate x : a) {
      for (const Candidate y : b) {
        if (!sight_.clash(x, y)) return false;
      }
    }
    return true;
  }

  // What is off in the parents.
  static std::set<Candidate> off_in_parents(const Step& step, const Node& node) {
    std::set<Candidate> off;
    for (const std::uint32_t parent : node.parents) {
      const Node& from = step.evidence.nodes[parent];
      if (!from.on) off.insert(from.group.begin(), from.group.end());
    }
    return off;
  }

  bool subset_holds(const Node& node, const std::set<Candidate>& off) const {
    Mask values = 0;
    for (const Cell cell : node.cells) {
      for (Mask left = state_.mask(cell); left; left &= left - 1) {
        const Candidate c = sight_.candidate(cell, std::countr_zero(left));
        if (!off.contains(c)) values |= left & -left;
      }
      for (const Cell other : node.cells) {
        if (other != cell && !sight_.sees(cell, other)) return false;
      }
    }
    if (std::popcount(values) != static_cast<int>(node.cells.size())) return false;
    const int value = sight_.value_of(node.group.front());
    for (const Cell cell : node.cells) {
      const Candidate c = sight_.candidate(cell, value);
      if (state_.has(c) && !off.contains(c) &&
          std::find(node.group.begin(), node.group.end(), c) == node.group.end()) {
        return false;
      }
    }
    return (values >> value) & 1;
  }

  bool node_holds(const Step& step, std::size_t index) const {
    const Node& node = step.evidence.nodes[index];
    for (const std::uint32_t parent : node.parents) {
      if (parent >= index) return false;
    }
    const std::set<Candidate> off = off_in_parents(step, node);
    const auto rest_is_off = [&](const Group& group) {
      return std::all_of(group.begin(), group.end(), [&](Candidate c) {
        return off.contains(c) ||
               std::find(node.group.begin(), node.group.end(), c) != node.group.end();
      });
    };
    switch (node.cause) {
      case Node::Cause::assumption: return true;
      case Node::Cause::weak:
        return !node.on && node.parents.size() == 1 && step.evidence.nodes[node.parents[0]].on &&
               all_clash(node.group, step.evidence.nodes[node.parents[0]].group);
      case Node::Cause::cell:
        return node.on && rest_is_off(members({.kind = Set::Kind::cell, .index = node.index}));
      case Node::Cause::house:
        return node.on &&
               rest_is_off(members({.kind = Set::Kind::house,
                                    .index = node.index,
                                    .value = static_cast<std::uint8_t>(
                                        sight_.value_of(node.group.front()))}));
      case Node::Cause::subset: return node.on && subset_holds(node, off);
      case Node::Cause::step: {
        State reduced = state_;
        for (const Candidate c : off) reduced.strike(c);
        const Step& inner = step.evidence.inner[node.index];
        if (!StepVerifier(reduced).check(inner).empty()) return false;
        return !node.on && std::all_of(node.group.begin(), node.group.end(), [&](Candidate c) {
                 return std::find(inner.eliminations.begin(), inner.eliminations.end(), c) !=
                        inner.eliminations.end();
               });
      }
      default: return false;
    }
  }

  std::set<std::uint32_t> assumptions_of(const Step& step, std::uint32_t node) const {
    std::set<std::uint32_t> found;
    std::vector<std::uint32_t> open = {node};
    std::set<std::uint32_t> seen;
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (!seen.insert(at).second) continue;
      const Node& n = step.evidence.nodes[at];
      if (n.cause == Node::Cause::assumption) found.insert(at);
      open.insert(open.end(), n.parents.begin(), n.parents.end());
    }
    return found;
  }

  // Whether the end of a case strikes the candidate.
  bool strikes(const Node& end, Candidate c) const {
    if (!end.on) return std::find(end.group.begin(), end.group.end(), c) != end.group.end();
    return all_clash(end.group, {c});
  }

  std::string chain(const Step& step, const Lemma& lemma) const {
    const std::vector<Node>& nodes = step.evidence.nodes;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].group.empty()) return "an empty node";
      if (used(step, lemma, i) && !node_holds(step, i)) return "a node does not follow";
    }
    std::vector<Group> splits;
    for (const Case& one : lemma.cases) {
      for (const std::uint32_t end : {one.end, one.clash}) {
        if (end == no_node) continue;
        for (const std::uint32_t from : assumptions_of(step, end)) {
          if (from != one.assumption) return "a case has another assumption";
        }
      }
      if (one.clash != no_node) {
        const Node& a = nodes[one.end];
        const Node& b = nodes[one.clash];
        const Node& on = a.on ? a : b;
        const Node& off = a.on ? b : a;
        if (!on.on || off.on) return "a clash of the same kind";
        for (const Candidate c : on.group) {
          if (std::find(off.group.begin(), off.group.end(), c) == off.group.end()) return "no clash";
        }
        if (lemma.split != Lemma::Split::refute) continue;
      }
      if (lemma.split == Lemma::Split::refute) {
        const Node& start = nodes[one.assumption];
        if (one.clash == no_node &&
            (nodes[one.end].on == start.on || nodes[one.end].group != start.group)) {
          return "not the opposite of the assumption";
        }
        for (const Candidate c : lemma.eliminations) {
          const bool struck = start.on ? start.group.size() == 1 && start.group[0] == c
                                       : all_clash(start.group, {c});
          if (!struck) return "refuted, but not struck";
        }
        continue;
      }
      for (const Candidate c : lemma.eliminations) {
        if (!strikes(nodes[one.end], c)) return "an end does not strike";
      }
    }
    return split_holds(step, lemma) ? "" : "the cases are not all";
  }

  bool used(const Step& step, const Lemma& lemma, std::size_t node) const {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> open;
    for (const Case& one : lemma.cases) {
      open.push_back(one.end);
      if (one.clash != no_node) open.push_back(one.clash);
    }
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (!seen.insert(at).second) continue;
      const auto& parents = step.evidence.nodes[at].parents;
      open.insert(open.end(), parents.begin(), parents.end());
    }
    return seen.contains(static_cast<std::uint32_t>(node));
  }

  bool split_holds(const Step& step, const Lemma& lemma) const {
    const std::vector<Node>& nodes = step.evidence.nodes;
    if (lemma.split == Lemma::Split::refute) return lemma.cases.size() == 1;
    if (lemma.split == Lemma::Split::either) {
      return lemma.cases.size() == 2 &&
             nodes[lemma.cases[0].assumption].group == nodes[lemma.cases[1].assumption].group &&
             nodes[lemma.cases[0].assumption].on != nodes[lemma.cases[1].assumption].on;
    }
    std::set<Candidate> cases;
    for (const Case& one : lemma.cases) {
      if (!nodes[one.assumption].on || nodes[one.assumption].group.size() != 1) return false;
      cases.insert(nodes[one.assumption].group[0]);
    }
    const Group all = members({.kind = lemma.split == Lemma::Split::cell ? Set::Kind::cell
                                                                         : Set::Kind::house,
                               .index = lemma.index,
                               .value = lemma.value});
    return std::all_of(all.begin(), all.end(), [&](Candidate c) { return cases.contains(c); });
  }

  State state_;
  const Sight& sight_;
};

}  // namespace squaredance::technique
