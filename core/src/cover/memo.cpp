#include "memo.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "memo_pile.hpp"

namespace squaredance::cover {

namespace {

constexpr std::size_t worth_remembering = 4;  // options left
constexpr std::size_t worth_splitting = 6;

// Nanoseconds for a node and for each word of an option that is looked at there; and what the
// engine `bits` takes.
constexpr double node_work = 100, word_work = 1.0;
constexpr double plain_node_work = 10, plain_word_work = 0.3;

// Whether to look for components: it costs about as much as a node. Where a hundred looks found
// hardly anything, only every so many nodes are looked at, ever fewer. There is one for each
// size of what is left, by powers of two: near the root there is much to win, and nodes are few.
class SplitWatch {
 public:
  bool look() {
    if (++skipped_ < pause_) return false;
    skipped_ = 0;
    if (++looks_ == 128) {
      pause_ = found_ >= 8 ? 1 : std::min(pause_ * 2, 1024);
      looks_ = found_ = 0;
    }
    return true;
  }
  void found() { ++found_; }

 private:
  int looks_ = 0, found_ = 0, skipped_ = 0, pause_ = 1;
};

template <int W>
class Memo final : public MemoCounter {
 public:
  Memo(const Masks& masks, CountLimits limits)
      : pile_(masks, root_census_), limits_(limits), table_(2) {
    for (std::size_t i = 0; i < masks.primary; ++i)
      primary_[i / 64] |= std::uint64_t{1} << (i % 64);
    pending_ = {pile_.all(), primary_, root_census_};
  }

  Halt run(std::uint64_t nodes) override {
    while (!done_) {
      if (has_value_) {
        give_value();
      } else if (has_pending_) {
        if (nodes-- == 0) return Halt::budget;
        enter();
      } else if (!make_room(frames_[depth_ - 1].level)) {
        return Halt::memory;
      } else if (frames_[depth_ - 1].split) {
        next_component(frames_[depth_ - 1]);
      } else {
        next_branch(frames_[depth_ - 1]);
      }
    }
    return Halt::done;
  }

  // While a product is open only what was added up before it is sure.
  std::vector<std::uint64_t> total() const override {
    if (done_) return natural::trimmed(value_);
    natural::Digits sum{0};
    for (std::size_t d = 0; d < depth_ && !frames_[d].split; ++d) grow(sum, frames_[d].sum);
    return natural::trimmed(sum);
  }

  double progress() const override {
    if (done_) return 1;
    double share = 1, sum = 0;
    for (std::size_t d = 0; d < depth_; ++d) {
      const Frame& frame = frames_[d];
      if (frame.split) continue;
      share /= frame.branches;
      sum += share * (frame.tried - (d + 1 < depth_ || has_pending_ || has_value_ ? 1 : 0));
    }
    return std::clamp(sum, 0.0, 1.0);
  }

  std::size_t memory() const override {
    return table_.memory() + pile_.memory() + frames_.capacity() * sizeof(Frame);
  }

  double work_done() const override { return work_done_; }

  double plain_work() const override {
    double sum = value_work_;
    for (std::size_t d = 0; d < depth_; ++d) sum += frames_[d].work;
    return sum;
  }

 private:
  using Level = typename Pile<W>::Level;

  // A set of open items that is to be counted.
  struct Pending {
    Level level;
    Key<W> open{};
    Census<W> census;
  };
  struct Frame {
    bool split = false;
    bool remember = false;
    Level level;
    Key<W> open;
    Key<W> key;
    natural::Digits sum;  // of the branches so far, or the product of the components
    double work = 0;      // as plain_work()
    // Branches on an item:
    std::size_t next = 0;  // in the pile
    int item = 0;
    int branches = 1, tried = 0;
    // Components:
    Key<W> component;  // the items of the first one
    int halves_done = 0;
  };

  static void grow(natural::Digits& sum, const natural::Digits& other) {
    if (sum.size() < other.size()) sum.resize(other.size(), 0);
    if (natural::add(sum, other)) sum.push_back(1);
  }

  static bool is_empty(const Key<W>& mask) {
    return std::ranges::all_of(mask, [](std::uint64_t word) { return word == 0; });
  }

  static bool is_dead(const Key<W>& open, const Census<W>& census) {
    std::uint64_t dead = 0;
    for (int w = 0; w < W; ++w) dead |= open[w] & ~census.any(w);
    return dead != 0;
  }

  void say(std::uint64_t value) {
    value_.assign(1, value);
    value_work_ = 0;
    has_value_ = true;
  }

