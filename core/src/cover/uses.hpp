// Which options have an item: the problem seen from its items.
//
//   uses_     [item 0: (option, color) ...][item 1: ...] ...     options in rising order
//   starts_   where each item's begin
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

struct Use {
  Option option;
  Color color;
};

class Uses {
 public:
  // Options that are never chosen are left out.
  explicit Uses(const Problem& problem) : starts_(problem.item_count() + 1, 0) {
    auto each = [&](auto&& use) {
      for (Option o = 0; o < problem.option_count(); ++o) {
        if (!problem.is_usable(o)) continue;
        for (std::size_t p = problem.starts[o]; p < problem.starts[o + 1]; ++p)
          use(problem.items[p], Use{o, problem.color_at(p)});
      }
    };
    each([&](Item item, Use) { ++starts_[item + 1]; });
    for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
    uses_.resize(starts_.back());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    each([&](Item item, Use use) { uses_[next[item]++] = use; });
  }

  std::span<const Use> of(Item item) const {
    return {uses_.data() + starts_[item], uses_.data() + starts_[item + 1]};
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Use> uses_;
};

}  // namespace squaredance::cover
