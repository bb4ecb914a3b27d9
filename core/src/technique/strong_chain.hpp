// StrongChain: strong links that follow each other, how SukakuExplainer ranks them, and the step that
// one of them is.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "squaredance/technique/step.hpp"
#include "strong_link.hpp"

namespace squaredance::technique {

inline constexpr int max_links = 6;

struct StrongChain {
  int value = 0;
  int length = 0;
  bool ring = false;
  std::array<StrongLink, max_links> links;  // in the order of the chain
  std::array<std::uint16_t, max_links> index{};  // the number of each among those of the value
  std::array<std::uint8_t, max_links> entry{};   // the side where the chain comes in
  std::vector<Candidate> eliminations;

  // What SukakuExplainer sorts by, which `rank` sets from the rest. A candidate that two ends of a ring
  // strike counts twice.
  void rank();
  int harder = 0;  // tenths above the base rating
  int count = 0;
  int name = 0;
  int kinds = 0;   // the kinds of the sorted links, the last first: the order of listing
};

// Whether it is the better one.
bool before(const StrongChain& a, const StrongChain& b);

// The kinds of links as bits, one for each kind and one for a group.
inline constexpr int grouped_bit = 16;
inline int kind_bits(const StrongLink& link) {
  return 1 << link.kind | (link.grouped ? grouped_bit : 0);
}

// How much harder than rows alone, in tenths, chains are with these kinds of links. It never falls
// when a link is added, so a search can stop where it is beyond the best.
inline int harder_by(int kinds) {
  if (kinds & (grouped_bit | 8)) return 3;
  const bool box = kinds & 1;
  const bool rows_and_cols = (kinds & 6) == 6;
  return box + rows_and_cols;
}

// Leaves the eliminations of the chain in order, each once.
Step step_of(const State& state, StrongChain& chain, bool evidence);

}  // namespace squaredance::technique
