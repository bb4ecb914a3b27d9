// The search. Before it: lanes_*.inl, passes.inl, endgame.inl.
//
// A state is looked at by counting the options of every open item. An item without any is a
// conflict. All items that have one take it at once. Else the first item with the fewest is
// chosen and its options are tried in turn, in an Endgame as soon as the state fits into one.

class Kernel final : public Search {
 public:
  explicit Kernel(Table table);
  Kernel(const Kernel&) = delete;  // the endgame knows where the table is

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
  enum class Next : std::uint8_t {
    enter,    // look at the state
    leave,    // try the next option of the last guess
    endgame,  // the endgame has the state
    stop,
  };
  struct Guess {
    Options options;
    std::size_t taken;             // so many of taken_ come before
    std::size_t first, next, end;  // in candidates_: the options of the item chosen
  };

  Pause work(std::uint64_t nodes, std::uint64_t limit, std::uint64_t& found);
  Next look();
  bool take_forced();
  bool take_next();
  Choice fewest(const Tally* tallies) const;
  Choice fewest_of_many();
  void guess(Choice choice);
  void filter_from(const Options& from, bool in_place);
  void mark_rivals(const Options& from);

  const std::uint64_t* word(std::size_t w) const {
    return &pool_[options_.start + w * options_.stride];
  }
  bool is_rival(std::size_t number) const {  // of those of `now_`
    for (std::uint32_t rival : table_.rivals_of(number))
      if (std::find(taken_.begin() + static_cast<std::ptrdiff_t>(fresh_), taken_.end(), rival) !=
          taken_.end())
        return true;
    return false;
  }
  bool is_open() const {
    std::uint64_t any = 0;
    for (std::uint64_t open : open_) any |= open;
    return any != 0;
  }

  const Table table_;
  const Filter filter_;
  const std::size_t words_, counted_;  // of the table

  Next next_ = Next::enter;
  Options options_;                  // left now
  std::vector<std::uint64_t> open_;  // primary items that are still to be covered
  std::vector<std::uint64_t> now_;   // what is taken now: the union of one option or several
  std::vector<std::uint64_t> seen_;  // items that options left have
  std::vector<std::size_t> taken_;   // numbers of options
  std::size_t fresh_ = 0;            // from here on they are those of `now_`
  Endgame endgame_;

  // Of each guess; all are stacks.
  std::vector<Guess> guesses_;
  std::vector<std::uint64_t> opens_;     // its open_
  std::vector<std::size_t> candidates_;  // numbers of options
  Pool pool_;                            // the options left

  mutable double shown_ = 0;  // the last answer of `progress`
  std::vector<std::uint64_t> sums_;  // scratch of fewest_of_many
  std::vector<std::size_t> marked_;  // places in the pool that have `pad` for a while
};

Kernel::Kernel(Table table)
    : table_(std::move(table)), filter_(filter_for(table_.words, table_.counted)), words_(table_.words),
      counted_(table_.counted), open_(table_.primary), now_(words_), seen_(words_), endgame_(table_) {
  options_ = {0, stride_for(table_.size), table_.size};
  pool_.grow(2 * words_ * options_.stride);
  for (std::size_t w = 0; w < words_; ++w) {
    std::uint64_t* to = &pool_[w * options_.stride];
    for (std::size_t k = 0; k < table_.size; ++k) to[k] = table_.clashes[k * words_ + w];
    for (std::size_t k = 0; k < table_.size; ++k) seen_[w] |= to[k];
    if (w + 1 == words_) std::fill(to + table_.size, to + options_.stride, pad);
  }
}

Pause Kernel::work(std::uint64_t nodes, std::uint64_t limit, std::uint64_t& found) {
  for (;;) {
    switch (next_) {
      case Next::stop: return Pause::exhausted;
      case Next::endgame:
        if (const Pause pause = endgame_.run(nodes, limit, found, effort_);
            pause != Pause::exhausted)
          return pause;
        next_ = Next::leave;
        break;
      case Next::leave:
        next_ = take_next() ? Next::enter : Next::stop;
        break;
      case Next::enter:
        if (nodes == 0) return Pause::budget;
        --nodes;
        ++effort_.nodes;
        if (is_open()) {
          next_ = look();
        } else {
          next_ = Next::leave;
          if (++found >= limit) return Pause::solution;
        }
    }
  }
}

