// The engine `links`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "squaredance/cover/search.hpp"

namespace squaredance::cover {

// Dancing links (Knuth, 2000; Algorithm X of The Art of Computer Programming 7.2.2.1).
//
//   headers_   0 is the root; item i is header i + 1. The active primary items form a
//              ring through the root: root <-> item <-> item <-> ... <-> root.
//   nodes_     [root][item headers ...][spacer][option 0 ...][spacer][option 1 ...][spacer]
//              A node knows the one above and below it in its item. The spacers before
//              and after an option bend a walk along it into a ring: `up` of the one after
//              is the option's first node, `down` of the one before its last.
//
// To cover an item is to take it out of the ring and its options out of all other items;
// to uncover is the same backwards, every node going back in where it came from.
//
// An option without primary items is never chosen: every solution would appear with and
// without it.
class Links final : public Search {
 public:
  explicit Links(const Problem& problem);

  Pause run(std::uint64_t nodes) override;
  std::vector<Option> solution() const override;
  double progress() const override;
  std::size_t memory() const override;

 private:
  using Index = std::uint32_t;
  struct Header {
    Index previous, next;
    std::uint32_t size;  // options still linked in
  };
  struct Node {
    Index up, down;
    std::int32_t header;  // <= 0: a spacer, minus the number of the option that follows
  };
  enum class Next : std::uint8_t { enter, leave, stop };

  void link_headers(const Problem& problem);
  void link_options(const Problem& problem);
  void append_node(Item item);
  Index choose() const;
  bool leave_level();
  void cover(Index header);
  void uncover(Index header);
  void hide(Index node);
  void unhide(Index node);
  void take_option(Index node);
  void untake_option(Index node);

  std::vector<Header> headers_;
  std::vector<Node> nodes_;
  std::vector<Index> chosen_;  // the node taken at each level
  Next next_ = Next::enter;
};

}  // namespace squaredance::cover
