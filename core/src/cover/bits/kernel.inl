// The search. Before it: lanes_*.inl, passes.inl, block.inl.

class Kernel final : public Search {
 public:
  explicit Kernel(Table table);

  Pause run(std::uint64_t nodes) override {
    std::uint64_t found = 0;
    return work(nodes, 1, found);
  }
  Pause count(std::uint64_t nodes, std::uint64_t limit, std::uint64_t& found) override {
    return found < limit ? work(nodes, limit, found) : Pause::solution;
  }
  std::vector<Option> solution() const override;
  double progress() const override;
  std::size_t memory() const override;

 private:
  enum class Next : std::uint8_t { start, enter, leave, block, stop };

  // A decision with alternatives, outside of the block.
  struct Guess {
    Options options;
    std::size_t taken;             // how many of taken_ are above
    std::size_t first, next, end;  // in candidates_: the options of the item chosen
  };
  struct Choice {
    std::size_t word;
    std::uint64_t bit;
  };

  Pause work(std::uint64_t nodes, std::uint64_t limit, std::uint64_t& found);
  Next look_around();
  bool take_forced_options();
  bool take_next_candidate();
  void filter_from(const Options& from);
  Choice fewest(const Tally* tallies) const;
  Choice fewest_of_many();
  void push_guess(Choice choice);
  bool fits_block() const;
  void make_block(Choice choice);
  void know(int k);
  void take(BlockState& state, int k);
  bool take_forced(BlockState& state, std::uint64_t items);
  Pause run_block(std::uint64_t& nodes, std::uint64_t limit, std::uint64_t& found);
  template <int vectors>
  Pause run_block(std::uint64_t& nodes, std::uint64_t limit, std::uint64_t& found);

  const std::uint64_t* word_of(const Options& options, std::size_t word) const {
    return &pool_[options.start + word * options.stride];
  }
  std::size_t number_of(int k) const {  // of option k of the block
    return table_.number_in(word_of(options_, table_.words - 1)[k]);
  }
  bool is_open() const {
    return std::ranges::any_of(open_, [](std::uint64_t word) { return word != 0; });
  }

  const Table table_;
  const Filter filter_;

  Options options_;                 // left now
  std::vector<std::uint64_t> open_;  // primary items that are still to be covered
  std::vector<std::uint64_t> now_;   // what is being taken: the masks of one or more options
  std::vector<std::size_t> taken_;   // numbers of options
  std::vector<Guess> guesses_;
  std::vector<std::uint64_t> opens_;       // `open_` of each guess
  std::vector<std::size_t> candidates_;    // of each guess
  Pool pool_;                              // the options of each guess, one after the other
  std::vector<std::uint64_t> sums_;        // scratch of fewest_of_many
  Next next_ = Next::start;

  // Inside of the block.
  Block block_;
  BlockGuess block_guesses_[65];
  int block_depth_ = 0;
  bool block_entered_ = false;  // a state waits to be looked at
  BlockState block_state_{};
};

Kernel::Kernel(Table table)
    : table_(std::move(table)), filter_(filter_for(table_.words)), open_(table_.primary),
      now_(table_.words) {
  options_ = {0, stride_for(table_.size), table_.size};
  pool_.grow(2 * table_.words * options_.stride);
  for (std::size_t w = 0; w < table_.words; ++w) {
    for (std::size_t k = 0; k < table_.size; ++k)
      pool_[w * options_.stride + k] = table_.clashes[k * table_.words + w];
    if (w + 1 == table_.words)
      for (std::size_t k = table_.size; k < options_.stride; ++k)
        pool_[w * options_.stride + k] = pad;
  }
}

Pause Kernel::work(std::uint64_t nodes, std::uint64_t limit, std::uint64_t& found) {
  for (;;) {
    switch (next_) {
      case Next::stop: return Pause::exhausted;
      case Next::block:
        if (const Pause pause = run_block(nodes, limit, found); pause != Pause::exhausted)
          return pause;
        next_ = Next::leave;
        break;
      case Next::leave:
        if (!take_next_candidate()) {
          next_ = Next::stop;
          break;
        }
        if (is_open()) {
          filter_from(guesses_.back().options);
          next_ = Next::enter;
        } else if (++found == limit) {
          return Pause::solution;
        }
        break;
      default:
        if (nodes == 0) return Pause::budget;
        --nodes;
        ++effort_.nodes;
        next_ = look_around();
        if (next_ == Next::start) {
          next_ = Next::leave;
          if (++found == limit) return Pause::solution;
        }
    }
  }
}