Kernel::Next Kernel::look() {
  for (std::size_t w = 0; w < counted_; ++w)
    if (open_[w] & ~seen_[w]) return Next::leave;
  Tally tallies[most_words];
  std::uint64_t forced = 0, few = 0;
  for (std::size_t w = 0; w < counted_; ++w) {
    tallies[w] = tally(word(w), options_.size);
    const auto& [one, two, four, more] = tallies[w];
    few |= open_[w] & ~more;
    now_[w] = open_[w] & one & ~(two | four | more);
    forced |= now_[w];
  }
  if (forced) return take_forced() ? Next::enter : Next::leave;
  ++effort_.guesses;
  const Choice choice = few ? fewest(tallies) : fewest_of_many();
  if (Endgame::fits(options_, open_.data(), counted_)) {
    endgame_.start(&pool_[0], options_, open_.data(), choice);
    return Next::endgame;
  }
  guess(choice);
  return Next::leave;
}

// Takes every option that has an item of `now_`. False when two of them clash.
bool Kernel::take_forced() {
  std::uint64_t taken[most_words] = {};
  fresh_ = taken_.size();
  for (std::size_t at = 0; at < options_.size; at += 8) {
    Lanes both = all(0);
    for (std::size_t w = 0; w < counted_; ++w) both = both | (load(word(w) + at) & all(now_[w]));
    for (std::uint32_t lanes = 255 & ~zero_lanes(both); lanes; lanes &= lanes - 1) {
      const std::size_t k = at + static_cast<std::size_t>(std::countr_zero(lanes));
      const std::size_t number = table_.number_in(word(words_ - 1)[k]);
      const std::uint64_t* has = table_.taken_of(number);
      std::uint64_t clash = 0;
      for (std::size_t w = 0; w < words_; ++w) {
        clash |= word(w)[k] & taken[w];
        taken[w] |= has[w];
      }
      if (clash || is_rival(number)) return false;
      taken_.push_back(number);
    }
  }
  std::copy_n(taken, words_, now_.begin());
  for (std::size_t w = 0; w < counted_; ++w) open_[w] &= ~taken[w];
  if (is_open()) filter_from(options_, true);
  return true;
}

// Takes the next option of the last guess that has one. False at the end.
bool Kernel::take_next() {
  while (!guesses_.empty()) {
    Guess& guess = guesses_.back();
    if (guess.next < guess.end) {
      const std::size_t number = candidates_[guess.next++];
      taken_.resize(guess.taken);
      fresh_ = taken_.size();
      taken_.push_back(number);
      const std::uint64_t* open = &opens_[(guesses_.size() - 1) * counted_];
      std::copy_n(table_.taken_of(number), words_, now_.begin());
      for (std::size_t w = 0; w < counted_; ++w) open_[w] = open[w] & ~now_[w];
      if (is_open()) filter_from(guess.options, false);
      return true;
    }
    candidates_.resize(guess.first);
    guesses_.pop_back();
    opens_.resize(guesses_.size() * counted_);
  }
  return false;
}

// Leaves those of `from` that can stand beside `now_`, after it, or in its place when no guess
// needs it any more: chains of forced options then take no more memory.
void Kernel::filter_from(const Options& from, bool in_place) {
  Options to{from.start, from.stride, 0};
  if (!in_place) to = {from.start + words_ * from.stride, stride_for(from.size), 0};
  const std::size_t end = to.start + words_ * to.stride;
  if (!pool_.holds(end)) pool_.grow(2 * end);
  if (table_.has_rivals()) mark_rivals(from);
  to.size = filter_(from, to, words_, now_.data(), &pool_[0], seen_.data());
  if (!in_place)
    for (std::size_t place : marked_) pool_[place] &= ~pad;
  marked_.clear();
  options_ = to;
}

