// One Dig of a 9x9 on its way: what is known of it, and the puzzle that would come out if that were all.
//
//   NineDig dig;
//   dig.start(job, groups, memory);      // knows the easy unavoidable sets
//   for (;;) {
//     dig.puzzle()                       // what follows from the sets known, for the next ranks of groups
//     dig.learn(other)                   // it has another solution: one more unavoidable set
//     dig.advance()                      // it has none: on to further ranks, or that was all
//   }
//   dig.finish(job, true);
//
// A group may go as long as every unavoidable set keeps a clue. So from the sets that are known follows what
// becomes of each group in turn. That the groups kept must be kept is then certain. That the others may go
// is so when the puzzle that is left has one solution: with fewer clues there are never fewer solutions, so each
// step before had one as well. If it has another, the cells in which that differs are a set that was not known.
//
//   rank     0 ........................ until_ ............. 80
//            kept or gone by the sets   all kept, for now
//
// The sets that another solution shows are small, and so tell much, only while few solutions are left: hence a few
// ranks more at a time. All at once: 280 checks for a Dig instead of 31.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ranks.hpp"
#include "squaredance/generate/dig.hpp"

namespace squaredance::generate {

class NineDig {
 public:
  // `memory` is lent for the time of the call.
  void start(Dig& dig, const Groups& groups, std::vector<Ranks>& memory);

  const std::uint8_t* puzzle() const { return puzzle_.data(); }

  // `other` is a solution of the puzzle, and not the one of the Dig. False when it is one whatever groups are kept.
  bool learn(const std::uint8_t* other);

  // The puzzle has one solution. False when all ranks are through.
  bool advance();

  // After `advance` was false (then it is unique), or `learn`.
  void finish(Dig& dig, bool unique) const;

 private:
  using Rank = std::uint8_t;  // of a group: when its turn comes
  static constexpr Rank no_rank = 255;

  struct Set {
    Ranks ranks;
    std::uint16_t next;  // of those with the same last rank; 0: none
  };

  void add(const Ranks& ranks);
  bool decide(unsigned from);
  bool must_stay(unsigned rank) const;

  const std::uint8_t* solution_ = nullptr;
  const Groups* groups_ = nullptr;
  int target_ = 0, least_ = 0;
  std::array<std::uint8_t, 81> order_;    // groups by rank
  std::array<Rank, 81> rank_of_;          // by cell
  unsigned ranks_ = 0, until_ = 0;
  std::vector<Set> sets_;                 // from 1
  std::array<std::uint16_t, 81> first_;   // set by last rank
  Ranks kept_;
  std::array<std::uint8_t, 82> clues_;    // before each rank
  unsigned spared_ = 0;                   // the first rank that was kept for `target` or `least`
  std::array<std::uint8_t, 81> puzzle_;
};

}  // namespace squaredance::generate
