// Ranks: a set of numbers below 128, such as the ranks of groups in the order in which they are tried.
#pragma once

#include <array>
#include <cstdint>

namespace squaredance::generate {

struct Ranks {
  std::array<std::uint64_t, 2> words{};

  void add(unsigned rank) { words[rank / 64] |= std::uint64_t{1} << rank % 64; }
  void remove(unsigned rank) { words[rank / 64] &= ~(std::uint64_t{1} << rank % 64); }
  bool has(unsigned rank) const { return words[rank / 64] >> rank % 64 & 1; }
  bool empty() const { return !(words[0] | words[1]); }
  unsigned count() const {
    return static_cast<unsigned>(__builtin_popcountll(words[0]) + __builtin_popcountll(words[1]));
  }
  bool meets(const Ranks& other) const { return (words[0] & other.words[0]) | (words[1] & other.words[1]); }
  // Requires that it is not empty.
  unsigned last() const {
    return static_cast<unsigned>(words[1] ? 127 - __builtin_clzll(words[1]) : 63 - __builtin_clzll(words[0]));
  }

  Ranks& operator|=(const Ranks& other) {
    words[0] |= other.words[0];
    words[1] |= other.words[1];
    return *this;
  }
};

}  // namespace squaredance::generate
