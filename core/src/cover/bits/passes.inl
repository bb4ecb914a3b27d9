// The passes over the options that are left, which lie word by word:
//
//   word 0           o o o o o o o o  o o o o o p p p
//   word 1           o o o o o o o o  o o o o o p p p     o: an option, p: pad
//   ...              `stride` words from one to the next

struct Options {
  std::size_t start = 0;  // word w of option k is at start + w * stride + k
  std::size_t stride = 0;
  std::size_t size = 0;
};

// With room for a vector after the last one.
BITS_INLINE std::size_t stride_for(std::size_t size) { return (size + 7) / 8 * 8 + 8; }

// Words in memory that begin where a vector does: a load over the end of a line costs two.
class Pool {
 public:
  std::uint64_t& operator[](std::size_t at) { return words_[skip_ + at]; }
  const std::uint64_t& operator[](std::size_t at) const { return words_[skip_ + at]; }
  std::size_t capacity() const { return words_.size(); }
  bool holds(std::size_t size) const { return size + 8 <= words_.size(); }
  void grow(std::size_t size) {
    std::vector<std::uint64_t> words(size + 8);
    const std::size_t skip = (-reinterpret_cast<std::uintptr_t>(words.data()) / 8) % 8;
    for (std::size_t at = 0; at + 8 < words_.size(); ++at) words[skip + at] = (*this)[at];
    words_.swap(words);
    skip_ = skip;
  }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t skip_ = 0;
};

BITS_INLINE std::uint64_t union_of(Lanes any) {
  any = any | turned<4>(any);
  any = any | turned<2>(any);
  return first_lane(any | turned<1>(any));
}

// Copies the options of `from` that do not clash with `taken`, and says how many; `to` may be
// the same place, as nothing is written before it is read. The words
// are so many, or as many as `fixed_words` says. `seen` gets the union of the copies: more than
// half of all states have an item without options, and that shows it before any of them is
// read again, which so soon after the writing takes long. It is right in the first
// `fixed_seen` words.
template <int fixed_words, int fixed_seen>
std::size_t filter(const Options& from, const Options& to, std::size_t words,
                   const std::uint64_t* taken, std::uint64_t* pool, std::uint64_t* seen) {
  const std::uint64_t* in = pool + from.start;
  std::uint64_t* out = pool + to.start;
  // The compiler cannot know that these are not in the pool.
  const std::size_t from_stride = from.stride, stride = to.stride, size = from.size;
  if constexpr (one_by_one && fixed_words > 0) {
    std::uint64_t any[fixed_seen] = {};
    for (std::size_t k = 0; k < size; ++k) {
      std::uint64_t both = 0;
      for (int w = 0; w < fixed_words; ++w) {
        const std::uint64_t word = in[w * from_stride + k];
        both |= word & taken[w];
        out[w * stride] = word;
      }
      const std::uint64_t keep = both == 0;
      for (int w = 0; w < fixed_seen; ++w) any[w] |= in[w * from_stride + k] & -keep;
      out += keep;
    }
    std::copy_n(any, fixed_seen, seen);
  } else if constexpr (fixed_words > 0) {
    Lanes mask[fixed_words], any[fixed_words];
    for (int w = 0; w < fixed_words; ++w) {
      mask[w] = all(taken[w]);
      any[w] = all(0);
    }
    for (std::size_t k = 0; k < size; k += 8) {
      Lanes word[fixed_words];
      for (int w = 0; w < fixed_words; ++w) word[w] = load(in + w * from_stride + k);
      Lanes both = word[0] & mask[0];
      for (int w = 1; w < fixed_words; ++w) both = both | (word[w] & mask[w]);
      const std::uint32_t which = zero_lanes(both);
      for (int w = 0; w < fixed_words; ++w) {
        const Lanes some = store_some(out + w * stride, word[w], which);
        if (w < fixed_seen) any[w] = any[w] | some;
      }
      out += std::popcount(which);
    }
    for (int w = 0; w < fixed_seen; ++w) seen[w] = union_of(any[w]);
  } else {
    std::fill_n(seen, words, 0);
    for (std::size_t k = 0; k < size; k += 8) {
      Lanes both = all(0);
      for (std::size_t w = 0; w < words; ++w)
        both = both | (load(in + w * from_stride + k) & all(taken[w]));
      const std::uint32_t which = zero_lanes(both);
      if (which == 0) continue;
      for (std::size_t w = 0; w < words; ++w)
        seen[w] |= union_of(store_some(out + w * stride, load(in + w * from_stride + k), which));
      out += std::popcount(which);
    }
  }
  for (std::size_t w = 0; w < words; ++w) store(out + w * stride, all(w + 1 < words ? 0 : pad));
  return static_cast<std::size_t>(out - (pool + to.start));
}

using Filter = decltype(&filter<0, 0>);

template <int words>
Filter filter_for(std::size_t counted) {
  return counted == 1 ? filter<words, 1> : filter<words, words>;
}

inline Filter filter_for(std::size_t words, std::size_t counted) {
  switch (words) {
    case 1: return filter_for<1>(counted);
    case 2: return filter_for<2>(counted);
    case 3: return filter_for<3>(counted);
    case 4: return filter_for<4>(counted);
    case 5: return filter_for<5>(counted);
    case 6: return filter_for<6>(counted);
    case 7: return filter_for<7>(counted);
    case 8: return filter_for<8>(counted);
    default: return filter<0, 0>;
  }
}

