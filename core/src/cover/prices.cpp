#include "prices.hpp"

#include <algorithm>
#include <utility>

namespace squaredance::cover {

Prices::Prices(const Problem& problem, std::vector<Money> costs, Money most_price)
    : starts_(problem.starts),
      items_(problem.items),
      colors_(problem.colors),
      where_(problem.items.size()),
      costs_(std::move(costs)),
      reduced_(costs_),
      entries_(problem.item_count()),
      most_price_(most_price) {
  add_sets(problem);
  for (Item item = 0; item < problem.item_count(); ++item) {
    Entry& entry = entries_[item];
    const Bounds bounds = problem.is_primary(item) ? problem.bounds_of(item) : Bounds{0, 1};
    // To need more than there are is a conflict, which propagate() sees; one more is enough.
    entry.least = std::min(bounds.least, entry.size + 1);
    const std::uint32_t most = entry.colored ? entry.size : std::min(bounds.most, entry.size);
    entry.most = std::max(most, entry.least);
  }
  touch_all();
  for (const Entry& entry : entries_)
    while (entry.most == 0 && entry.size > 0) strike(sets_[entry.start].option);
}

void Prices::add_sets(const Problem& problem) {
  const Option options = problem.option_count();
  where_live_.resize(options);
  for (Option o = 0; o < options; ++o) {
    if (!problem.is_usable(o)) continue;
    where_live_[o] = live_size_++;
    live_.push_back(o);
    gains_ += std::min<Money>(reduced_[o], 0);
    for (std::size_t p = starts_[o]; p < starts_[o + 1]; ++p) {
      ++entries_[items_[p]].size;
      if (problem.color_at(p)) entries_[items_[p]].colored = true;
    }
  }
  std::uint32_t start = 0;
  for (Entry& entry : entries_) {
    entry.start = start;
    start += std::exchange(entry.size, 0);
  }
  sets_.resize(start);
  for (Option o : live_) {
    for (std::size_t p = starts_[o]; p < starts_[o + 1]; ++p) {
      Entry& entry = entries_[items_[p]];
      where_[p] = entry.start + entry.size++;
      sets_[where_[p]] = {o, static_cast<Place>(p)};
    }
  }
}

// Out of all sets, behind the live ones.
void Prices::remove(Option o) {
  gains_ -= std::min<Money>(reduced_[o], 0);
  const Option last = live_[--live_size_];
  std::swap(live_[where_live_[o]], live_[live_size_]);
  std::swap(where_live_[o], where_live_[last]);
  for (std::size_t p = starts_[o]; p < starts_[o + 1]; ++p) {
    Entry& entry = entries_[items_[p]];
    const std::uint32_t from = where_[p], to = entry.start + --entry.size;
    where_[sets_[to].place] = from;
    where_[p] = to;
    std::swap(sets_[from], sets_[to]);
  }
}

bool Prices::strike(Option o) {
  trail_.push_back({Event::Kind::strike, o, 0});
  remove(o);
  bool fine = true;
  for (std::size_t p = starts_[o]; p < starts_[o + 1]; ++p) {
    const Entry& entry = entries_[items_[p]];
    fine &= entry.size >= entry.need();
    touch(items_[p]);
  }
  return fine;
}

bool Prices::take(Option o) {
  trail_.push_back({Event::Kind::take, o, 0});
  remove(o);
  taken_.push_back(o);
  taken_cost_ += costs_[o];
  for (std::size_t p = starts_[o]; p < starts_[o + 1]; ++p) {
    Entry& entry = entries_[items_[p]];
    owed_ -= entry.owed();
    ++entry.count;
    owed_ += entry.owed();
  }
  for (std::size_t p = starts_[o]; p < starts_[o + 1]; ++p)
    if (!cover(static_cast<Place>(p))) return false;
  return true;
}

// Strikes what clashes with the option that was taken, at one of its items.
bool Prices::cover(Place place) {
  const Item item = items_[place];
  Entry& entry = entries_[item];
  if (entry.size < entry.need()) return false;
  touch(item);
  if (!entry.colored) return entry.room() > 0 || strike_others(entry, 0);
  if (entry.count > 1) return true;
  entry.color = colors_[place];
  return strike_others(entry, entry.color);
}

// All that do not have the color; with color 0 all.
bool Prices::strike_others(const Entry& entry, Color color) {
  for (std::uint32_t i = entry.size; i-- > 0;) {
    const auto [option, place] = sets_[entry.start + i];
    if (color != 0 && colors_[place] == color) continue;
    if (!strike(option)) return false;
  }
  return true;
}

void Prices::undo(const Mark& mark) {
  clear_dirty();
  while (trail_.size() > mark.trail) {
    const auto [kind, index, change] = trail_.back();
    trail_.pop_back();
    if (kind == Event::Kind::price) {
      Entry& entry = entries_[index];
      entry.price -= change;
      for (std::uint32_t i = 0; i < entry.size; ++i)
        reduced_[sets_[entry.start + i].option] += change;
      continue;
    }
    const bool was_taken = kind == Event::Kind::take;
    if (was_taken) taken_.pop_back();
    for (std::size_t p = starts_[index]; p < starts_[index + 1]; ++p) {
      Entry& entry = entries_[items_[p]];
      ++entry.size;
      entry.count -= was_taken;
    }
    ++live_size_;
  }
  taken_cost_ = mark.taken_cost;
  owed_ = mark.owed;
  gains_ = mark.gains;
}

bool Prices::propagate(Money limit) {
  for (bool changed = true; changed;) {
    if (!work_off() || bound() > limit) return false;
    changed = false;
    if (!fix_by_cost(limit, changed)) return false;
  }
  return true;
}

// Items that lost options or were covered get a new price; those with no more options than they
// need take them all.
bool Prices::work_off() {
  for (std::size_t next = 0; next < dirty_.size(); ++next) {
    const Item item = dirty_[next];
    Entry& entry = entries_[item];
    entry.dirty = false;
    const std::uint32_t need = entry.need();
    if (entry.size < need) return false;
    if (need > 0 && entry.size == need) {
      for (std::uint32_t i = 0; i < need; ++i)
        if (!take(sets_[entry.start].option)) return false;
    } else if (entry.size > 0) {
      reprice(item);
    }
  }
  dirty_.clear();
  return true;
}

// An option whose reduced cost lifts the bound over the limit is in no solution that we look
// for; one that would when it is left out is in all of them.
bool Prices::fix_by_cost(Money limit, bool& changed) {
  if (limit == no_limit) return true;
  for (std::uint32_t i = live_size_; i-- > 0;) {
    if (i >= live_size_) continue;  // taking an option struck others
    const Option o = live_[i];
    const Money reduced = reduced_[o];
    if (reduced >= 0 ? bound() + reduced > limit : bound() - reduced > limit) {
      changed = true;
      if (!(reduced >= 0 ? strike(o) : take(o))) return false;
    }
  }
  return true;
}

void Prices::reprice(Item item) {
  Entry& entry = entries_[item];
  if (entry.colored) return;
  const Money price = std::clamp(best_price(entry), -most_price_, most_price_);
  if (price != entry.price) shift(item, price - entry.price);
}

// The bound as a function of this price alone is concave, with corners where an option's reduced
// cost changes its sign. Let v be the reduced costs plus the price, in order. While the price is
// positive, `need` options should be below it: any price from v[need - 1] to v[need] is best.
// While it is negative, the same with `room`. The middle of them is taken, as Wedelin (1995) does:
// the lowest one never gets out of a corner where no single price can rise, and needed 2 to 4
// times the nodes on large set partitions.
Money Prices::best_price(const Entry& entry) {
  const auto [low, high] = around(entry, entry.need());
  if (high >= 0) {
    if (entry.need() == 0) return 0;
    const Money from = std::max<Money>(low, 0);
    return from + (high - from) / 2;
  }
  const auto [lower, upper] = around(entry, entry.room());
  return lower <= 0 ? lower + (std::min<Money>(upper, 0) - lower) / 2 : 0;
}

// v[k - 1] and v[k], or how far prices go where there is none.
std::pair<Money, Money> Prices::around(const Entry& entry, std::uint32_t k) {
  const Member* const members = sets_.data() + entry.start;
  const std::uint32_t size = entry.size;
  if (k == 1) {
    Money low = no_limit, high = no_limit;
    for (std::uint32_t i = 0; i < size; ++i) {
      const Money reduced = reduced_[members[i].option];
      high = std::min(high, std::max(low, reduced));
      low = std::min(low, reduced);
    }
    return {low + entry.price, size > 1 ? high + entry.price : most_price_};
  }
  scratch_.clear();
  for (std::uint32_t i = 0; i < size; ++i)
    scratch_.push_back(reduced_[members[i].option] + entry.price);
  const auto first = scratch_.begin(), middle = first + std::min(k, size);
  if (k < size) std::nth_element(first, middle, scratch_.end());
  return {k > 0 ? *std::max_element(first, middle) : -most_price_,
          k < size ? *middle : most_price_};
}

void Prices::shift(Item item, Money change) {
  Entry& entry = entries_[item];
  trail_.push_back({Event::Kind::price, item, change});
  owed_ -= entry.owed();
  entry.price += change;
  owed_ += entry.owed();
  Money gained = 0;
  for (std::uint32_t i = 0; i < entry.size; ++i) {
    Money& reduced = reduced_[sets_[entry.start + i].option];
    gained -= std::min<Money>(reduced, 0);
    reduced -= change;
    gained += std::min<Money>(reduced, 0);
  }
  gains_ += gained;
}

void Prices::move_all(double step) {
  std::vector<Money> moved = prices();
  for (Item item = 0; item < entries_.size(); ++item) {
    const Entry& entry = entries_[item];
    if (entry.colored) continue;
    double next = static_cast<double>(entry.price) + step * slope(entry);
    // The slope is another one behind 0.
    if (entry.need() != entry.room() && next * static_cast<double>(entry.price) < 0) next = 0;
    const auto most = static_cast<double>(most_price_);
    moved[item] = static_cast<Money>(std::clamp(next, -most, most));
  }
  set_prices(moved);
}

// How much the bound rises with this price, by as much as it rises; negative when it falls.
double Prices::slope(const Entry& entry) const {
  double below = 0;
  for (std::uint32_t i = 0; i < entry.size; ++i)
    below += reduced_[sets_[entry.start + i].option] < 0;
  const double lacking = entry.need() - below, fitting = entry.room() - below;
  if (entry.price != 0) return entry.price > 0 ? lacking : fitting;
  return lacking > 0 ? lacking : std::min(fitting, 0.0);
}

void Prices::set_prices(std::span<const Money> prices) {
  for (Item item = 0; item < entries_.size(); ++item)
    if (prices[item] != entries_[item].price) shift(item, prices[item] - entries_[item].price);
}

std::vector<Money> Prices::prices() const {
  std::vector<Money> all;
  for (const Entry& entry : entries_) all.push_back(entry.price);
  return all;
}

Prices::Choice Prices::choose() const {
  const Entry* best = nullptr;
  std::uint32_t fewest = 0;
  for (const Entry& entry : entries_) {
    if (entry.need() == 0) continue;
    const std::uint32_t spare = entry.size - entry.need();
    if (best && spare >= fewest) continue;
    best = &entry;
    fewest = spare;
  }
  Choice choice{none, 2};
  const auto consider = [&](Option o, Money worth, Money worth_of_choice) {
    if (choice.option == none || worth < worth_of_choice ||
        (worth == worth_of_choice && o < choice.option))
      choice.option = o;
  };
  if (best) {
    choice.among = best->size;
    for (std::uint32_t i = 0; i < best->size; ++i) {
      const Option o = sets_[best->start + i].option;
      consider(o, reduced_[o], choice.option == none ? 0 : reduced_[choice.option]);
    }
    return choice;
  }
  for (std::uint32_t i = 0; i < live_size_; ++i) {
    const Option o = live_[i];
    if (costs_[o] < 0) consider(o, costs_[o], choice.option == none ? 0 : costs_[choice.option]);
  }
  return choice;
}

void Prices::touch(Item item) {
  if (std::exchange(entries_[item].dirty, true)) return;
  dirty_.push_back(item);
}

void Prices::touch_all() {
  for (Item item = 0; item < entries_.size(); ++item) touch(item);
}

void Prices::clear_dirty() {
  for (Item item : dirty_) entries_[item].dirty = false;
  dirty_.clear();
}

std::size_t Prices::memory() const {
  return starts_.capacity() * sizeof(std::size_t) + items_.capacity() * sizeof(Item) +
         colors_.capacity() * sizeof(Color) + where_.capacity() * sizeof(std::uint32_t) +
         (costs_.capacity() + reduced_.capacity() + scratch_.capacity()) * sizeof(Money) +
         entries_.capacity() * sizeof(Entry) + sets_.capacity() * sizeof(Member) +
         (live_.capacity() + taken_.capacity()) * sizeof(Option) +
         where_live_.capacity() * sizeof(std::uint32_t) + trail_.capacity() * sizeof(Event) +
         dirty_.capacity() * sizeof(Item);
}

}  // namespace squaredance::cover
