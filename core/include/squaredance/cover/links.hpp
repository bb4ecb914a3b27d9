// The engine `links`: dancing links (Knuth, 2000; Algorithm X of The Art of Computer
// Programming 7.2.2.1).
//
//   headers   0 is the root; item i is header i + 1. The active primary items form a
//             ring through the root: root <-> item <-> item <-> ... <-> root.
//   nodes     [root][item headers ...][spacer][option 0 ...][spacer][option 1 ...][spacer]
//             A node knows the one above and below it in its item. The spacers before
//             and after an option bend a walk along it into a ring: `up` of the one after
//             is the option's first node, `down` of the one before its last.
//
// To cover an item is to take it out of the ring and its options out of all other items;
// to uncover is the same backwards, every node going back in where it came from.
//
// An option without primary items is never chosen: every solution would appear with and
// without it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "squaredance/cover/search.hpp"

namespace squaredance::cover {

// The links and what moves them. Items, options and their places in them together must be
// fewer than 2^31.
//
// With colors (Algorithm C of the same chapter) a secondary item can be settled: an option
// gave it a color, and the options with another one are hidden. Those that are left agree
// about the item, so it is out of the dance until it is unsettled: nothing unlinks its nodes.
template <bool colored>
struct LinkTable {
  using Index = std::uint32_t;
  struct Header {
    Index previous, next;
    std::uint32_t size;  // options still linked in
  };
  struct Node {
    Index up, down;
    std::int32_t header;  // <= 0: a spacer, minus the number of the option that follows
  };

  explicit LinkTable(const Problem& problem);

  Index header_of(Index node) const { return static_cast<Index>(nodes[node].header); }
  Option option_of(Index node) const;
  void cover(Index header);
  void uncover(Index header);
  void hide(Index node);  // takes its option out of all its other items
  void unhide(Index node);
  void settle(Index node);  // its item gets its color
  void unsettle(Index node);
  std::size_t memory() const;

  // Calls use(node) for the other nodes of the option, to the right of this one or to the left.
  template <typename Use>
  void each_other(Index node, Use&& use) const {
    for (Index n = node + 1; n != node;) {
      if (nodes[n].header <= 0) {
        n = nodes[n].up;
      } else {
        use(n);
        ++n;
      }
    }
  }
  template <typename Use>
  void each_other_backwards(Index node, Use&& use) const {
    for (Index n = node - 1; n != node;) {
      if (nodes[n].header <= 0) {
        n = nodes[n].down;
      } else {
        use(n);
        --n;
      }
    }
  }

  std::vector<Header> headers;
  std::vector<Node> nodes;
  std::vector<Color> colors;        // by node, when colored
  std::vector<Index> settled_by;    // by header, when colored: the node that gave it its color, or 0

 private:
  void link_headers(const Problem& problem);
  void link_options(const Problem& problem);
  void append_node(Item item);
};

// For problems without colors and bounds; make_search knows what takes the others.
class Links final : public Search {
 public:
  explicit Links(const Problem& problem) : table_(problem) {}

  Pause run(std::uint64_t nodes) override;
  std::vector<Option> solution() const override;
  double progress() const override;
  std::size_t memory() const override;

  // For those who watch. `watch` does the next small piece of the work of `run`: looks for an
  // item and takes its first option, or leaves a level for its next option, or gives it up.
  using Index = LinkTable<false>::Index;
  enum class Moment : std::uint8_t { take, next, back, conflict, solution, end };
  struct Seen {
    Moment moment;
    Index node;  // of the option taken or given up; in a conflict the header of the item
  };
  Seen watch();
  const LinkTable<false>& table() const { return table_; }
  const std::vector<Index>& chosen() const { return chosen_; }

 private:
  enum class Next : std::uint8_t { enter, leave, stop };

  Index choose() const;
  bool leave_level();
  bool leave_option();
  void take_item(Index header);
  void take_option(Index node);
  void untake_option(Index node);

  LinkTable<false> table_;
  std::vector<Index> chosen_;  // the node taken at each level
  Next next_ = Next::enter;
};

}  // namespace squaredance::cover
