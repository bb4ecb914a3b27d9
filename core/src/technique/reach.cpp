#include "reach.hpp"

#include <algorithm>

namespace squaredance::technique {

namespace {

// Links followed from all starts together: some 50 ms.
constexpr std::int64_t effort_limit = 20'000'000;

}  // namespace

ChainReach::ChainReach(const State& state)
    : web_(state, {.groups = true}), spread_(web_, web_.most_within(effort_limit)) {}

void ChainReach::add_parents(int literal, std::vector<int>& parents) const {
  const int parent = spread_.parent(literal);
  if (parent >= 0) parents.push_back(parent);
}

NetReach::NetReach(const State& state)
    : state_(state), node_of_(static_cast<std::size_t>(state.sight().cells()) * state.size(), -1) {
  const Sight& sight = state.sight();
  for (int cell = 0; cell < sight.cells(); ++cell) {
    for (Mask left = state.mask(cell); left; left &= left - 1) {
      const Candidate c = sight.candidate(cell, std::countr_zero(left));
      node_of_[c] = candidates();
      groups_.push_back({c});
    }
  }
  items_of_.resize(groups_.size());
  excluded_.resize(groups_.size());
  const int items = sight.geometry().items();
  members_.resize(items);
  for (int node = 0; node < candidates(); ++node) {
    const Candidate c = groups_[node].front();
    items_of_[node].push_back(sight.cell_of(c));
    for (const Membership& in : sight.geometry().houses_of(sight.cell_of(c))) {
      items_of_[node].push_back(static_cast<int>(in.first_item) + sight.value_of(c));
    }
    for (const int item : items_of_[node]) members_[item].push_back(node);
  }
  std::int64_t links = 1;
  for (int node = 0; node < candidates(); ++node) {
    for (const int item : items_of_[node]) {
      for (const int other : members_[item]) {
        auto& list = excluded_[node];
        if (other != node && std::find(list.begin(), list.end(), other) == list.end()) {
          list.push_back(other);
        }
      }
    }
    links += static_cast<std::int64_t>(excluded_[node].size() + items_of_[node].size());
  }
  left_.resize(items);
  left_stamps_.resize(items);
  stamps_.resize(groups_.size() * 2);
  done_.resize(stamps_.size());
  distances_.resize(stamps_.size());
  causes_.resize(stamps_.size());
  // Of what is reached about half is on, so a literal costs half of its node's links.
  most_ = static_cast<std::size_t>(std::max<std::int64_t>(effort_limit / links, 50));
}

void NetReach::visit(int literal, int cause, int distance) {
  if (stamps_[literal] == stamp_ || queue_.size() >= most_) return;
  stamps_[literal] = stamp_;
  causes_[literal] = cause;
  distances_[literal] = distance;
  queue_.push_back(literal);
}

// One of the item has gone: is one left?
void NetReach::look_at_item(int item) {
  if (left_stamps_[item] != stamp_) {
    left_stamps_[item] = stamp_;
    left_[item] = static_cast<int>(members_[item].size());
  }
  if (--left_[item] != 1) return;
  int last = -1;
  int distance = 0;
  for (const int node : members_[item]) {
    // One that is off but waits in the queue is left here: then it is on as well, which is a clash.
    if (done_[node * 2] == stamp_) {
      distance = std::max(distance, distances_[node * 2]);
    } else {
      last = node;
    }
  }
  if (last >= 0) visit(last * 2 + 1, item, distance + 1);
}

void NetReach::from(int start) {
  ++stamp_;
  queue_.clear();
  visit(start, -1, 0);
  for (std::size_t head = 0; head < queue_.size(); ++head) {
    const int literal = queue_[head];
    const int node = literal / 2;
    done_[literal] = stamp_;
    if (literal & 1) {
      for (const int other : excluded_[node]) {
        visit(other * 2, literal, distances_[literal] + 1);
      }
    } else {
      for (const int item : items_of_[node]) look_at_item(item);
    }
  }
}

void NetReach::add_parents(int literal, std::vector<int>& parents) const {
  const int cause = causes_[literal];
  if (cause < 0) return;
  if ((literal & 1) == 0) {
    parents.push_back(cause);
    return;
  }
  for (const int node : members_[cause]) {
    if (node != literal / 2) parents.push_back(node * 2);
  }
}

ChainProof::Id ReachProof::add(int wanted) {
  std::vector<int> open = {wanted};
  const auto find = [&](int literal) {
    return std::find_if(known_.begin(), known_.end(),
                        [&](const auto& entry) { return entry.first == literal; });
  };
  while (!open.empty()) {
    const int literal = open.back();
    if (find(literal) != known_.end()) {
      open.pop_back();
      continue;
    }
    std::vector<int> parents;
    reach_.add_parents(literal, parents);
    std::vector<ChainProof::Id> ids;
    for (const int parent : parents) {
      const auto known = find(parent);
      if (known == known_.end()) {
        open.push_back(parent);
      } else {
        ids.push_back(known->second);
      }
    }
    if (ids.size() < parents.size()) continue;
    open.pop_back();
    const bool on = literal & 1;
    const ChainProof::Id id = parents.empty() ? proof_.assume(reach_.group(literal), on)
                              : on            ? proof_.on(reach_.group(literal), std::move(ids))
                                              : proof_.off(reach_.group(literal), ids.front());
    known_.emplace_back(literal, id);
  }
  return find(wanted)->second;
}

}  // namespace squaredance::technique
