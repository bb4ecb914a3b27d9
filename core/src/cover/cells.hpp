// The engine `cells`: dancing cells, which is dancing links with sparse sets in the place of
// linked lists (Solnon, 2020; Knuth's SSXCC, 2020. The idea is theirs, the code is ours).
//
//   nodes_    [option ...][spacer][option ...][spacer] ...
//             A node knows its item and its place in sets_. A spacer knows the first node
//             of the option before it, so a walk to the right along an option is a ring.
//   sets_     [item 0 ..............|......][item 1 ......|...] ...    nodes
//              begin                 end
//              options left          options out
//   active_   [primary items left | primary items covered]
//
// To take a node out of its item: swap it with the last one before `end`, and let `end` fall.
// To bring back all that went out since some moment: let the ends rise again. Where the nodes
// of a set lie does not matter, so nothing is swapped back; trail_ has only the items whose
// end fell.
//
// `floor` is the end below which an item has too few options and is short: begin + 1 in a
// plain problem. So a conflict shows as soon as the option goes out that was one too many, and
// the rest of that work is left undone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "squaredance/cover/search.hpp"

namespace squaredance::cover {

// Items, options and the places of items in options must together be fewer than 2^31.
//
// Colors: an item is settled as in LinkTable (links.hpp). Bounds: the branches of an item are
// those of GeneralLinks. Without bounds the chosen item is covered once for all its branches.
template <bool colored, bool bounded>
class Cells final : public Search {
 public:
  explicit Cells(const Problem& problem);

  Pause run(std::uint64_t nodes) override;
  std::vector<Option> solution() const override;
  double progress() const override;
  std::size_t memory() const override;

 private:
  using Index = std::uint32_t;
  static constexpr Item spacer = ~Item{0};
  static constexpr Index nobody = ~Index{0};
  enum class Next : std::uint8_t { enter, leave, stop };

  struct Node {
    Item item;
    Index place;
  };
  struct Set {
    std::int32_t begin, end;
    std::int32_t floor;  // of a secondary item: below `begin`
    std::int32_t room;   // how many options the item can still take
    std::int32_t size() const { return end - begin; }
    bool is_short() const { return end < floor; }
    std::int32_t branches() const { return floor > begin ? end - floor + 1 : size() + 1; }
  };
  struct Mark {  // where to come back to
    std::size_t trail;
    Index active;
  };
  struct Level {
    Item item;
    std::int32_t branches;
    std::int32_t branch;  // the one entered
    Index node;           // taken in it; nobody: the item was closed
    int lost;             // without bounds: the items that are short without the level's item
    Mark before;          // the level
    Mark base;            // of its branch
  };

  void lay_out(const Problem& problem);
  void set_bounds(const Problem& problem);
  bool is_primary(Item item) const { return item < active_.size(); }
  Item choose();
  bool leave_level();
  void enter_level(Item item);
  void enter_branch(Level& level);
  bool leave_branch(const Level& level);
  bool take_option(const Level& level);
  bool take_one_of_many(Level& level);
  // These say how many items became short.
  int close(Index node);
  int cover(Item item);
  int hide_all(Item item, Index but, int tolerated);
  int settle(Index node);
  int hide(Index node);
  int remove(Index node);
  void deactivate(Item item);
  Mark mark() const { return {trail_size_, active_count_}; }
  void restore(Mark mark);
  template <typename Use>
  void each_other(Index node, Use&& use) const;

  std::vector<Node> nodes_;
  std::vector<Index> sets_;
  std::vector<Set> items_;
  std::vector<Item> active_;
  std::vector<Index> positions_;  // in active_, by primary item
  Index active_count_ = 0;
  std::vector<Item> trail_;   // these two have all the room they need; the first so many count
  std::vector<Item> forced_;  // items that came down to one branch since the last conflict
  std::size_t trail_size_ = 0;
  std::size_t forced_size_ = 0;
  std::vector<Color> colors_;      // by node, when colored
  std::vector<Index> settled_by_;  // by item, when colored: the node that gave it its color
  std::vector<Option> options_;    // usable ones
  std::vector<Index> firsts_;      // beside options_: the first node
  std::vector<Level> levels_;
  bool failed_ = false;  // the branch just entered has a short item
  Next next_ = Next::enter;
};

}  // namespace squaredance::cover
