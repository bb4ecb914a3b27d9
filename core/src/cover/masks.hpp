// Masks: an exact cover problem as bits, for the engines and counters that work on bit sets.
//
//   bit      0 ... primary - 1 | primary ...                                     bits - 1
//            primary item      | secondary items, each with a field of one or more bits
//
// An option has two masks, and options a and b exclude each other exactly when
// has(a) & clashes(b) is not zero, or has(b) & clashes(a): the same.
//
//   primary item, or secondary item without colors   one bit, in both masks
//   secondary item with colors                       k bits, C(k, k / 2) >= number of colors
//     with a color      has: its code, of k / 2 bits; clashes: the other bits of the field
//     without a color   all bits of the field, in both masks
//
// Two different codes of the same weight always leave each other's bits somewhere, so options
// clash there if and only if their colors differ or one has none. And no code is part of
// another: the union of the `has` of options that agree tells which color each item has.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

// The bits of each secondary item, by the number of the item less `primary`.
struct Fields {
  struct Field {
    std::uint32_t start = 0;
    std::uint32_t width = 0;  // 0: nothing can clash there, so it needs no bits
  };
  std::vector<Field> fields;
  std::size_t bits = 0;  // with those of the primary items
};

// Cheap beside making the masks; for who must know first whether they would be too wide.
// Secondary items that `rare` usable options have or fewer get no bits: for who watches over
// them in another way. (Items that need none are among them anyway.)
Fields fields_of(const Problem& problem, std::size_t rare = 0);

struct Masks {
  std::size_t primary = 0;  // bits of primary items
  std::size_t bits = 0;
  std::size_t words = 0;            // of 64 bits, for each mask
  std::size_t counted_words = 0;    // the first of them, that have bits of primary items
  std::vector<Option> options;      // the usable ones: their numbers in the problem, ascending
  std::vector<std::uint64_t> has;   // `words` for each of them
  std::vector<std::uint64_t> clashes;  // the same; empty when it is `has`: no colors

  std::size_t size() const { return options.size(); }
  bool has_colors() const { return !clashes.empty(); }
  std::span<const std::uint64_t> has_of(std::size_t option) const {
    return {has.data() + option * words, words};
  }
  std::span<const std::uint64_t> clashes_of(std::size_t option) const {
    return {(clashes.empty() ? has : clashes).data() + option * words, words};
  }
};

Masks masks_of(const Problem& problem, std::size_t rare = 0);

}  // namespace squaredance::cover