// Where the option with this number is, or `size`. The numbers ascend.
inline std::size_t place_of(const Table& table, const std::uint64_t* last, std::size_t size,
                            std::size_t number) {
  const auto* end = last + size;
  const auto* place = std::lower_bound(last, end, number, [&](std::uint64_t word, std::size_t n) {
    return table.number_in(word) < n;
  });
  const bool found = place != end && table.number_in(*place) == number;
  return found ? static_cast<std::size_t>(place - last) : size;
}

// The options that have the item, 64 options at the most: bit k for option k.
BITS_INLINE std::uint64_t column_of(const std::uint64_t* word, std::size_t size,
                                    std::uint64_t item) {
  const Lanes bit = all(item);
  std::uint64_t column = 0;
  for (std::size_t k = 0; k < size; k += 8)
    column |= static_cast<std::uint64_t>(255 & ~apart_lanes(load(word + k), bit)) << k;
  return column;
}

// An item, as a bit of a word.
struct Choice {
  std::size_t word;
  std::uint64_t bit;
};

// Requires that there is one.
BITS_INLINE Choice first_bit(const std::uint64_t* words) {
  std::size_t w = 0;
  while (!words[w]) ++w;
  return {w, words[w] & -words[w]};
}

// The numbers of options of 64 items, in bits: bit i of `one` is the lowest of that of item i.
// `more` sticks: eight or more.
struct Tally {
  std::uint64_t one, two, four, more;
};

// Adds up the lanes of three planes and `more`: each lane gets the sum of all.
template <int by>
BITS_INLINE void fold(Lanes& one, Lanes& two, Lanes& four, Lanes& more) {
  const Lanes other_one = turned<by>(one), other_two = turned<by>(two),
              other_four = turned<by>(four), other_more = turned<by>(more);
  const Lanes carry = one & other_one;
  one = one ^ other_one;
  const Lanes carry2 = add(two, other_two, carry);
  const Lanes carry4 = add(four, other_four, carry2);
  more = more | other_more | carry4;
}

// Four options of a lane at a time go through a tree of full adders (the counting of Harley
// and Seal): nine operations instead of the 28 of adding them one by one.
BITS_INLINE Tally tally(const std::uint64_t* word, std::size_t size) {
  Lanes one = all(0), two = all(0), four = all(0), more = all(0);
  std::size_t k = 0;
  for (; k + 24 < size; k += 32) {
    const Lanes first = add(one, load(word + k), load(word + k + 8));
    const Lanes second = add(one, load(word + k + 16), load(word + k + 24));
    const Lanes carry = add(two, first, second);
    more = more | (four & carry);
    four = four ^ carry;
  }
  for (; k < size; k += 8) {
    const Lanes v = load(word + k);
    const Lanes carry = one & v, carry2 = two & carry;
    one = one ^ v;
    two = two ^ carry;
    more = more | (four & carry2);
    four = four ^ carry2;
  }
  fold<4>(one, two, four, more);
  fold<2>(one, two, four, more);
  fold<1>(one, two, four, more);
  return {first_lane(one), first_lane(two), first_lane(four), first_lane(more)};
}

constexpr std::size_t most_planes = 33;  // for numbers of options up to 2^32

// The same without an end: plane p of the result holds bit p of each number.
inline void tally_all(const std::uint64_t* word, std::size_t size, std::size_t planes,
                      std::uint64_t* result) {
  Lanes one = all(0), two = all(0);
  Lanes sum[most_planes];
  for (std::size_t p = 2; p < planes; ++p) sum[p] = all(0);
  auto carry_on = [&](Lanes carry) {
    for (std::size_t p = 2; p < planes && zero_lanes(carry) != 255; ++p) {
      const Lanes next = sum[p] & carry;
      sum[p] = sum[p] ^ carry;
      carry = next;
    }
  };
  std::size_t k = 0;
  for (; k + 24 < size; k += 32) {
    const Lanes first = add(one, load(word + k), load(word + k + 8));
    const Lanes second = add(one, load(word + k + 16), load(word + k + 24));
    carry_on(add(two, first, second));
  }
  for (; k < size; k += 8) {
    const Lanes carry = add(one, load(word + k), all(0));
    carry_on(add(two, carry, all(0)));
  }
  sum[0] = one;
  sum[1] = two;
  auto fold_all = [&](auto turn) {
    Lanes carry = all(0);
    for (std::size_t p = 0; p < planes; ++p) carry = add(sum[p], turn(sum[p]), carry);
  };
  fold_all([](const Lanes& a) { return turned<4>(a); });
  fold_all([](const Lanes& a) { return turned<2>(a); });
  fold_all([](const Lanes& a) { return turned<1>(a); });
  for (std::size_t p = 0; p < planes; ++p) result[p] = first_lane(sum[p]);
}

// What part of the tree is done, level by level from the root.
struct Progress {
  double done = 0, share = 1;

  // So many of so many branches were begun; the last of them is not done when it is `inside`.
  void add(std::size_t begun, std::size_t branches, bool inside) {
    share /= static_cast<double>(branches);
    done += share * static_cast<double>(begun - (inside && begun > 0));
  }
};
