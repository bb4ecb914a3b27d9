// Frame: one moment of a search that is watched (Search::watch).
//
//   search   [place place ... guess] [place ... conflict] back [place ... solution]
//   dance    guess | place | place | conflict back back guess | place ... | solution
//
// The engine `search` has all placements of a node before the guess that ends it; in `dance`
// each node takes one option, and a guess that failed is followed by its next option.
#pragma once

#include <cstdint>
#include <vector>

namespace squaredance {

struct Frame {
  enum class Kind : std::uint8_t {
    place,     // the candidate is placed: there was no choice
    guess,     // one of several candidates of the item is chosen
    conflict,  // the item has nothing left
    back,      // the candidate of the last decision is taken back; `search` strikes it as well
    solution,
    end,       // no more solutions; every further frame is the same
  };
  static constexpr std::uint32_t no_item = ~std::uint32_t{0};

  Kind kind = Kind::end;
  std::uint32_t depth = 0;        // guesses that stand, this one included
  std::uint32_t item = no_item;   // numbered as in geometry.hpp
  std::uint32_t options = 0;      // how many the item had when it was chosen
  std::uint32_t choice = 0;       // which of them this is, from 1
  std::uint16_t cell = 0;         // the candidate, where `value` is not 0
  std::uint8_t value = 0;         // from 1

  // The state after it. A cell of one candidate whose turn has not come has no value yet.
  std::vector<std::uint8_t> values;  // by cell, 0 where there is none
  std::vector<std::uint64_t> masks;  // by cell, the candidates that are left

  // The links of `dance`; empty elsewhere.
  std::vector<std::uint32_t> ring;     // the items that are not covered, in their order
  std::vector<std::uint32_t> sizes;    // how many options each of them has left
  std::vector<std::uint32_t> covered;  // the others, in the order in which they were covered
};

}  // namespace squaredance
