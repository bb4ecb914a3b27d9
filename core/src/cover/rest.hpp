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
        is_out_(problem.option_count(), 0),
        uses_(problem.item_count(), 0),
        rooms_(problem.item_count(), Room::any),
        colors_(problem.colors.empty() ? 0 : problem.item_count(), 0) {
    for (Item item = 0; item < problem.bounds.size(); ++item)
      if (problem.bounds[item].most == 0) rooms_[item] = Room::none;
    for (Option o : excluded) is_out_[o] = 1;
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

  // Whether the option can still be chosen. Asked for all options of a problem, for each part.
  bool is_open(Option o) const {
    if (is_out_[o]) return false;
    bool is_usable = false;
    for (std::size_t p = problem_.starts[o]; p < problem_.starts[o + 1]; ++p) {
      const Item item = problem_.items[p];
      if (rooms_[item] != Room::any && !has_room_for_color(p)) return false;
      is_usable |= problem_.is_primary(item);
    }
    return is_usable;
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
  enum class Room : std::uint8_t { any, one_color, none };

  void take(Option o) {
    is_out_[o] = 1;
    for (std::size_t p = problem_.starts[o]; p < problem_.starts[o + 1]; ++p) {
      const Item item = problem_.items[p];
      ++uses_[item];
      const Color color = problem_.color_at(p);
      if (problem_.is_primary(item)) {
        if (uses_[item] == problem_.bounds_of(item).most) rooms_[item] = Room::none;
      } else if (color == 0) {
        rooms_[item] = Room::none;
      } else {
        rooms_[item] = Room::one_color;
        colors_[item] = color;
      }
    }
  }

  // Of the item at this place, which does not take any option.
  bool has_room_for_color(std::size_t place) const {
    const Item item = problem_.items[place];
    return rooms_[item] == Room::one_color && problem_.color_at(place) == colors_[item];
  }

  const Problem& problem_;
  std::vector<std::uint8_t> is_out_;  // forced or excluded
  std::vector<std::uint32_t> uses_;
  std::vector<Room> rooms_;
  std::vector<Color> colors_;  // of the secondary items that have one
  bool impossible_ = false;
};

}  // namespace squaredance::cover