// Gives `pad` to the options that clash with those of `now_` in items without bits.
void Kernel::mark_rivals(const Options& from) {
  const std::size_t last = from.start + (words_ - 1) * from.stride;
  for (std::size_t i = fresh_; i < taken_.size(); ++i)
    for (std::uint32_t rival : table_.rivals_of(taken_[i])) {
      const std::size_t place = place_of(table_, &pool_[last], from.size, rival);
      if (place == from.size) continue;
      pool_[last + place] |= pad;
      marked_.push_back(last + place);
    }
}

// The first of the items with the fewest options, when some have less than eight.
Choice Kernel::fewest(const Tally* tallies) const {
  std::uint64_t left[most_words];
  for (std::size_t w = 0; w < counted_; ++w) left[w] = open_[w] & ~tallies[w].more;
  for (auto plane : {&Tally::four, &Tally::two, &Tally::one}) {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < counted_; ++w) any |= left[w] & ~(tallies[w].*plane);
    if (any)
      for (std::size_t w = 0; w < counted_; ++w) left[w] &= ~(tallies[w].*plane);
  }
  return first_bit(left);
}

// The same when all have eight or more.
Choice Kernel::fewest_of_many() {
  const auto planes = static_cast<std::size_t>(std::bit_width(options_.size));
  sums_.resize(counted_ * planes);
  std::uint64_t left[most_words];
  for (std::size_t w = 0; w < counted_; ++w) {
    left[w] = open_[w];
    tally_all(word(w), options_.size, planes, &sums_[w * planes]);
  }
  for (std::size_t p = planes; p-- > 0;) {
    std::uint64_t any = 0;
    for (std::size_t w = 0; w < counted_; ++w) any |= left[w] & ~sums_[w * planes + p];
    if (any)
      for (std::size_t w = 0; w < counted_; ++w) left[w] &= ~sums_[w * planes + p];
  }
  return first_bit(left);
}

void Kernel::guess(Choice choice) {
  const std::size_t first = candidates_.size();
  const std::uint64_t *chosen = word(choice.word), *last = word(words_ - 1);
  const Lanes bit = all(choice.bit);
  for (std::size_t at = 0, size = options_.size; at < size; at += 8) {
    std::uint32_t lanes = 255 & ~apart_lanes(load(chosen + at), bit);
    for (; lanes; lanes &= lanes - 1)
      candidates_.push_back(
          table_.number_in(last[at + static_cast<std::size_t>(std::countr_zero(lanes))]));
  }
  guesses_.push_back({options_, taken_.size(), first, first, candidates_.size()});
  opens_.insert(opens_.end(), open_.begin(), open_.end());
}

std::vector<Option> Kernel::solution() const {
  std::vector<Option> options;
  for (std::size_t number : taken_) options.push_back(table_.options[number]);
  if (next_ == Next::endgame) endgame_.append_taken(options);
  return options;
}

double Kernel::progress() const {
  if (next_ == Next::stop) return 1;
  Progress progress;
  for (std::size_t i = 0; i < guesses_.size(); ++i) {
    const auto& [options, taken, first, next, end] = guesses_[i];
    progress.add(next - first, end - first, i + 1 < guesses_.size() || next_ != Next::leave);
  }
  if (next_ == Next::endgame) endgame_.add_to(progress);
  // Sums of shares are rounded, so they could fall by the last bit.
  shown_ = std::max(shown_, std::min(progress.done, 1.0));
  return shown_;
}

std::size_t Kernel::memory() const {
  auto bytes = [](const auto& vector) { return vector.capacity() * sizeof(vector[0]); };
  return sizeof *this + bytes(table_.taken) + bytes(table_.clashes) + bytes(table_.options) +
         bytes(open_) + bytes(now_) + bytes(seen_) + bytes(taken_) + bytes(guesses_) + bytes(opens_) +
         bytes(candidates_) + bytes(pool_) + bytes(sums_) + bytes(marked_) +
         bytes(table_.rivals) + bytes(table_.rival_starts);
}

std::unique_ptr<Search> make(Table table) { return std::make_unique<Kernel>(std::move(table)); }