// Looks at the state, and does what can be done without a guess: `start` when that solves it.
Kernel::Next Kernel::look_around() {
  Tally tallies[most_words];
  std::uint64_t lost = 0, forced = 0, open = 0, few = 0;
  for (std::size_t w = 0; w < table_.counted; ++w) {
    tallies[w] = tally(word_of(options_, w), options_.size);
    const auto& [one, two, four, more] = tallies[w];
    open |= open_[w];
    lost |= open_[w] & ~(one | two | four | more);
    few |= open_[w] & ~more;
    now_[w] = open_[w] & one & ~(two | four | more);
    forced |= now_[w];
  }
  if (lost) return Next::leave;
  if (open == 0) return Next::start;
  if (forced) {
    if (!take_forced_options()) return Next::leave;
    if (!is_open()) return Next::start;
    filter_from(options_);
    return Next::enter;
  }
  ++effort_.guesses;
  const Choice choice = few ? fewest(tallies) : fewest_of_many();
  if (fits_block()) {
    make_block(choice);
    return Next::block;
  }
  push_guess(choice);
  return Next::leave;
}

// Takes every option that has an item of `now_`, and leaves in `now_` what they have. False
// when two of them clash.
bool Kernel::take_forced_options() {
  std::uint64_t taken[most_words] = {};
  const std::size_t words = table_.words;
  const std::uint64_t* last = word_of(options_, words - 1);
  for (std::size_t k = 0; k < options_.size; k += 8) {
    Lanes both = all(0);
    for (std::size_t w = 0; w < table_.counted; ++w)
      both = both | (load(word_of(options_, w) + k) & all(now_[w]));
    for (std::uint32_t lanes = 255 & ~zero_lanes(both); lanes; lanes &= lanes - 1) {
      const std::size_t at = k + static_cast<std::size_t>(std::countr_zero(lanes));
      const std::size_t number = table_.number_in(last[at]);
      const std::uint64_t* has = table_.taken_of(number);
      std::uint64_t clash = 0;
      for (std::size_t w = 0; w < words; ++w) {
        clash |= word_of(options_, w)[at] & taken[w];
        taken[w] |= has[w];
      }
      if (clash) return false;
      taken_.push_back(number);
    }
  }
  std::copy_n(taken, words, now_.begin());
  for (std::size_t w = 0; w < table_.counted; ++w) open_[w] &= ~taken[w];
  return true;
}

// Goes on with the next option of the last guess that has one. False at the end.
bool Kernel::take_next_candidate() {
  while (!guesses_.empty()) {
    Guess& guess = guesses_.back();
    if (guess.next < guess.end) {
      const std::size_t number = candidates_[guess.next++];
      taken_.resize(guess.taken);
      taken_.push_back(number);
      std::copy_n(table_.taken_of(number), table_.words, now_.begin());
      const std::uint64_t* open = &opens_[(guesses_.size() - 1) * table_.counted];
      for (std::size_t w = 0; w < table_.counted; ++w) open_[w] = open[w] & ~now_[w];
      return true;
    }
    candidates_.resize(guess.first);
    guesses_.pop_back();
    opens_.resize(guesses_.size() * table_.counted);
  }
  return false;
}

// Leaves in `options_` those that can stand beside `now_`. They lie after `from`.
void Kernel::filter_from(const Options& from) {
  const std::size_t start = from.start + table_.words * from.stride;
  const std::size_t stride = stride_for(from.size);
  if (!pool_.holds(start + table_.words * stride))
    pool_.grow(2 * (start + table_.words * stride));
  const std::size_t size = filter_(from, stride, table_.words, now_.data(), &pool_[0], start);
  options_ = {start, stride, size};
}

// The first of the items with the fewest options, when some have less than eight.
Kernel::Choice Kernel::fewest(const Tally* tallies) const {
  std::uint64_t left[most_words];
  const std::size_t counted = table_.counted;
  for (std::size_t w = 0; w < counted; ++w) left[w] = open_[w] & ~tallies[w].more;
  for (auto plane : {&Tally::four, &Tally::two, &Tally::one}) {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < counted; ++w) any |= left[w] & ~(tallies[w].*plane);
    if (any)
      for (std::size_t w = 0; w < counted; ++w) left[w] &= ~(tallies[w].*plane);
  }
  std::size_t word = 0;
  while (!left[word]) ++word;
  return {word, left[word] & -left[word]};
}

