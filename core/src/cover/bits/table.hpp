// Table: the options of a problem as the engine `bits` wants them. It does not depend on the
// level; what walks it is in kernel.inl.
//
// An option is `words` words, and its number is in the last of them, above the items:
//
//   word      0         ...        words - 1
//           [ primary items ... | secondary items ... |  free  | number | pad ]
//   bit       0                                        ...              62  63
//
// So the number goes wherever the masks go, for nothing: no test looks at those bits. `pad` is
// in what is taken and in no option, so that vectors filled up with it lose what is no option.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "squaredance/cover/problem.hpp"

namespace squaredance::cover::bits {

constexpr std::uint64_t pad = std::uint64_t{1} << 63;
constexpr std::size_t most_words = 64;

struct Table {
  std::size_t words = 0;
  std::size_t counted = 0;  // words that have bits of primary items
  std::size_t secondary = 0;  // the first word that has bits of secondary items; `words`: none has
  std::size_t size = 0;     // options
  int shift = 0;            // of the number in the last word
  std::vector<std::uint64_t> primary;    // `counted` words: the bits of primary items
  std::vector<std::uint64_t> taken;      // of each option: `has`, with `pad`
  std::vector<std::uint64_t> clashes;    // of each option, with its number
  std::vector<Option> options;           // numbers in the problem

  const std::uint64_t* taken_of(std::size_t number) const { return &taken[number * words]; }
  std::size_t number_in(std::uint64_t last_word) const { return (last_word & ~pad) >> shift; }
};

bool fits(const Problem& problem);
Table table_of(const Problem& problem);  // requires that it fits

}  // namespace squaredance::cover::bits
