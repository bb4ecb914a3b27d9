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
//
// Where that would be more than a few words, rare secondary items (of 16 options or fewer) have
// no bits. Instead every option knows its rivals, with which it clashes there; they get `pad`
// while the option is taken. So an item "this word once" for each of a thousand words costs
// nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/cover/problem.hpp"

namespace squaredance::cover::bits {

constexpr std::uint64_t pad = std::uint64_t{1} << 63;
constexpr std::size_t most_words = 64;

struct Table {
  std::size_t words = 0;
  std::size_t counted = 0;    // words that have bits of primary items
  std::size_t secondary = 0;  // the first word that has bits of secondary items; `words`: none
  std::size_t size = 0;       // options
  int shift = 0;              // of the number in the last word
  std::vector<std::uint64_t> primary;  // `counted` words: the bits of primary items
  std::vector<std::uint64_t> taken;    // of each option: `has`, with `pad`
  std::vector<std::uint64_t> clashes;  // of each option, with its number
  std::vector<Option> options;         // numbers in the problem
  std::vector<std::uint32_t> rivals;   // of all options, sorted for each
  std::vector<std::size_t> rival_starts;  // option k: from [k] to [k + 1]; empty when nobody has any

  const std::uint64_t* taken_of(std::size_t number) const { return &taken[number * words]; }
  std::size_t number_in(std::uint64_t last_word) const { return (last_word & ~pad) >> shift; }
  bool has_rivals() const { return !rival_starts.empty(); }
  std::span<const std::uint32_t> rivals_of(std::size_t number) const {
    if (rival_starts.empty()) return {};
    return {rivals.data() + rival_starts[number], rivals.data() + rival_starts[number + 1]};
  }
};

bool fits(const Problem& problem);
Table table_of(const Problem& problem);  // requires that it fits

}  // namespace squaredance::cover::bits
