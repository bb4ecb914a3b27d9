// Plan: an exact cover problem as the steps of a breadth-first sweep, for `frontier` and the
// diagram.
//
// The primary items are taken in an order; an option is decided at the first of its items. So
// each item has the options that are decided with it, and they make steps:
//
//   item {1, 1}    one step: choose one of the options, unless the item is covered already
//   other bounds   a step for each option: take it or leave it
//
// A state says what the chosen options mean for those to come. It has slots, one bit wide or
// more, that live from the first step which touches them to the last, and are used again:
//
//   primary item {1, 1}      covered; must be after its last step
//   other primary item       a tally: how many of its options are chosen
//   bit of a secondary item  of the union of `has` (masks.hpp)
//
// So the state of dominoes 24 x 24 is 25 bits, though there are 576 items.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

struct Plan {
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  // The slot of an item with bounds. It never straddles a word.
  struct Tally {
    std::uint32_t slot = none;  // its first bit
    std::uint32_t width = 0;
    std::uint32_t least = 0;
    std::uint32_t most = 0;  // a choice beyond it clashes, or with `capped` changes nothing
    bool capped = false;
  };
  struct Range {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t size() const { return end - begin; }
  };
  struct Step {
    bool choose = true;         // one of its options; else: take or leave its only one
    std::uint32_t test = none;  // slot of the item, when an option before may have covered it
    Range options;
    Range checks;               // tallies that end here
    std::uint32_t live = 0;     // bits of the state before the step
  };

  static constexpr std::size_t most_words = 64;  // of a state

  bool impossible = false;  // some item can never be covered; there are no steps then
  bool too_large = false;   // for the memory, or more live bits than most_words; no steps then
  std::size_t words = 1;    // of a state
  std::vector<Step> steps;
  std::vector<std::uint64_t> keep, need;  // by step: bits that live on; bits that must be there

  std::vector<Option> options;  // in the order of the steps
  std::vector<std::uint64_t> has, clashes;
  std::vector<Range> tallied;             // by option, into `counted`
  std::vector<std::uint32_t> counted;     // tallies that the options add to
  std::vector<std::uint32_t> checks;      // tallies
  std::vector<Tally> tallies;

  // Mask number `at` of `keep`, `need`, `has` or `clashes`.
  std::span<const std::uint64_t> mask(const std::vector<std::uint64_t>& all, std::size_t at) const {
    return {&all[at * words], words};
  }
};

Plan plan_frontier(const Problem& problem, std::size_t memory, std::uint64_t order_work);

}  // namespace squaredance::cover
