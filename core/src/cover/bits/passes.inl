// The passes over the options that are left, which lie word by word:
//
//   word 0           o o o o o o o o  o o o o o p p p
//   word 1           o o o o o o o o  o o o o o p p p     o: an option, p: pad
//   ...              `stride` words from one to the next

struct Options {
  std::size_t start = 0;  // word w of option k: start + w * stride + k
  std::size_t stride = 0;
  std::size_t size = 0;
};

// Words in memory that begin where a vector does: a load over the end of a line costs two.
class Pool {
 public:
  std::uint64_t& operator[](std::size_t at) { return words_[skip_ + at]; }
  const std::uint64_t& operator[](std::size_t at) const { return words_[skip_ + at]; }
  std::size_t capacity() const { return words_.size(); }
  void grow(std::size_t size) {
    std::vector<std::uint64_t> words(size + 8);
    const std::size_t skip = (-reinterpret_cast<std::uintptr_t>(words.data()) / 8) % 8;
    for (std::size_t at = 0; at + 8 < words_.size(); ++at) words[skip + at] = (*this)[at];
    words_.swap(words);
    skip_ = skip;
  }
  bool holds(std::size_t size) const { return size + 8 <= words_.size(); }

 private:
  std::vector<std::uint64_t> words_;
  std::size_t skip_ = 0;
};

BITS_INLINE std::size_t stride_for(std::size_t size) { return (size + 7) / 8 * 8 + 8; }

// Copies the options of `from` that do not clash with `taken` to `start`.
template <int fixed_words>
std::size_t filter(const Options from, const std::size_t stride, const std::size_t words,
                   const std::uint64_t* taken, std::uint64_t* pool, std::size_t start) {
  const std::uint64_t* in = pool + from.start;
  std::uint64_t* out = pool + start;
  if constexpr (fixed_words > 0) {
    Lanes mask[fixed_words];
    for (int w = 0; w < fixed_words; ++w) mask[w] = all(taken[w]);
    for (std::size_t k = 0; k < from.size; k += 8) {
      Lanes word[fixed_words];
      for (int w = 0; w < fixed_words; ++w) word[w] = load(in + w * from.stride + k);
      Lanes both = word[0] & mask[0];
      for (int w = 1; w < fixed_words; ++w) both = both | (word[w] & mask[w]);
      const std::uint32_t which = zero_lanes(both);
      for (int w = 0; w < fixed_words; ++w) store_some(out + w * stride, word[w], which);
      out += std::popcount(which);
    }
  } else {
    for (std::size_t k = 0; k < from.size; k += 8) {
      Lanes both = all(0);
      for (std::size_t w = 0; w < words; ++w)
        both = both | (load(in + w * from.stride + k) & all(taken[w]));
      const std::uint32_t which = zero_lanes(both);
      if (which == 0) continue;
      for (std::size_t w = 0; w < words; ++w)
        store_some(out + w * stride, load(in + w * from.stride + k), which);
      out += std::popcount(which);
    }
  }
  for (std::size_t w = 0; w < words; ++w) store(out + w * stride, all(w + 1 < words ? 0 : pad));
  return static_cast<std::size_t>(out - (pool + start));
}

using Filter = decltype(&filter<0>);

inline Filter filter_for(std::size_t words) {
  switch (words) {
    case 1: return filter<1>;
    case 2: return filter<2>;
    case 3: return filter<3>;
    case 4: return filter<4>;
    case 5: return filter<5>;
    case 6: return filter<6>;
    case 7: return filter<7>;
    case 8: return filter<8>;
    default: return filter<0>;
  }
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

constexpr int most_planes = 33;  // for numbers of options up to 2^32

// The same without an end: plane p of the result holds bit p of each number.
inline void tally_all(const std::uint64_t* word, std::size_t size, int planes,
                      std::uint64_t* result) {
  Lanes one = all(0), two = all(0);
  Lanes sum[most_planes];
  for (int p = 2; p < planes; ++p) sum[p] = all(0);
  auto carry_on = [&](Lanes carry) {
    for (int p = 2; p < planes && zero_lanes(carry) != 255; ++p) {
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
    for (int p = 0; p < planes; ++p) carry = add(sum[p], turn(sum[p]), carry);
  };
  fold_all([](const Lanes& a) { return turned<4>(a); });
  fold_all([](const Lanes& a) { return turned<2>(a); });
  fold_all([](const Lanes& a) { return turned<1>(a); });
  for (int p = 0; p < planes; ++p) result[p] = first_lane(sum[p]);
}