// The same when all have eight or more.
Kernel::Choice Kernel::fewest_of_many() {
  const std::size_t counted = table_.counted;
  const int planes = std::bit_width(options_.size);
  sums_.resize(counted * most_planes);
  std::uint64_t left[most_words];
  for (std::size_t w = 0; w < counted; ++w) {
    left[w] = open_[w];
    tally_all(word_of(options_, w), options_.size, planes, &sums_[w * most_planes]);
  }
  for (std::size_t p = static_cast<std::size_t>(planes); p-- > 0;) {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < counted; ++w) any |= left[w] & ~sums_[w * most_planes + p];
    if (any)
      for (std::size_t w = 0; w < counted; ++w) left[w] &= ~sums_[w * most_planes + p];
  }
  std::size_t word = 0;
  while (!left[word]) ++word;
  return {word, left[word] & -left[word]};
}

void Kernel::push_guess(Choice choice) {
  const std::size_t first = candidates_.size();
  const std::uint64_t* word = word_of(options_, choice.word);
  const std::uint64_t* last = word_of(options_, table_.words - 1);
  for (std::size_t k = 0; k < options_.size; k += 8) {
    std::uint32_t lanes = 255 & ~apart_lanes(load(word + k), all(choice.bit));
    for (; lanes; lanes &= lanes - 1)
      candidates_.push_back(table_.number_in(last[k + static_cast<std::size_t>(std::countr_zero(lanes))]));
  }
  guesses_.push_back({options_, taken_.size(), first, first, candidates_.size()});
  opens_.insert(opens_.end(), open_.begin(), open_.end());
}

bool Kernel::fits_block() const {
  if (options_.size > 64) return false;
  int items = 0;
  for (std::uint64_t word : open_) items += std::popcount(word);
  return items <= 64;
}

// Turns the options left into a block, whose first guess is the choice.
void Kernel::make_block(Choice choice) {
  int items = 0, chosen = 0;
  for (std::size_t w = 0; w < table_.counted; ++w) {
    const std::uint64_t* word = word_of(options_, w);
    if (w == choice.word) chosen = items + std::popcount(open_[w] & (choice.bit - 1));
    for (std::uint64_t open = open_[w]; open; open &= open - 1)
      block_.columns[items++] = column_of(word, options_.size, open & -open);
  }
  block_.vectors = (items + 7) / 8;
  block_.known = 0;
  const std::uint64_t left = block_.columns[chosen];
  block_guesses_[0] = {{low_bits(options_.size), low_bits(static_cast<std::size_t>(items)), 0}, left, left};
  block_depth_ = 0;
  block_entered_ = false;
}

// Finds out what option k of the block is.
void Kernel::know(int k) {
  std::uint64_t items = 0, clashes = 0;
  int shift = 0;
  const std::uint64_t* taken = table_.taken_of(number_of(k));
  for (std::size_t w = 0; w < table_.counted; ++w) {
    if (open_[w] == 0) continue;
    items |= picked_bits(taken[w], open_[w]) << shift;
    shift += std::popcount(open_[w]);
  }
  for (std::uint64_t left = items; left; left &= left - 1)
    clashes |= block_.columns[std::countr_zero(left)];
  if (table_.secondary < table_.words) {
    for (std::size_t at = 0; at < options_.size; at += 8) {
      Lanes both = all(0);
      for (std::size_t w = table_.secondary; w < table_.words; ++w)
        both = both | (load(word_of(options_, w) + at) & all(taken[w]));
      clashes |= static_cast<std::uint64_t>(255 & ~zero_lanes(both)) << at;
    }
  }
  block_.items[k] = items;
  block_.clashes[k] = clashes;
  block_.known |= std::uint64_t{1} << k;
}

inline void Kernel::take(BlockState& state, int k) {
  const std::uint64_t bit = std::uint64_t{1} << k;
  if (!(block_.known & bit)) know(k);
  state.live &= ~block_.clashes[k];
  state.open &= ~block_.items[k];
  state.taken |= bit;
}

