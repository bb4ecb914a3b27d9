// The engine `links` for problems with colors or bounds.
//
// An item with bounds is left open until its last option is taken or it is closed (the idea is
// Algorithm M of Knuth, The Art of Computer Programming 7.2.2.1). Its branches part the sets of
// options by the first one in its list that they have:
//
//   item i, at least `least` and at most `most` more, options a b c d left:
//     a     with a                      i stays open if most > 1
//     b     with b, without a
//     c     with c, without a and b
//     d     with d, without a, b, c
//     none  without a, b, c, d          i is closed
//
// A branch that leaves fewer options than `least` asks for is never entered: `none` is there
// only for least <= 0, and least = 3 leaves a and b. So an item of n options has
// n + 1 - max(least, 0) branches, and each set of options is met once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "squaredance/cover/links.hpp"
#include "squaredance/draw.hpp"

namespace squaredance::cover {

class GeneralLinks final : public Search {
 public:
  explicit GeneralLinks(const Problem& problem);

  Pause run(std::uint64_t nodes) override;
  std::vector<Option> solution() const override;
  double progress() const override;
  std::size_t memory() const override;

  // One random way down the tree, for the Estimator. Requires that nothing was run.
  struct Dive {
    double nodes, solutions;  // of the whole tree, were all branches of a node alike
  };
  Dive dive(Draw& draw);

 private:
  using Index = LinkTable<true>::Index;
  enum class Next : std::uint8_t { enter, leave, stop };
  struct Demand {  // of an item, less what was taken
    std::int64_t least, most;
  };
  struct Choice {
    Index header;  // 0: nothing is left to choose
    std::uint32_t branches;
  };
  struct Level {
    Index header;
    std::uint32_t branches;
    std::uint32_t branch;  // the one entered
    Index node;            // taken in it; 0: the item was closed
  };

  Choice choose() const;
  bool leave_level();
  void enter_branch(Level& level);
  void leave_branch(const Level& level);
  void pop_level();
  void put_out(Index node);
  void bring_back(Index node);
  void take_option(Index node);
  void untake_option(Index node);
  void commit(Index node);
  void uncommit(Index node);
  bool is_primary(Index header) const { return header < demands_.size(); }

  LinkTable<true> table_;
  std::vector<Demand> demands_;  // by header, of the root and the primary items
  std::vector<Level> levels_;
  std::vector<Index> tried_;  // nodes whose options are out: the first branches of all levels
  Next next_ = Next::enter;
};

}  // namespace squaredance::cover
