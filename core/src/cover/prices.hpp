// Prices: the options that are left, a price for each item, and a lower bound on the cost of
// every choice among them. What the engine of Minimum searches over.
//
//   sets    item 0                    item 1                 ...   all
//         [ o3 o0 o7 | o4 o9 ]      [ o0 o1 | o3 ]                 [ o0 o1 o3 o7 ... | o9 o4 ]
//           live       struck         live    struck                 live              struck
//                    ^ start + size         ^                                          ^
//   Item    price, need, room, start, size         Option    reduced cost, cost, items
//
// To strike an option is to swap it behind the live ones in the set of each of its items; what was
// struck last comes back by `size + 1` alone (sparse sets: Briggs and Torczon, 1993; for exact
// cover Solnon, and Knuth's dancing cells).
//
// The bound (Lagrange). An option's reduced cost is its cost less the prices of its items. An
// item that is still to be covered at least `need` and at most `room` times brings its price so
// often, at the least: `need` times when the price is positive, `room` times when it is negative.
// So whatever is chosen of the live options adds at least
//
//   sum of price * (need or room) over the items  +  sum of the negative reduced costs
//
// for any prices at all: bad prices make a weak bound, never a wrong one. The best prices give
// the bound of the linear relaxation (Geoffrion, 1974). Knuth's taxes (DLX5) are prices without
// negative reduced costs. All sums are whole numbers of 64 bits (scale.hpp), so there is no
// rounding to think of and every machine walks the same tree.
//
// A secondary item without colors is an item with the bounds {0, 1}. One with colors has no price:
// how many options may share it is not known.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

using Money = std::int64_t;
constexpr Money no_limit = std::numeric_limits<Money>::max();

class Prices {
 public:
  static constexpr Option none = ~Option{0};

  // Options that are not usable are left out. A price never leaves [-most_price, most_price].
  Prices(const Problem& problem, std::vector<Money> costs, Money most_price);

  // No choice of live options completes the taken ones to a solution for less.
  Money bound() const { return taken_cost_ + owed_ + gains_; }
  Money reduced_cost(Option o) const { return reduced_[o]; }
  std::span<const Option> taken() const { return taken_; }

  // Both require a live option. False when an item has too few options left.
  bool take(Option o);
  bool strike(Option o);

  // Better prices, one item after the other, and what follows from them: options that would bring
  // the bound above `limit` are struck, those that it needs are taken. False when no solution is
  // left within the limit.
  bool propagate(Money limit);

  // One round of subgradient ascent (Held, Karp, 1971): every price moves by `step` for each
  // time that its item is covered too little or too much by the options of negative reduced cost.
  void move_all(double step);
  void set_prices(std::span<const Money> prices);
  std::vector<Money> prices() const;

  // The option to branch on and among how many. `none` when no item needs more options and no
  // live option makes it cheaper: then the taken ones are the best solution there is.
  struct Choice {
    Option option;
    std::uint32_t among;
  };
  Choice choose() const;

  void touch_all();                  // all prices wait for the next propagate()
  void forget() { trail_.clear(); }  // what was done so far cannot be undone
  struct Mark {
    std::size_t trail;
    Money taken_cost, owed, gains;
  };
  Mark mark() const { return {trail_.size(), taken_cost_, owed_, gains_}; }
  void undo(const Mark& mark);  // everything since then

  std::size_t memory() const;

 private:
  using Place = std::uint32_t;  // of an item in an option, counted through all options
  struct Member {
    Option option;
    Place place;
  };
  struct Entry {
    Money price = 0;
    std::uint32_t least = 0, most = 0;  // of a colored item: 0 and more than there are options
    std::uint32_t count = 0;            // options taken
    std::uint32_t start = 0, size = 0;  // its set
    Color color = 0;                    // of the options taken, if it has colors and some are
    bool colored = false;
    bool dirty = false;                 // waits in dirty_

    std::uint32_t need() const { return least > count ? least - count : 0; }
    std::uint32_t room() const { return most - count; }
    Money owed() const { return price * static_cast<Money>(price > 0 ? need() : room()); }
  };
  struct Event {
    enum class Kind : std::uint8_t { take, strike, price } kind;
    std::uint32_t index;  // option or item
    Money change;
  };

  void add_sets(const Problem& problem);
  void remove(Option o);
  bool cover(Place place);
  bool strike_others(const Entry& entry, Color color);
  bool work_off();
  bool fix_by_cost(Money limit, bool& changed);
  void reprice(Item item);
  Money best_price(const Entry& entry);
  std::pair<Money, Money> around(const Entry& entry, std::uint32_t k);
  void shift(Item item, Money change);
  double slope(const Entry& entry) const;
  void touch(Item item);

  void clear_dirty();

  std::vector<std::size_t> starts_;  // of the options, in items_ and colors_
  std::vector<Item> items_;
  std::vector<Color> colors_;  // empty when nothing has a color
  std::vector<std::uint32_t> where_;  // by place: where the option is in the set of the item
  std::vector<Money> costs_, reduced_;
  std::vector<Entry> entries_;  // by item
  std::vector<Member> sets_;
  std::vector<Option> live_;               // a set of all options, like those of the items
  std::vector<std::uint32_t> where_live_;  // by option
  std::uint32_t live_size_ = 0;
  std::vector<Option> taken_;
  std::vector<Event> trail_;
  std::vector<Item> dirty_;
  std::vector<Money> scratch_;
  Money most_price_;
  Money taken_cost_ = 0;
  Money owed_ = 0;   // of all entries
  Money gains_ = 0;  // the negative reduced costs of the live options
};

}  // namespace squaredance::cover
