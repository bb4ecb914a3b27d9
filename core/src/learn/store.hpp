// Store: all clauses in one array of 32-bit words, and the lists of who watches what.
//
//   words_  [ 0 | size glue+marks lit lit lit ... | size glue+marks lit lit ... | ... ]
//           unused  ^ Ref                           ^ Ref
//             |<-- items: at least one member -->|<-- learned clauses, oldest first -->|
//                                              first_learned()
//
// The first two literals of a clause are watched: a clause is looked at only when one of them
// becomes false. Beside its place a watch holds another literal of the clause; when that is
// true, the clause need not be touched at all (the blocker of MiniSat, Een and Sorensson).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "literal.hpp"

namespace squaredance::learn {

struct Watch {
  Lit blocker;
  Ref ref;
};

class Store {
 public:
  // A clause of this glue is never dropped: an item, a solution that is blocked.
  static constexpr std::uint32_t must_stay = 0;
  static constexpr std::uint32_t just_used = 2;

  void start(std::size_t literals) { watches_.resize(literals); }

  Ref add(std::span<const Lit> lits, std::uint32_t glue);
  void close_items() { first_learned_ = end(); }

  std::uint32_t* clause(Ref ref) { return words_.data() + ref; }
  std::span<const Lit> lits(Ref ref) const {
    return {words_.data() + ref + 2, words_.data() + ref + 2 + words_[ref]};
  }
  std::span<Lit> lits(Ref ref) { return {words_.data() + ref + 2, words_[ref]}; }
  std::uint32_t size(Ref ref) const { return words_[ref]; }

  std::uint32_t glue(Ref ref) const { return words_[ref + 1] & glue_bits; }
  void use(Ref ref, std::uint32_t glue) { words_[ref + 1] = glue | just_used * used_one; }
  // How lately the clause was used: 2 since the last call, 1 before that, 0 not at all.
  std::uint32_t use_up(Ref ref) {
    const std::uint32_t used = words_[ref + 1] / used_one & 3;
    if (used > 0) words_[ref + 1] -= used_one;
    return used;
  }
  void drop(Ref ref) { words_[ref + 1] |= dropped; }

  Ref first_learned() const { return first_learned_; }
  Ref next(Ref ref) const { return ref + words_[ref] + 2; }
  Ref end() const { return static_cast<Ref>(words_.size()); }

  std::vector<Watch>& watches(Lit lit) { return watches_[lit]; }

  // Closes the gaps of dropped clauses and rebuilds the watches of learned ones. `moved[i]` is
  // set to the new place of the clause at `moved[i]`, which must not be dropped.
  void compact(std::span<Ref> moved);

  std::size_t learned_bytes() const { return (end() - first_learned_) * sizeof(std::uint32_t); }
  std::size_t memory() const;

 private:
  // The second word of a clause: bits 0..15 glue, 16..17 used, 31 dropped.
  static constexpr std::uint32_t glue_bits = 0xFFFF;
  static constexpr std::uint32_t used_one = 1u << 16;
  static constexpr std::uint32_t dropped = 1u << 31;

  bool is_dropped(Ref ref) const { return words_[ref + 1] & dropped; }
  void watch(Ref ref);

  std::vector<std::uint32_t> words_ = {0};
  Ref first_learned_ = 1;
  std::vector<std::vector<Watch>> watches_;
};

}  // namespace squaredance::learn
