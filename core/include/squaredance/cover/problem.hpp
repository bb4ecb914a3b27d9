// Problem: an exact cover problem, as all engines of src/cover/ take it.
//
// Choose a set of options so that
//   - every primary item is in at least `least` and at most `most` of them (exactly one,
//     unless `bounds` says otherwise);
//   - options that share a secondary item all give it the same color there. Having no color
//     is a color that an option shares with nobody, so without colors: one option at most.
//
// An option without primary items is never chosen: every solution would appear with and
// without it. Options that are the same stand for different solutions. A problem without
// primary items has one solution, the empty one.
//
//   cover::Problem problem{.primary = 3, .secondary = 0};
//   problem.add_option({0, 2});
//   problem.add_option({1});
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <vector>

namespace squaredance::cover {

using Item = std::uint32_t;
using Option = std::uint32_t;
using Color = std::uint32_t;  // 0: no color

struct Bounds {
  std::uint32_t least = 1;
  std::uint32_t most = 1;
  bool operator==(const Bounds&) const = default;
};

// Items are numbered from 0, the primary ones first. Required, and checked in the bindings:
// the items of an option are different and below item_count(), least <= most, and only
// secondary items have colors.
struct Problem {
  Item primary = 0;
  Item secondary = 0;
  std::vector<Item> items;             // of all options, one after the other
  std::vector<std::size_t> starts{0};  // option o: items[starts[o]] .. items[starts[o + 1]]
  std::vector<Color> colors;           // beside `items`; empty when nothing has a color
  std::vector<Bounds> bounds;          // of the primary items; empty when all are {1, 1}
  std::vector<double> costs;           // of the options; empty when all are 0

  Item item_count() const { return primary + secondary; }
  Option option_count() const { return static_cast<Option>(starts.size() - 1); }
  bool is_primary(Item item) const { return item < primary; }

  std::span<const Item> option(Option o) const {
    return {items.data() + starts[o], items.data() + starts[o + 1]};
  }
  // Beside option(o), or empty.
  std::span<const Color> colors_of(Option o) const {
    if (colors.empty()) return {};
    return {colors.data() + starts[o], colors.data() + starts[o + 1]};
  }
  Color color_at(std::size_t place) const { return colors.empty() ? 0 : colors[place]; }
  Bounds bounds_of(Item item) const { return bounds.empty() ? Bounds{} : bounds[item]; }
  double cost_of(Option o) const { return costs.empty() ? 0 : costs[o]; }
  bool has_bounds() const {
    return std::ranges::any_of(bounds, [](Bounds b) { return b != Bounds{}; });
  }
  // An option without primary items is never chosen.
  bool is_usable(Option o) const {
    return std::ranges::any_of(option(o), [&](Item item) { return is_primary(item); });
  }

  void add_option(std::span<const Item> option) {
    items.insert(items.end(), option.begin(), option.end());
    starts.push_back(items.size());
  }
  void add_option(std::initializer_list<Item> option) {
    add_option(std::span<const Item>(option.begin(), option.size()));
  }
};

}  // namespace squaredance::cover
