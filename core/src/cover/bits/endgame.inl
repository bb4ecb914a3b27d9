// Endgame: the search below a state with at most 64 options and 64 open items, turned so that a
// bit is an option. It walks the same tree as the search around it, in less time: nothing is
// copied, and all that changes fits into three words.
//
//   columns[i]   the options that have item i       (bit k: option k of the endgame)
//   clashes[k]   the options that clash with option k, itself too
//   items[k]     the items of option k              (bit i: item i of the endgame)
//
// To take option k is `live & ~clashes[k]`. An item of one option has a column with one bit
// in `live`, and so on: bits are struck off all columns at once until some are empty.
//
// Most endgames are over after a few nodes, so `clashes` and `items` of an option are made when
// it is first taken: when all were made at once, that took a fifth of the time of pentominoes.

BITS_INLINE std::uint64_t low_bits(std::size_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// The bits of `word` at the places that `mask` has, close together.
BITS_INLINE std::uint64_t picked_bits(std::uint64_t word, std::uint64_t mask) {
#if defined(BITS_PEXT)
  return _pext_u64(word, mask);
#else
  std::uint64_t result = 0;
  for (word &= mask; word; word &= word - 1)
    result |= std::uint64_t{1} << std::popcount(mask & ((word & -word) - 1));
  return result;
#endif
}

class Endgame {
 public:
  explicit Endgame(const Table& table) : table_(table) {}

  static bool fits(const Options& options, const std::uint64_t* open, std::size_t counted) {
    if (options.size > 64) return false;
    int items = 0;
    for (std::size_t w = 0; w < counted; ++w) items += std::popcount(open[w]);
    return items <= 64;
  }

  // Requires that it fits. `words` and `open` must stay until the endgame is over; the first
  // guess is the item `choice`.
  void start(const std::uint64_t* words, const Options& options, const std::uint64_t* open,
             Choice choice);

  // As Search::count; `exhausted` when it is over.
  Pause run(std::uint64_t& nodes, std::uint64_t limit, std::uint64_t& found, Effort& effort);

  void append_taken(std::vector<Option>& options) const {
    for (std::uint64_t taken = state_.taken; taken; taken &= taken - 1)
      options.push_back(table_.options[number_of(std::countr_zero(taken))]);
  }
  void add_to(Progress& progress) const {
    for (int i = 0; i <= depth_; ++i) {
      const auto all_of_them = static_cast<std::size_t>(std::popcount(guesses_[i].all));
      const auto left = static_cast<std::size_t>(std::popcount(guesses_[i].left));
      progress.add(all_of_them - left, all_of_them, i < depth_ || waiting_);
    }
  }

 private:
  enum class Sight : std::uint8_t { conflict, forced, guess };
  struct State {
    std::uint64_t live = 0, open = 0;
    std::uint64_t taken = 0;  // in the endgame
  };
  struct Guess {
    State state;
    std::uint64_t left = 0, all = 0;  // options of the item chosen: not tried yet, all
  };

  template <int vectors>
  Pause run(std::uint64_t& nodes, std::uint64_t limit, std::uint64_t& found, Effort& effort);
  template <int vectors>
  Sight look(const State& state, std::uint64_t& items) const;
  bool take_forced(State& state, std::uint64_t items);
  void take(State& state, int k);
  void know(int k);

  const std::uint64_t* word(std::size_t w) const {
    return words_ + options_.start + w * options_.stride;
  }
  std::size_t number_of(int k) const { return table_.number_in(word(table_.words - 1)[k]); }

  alignas(64) std::uint64_t columns_[64] = {};
  std::uint64_t clashes_[64];
  std::uint64_t items_[64];
  std::uint64_t known_ = 0;  // the options that have their `clashes` and `items`
  int vectors_ = 0;          // of columns

  Guess guesses_[65];
  int depth_ = 0;
  State state_;
  bool waiting_ = false;  // state_ is still to be looked at

  const Table& table_;
  const std::uint64_t* words_ = nullptr;
  const std::uint64_t* open_ = nullptr;
  Options options_;
};

void Endgame::start(const std::uint64_t* words, const Options& options, const std::uint64_t* open,
                  Choice choice) {
  words_ = words;
  options_ = options;
  open_ = open;
  std::size_t items = 0, chosen = 0;
  for (std::size_t w = 0; w < table_.counted; ++w) {
    if (w == choice.word)
      chosen = items + static_cast<std::size_t>(std::popcount(open[w] & (choice.bit - 1)));
    for (std::uint64_t left = open[w]; left; left &= left - 1)
      columns_[items++] = column_of(word(w), options.size, left & -left);
  }
  vectors_ = static_cast<int>(items + 7) / 8;
  known_ = 0;
  guesses_[0] = {{low_bits(options.size), low_bits(items), 0}, columns_[chosen], columns_[chosen]};
  depth_ = 0;
  waiting_ = false;
}

void Endgame::know(int k) {
  std::uint64_t items = 0, clashes = 0;
  int shift = 0;
  const std::uint64_t* taken = table_.taken_of(number_of(k));
  for (std::size_t w = 0; w < table_.counted; ++w) {
    if (open_[w] == 0) continue;
    items |= picked_bits(taken[w], open_[w]) << shift;
    shift += std::popcount(open_[w]);
  }
  for (std::uint64_t left = items; left; left &= left - 1)
    clashes |= columns_[std::countr_zero(left)];
  if (table_.secondary < table_.words) {
    for (std::size_t at = 0; at < options_.size; at += 8) {
      Lanes both = all(0);
      for (std::size_t w = table_.secondary; w < table_.words; ++w)
        both = both | (load(word(w) + at) & all(taken[w]));
      clashes |= static_cast<std::uint64_t>(255 & ~zero_lanes(both)) << at;
    }
  }
  for (std::uint32_t rival : table_.rivals_of(number_of(k))) {
    const std::size_t place = place_of(table_, word(table_.words - 1), options_.size, rival);
    if (place < options_.size) clashes |= std::uint64_t{1} << place;
  }
  items_[k] = items;
  clashes_[k] = clashes;
  known_ |= std::uint64_t{1} << k;
}

inline void Endgame::take(State& state, int k) {
  const std::uint64_t bit = std::uint64_t{1} << k;
  if (!(known_ & bit)) know(k);
  state.live &= ~clashes_[k];
  state.open &= ~items_[k];
  state.taken |= bit;
}

// Takes the only option of each of these items. False when two of those clash.
inline bool Endgame::take_forced(State& state, std::uint64_t items) {
  do {
    const std::uint64_t only = columns_[std::countr_zero(items)] & state.live;
    if (!only) return false;
    take(state, std::countr_zero(only));
    items &= state.open;
  } while (items);
  return true;
}

// Looks at all open items: which have one option, or else which have the fewest.
template <int vectors>
inline Endgame::Sight Endgame::look(const State& state, std::uint64_t& items) const {
  const Lanes live = all(state.live);
  Lanes column[vectors];
  auto empty = [&] {
    std::uint64_t which = 0;
    for (int v = 0; v < vectors; ++v)
      which |= static_cast<std::uint64_t>(zero_lanes(column[v])) << (8 * v);
    return which & state.open;
  };
  auto strike_one = [&] {
    for (int v = 0; v < vectors; ++v) column[v] = column[v] & less_one(column[v]);
  };
  for (int v = 0; v < vectors; ++v) column[v] = load(columns_ + 8 * v) & live;
  if (empty()) return Sight::conflict;
  strike_one();
  items = empty();
  if (items) return Sight::forced;
  do {
    strike_one();
    items = empty();
  } while (!items);
  return Sight::guess;
}

template <int vectors>
Pause Endgame::run(std::uint64_t& nodes, std::uint64_t limit, std::uint64_t& found, Effort& effort) {
  // Copies, so that they stay in registers.
  State state = state_;
  Guess* guess = &guesses_[depth_];
  std::uint64_t budget = nodes, guessed = 0, solutions = found;
  bool waiting = waiting_;
  Pause pause;
  for (;;) {
    if (!waiting) {
      while (!guess->left && guess != guesses_) --guess;
      if (!guess->left) {
        pause = Pause::exhausted;
        break;
      }
      const int k = std::countr_zero(guess->left);
      guess->left &= guess->left - 1;
      state = guess->state;
      take(state, k);
      waiting = true;
    }
    if (budget == 0) {
      pause = Pause::budget;
      break;
    }
    --budget;
    if (state.open == 0) {
      waiting = false;
      if (++solutions < limit) continue;
      pause = Pause::solution;
      break;
    }
    std::uint64_t items;
    const Sight sight = look<vectors>(state, items);
    waiting = sight == Sight::forced && take_forced(state, items);
    if (sight == Sight::guess) {
      ++guessed;
      const std::uint64_t left = columns_[std::countr_zero(items)] & state.live;
      *++guess = {state, left, left};
    }
  }
  effort.nodes += nodes - budget;
  effort.guesses += guessed;
  nodes = budget;
  found = solutions;
  state_ = state;
  depth_ = static_cast<int>(guess - guesses_);
  waiting_ = waiting;
  return pause;
}

Pause Endgame::run(std::uint64_t& nodes, std::uint64_t limit, std::uint64_t& found, Effort& effort) {
  switch (vectors_) {
    case 1: return run<1>(nodes, limit, found, effort);
    case 2: return run<2>(nodes, limit, found, effort);
    case 3: return run<3>(nodes, limit, found, effort);
    case 4: return run<4>(nodes, limit, found, effort);
    case 5: return run<5>(nodes, limit, found, effort);
    case 6: return run<6>(nodes, limit, found, effort);
    case 7: return run<7>(nodes, limit, found, effort);
    default: return run<8>(nodes, limit, found, effort);
  }
}
