// Turning: registers with a bit of each lane against words that each lane has to itself.
//
//   64 rows of a group, bit 64 w + j of row r   <->   lane 64 w + j: a word, bit r
//
// That is a transposition of 64x64 bits in each word w of the rows, all words at once: six rounds,
// in which halves of pairs of rows are swapped. Then, among as many groups as a register has
// words, a transposition of words, so that each lane has a register full of words of its own.

struct alignas(64) Group {
  Lanes at[64];
};

// Rows a and b, `shift` apart: the high half of a against the low half of b.
template <int shift>
SQD_INLINE void swap_halves(Lanes& a, Lanes& b) {
  constexpr std::uint64_t every = ~std::uint64_t{0} / ((std::uint64_t{1} << shift) + 1);
#if defined(SQD_AVX512)
  if constexpr (shift >= 8) {  // whole bytes: two instructions instead of four
    constexpr auto high = static_cast<__mmask32>(shift == 32   ? 0xF0F0F0F0
                                                 : shift == 16 ? 0xCCCCCCCC
                                                               : 0xAAAAAAAA);
    const __m256i in_place = _mm256_set_epi64x(0x0F0E0D0C0B0A0908, 0x0706050403020100,
                                               0x0F0E0D0C0B0A0908, 0x0706050403020100);
    const __m256i moved = _mm256_xor_si256(in_place, _mm256_set1_epi8(shift / 8));
    const auto upper = (Lanes)_mm256_mask_shuffle_epi8((__m256i)a, high, (__m256i)b, moved);
    b = (Lanes)_mm256_mask_shuffle_epi8((__m256i)b, ~high, (__m256i)a, moved);
    a = upper;
  } else {
    const Lanes low = Lanes{} + every;
    Lanes upper = blend(b << shift, a, low);
    b = blend(b, a >> shift, low);
    a = upper;
  }
#else
  Lanes differ = ((a >> shift) ^ b) & every;
  b ^= differ;
  a ^= differ << shift;
#endif
}

// The rounds that are among the `count` rows given, which are `step` apart.
template <int count, int step>
SQD_INLINE void swap_rows(Lanes* row) {
  if constexpr (count > 1) {
    for (int i = 0; i < count / 2; ++i) swap_halves<count / 2 * step>(row[i], row[i + count / 2]);
    swap_rows<count / 2, step>(row);
    swap_rows<count / 2, step>(row + count / 2);
  }
}

// The words of a whose number has the bit `step` against the others of b.
template <int step, int... word>
SQD_INLINE void swap_words(Lanes& a, Lanes& b, std::integer_sequence<int, word...>) {
  Lanes upper = shuffle(
      a, b, std::integer_sequence<int, (word & step ? word_count + word - step : word)...>{});
  b = shuffle(a, b,
              std::integer_sequence<int, (word & step ? word_count + word : word + step)...>{});
  a = upper;
}

SQD_INLINE void turn_words(Lanes* row) {
  [[maybe_unused]] constexpr auto words = std::make_integer_sequence<int, word_count>{};
  if constexpr (word_count == 4)
    for (int i = 0; i < 2; ++i) swap_words<2>(row[i], row[i + 2], words);
  if constexpr (word_count > 1)
    for (int i = 0; i < word_count; i += 2) swap_words<1>(row[i], row[i + 1], words);
}

// The rounds among rows that are `near` apart are one pass over the rows, those among `near` that
// follow each other another: as many rows at a time as there are registers for.
#if defined(SQD_AVX512) || defined(__aarch64__)
constexpr int near = 4;
#else
constexpr int near = 8;
#endif
constexpr int far = 64 / near;

// The far rounds of one group: its rows are `read(row)`, and `write(row, lanes)` gets them. All
// is unrolled, so that the row is a constant there.
template <typename Read, typename Write>
SQD_INLINE void turn_far(Read&& read, Write&& write) {
#pragma GCC unroll 8
  for (int j = 0; j < near; ++j) {
    Lanes row[far];
    for (int i = 0; i < far; ++i) row[i] = read(j + near * i);
    swap_rows<far, near>(row);
    for (int i = 0; i < far; ++i) write(j + near * i, row[i]);
  }
}

// The near rounds of `word_count` groups; `place(lane)` is where the words of the lane go.
template <typename Place>
SQD_INLINE void turn_to_words(const Group* groups, Place&& place) {
  for (int j = 0; j < 64; j += near) {
    Lanes row[word_count][near];
    for (int g = 0; g < word_count; ++g) {
      for (int i = 0; i < near; ++i) row[g][i] = groups[g].at[j + i];
      swap_rows<near, 1>(row[g]);
    }
    for (int i = 0; i < near; ++i) {
      Lanes words[word_count];
      for (int g = 0; g < word_count; ++g) words[g] = row[g][i];
      turn_words(words);
      for (int w = 0; w < word_count; ++w) place(64 * w + j + i) = words[w];
    }
  }
}

// And back; `place(lane)` is where they are.
template <typename Place>
SQD_INLINE void turn_from_words(Group* groups, Place&& place) {
  for (int j = 0; j < 64; j += near) {
    Lanes row[word_count][near];
    for (int i = 0; i < near; ++i) {
      Lanes words[word_count];
      for (int w = 0; w < word_count; ++w) words[w] = place(64 * w + j + i);
      turn_words(words);
      for (int g = 0; g < word_count; ++g) row[g][i] = words[g];
    }
    for (int g = 0; g < word_count; ++g) {
      swap_rows<near, 1>(row[g]);
      for (int i = 0; i < near; ++i) groups[g].at[j + i] = row[g][i];
    }
  }
}
