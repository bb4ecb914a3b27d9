#include "cells.hpp"

#include <algorithm>
#include <limits>

namespace squaredance::cover {

template <bool colored, bool bounded>
Cells<colored, bounded>::Cells(const Problem& problem) : items_(problem.item_count()) {
  lay_out(problem);
  set_bounds(problem);
}

template <bool colored, bool bounded>
void Cells<colored, bounded>::lay_out(const Problem& problem) {
  nodes_.reserve(problem.items.size() + problem.option_count());
  if constexpr (colored) colors_.reserve(nodes_.capacity());
  for (Option o = 0; o < problem.option_count(); ++o) {
    if (!problem.is_usable(o)) continue;
    const Index first = static_cast<Index>(nodes_.size());
    options_.push_back(o);
    firsts_.push_back(first);
    for (Item item : problem.option(o)) {
      nodes_.push_back({item, 0});
      ++items_[item].end;
    }
    nodes_.push_back({spacer, first});
    if constexpr (colored) {
      for (std::size_t p = problem.starts[o]; p < problem.starts[o + 1]; ++p)
        colors_.push_back(problem.color_at(p));
      colors_.push_back(0);
    }
  }
  std::int32_t begin = 0;
  for (Set& set : items_) {
    const std::int32_t size = set.end;
    set = {begin, begin, begin - 1, 0};
    begin += size;
  }
  sets_.resize(static_cast<std::size_t>(begin));
  trail_.resize(sets_.size());
  // Between two conflicts an item comes down to its floor once, unless the floor falls too.
  forced_.resize((bounded ? sets_.size() : items_.size()) + 1);
  for (Index n = 0; n < nodes_.size(); ++n) {
    if (nodes_[n].item == spacer) continue;
    nodes_[n].place = static_cast<Index>(items_[nodes_[n].item].end++);
    sets_[nodes_[n].place] = n;
  }
  if constexpr (colored) settled_by_.resize(items_.size(), nobody);
}

// Bounds beyond the number of options mean no more than one above it.
template <bool colored, bool bounded>
void Cells<colored, bounded>::set_bounds(const Problem& problem) {
  active_count_ = problem.primary;
  for (Item item = 0; item < problem.primary; ++item) {
    active_.push_back(item);
    positions_.push_back(item);
    Set& set = items_[item];
    auto [least, most] = problem.bounds_of(item);
    const auto above = static_cast<std::uint32_t>(set.size()) + 1;
    set.floor = set.begin + static_cast<std::int32_t>(std::min(least, above));
    set.room = static_cast<std::int32_t>(std::min(most, above));
  }
  for (Item item = 0; item < problem.primary; ++item)
    if (items_[item].room == 0) cover(item);
}

template <bool colored, bool bounded>
Pause Cells<colored, bounded>::run(std::uint64_t nodes) {
  for (;;) {
    if (next_ == Next::leave && !leave_level()) next_ = Next::stop;
    if (next_ == Next::stop) return Pause::exhausted;
    if (nodes-- == 0) return Pause::budget;
    ++effort_.nodes;
    next_ = Next::leave;
    if (failed_) continue;
    const Item item = choose();
    if (item == spacer) return Pause::solution;
    if (items_[item].branches() <= 0) continue;
    next_ = Next::enter;
    enter_level(item);
  }
}

// The item with the fewest branches, the one of the lowest number when several tie; `spacer`
// when nothing is left to choose. To take the first one in active_, which is in no order after
// some swaps, cost up to three times the nodes on 16x16 Sudoku: neighbours in number are
// neighbours in the problem. An item that has just become forced is found without a look at
// all the others.
template <bool colored, bool bounded>
Item Cells<colored, bounded>::choose() {
  while (forced_size_ > 0) {
    const Item item = forced_[--forced_size_];
    const Set& set = items_[item];
    if (positions_[item] < active_count_ && set.end == set.floor && set.end > set.begin)
      return item;
  }
  std::uint64_t best = ~std::uint64_t{0};  // branches, then item
  for (Index i = 0; i < active_count_; ++i) {
    const Item item = active_[i];
    const Set& set = items_[item];
    if (bounded && set.size() == 0 && !set.is_short()) continue;
    const std::int32_t branches = bounded ? std::max(set.branches(), 0) : set.size();
    best = std::min(best, static_cast<std::uint64_t>(branches) << 32 | item);
  }
  return static_cast<Item>(best);
}

template <bool colored, bool bounded>
void Cells<colored, bounded>::enter_level(Item item) {
  const std::int32_t branches = items_[item].branches();
  if (branches > 1) ++effort_.guesses;
  Level level{item, branches, 0, nobody, 0, mark(), mark()};
  if constexpr (!bounded) {
    // A single option stays in its other items, which hide what else they have and are done.
    if (branches == 1)
      deactivate(item);
    else
      level.lost = cover(item);
    level.base = mark();
  }
  levels_.push_back(level);
  enter_branch(levels_.back());
}

// Goes to the next branch of the deepest level that has one. False when there is none.
template <bool colored, bool bounded>
bool Cells<colored, bounded>::leave_level() {
  forced_size_ = 0;
  while (!levels_.empty()) {
    Level& level = levels_.back();
    const bool can_go_on = leave_branch(level);
    if (can_go_on && ++level.branch < level.branches) {
      enter_branch(level);
      next_ = Next::enter;
      return true;
    }
    restore(level.before);
    levels_.pop_back();
  }
  return false;
}

template <bool colored, bool bounded>
void Cells<colored, bounded>::enter_branch(Level& level) {
  const Set& set = items_[level.item];
  if constexpr (bounded) {
    if (set.size() == 0) {
      level.node = nobody;
      level.base = mark();
      deactivate(level.item);
      failed_ = false;
    } else {
      level.node = sets_[set.begin];
      failed_ = !take_one_of_many(level);
    }
  } else {
    level.node = sets_[set.begin + level.branch];
    failed_ = !take_option(level);
  }
}

// Without bounds, for an item that is covered: the other items of the option are covered too.
// False when an item becomes short; leave_branch undoes the part that was done.
template <bool colored, bool bounded>
bool Cells<colored, bounded>::take_option(const Level& level) {
  int found = 0;
  each_other(level.node, [&](Index n) {
    const Item item = nodes_[n].item;
    found += items_[item].is_short();
    if (is_primary(item)) deactivate(item);
  });
  // What is short without the level's item must be in the option taken for it.
  if (found != level.lost) return false;
  // Nobody asks any more what is left in which set.
  if (active_count_ == 0) return true;
  int fallen = 0;
  each_other(level.node, [&](Index n) {
    if (fallen == 0) fallen = close(n);
  });
  return fallen == 0;
}

// With bounds: the option goes out of all its items and stays out for the rest of the level.
// Its items ask for less before, so that none of them is short for having lost this option.
template <bool colored, bool bounded>
bool Cells<colored, bounded>::take_one_of_many(Level& level) {
  auto each = [&](auto&& use) {
    use(level.node);
    each_other(level.node, use);
  };
  each([&](Index n) {
    --items_[nodes_[n].item].floor;
    --items_[nodes_[n].item].room;
  });
  remove(level.node);
  hide(level.node);
  level.base = mark();
  int fallen = 0;
  each([&](Index n) {
    const Item item = nodes_[n].item;
    if (fallen > 0 || (is_primary(item) && items_[item].room != 0)) return;
    if (is_primary(item)) deactivate(item);
    fallen = close(n);
  });
  return fallen == 0;
}

// The item of the node takes no other option, or only those of the same color.
template <bool colored, bool bounded>
inline int Cells<colored, bounded>::close(Index node) {
  const Item item = nodes_[node].item;
  if (!colored || colors_[node] == 0) return hide_all(item, node, 0);
  return settled_by_[item] == nobody ? settle(node) : 0;
}

// False when no further branch of the level can have a solution: without the option just
// tried, one of its items is short.
template <bool colored, bool bounded>
bool Cells<colored, bounded>::leave_branch(const Level& level) {
  restore(level.base);
  if (level.node == nobody) return false;
  bool some_short = false;
  auto leave = [&](Index n) {
    const Item item = nodes_[n].item;
    if constexpr (bounded) {
      Set& set = items_[item];
      ++set.floor;
      ++set.room;
      some_short |= set.is_short();
    }
    if (settled_by_[item] == n) settled_by_[item] = nobody;
  };
  if constexpr (bounded) leave(level.node);
  if constexpr (colored) each_other(level.node, leave);
  return !some_short;
}

template <bool colored, bool bounded>
template <typename Use>
inline void Cells<colored, bounded>::each_other(Index node, Use&& use) const {
  for (Index n = node + 1; n != node;) {
    if (nodes_[n].item == spacer) {
      n = nodes_[n].place;
    } else {
      use(n);
      ++n;
    }
  }
}

// Takes the node out of its item; 1 when that makes the item short. No branches: which items
// come down to their floor cannot be foretold.
template <bool colored, bool bounded>
inline int Cells<colored, bounded>::remove(Index node) {
  const auto [item, place] = nodes_[node];
  Set& set = items_[item];
  const std::int32_t end = --set.end;
  const Index last = sets_[end];
  sets_[place] = last;
  nodes_[last].place = place;
  sets_[end] = node;
  nodes_[node].place = static_cast<Index>(end);
  trail_[trail_size_++] = item;
  forced_[forced_size_] = item;
  forced_size_ += end == set.floor;
  return end < set.floor;
}

// Takes the option of this node out of all its other items; how many become short, but for
// those that are being covered.
template <bool colored, bool bounded>
inline int Cells<colored, bounded>::hide(Index node) {
  int fallen = 0;
  each_other(node, [&](Index n) {
    if (colored && settled_by_[nodes_[n].item] != nobody) return;
    fallen += remove(n);
  });
  if (fallen == 0) return 0;
  fallen = 0;
  each_other(node, [&](Index n) {
    const Item item = nodes_[n].item;
    fallen += items_[item].is_short() && positions_[item] < active_count_;
  });
  return fallen;
}

template <bool colored, bool bounded>
inline void Cells<colored, bounded>::deactivate(Item item) {
  const Index position = positions_[item];
  const Item last = active_[--active_count_];
  active_[position] = last;
  positions_[last] = position;
  active_[active_count_] = item;
  positions_[item] = active_count_;
}

// Hides all options of the item but that of the node; stops when more items than tolerated
// are short.
template <bool colored, bool bounded>
int Cells<colored, bounded>::hide_all(Item item, Index but, int tolerated) {
  int fallen = 0;
  const Set set = items_[item];
  for (std::int32_t p = set.begin; p < set.end && fallen <= tolerated; ++p)
    if (sets_[p] != but) fallen += hide(sets_[p]);
  return fallen;
}

// The number of items that are short then.
template <bool colored, bool bounded>
int Cells<colored, bounded>::cover(Item item) {
  deactivate(item);
  return hide_all(item, nobody, std::numeric_limits<int>::max());
}

template <bool colored, bool bounded>
int Cells<colored, bounded>::settle(Index node) {
  const Item item = nodes_[node].item;
  settled_by_[item] = node;
  int fallen = 0;
  const Set set = items_[item];
  for (std::int32_t p = set.begin; p < set.end && fallen == 0; ++p)
    if (colors_[sets_[p]] != colors_[node]) fallen += hide(sets_[p]);
  return fallen;
}

template <bool colored, bool bounded>
void Cells<colored, bounded>::restore(Mark mark) {
  active_count_ = mark.active;
  while (trail_size_ > mark.trail) ++items_[trail_[--trail_size_]].end;
}

template <bool colored, bool bounded>
std::vector<Option> Cells<colored, bounded>::solution() const {
  std::vector<Option> options;
  for (const Level& level : levels_) {
    if (level.node == nobody) continue;
    auto after = std::ranges::upper_bound(firsts_, level.node);
    options.push_back(options_[static_cast<std::size_t>(after - firsts_.begin()) - 1]);
  }
  return options;
}

// As Links::progress.
template <bool colored, bool bounded>
double Cells<colored, bounded>::progress() const {
  if (next_ == Next::stop) return 1;
  double done = 0;
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
    done = (level->branch + done) / level->branches;
  return done;
}

template <bool colored, bool bounded>
std::size_t Cells<colored, bounded>::memory() const {
  auto bytes = [](const auto& vector) { return vector.capacity() * sizeof(vector[0]); };
  return sizeof(*this) + bytes(nodes_) + bytes(sets_) + bytes(items_) + bytes(active_) + bytes(positions_) +
         bytes(trail_) + bytes(forced_) + bytes(colors_) + bytes(settled_by_) + bytes(options_) +
         bytes(firsts_) + bytes(levels_);
}

template class Cells<false, false>;
template class Cells<true, false>;
template class Cells<true, true>;

}  // namespace squaredance::cover