  void enter() {
    has_pending_ = false;
    const Pending& now = pending_;
    ++effort_.nodes;
    if (is_empty(now.open)) return say(1);
    if (is_dead(now.open, now.census)) return say(0);
    Key<W> key;
    for (int w = 0; w < W; ++w)
      key[w] = now.open[w] | (now.census.any(w) & ~primary_[w]);
    const bool remember = now.level.size() >= worth_remembering;
    if (remember && recall(key)) return;
    Frame& frame = push();
    frame.remember = remember;
    frame.level = now.level;
    frame.open = now.open;
    frame.key = key;
    frame.work = 0;
    frame.sum.assign(1, 0);
    frame.split = find_component(frame);
    if (frame.split) {
      frame.sum[0] = 1;
      frame.halves_done = 0;
    } else {
      choose(frame, now.census);
    }
  }

  Frame& push() {
    if (depth_ == frames_.size()) frames_.emplace_back();
    return frames_[depth_++];
  }

  bool recall(const Key<W>& key) {
    const auto entry = table_.find(key, hash_of<W>(key));
    if (entry == CountTable<W>::none) return false;
    const auto digits = table_.count(entry);
    value_.assign(digits.begin() + 1, digits.end());
    value_work_ = std::bit_cast<double>(digits[0]);
    has_value_ = true;
    return true;
  }

  SplitWatch& watch(const Frame& frame) {
    return watches_[static_cast<std::size_t>(std::bit_width(frame.level.size()))];
  }

  // The items that hang together with the first option; true when there are others.
  bool find_component(Frame& frame) {
    if (frame.level.size() < worth_splitting || !watch(frame).look()) return false;
    Key<W>& component = frame.component;
    component = pile_.reach(frame.level.begin);
    for (bool grown = true; grown;) {
      grown = false;
      for (std::size_t i = frame.level.begin; i < frame.level.end; ++i) {
        const Key<W> reach = pile_.reach(i);
        std::uint64_t common = 0, more = 0;
        for (int w = 0; w < W; ++w) {
          common |= reach[w] & component[w];
          more |= reach[w] & ~component[w];
        }
        if (!common || !more) continue;
        for (int w = 0; w < W; ++w) component[w] |= reach[w];
        grown = true;
      }
    }
    std::uint64_t outside = 0;
    for (int w = 0; w < W; ++w) outside |= frame.open[w] & ~component[w];
    if (outside) watch(frame).found();
    return outside != 0;
  }

  // Fewest options first; among equals the first item.
  void choose(Frame& frame, const Census<W>& census) {
    frame.next = frame.level.begin;
    frame.tried = 0;
    for (int count = 1; count < 8; ++count) {
      for (int w = 0; w < W; ++w) {
        std::uint64_t items = frame.open[w] & ~census.many[w];
        for (int k = 0; k < 3; ++k)
          items &= count >> k & 1 ? census.planes[k][w] : ~census.planes[k][w];
        if (!items) continue;
        frame.item = w * 64 + std::countr_zero(items);
        frame.branches = count;
        effort_.guesses += count > 1;
        return;
      }
    }
    ++effort_.guesses;
    choose_by_counting(frame);
  }

  void choose_by_counting(Frame& frame) {
    std::array<int, W * 64> counts{};
    for (std::size_t i = frame.level.begin; i < frame.level.end; ++i)
      for (int w = 0; w < W; ++w)
        for (std::uint64_t rest = pile_[i][w] & frame.open[w]; rest; rest &= rest - 1)
          ++counts[w * 64 + std::countr_zero(rest)];
    frame.branches = 0;
    for (int item = 0; item < W * 64; ++item) {
      if (!(frame.open[item / 64] >> (item % 64) & 1)) continue;
      if (frame.branches != 0 && counts[item] >= frame.branches) continue;
      frame.branches = counts[item];
      frame.item = item;
    }
  }

  void next_branch(Frame& frame) {
    const int word = frame.item / 64;
    const std::uint64_t bit = std::uint64_t{1} << (frame.item % 64);
    while (frame.next < frame.level.end && !(pile_[frame.next][word] & bit)) ++frame.next;
    if (frame.next == frame.level.end) return leave(frame);
    const std::size_t chosen = frame.next++;
    ++frame.tried;
    for (int w = 0; w < W; ++w) pending_.open[w] = frame.open[w] & ~pile_[chosen][w];
    pending_.level = pile_.filter(frame.level, chosen, frame.level.end, pending_.census);
    work_done_ += node_work + word_work * static_cast<double>(W * frame.level.size());
    frame.work += plain_node_work + plain_word_work * static_cast<double>(W * frame.level.size());
    has_pending_ = true;
  }

