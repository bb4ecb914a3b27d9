#include "frontier_order.hpp"

#include <algorithm>
#include <cmath>
#include <bit>
#include <numeric>
#include <utility>

namespace squaredance::cover {

namespace {

constexpr double density = 0.7;  // a layer with b live bits is taken to have 2^(density * b) states

// Lists of numbers, one after the other.
struct Lists {
  std::vector<std::uint32_t> starts{0}, members;
  std::span<const std::uint32_t> operator[](std::size_t i) const {
    return {members.data() + starts[i], members.data() + starts[i + 1]};
  }
};

Lists options_by_item(const Problem& problem) {
  Lists lists;
  lists.starts.assign(problem.item_count() + 1, 0);
  for (Option o = 0; o < problem.option_count(); ++o)
    if (problem.is_usable(o))
      for (Item item : problem.option(o)) ++lists.starts[item + 1];
  std::partial_sum(lists.starts.begin(), lists.starts.end(), lists.starts.begin());
  lists.members.resize(lists.starts.back());
  auto end = lists.starts;
  for (Option o = 0; o < problem.option_count(); ++o)
    if (problem.is_usable(o))
      for (Item item : problem.option(o)) lists.members[end[item]++] = o;
  return lists;
}

// Walks an order and tells what it would cost.
class Walk {
 public:
  Walk(const Problem& problem, const Fields& fields, std::uint64_t work_limit)
      : problem_(problem), bits_(problem.item_count(), 1), work_limit_(work_limit) {
    for (Item s = 0; s < problem.secondary; ++s)
      bits_[problem.primary + s] = fields.fields[s].width;
    for (Item p = 0; p < problem.primary; ++p)
      if (problem.bounds_of(p) != Bounds{})
        bits_[p] = static_cast<std::uint32_t>(std::bit_width(problem.bounds_of(p).most));
    options_ = options_by_item(problem);
    find_neighbours();
  }

  bool can_be_greedy() const { return !neighbours_.members.empty(); }
  std::uint64_t work() const { return work_; }
  double cost() const { return cost_; }
  const std::vector<Item>& order() const { return order_; }

  void given() {
    reset();
    for (Item item = 0; item < problem_.primary; ++item) take(item);
  }

  // Stops when it is dearer than `limit`.
  void greedy(Item first, double limit) {
    reset();
    take(first);
    while (order_.size() < problem_.primary && cost_ < limit) take(next());
  }

 private:
  void find_neighbours() {
    std::uint64_t pairs = 0;
    for (Option o = 0; o < problem_.option_count(); ++o)
      pairs += problem_.option(o).size() * problem_.option(o).size();
    if (pairs > work_limit_) return;
    std::vector<Item> seen(problem_.item_count(), ~Item{0});
    for (Item item = 0; item < problem_.item_count(); ++item) {
      seen[item] = item;
      for (Option o : options_[item])
        for (Item other : problem_.option(o))
          if (bits_[other] && std::exchange(seen[other], item) != item)
            neighbours_.members.push_back(other);
      neighbours_.starts.push_back(static_cast<std::uint32_t>(neighbours_.members.size()));
    }
    work_ += pairs;
  }

  void reset() {
    order_.clear();
    candidates_.clear();
    cost_ = 0;
    live_ = 0;
    cursor_ = 0;
    decided_.assign(problem_.option_count(), 0);
    touched_.assign(problem_.item_count(), 0);
    taken_.assign(problem_.primary, 0);
    left_.resize(problem_.item_count());
    fresh_.assign(problem_.item_count(), 0);
    for (Item item = 0; item < problem_.item_count(); ++item) {
      left_[item] = static_cast<std::uint32_t>(options_[item].size());
      if (can_be_greedy()) fresh_[item] = static_cast<std::uint32_t>(neighbours_[item].size());
    }
  }

  void touch(Item item) {
    touched_[item] = 1;
    live_ += bits_[item];
    if (problem_.is_primary(item)) candidates_.push_back(item);
    // An item without bits is nobody's neighbour, so nobody counts it as fresh.
    if (!can_be_greedy() || bits_[item] == 0) return;
    for (Item other : neighbours_[item]) --fresh_[other];
    work_ += neighbours_[item].size();
  }

  void take(Item item) {
    taken_[item] = 1;
    order_.push_back(item);
    const double before = std::exp2(density * std::min(live_, 1000u));
    std::size_t options = 0;
    for (Option o : options_[item]) {
      if (std::exchange(decided_[o], 1)) continue;
      ++options;
      for (Item other : problem_.option(o)) {
        if (!touched_[other]) touch(other);
        if (--left_[other] == 0) live_ -= bits_[other];
      }
      work_ += problem_.option(o).size();
    }
    cost_ += before * static_cast<double>(1 + options);
  }

  std::pair<std::uint32_t, std::uint32_t> rank(Item item) const {
    return {fresh_[item], left_[item]};
  }

  // Among the live items the one that brings fewest new ones; then the one with fewest options
  // left, then the one that is live for longest.
  Item next() {
    Item best = ~Item{0};
    std::size_t kept = 0;
    for (Item item : candidates_) {
      if (taken_[item]) continue;
      candidates_[kept++] = item;
      if (best == ~Item{0} || rank(item) < rank(best)) best = item;
    }
    candidates_.resize(kept);
    work_ += kept;
    if (best != ~Item{0}) return best;
    while (taken_[cursor_]) ++cursor_;
    return cursor_;
  }

  const Problem& problem_;
  std::vector<std::uint32_t> bits_;  // of each item when it is live
  Lists options_, neighbours_;       // of each item
  std::vector<Item> order_, candidates_;
  std::vector<char> decided_, touched_, taken_;
  std::vector<std::uint32_t> left_, fresh_;  // undecided options; neighbours that are not touched
  std::uint32_t live_ = 0;                   // bits
  Item cursor_ = 0;
  double cost_ = 0;
  std::uint64_t work_ = 0, work_limit_;
};

}  // namespace

std::vector<Item> frontier_order(const Problem& problem, const Fields& fields,
                                 std::uint64_t work) {
  Walk walk(problem, fields, work);
  walk.given();
  std::vector<Item> best = walk.order();
  double cost = walk.cost();
  if (!walk.can_be_greedy()) return best;
  // First items spread over all: i, then those halfway between, as the bits of i reversed.
  for (std::uint32_t i = 0, tried = 0; tried < problem.primary && walk.work() < work; ++i) {
    std::uint32_t reversed = 0, size = std::bit_ceil(problem.primary);
    for (std::uint32_t bit = 1; bit < size; bit <<= 1) reversed = reversed << 1 | ((i & bit) != 0);
    if (reversed >= problem.primary) continue;
    ++tried;
    walk.greedy(reversed, cost);
    if (walk.cost() < cost) {
      cost = walk.cost();
      best = walk.order();
    }
  }
  return best;
}

}  // namespace squaredance::cover
