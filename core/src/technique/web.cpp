#include "web.hpp"

#include <algorithm>

#include "squaredance/stop.hpp"

namespace squaredance::technique {
namespace {

// Beyond, the links alone take more than a tenth of a second; such a state is far from its end.
constexpr int most_candidates = 20'000;

bool disjoint(const std::vector<Cell>& a, const std::vector<Cell>& b) {
  return std::none_of(a.begin(), a.end(), [&](Cell cell) {
    return std::find(b.begin(), b.end(), cell) != b.end();
  });
}

// HoDoKu's price of a set in a chain, besides the link itself.
int price_of(Mask values) {
  const int count = std::popcount(values);
  return count == 2 ? 1 : (count - 1) * 2;
}

}  // namespace

Web::Web(const State& state, Wishes wishes)
    : node_of_(static_cast<std::size_t>(state.sight().cells()) * state.size(), -1),
      sets_(state, wishes.stop, wishes.sets ? 2 : state.size() + 1) {
  for (int cell = 0; cell < state.sight().cells(); ++cell) {
    for (Mask left = state.mask(cell); left; left &= left - 1) {
      const Candidate c = state.sight().candidate(cell, std::countr_zero(left));
      node_of_[c] = candidate_count_++;
      groups_.push_back({c});
    }
  }
  if (candidate_count_ > most_candidates) candidate_count_ = 0;
  if (candidate_count_ == 0) groups_.clear();
  if (wishes.groups && candidate_count_) find_crossings(state);
  first_set_literal_ = static_cast<int>(groups_.size()) * 2;
  links_.resize(first_set_literal_);
  link_candidates(state);
  link_groups(state);
  if (wishes.sets && candidate_count_) link_sets(state, wishes.stop);
}

void Web::link(int from, int to, int cost) {
  for (const Link& known : links_[from]) {
    if (known.to == to) return;
  }
  join(from, to, cost);
}

int Web::most_within(std::int64_t effort) const {
  std::int64_t links = 1;
  for (const auto& list : links_) links += static_cast<std::int64_t>(list.size());
  const std::int64_t starts = 2 * candidate_count_ + 1;
  const std::int64_t reached = effort * (literals() + 1) / (starts * links);
  return static_cast<int>(std::clamp<std::int64_t>(reached, 50, 1000));
}

void Web::link_candidates(const State& state) {
  const Sight& sight = state.sight();
  for (int node = 0; node < candidate_count_; ++node) {
    const Candidate candidate = groups_[node].front();
    const int cell = sight.cell_of(candidate);
    const int value = sight.value_of(candidate);
    const int off = node * 2;
    const int on = off + 1;
    for (Mask left = state.mask(cell) & ~(Mask{1} << value); left; left &= left - 1) {
      const Candidate other = sight.candidate(cell, std::countr_zero(left));
      join(on, literal(other, false));
      if (state.count(cell) == 2) join(off, literal(other, true));
    }
    for (const Membership& in : sight.geometry().houses_of(cell)) {
      const Mask others = state.places(in.house, value) & ~(Mask{1} << in.position);
      const auto at = [&](Mask places) {
        return sight.candidate(sight.geometry().house(in.house)[std::countr_zero(places)], value);
      };
      Mask fresh = others;
      for (const Membership& before : sight.geometry().houses_of(cell)) {
        if (before.house >= in.house) break;
        fresh &= ~sight.crossing(in.house, before.house);
      }
      for (; fresh; fresh &= fresh - 1) join(on, literal(at(fresh), false));
      if (std::popcount(others) == 1) link(off, literal(at(others), true));
    }
  }
}

void Web::find_crossings(const State& state) {
  const Sight& sight = state.sight();
  for (int first = 0; first < sight.houses(); ++first) {
    for (int value = 0; value < state.size(); ++value) {
      if (std::popcount(state.places(first, value)) < 2) continue;
      for (int second = first + 1; second < sight.houses(); ++second) {
        const Mask both = state.places(first, value) & sight.crossing(first, second);
        if (std::popcount(both) < 2) continue;
        Crossing crossing{value, first, second, {}};
        std::vector<Candidate> group;
        for (Mask left = both; left; left &= left - 1) {
          crossing.cells.push_back(sight.geometry().house(first)[std::countr_zero(left)]);
          group.push_back(sight.candidate(crossing.cells.back(), value));
        }
        crossings_.push_back(std::move(crossing));
        groups_.push_back(std::move(group));
      }
    }
  }
}

void Web::link_group_with_cells(const State& state, std::size_t index) {
  const Sight& sight = state.sight();
  const Crossing& own = crossings_[index];
  const int off = group_literal(index, false);
  const int on = group_literal(index, true);
  for (const Cell peer : sight.peers(own.cells.front())) {
    if (!state.has(peer, own.value)) continue;
    if (!std::all_of(own.cells.begin(), own.cells.end(),
                     [&](Cell cell) { return sight.sees(cell, peer); })) {
      continue;
    }
    const Candidate other = sight.candidate(peer, own.value);
    link(on, literal(other, false));
    link(literal(other, true), off);
  }
  for (const int house : {own.second, own.first}) {
    Mask rest = state.places(house, own.value);
    for (const Cell cell : own.cells) rest &= ~(Mask{1} << sight.position(house, cell));
    if (std::popcount(rest) != 1) continue;
    const Cell last = sight.geometry().house(house)[std::countr_zero(rest)];
    const Candidate other = sight.candidate(last, own.value);
    link(off, literal(other, true));
    link(literal(other, false), on);
  }
}

void Web::link_groups(const State& state) {
  std::vector<std::vector<std::size_t>> by_value(state.size());
  for (std::size_t i = 0; i < crossings_.size(); ++i) by_value[crossings_[i].value].push_back(i);
  for (std::size_t i = 0; i < crossings_.size(); ++i) {
    link_group_with_cells(state, i);
    const Crossing& own = crossings_[i];
    for (const std::size_t j : by_value[own.value]) {
      const Crossing& other = crossings_[j];
      if (i == j) continue;
      for (const int house : {own.first, own.second}) {
        if (house != other.first && house != other.second) continue;
        if (!disjoint(own.cells, other.cells)) break;
        link(group_literal(i, true), group_literal(j, false));
        const auto places = static_cast<std::size_t>(std::popcount(state.places(house, own.value)));
        if (places == own.cells.size() + other.cells.size()) {
          link(group_literal(i, false), group_literal(j, true));
        }
      }
    }
  }
}

int Web::literal_of_set(const State& state, int set, int value) {
  int& known = set_literals_[static_cast<std::size_t>(set) * state.size() + value];
  if (known < 0) {
    known = literals();
    links_.emplace_back();
    set_of_.push_back(set);
    groups_.push_back(candidates_in(state, sets_.cells(set), value));
  }
  return known;
}

void Web::link_sets(const State& state, const std::atomic<bool>* stop) {
  set_literals_.assign(static_cast<std::size_t>(sets_.size()) * state.size(), -1);
  for (int set = 0; set < sets_.size(); ++set) {
    if (is_stopped(stop)) return;
    for (Mask left = sets_.values(set); left; left &= left - 1) {
      const int value = std::countr_zero(left);
      if (useful(set, value)) link_set(state, set, value);
    }
  }
}

// Whether the set without the value strikes anything.
bool Web::useful(int set, int value) const {
  for (Mask left = sets_.values(set) & ~(Mask{1} << value); left; left &= left - 1) {
    const Word* const seers = sets_.seers(set, std::countr_zero(left));
    for (int w = 0; w < sets_.words(); ++w) {
      if (seers[w]) return true;
    }
  }
  return false;
}

void Web::link_set(const State& state, int set, int value) {
  const Sight& sight = state.sight();
  const int off = literal_of_set(state, set, value);
  const int cost = 1 + price_of(sets_.values(set));
  const Mask others = sets_.values(set) & ~(Mask{1} << value);
  const auto sees_all = [&](const Crossing& crossing, const Word* seers) {
    return std::all_of(crossing.cells.begin(), crossing.cells.end(),
                       [&](Cell cell) { return has_bit(seers, cell); });
  };
  // What takes the value away from it.
  for_each_bit(sets_.seers(set, value), sets_.words(),
               [&](int cell) { join(literal(sight.candidate(cell, value), true), off); });
  for (std::size_t i = 0; i < crossings_.size(); ++i) {
    if (crossings_[i].value == value && sees_all(crossings_[i], sets_.seers(set, value))) {
      join(group_literal(i, true), off);
    }
  }
  // What the others strike.
  for (Mask left = others; left; left &= left - 1) {
    const int other = std::countr_zero(left);
    const Word* const seers = sets_.seers(set, other);
    for_each_bit(seers, sets_.words(),
                 [&](int cell) { join(off, literal(sight.candidate(cell, other), false), cost); });
    for (std::size_t i = 0; i < crossings_.size(); ++i) {
      if (crossings_[i].value == other && sees_all(crossings_[i], seers)) {
        join(off, group_literal(i, false), cost);
      }
    }
  }
  for (int next = 0; next < sets_.size(); ++next) {
    if (next == set || meet(sets_.bits(set), sets_.bits(next), sets_.words())) continue;
    for (Mask left = others & sets_.values(next); left; left &= left - 1) {
      const int other = std::countr_zero(left);
      if (sets_.restricted(set, next, other)) {
        join(off, literal_of_set(state, next, other), cost);
      }
    }
  }
  // A cell that sees so many of them that one value is left.
  for (int cell = 0; cell < sight.cells(); ++cell) {
    if (state.count(cell) <= 2 || has_bit(sets_.bits(set), cell)) continue;
    Mask rest = state.mask(cell);
    for (Mask left = others; left; left &= left - 1) {
      if (has_bit(sets_.seers(set, std::countr_zero(left)), cell)) rest &= ~(left & -left);
    }
    if (std::popcount(rest) == 1) {
      join(off, literal(sight.candidate(cell, std::countr_zero(rest)), true), cost + 1);
    }
  }
}

Spread::Spread(const Web& web, int most)
    : web_(web),
      most_(most),
      stamps_(web.literals(), 0),
      distances_(web.literals()),
      parents_(web.literals()) {}

void Spread::from(int start) {
  ++stamp_;
  start_ = start;
  reached_.clear();
  stamps_[start] = stamp_;
  distances_[start] = 0;
  parents_[start] = -1;
  const auto follow = [&](int at) {
    for (const Web::Link& link : web_.links(at)) {
      const int distance = distances_[at] + link.cost;
      if (stamps_[link.to] != stamp_) {
        if (static_cast<int>(reached_.size()) >= most_) return;
        stamps_[link.to] = stamp_;
        reached_.push_back(link.to);
      } else if (distance >= distances_[link.to] || parents_[link.to] == start_) {
        continue;
      }
      distances_[link.to] = distance;
      parents_[link.to] = at;
    }
  };
  follow(start);
  for (std::size_t head = 0; head < reached_.size(); ++head) follow(reached_[head]);
}

std::vector<int> Spread::way_to(int literal) const {
  std::vector<int> way;
  for (int at = literal; at >= 0; at = parents_[at]) way.push_back(at);
  std::reverse(way.begin(), way.end());
  return way;
}

}  // namespace squaredance::technique