// Takes the only option of each of these items. False when two of those clash.
inline bool Kernel::take_forced(BlockState& state, std::uint64_t items) {
  do {
    const std::uint64_t bit = block_.columns[std::countr_zero(items)] & state.live;
    if (!bit) return false;
    take(state, std::countr_zero(bit));
    items &= state.open;
  } while (items);
  return true;
}

Pause Kernel::run_block(std::uint64_t& nodes, std::uint64_t limit, std::uint64_t& found) {
  switch (block_.vectors) {
    case 1: return run_block<1>(nodes, limit, found);
    case 2: return run_block<2>(nodes, limit, found);
    case 3: return run_block<3>(nodes, limit, found);
    case 4: return run_block<4>(nodes, limit, found);
    case 5: return run_block<5>(nodes, limit, found);
    case 6: return run_block<6>(nodes, limit, found);
    case 7: return run_block<7>(nodes, limit, found);
    default: return run_block<8>(nodes, limit, found);
  }
}

template <int vectors>
Pause Kernel::run_block(std::uint64_t& nodes, std::uint64_t limit, std::uint64_t& found) {
  BlockGuess* guess = &block_guesses_[block_depth_];
  BlockState state = block_state_;
  bool entered = block_entered_;
  std::uint64_t budget = nodes, guesses = 0;
  Pause pause = Pause::exhausted;
  for (;;) {
    if (!entered) {
      while (!guess->left && guess != block_guesses_) --guess;
      if (!guess->left) break;
      const int k = std::countr_zero(guess->left);
      guess->left &= guess->left - 1;
      state = guess->state;
      take(state, k);
    }
    for (entered = true; state.open; ) {
      if (budget == 0) {
        pause = Pause::budget;
        goto out;
      }
      --budget;
      std::uint64_t items;
      const Sight sight = look<vectors>(block_, state, items);
      if (sight == Sight::forced && take_forced(state, items)) continue;
      entered = false;
      if (sight == Sight::guess) {
        ++guesses;
        const std::uint64_t left = block_.columns[std::countr_zero(items)] & state.live;
        *++guess = {state, left, left};
      }
      break;
    }
    if (entered) {
      entered = false;
      if (++found == limit) {
        pause = Pause::solution;
        break;
      }
    }
  }
out:
  effort_.nodes += nodes - budget;
  effort_.guesses += guesses;
  nodes = budget;
  block_depth_ = static_cast<int>(guess - block_guesses_);
  block_state_ = state;
  block_entered_ = entered;
  return pause;
}

std::vector<Option> Kernel::solution() const {
  std::vector<Option> options;
  for (std::size_t number : taken_) options.push_back(table_.options[number]);
  if (next_ == Next::block)
    for (std::uint64_t taken = block_state_.taken; taken; taken &= taken - 1)
      options.push_back(table_.options[number_of(std::countr_zero(taken))]);
  return options;
}

double Kernel::progress() const {
  if (next_ == Next::stop) return 1;
  double done = 0, share = 1;
  auto at = [&](std::size_t tried, std::size_t all_of_them, bool inside) {
    share /= static_cast<double>(all_of_them);
    done += share * static_cast<double>(inside ? tried - 1 : tried);
  };
  for (std::size_t i = 0; i < guesses_.size(); ++i) {
    const Guess& guess = guesses_[i];
    const bool inside = guess.next > guess.first && (i + 1 < guesses_.size() || next_ != Next::leave);
    at(guess.next - guess.first, guess.end - guess.first, inside);
  }
  if (next_ == Next::block) {
    for (int i = 0; i <= block_depth_; ++i) {
      const BlockGuess& guess = block_guesses_[i];
      const auto total = static_cast<std::size_t>(std::popcount(guess.all));
      const auto tried = total - static_cast<std::size_t>(std::popcount(guess.left));
      at(tried, total, tried > 0 && (i < block_depth_ || block_entered_));
    }
  }
  return done;
}

std::size_t Kernel::memory() const {
  auto bytes = [](const auto& vector) { return vector.capacity() * sizeof(vector[0]); };
  return sizeof *this + bytes(table_.taken) + bytes(table_.clashes) + bytes(table_.options) +
         bytes(open_) + bytes(now_) + bytes(taken_) + bytes(guesses_) + bytes(opens_) +
         bytes(candidates_) + 8 * pool_.capacity();
}

std::unique_ptr<Search> make(Table table) { return std::make_unique<Kernel>(std::move(table)); }
