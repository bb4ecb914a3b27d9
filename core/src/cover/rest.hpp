// What some forced and excluded options leave of a problem.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

class Rest {
 public:
  Rest(const Problem& problem, std::span<const Option> forced, std::span<const Option> excluded)
      : problem_(problem),
        is_out_(problem.option_count(), false),
        uses_(problem.item_count(), 0),
        colors_(problem.item_count(), 0) {
    for (Option o : excluded) is_out_[o] = true;
    for (Option o : forced) {
      if (!is_open(o)) {
        impossible_ = true;
        return;
      }
      take(o);
    }
  }

  // A forced option has no primary item, is excluded, or clashes with those before it.
  bool is_impossible() const { return impossible_; }

  // Whether the option can still be chosen.
  bool is_open(Option o) const {
    if (is_out_[o] || !problem_.is_usable(o)) return false;
    for (std::size_t p = problem_.starts[o]; p < problem_.starts[o + 1]; ++p)
      if (!has_room(problem_.items[p], problem_.color_at(p))) return false;
    return true;
  }

  // Whatever is chosen among the open options, this item does not mind.
  bool is_settled(Item item) const {
    return problem_.is_primary(item) ? bounds_of(item).most == 0 : uses_[item] > 0;
  }

  // Of a primary item, less what it has got.
  Bounds bounds_of(Item item) const {
    auto [least, most] = problem_.bounds_of(item);
    return {least > uses_[item] ? least - uses_[item] : 0, most - uses_[item]};
  }

 private:
  void take(Option o) {
    is_out_[o] = true;
    for (std::size_t p = problem_.starts[o]; p < problem_.starts[o + 1]; ++p) {
      ++uses_[problem_.items[p]];
      colors_[problem_.items[p]] = problem_.color_at(p);
    }
  }
  bool has_room(Item item, Color color) const {
    if (problem_.is_primary(item)) return uses_[item] < problem_.bounds_of(item).most;
    return uses_[item] == 0 || (color != 0 && colors_[item] == color);
  }

  const Problem& problem_;
  std::vector<bool> is_out_;  // forced or excluded
  std::vector<std::uint32_t> uses_;
  std::vector<Color> colors_;  // of the secondary items in use
  bool impossible_ = false;
};

}  // namespace squaredance::cover