  // The component that was found, then all the rest, which may split again.
  void next_component(Frame& frame) {
    if (frame.halves_done == 2 || natural::is_zero(frame.sum)) return leave(frame);
    const bool first = frame.halves_done++ == 0;
    for (int w = 0; w < W; ++w)
      pending_.open[w] = frame.open[w] & (first ? frame.component[w] : ~frame.component[w]);
    pending_.level =
        pile_.component(frame.level, frame.component, first, frame.level.end, pending_.census);
    has_pending_ = true;
  }

  void leave(Frame& frame) {
    --depth_;
    std::swap(value_, frame.sum);
    value_work_ = frame.work;
    has_value_ = true;
    if (frame.remember) remember(frame.key);
  }

  // For what is filtered out of a level. The levels come first: what is remembered is forgotten
  // where they need its room, which is seldom, as they soon have their full size.
  bool make_room(Level level) {
    const std::size_t growth = pile_.growth(level);
    if (growth == 0) return true;
    if (memory() + growth > limits_.memory) table_ = CountTable<W>(2);
    return memory() + growth <= limits_.memory;
  }

  void remember(const Key<W>& key) {
    const std::size_t digits = std::max<std::size_t>(natural::trim(value_).size(), 1);
    const std::size_t fixed = memory() - table_.memory();
    const std::size_t most = limits_.memory > fixed ? limits_.memory - fixed : 0;
    if (1 + digits > table_.width() && !table_.widen(1 + digits, most)) return;
    const auto entry = table_.put(key, hash_of<W>(key), most);
    if (entry == CountTable<W>::none) return;
    auto count = table_.count(entry);
    count[0] = std::bit_cast<std::uint64_t>(value_work_);
    std::copy_n(value_.begin(), digits, count.begin() + 1);
  }

  void give_value() {
    has_value_ = false;
    if (depth_ == 0) {
      done_ = true;
      return;
    }
    Frame& frame = frames_[depth_ - 1];
    frame.work += std::exchange(value_work_, 0);
    if (frame.split) {
      frame.sum = natural::product(frame.sum, value_);
    } else {
      grow(frame.sum, value_);
    }
  }

  Census<W> root_census_;
  Pile<W> pile_;
  CountLimits limits_;
  CountTable<W> table_;
  Key<W> primary_{};
  std::vector<Frame> frames_;  // kept when left, for their memory: depth_ are in use
  std::size_t depth_ = 0;
  Pending pending_;
  bool has_pending_ = true;
  natural::Digits value_;  // of what was counted last
  double value_work_ = 0;
  double work_done_ = 0;
  bool has_value_ = false;
  bool done_ = false;
  std::array<SplitWatch, 65> watches_;
};

// Not even the options fit into the memory.
class NoMemo final : public MemoCounter {
 public:
  Halt run(std::uint64_t) override { return Halt::memory; }
  std::vector<std::uint64_t> total() const override { return {}; }
  double progress() const override { return 0; }
  std::size_t memory() const override { return 0; }
  double work_done() const override { return 0; }
  double plain_work() const override { return 0; }
};

// Bytes that a Memo takes before it remembers anything, roughly: the masks it is made from, the
// options, and as much again for colors or for the first level above them.
std::size_t bytes_to_begin(const Problem& problem) {
  const std::size_t words = (fields_of(problem).bits + 63) / 64;
  return problem.option_count() * (words <= 8 ? words : memo_words) * 8 * 4;
}

template <int W>
std::unique_ptr<MemoCounter> make_of_width(const Masks& masks, CountLimits limits) {
  return std::make_unique<Memo<W>>(masks, limits);
}

}  // namespace

std::unique_ptr<MemoCounter> make_memo(const Problem& problem, CountLimits limits) {
  if (bytes_to_begin(problem) > limits.memory) return std::make_unique<NoMemo>();
  const Masks masks = masks_of(problem);
  switch (masks.words) {
    case 0:
    case 1: return make_of_width<1>(masks, limits);
    case 2: return make_of_width<2>(masks, limits);
    case 3: return make_of_width<3>(masks, limits);
    case 4: return make_of_width<4>(masks, limits);
    case 5: return make_of_width<5>(masks, limits);
    case 6: return make_of_width<6>(masks, limits);
    case 7: return make_of_width<7>(masks, limits);
    case 8: return make_of_width<8>(masks, limits);
    default: return make_of_width<memo_words>(masks, limits);
  }
}

}  // namespace squaredance::cover
