// Pile: the options that are left at each level of a search, one level's on top of the other's,
// with a count of the options of each item that is kept while they are filtered.
//
//   masks_   [level 0: all options][level 1: those that fit the first choice][level 2] ...
//
// The counts go up to 7, bit-sliced: plane k has bit k of the count of every item, and `many`
// is set from 8 on. So counting is a few operations on whole words for each option.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "masks.hpp"
#include "count_table.hpp"

namespace squaredance::cover {

template <int W>
struct Census {
  Key<W> planes[3]{};
  Key<W> many{};

  void add(const Key<W>& mask, std::uint64_t all_or_none) {
    for (int w = 0; w < W; ++w) {
      std::uint64_t carry = mask[w] & all_or_none;
      for (auto& plane : planes) {
        const std::uint64_t both = plane[w] & carry;
        plane[w] ^= carry;
        carry = both;
      }
      many[w] |= carry;
    }
  }
  std::uint64_t any(int w) const {
    return planes[0][w] | planes[1][w] | planes[2][w] | many[w];
  }
};

template <int W>
class Pile {
 public:
  struct Level {
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
  };

  // The options as level 0.
  Pile(const Masks& masks, Census<W>& census) : colors_(masks.has_colors()) {
    has_.reserve(masks.size());
    if (colors_) clashes_.reserve(masks.size());
    if (colors_) numbers_.reserve(masks.size());
    for (std::size_t i = 0; i < masks.size(); ++i) {
      has_.push_back(widened(masks.has_of(i)));
      if (colors_) clashes_.push_back(widened(masks.clashes_of(i)));
      if (colors_) numbers_.push_back(static_cast<std::uint32_t>(i));
      census.add(has_.back(), ~std::uint64_t{0});
    }
    count_ = masks.size();
  }

  Level all() const { return {0, count_}; }
  const Key<W>& operator[](std::size_t at) const { return has_[at]; }

  // All bits of the items that an option has, whatever their colors.
  Key<W> reach(std::size_t at) const {
    Key<W> bits = has_[at];
    if (colors_)
      for (int w = 0; w < W; ++w) bits[w] |= clashes_[numbers_[at]][w];
    return bits;
  }

  // The options of a level that fit the one at `chosen`, as a level on top of `below`.
  Level filter(Level level, std::size_t chosen, std::size_t below, Census<W>& census) {
    return keep(level, below, census, [clashes = clashes_at(chosen)](const Key<W>& has) {
      std::uint64_t common = 0;
      for (int w = 0; w < W; ++w) common |= has[w] & clashes[w];
      return common == 0;
    });
  }

  // The options of a level that have, or have not, something in common with `items`, all of
  // whose bits are given.
  Level component(Level level, const Key<W>& items, bool inside, std::size_t below,
                  Census<W>& census) {
    return keep(level, below, census, [&](const Key<W>& has) {
      std::uint64_t common = 0;
      for (int w = 0; w < W; ++w) common |= has[w] & items[w];
      return (common != 0) == inside;
    });
  }

  // Bytes that it takes on top while it grows for what is filtered out of a level.
  std::size_t growth(Level level) const {
    const std::size_t size = level.end + level.size();
    if (size <= has_.size()) return 0;
    return with_slack(size) * (sizeof(Key<W>) + (colors_ ? sizeof(std::uint32_t) : 0));
  }

  std::size_t memory() const {
    return (has_.capacity() + clashes_.capacity()) * sizeof(Key<W>) +
           numbers_.capacity() * sizeof(std::uint32_t);
  }

 private:
  static Key<W> widened(std::span<const std::uint64_t> words) {
    Key<W> key{};
    for (std::size_t w = 0; w < words.size(); ++w) key[w] = words[w];
    return key;
  }

  Key<W> clashes_at(std::size_t at) const { return colors_ ? clashes_[numbers_[at]] : has_[at]; }

  // Deep levels are many and small: without it each would copy the pile. (An eighth took 1.7
  // times as long as doubling on dominoes 2 x 480, where the levels are most of the work.)
  static std::size_t with_slack(std::size_t size) { return size + size / 2; }

  void grow(std::size_t size) {
    if (size <= has_.size()) return;
    size = with_slack(size);
    has_.reserve(size);  // a resize alone may double it
    has_.resize(size);
    if (!colors_) return;
    numbers_.reserve(size);
    numbers_.resize(size);
  }

  Level keep(Level level, std::size_t below, Census<W>& census, auto fits) {
    grow(below + level.size());
    const Key<W>* from = has_.data();
    Key<W>* to = has_.data();
    std::size_t end = below;
    Census<W> sums;
    for (std::size_t i = level.begin; i < level.end; ++i) {
      const Key<W> has = from[i];
      const bool kept = fits(has);
      to[end] = has;
      if (colors_) numbers_[end] = numbers_[i];
      end += kept;
      sums.add(has, -std::uint64_t{kept});
    }
    census = sums;
    return {below, end};
  }

  bool colors_;
  std::size_t count_ = 0;
  std::vector<Key<W>> has_;             // the pile
  std::vector<std::uint32_t> numbers_;  // beside it, with colors: the number of the option
  std::vector<Key<W>> clashes_;         // with colors: by number
};

}  // namespace squaredance::cover
