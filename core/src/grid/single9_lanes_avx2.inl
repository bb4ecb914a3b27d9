// What single9_lanes.inl needs of AVX2, with two lanes in a vector:
//
//   zip_low16 ...   words (pairs, halves) of two vectors in turn, lane by lane
//   next_bands      the same stack one band on, and two
//   value_8         the lanes of value 8, box by box
//   spread          what is known box by box, to all words that it concerns
//   keep_supported_bands, keep_supported_stacks
//   read_clues, write_values, branch

typedef std::uint64_t Quads __attribute__((vector_size(32)));
using Bytes = std::array<std::uint8_t, 32>;
using Words = std::array<std::uint16_t, 16>;

// Rows (or columns) 0 to 2 as bits of a number below 8.
struct Rules {
  // What a box leaves to another of its band: a row, if it has a place in some other row.
  static constexpr unsigned others(unsigned open) {
    unsigned left = 0;
    for (unsigned i = 0; i < 3; ++i)
      if (open & ~(1u << i)) left |= 1u << i;
    return left;
  }
  // What two boxes together leave to the third: a row, if they can stand in both of the others.
  static constexpr unsigned both_others(unsigned open) {
    unsigned left = 0;
    for (unsigned i = 0; i < 3; ++i)
      if ((open | 1u << i) == 7) left |= 1u << i;
    return left;
  }
};

// As data, not as code: the compiler would make the plain ones anew in each sweep.
struct Constants {
  alignas(32) Words cells{}, tops{}, gather{}, upper{};
  alignas(32) Bytes low_twice{}, swapped{};
  alignas(32) Bytes row_others{}, row_both{}, col_others{}, col_both{};
  // From the bytes 0 to 15 and 11 to 26 of a band to its boxes, a lane each, and back.
  alignas(32) std::array<Bytes, 3> box_of_first{}, box_of_last{}, first_of_box{}, last_of_box{};
  alignas(32) Bytes one_bit{}, nine_or_none{};  // of a digit
  alignas(32) Bytes low_digit{}, high_digit{};  // of half of one bit
  alignas(32) Bytes interleaved{}, split{};     // the bytes 0 to 7 and 8 to 15 of a lane
  alignas(32) Words nibbles{};
  alignas(32) std::array<Words, 2> lane{};
  alignas(16) std::array<std::array<std::uint16_t, 8>, 9> word{};  // none is value 8
  alignas(32) std::array<Words, 3> words_of_8{};  // of a band

  constexpr Constants() {
    for (unsigned i = 0; i < 16; ++i) {
      cells[i] = all_cells;
      tops[i] = 0x888;
      gather[i] = 1 << 5 | 1 << 10 | 1 << 15;  // bits 11, 7, 3 to 16, 17, 18
      upper[i] = 0x0800;
      nibbles[i] = 0x0F0F;
      lane[i / 8][i] = 0xFFFF;
      if (i < 8) word[i][i] = 0xFFFF;
      if (i >= 8) words_of_8[i % 8 % 3][i] = 0xFFFF;
    }
    for (unsigned i = 0; i < 32; ++i) {
      const unsigned in_lane = i % 16, number = in_lane % 8;
      low_twice[i] = byte(in_lane & ~1u);
      swapped[i] = byte(in_lane ^ 1);
      // Row 0 is bit 2 of the number. For low bytes, then for high ones.
      row_others[i] = rows(Rules::others(number), in_lane >= 8);
      row_both[i] = rows(Rules::both_others(number), in_lane >= 8);
      col_others[i] = byte(Rules::others(number) * 0x11);
      col_both[i] = byte(Rules::both_others(number) * 0x11);
      one_bit[i] = byte(in_lane >= 1 && in_lane <= 8 ? 1u << (in_lane - 1) : 0);
      nine_or_none[i] = byte(in_lane == 9 ? 0x80 : in_lane == 0 || in_lane > 9 ? 0x40 : 0);
      interleaved[i] = byte(in_lane / 2 + in_lane % 2 * 8);
      split[i] = byte(in_lane % 8 * 2 + in_lane / 8);
    }
    // No bit in either half is 9.
    for (unsigned i = 0; i < 32; i += 16) {
      low_digit[i] = 9;
      for (unsigned bit = 0; bit < 4; ++bit) {
        low_digit[i + (1u << bit)] = byte(1 + bit);
        high_digit[i + (1u << bit)] = byte((5 + bit) ^ 9);
      }
    }
    for (unsigned s = 0; s < 3; ++s) {
      box_of_first[s].fill(0x80), box_of_last[s].fill(0x80);
      first_of_box[s].fill(0x80), last_of_box[s].fill(0x80);
      for (unsigned i = 0; i < 9; ++i)
        for (unsigned l = 0; l < 32; l += 16) {
          const unsigned there = i / 3 * 4 + i % 3, at = i / 3 * 9 + 3 * s + i % 3;
          (at < 16 ? box_of_first : box_of_last)[s][l + there] = byte(at < 16 ? at : at - 11);
          if (at < 16) first_of_box[s][l + at] = byte(there);
          if (at >= 11) last_of_box[s][l + at - 11] = byte(there);
        }
    }
  }
  static constexpr std::uint8_t byte(unsigned i) { return static_cast<std::uint8_t>(i); }
  static constexpr std::uint8_t rows(unsigned bits, bool high) {
    return byte(high ? (bits & 1) * 7 : (bits >> 2 & 1) * 7 | (bits >> 1 & 1) * 0x70);
  }
};
constexpr Constants all_constants;

// Behind a pointer that the compiler knows nothing of.
SQD_INLINE const Constants& constants() {
  const Constants* at = &all_constants;
  __asm__("" : "+r"(at));
  return *at;
}

SQD_INLINE Vector load(const Words& words) {
  return Vector(_mm256_load_si256(reinterpret_cast<const __m256i*>(words.data())));
}
SQD_INLINE Vector load(const Bytes& bytes) {
  return Vector(_mm256_load_si256(reinterpret_cast<const __m256i*>(bytes.data())));
}
// Bytes of each lane by their number; those with the top bit are zero.
SQD_INLINE Vector look_up(Vector table, Vector index) {
  return Vector(_mm256_shuffle_epi8(__m256i(table), __m256i(index)));
}

SQD_INLINE Vector zip_low16(Vector a, Vector b) {
  return Vector(_mm256_unpacklo_epi16(__m256i(a), __m256i(b)));
}
SQD_INLINE Vector zip_high16(Vector a, Vector b) {
  return Vector(_mm256_unpackhi_epi16(__m256i(a), __m256i(b)));
}
SQD_INLINE Vector zip_low32(Vector a, Vector b) {
  return Vector(_mm256_unpacklo_epi32(__m256i(a), __m256i(b)));
}
SQD_INLINE Vector zip_high32(Vector a, Vector b) {
  return Vector(_mm256_unpackhi_epi32(__m256i(a), __m256i(b)));
}
SQD_INLINE Vector zip_low64(Vector a, Vector b) {
  return Vector(_mm256_unpacklo_epi64(__m256i(a), __m256i(b)));
}
SQD_INLINE Vector zip_high64(Vector a, Vector b) {
  return Vector(_mm256_unpackhi_epi64(__m256i(a), __m256i(b)));
}
SQD_INLINE bool any(Vector a) { return !_mm256_testz_si256(__m256i(a), __m256i(a)); }

// Words within each lane; -1 is zero. The first eight are the low lane.
template <int... words>
SQD_INLINE Vector pick(Vector a) {
  constexpr int from[] = {words...};
  alignas(32) static constexpr auto bytes = [] {
    std::array<std::uint8_t, 32> index{};
    for (int i = 0; i < 16; ++i) {
      index[2 * i] = static_cast<std::uint8_t>(from[i] < 0 ? 0x80 : 2 * from[i]);
      index[2 * i + 1] = static_cast<std::uint8_t>(from[i] < 0 ? 0x80 : 2 * from[i] + 1);
    }
    return index;
  }();
  return Vector(_mm256_shuffle_epi8(
      __m256i(a), _mm256_load_si256(reinterpret_cast<const __m256i*>(bytes.data()))));
}
// Lanes of two vectors: 0, 1 of the first, 2, 3 of the second.
template <int low, int high>
SQD_INLINE Vector lanes(Vector a, Vector b) {
  return Vector(_mm256_permute2x128_si256(__m256i(a), __m256i(b), low | high << 4));
}
SQD_INLINE Vector low_and_high(Vector a, Vector b) {
  return Vector(_mm256_blend_epi32(__m256i(a), __m256i(b), 0xF0));
}
SQD_INLINE void next_bands(const Vector (&t)[2][3], Vector (&next)[2][3], Vector (&after)[2][3]) {
  for (int s = 0; s < 3; ++s) {
    Vector a = t[0][s], c = t[1][s];
    next[0][s] = lanes<1, 2>(a, c);
    after[0][s] = lanes<2, 0>(a, c);
    next[1][s] = low_and_high(a, pick<0, 1, 2, 3, 4, 5, 6, 7, 1, 2, 0, 1, 2, 0, 1, 2>(c));
    after[1][s] = lanes<1, 3>(a, pick<0, 1, 2, 3, 4, 5, 6, 7, 2, 0, 1, 2, 0, 1, 2, 0>(c));
  }
}
SQD_INLINE Cells value_8(const Vector (&x)[2][3]) {
  Vector a = lanes<1, 1>(x[1][0], x[1][0]), b = lanes<1, 1>(x[1][1], x[1][1]),
         c = lanes<1, 1>(x[1][2], x[1][2]);
  return {{pick<0, -1, -1, 2, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1, -1, -1>(a) |
           pick<-1, 0, -1, -1, 2, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1, -1>(b) |
           pick<-1, -1, 0, -1, -1, 2, -1, -1, -1, -1, 1, -1, -1, -1, -1, -1>(c)}};
}
template <int s>
SQD_INLINE void spread_stack(Vector a, Vector turned, Vector (&to)[2][3]) {
  constexpr int t = 3 + s;
  to[0][s] = pick<s, s, s, s, s, s, s, s, s, s, s, s, s, s, s, s>(a);
  to[1][s] = pick<t, t, t, t, t, t, t, t, -1, s, -1, -1, s, -1, -1, s>(a) |
             pick<-1, -1, -1, -1, -1, -1, -1, -1, s, -1, t, s, -1, t, s, -1>(turned);
}
SQD_INLINE void spread(const Cells& cells, Vector (&to)[2][3]) {
  Vector a = cells.x[0], turned = lanes<1, 0>(a, a);
  spread_stack<0>(a, turned, to);
  spread_stack<1>(a, turned, to);
  spread_stack<2>(a, turned, to);
}

// Which rows of a box have a place: in the lowest bits of both bytes of its word, and 8 more in
// the upper one, so that a table has an answer for each of them.
SQD_INLINE Vector open_rows(Vector x, const Constants& c) {
  const Vector tops = (x + load(c.cells)) & load(c.tops);
  const auto rows = Vector(_mm256_mulhi_epu16(__m256i(tops), __m256i(load(c.gather))));
  return look_up(rows, load(c.low_twice)) | load(c.upper);
}

// A row of a box stays when some placement of the band uses it: when neither of the other boxes
// has this row alone, and together they can stand in both of the other rows.
SQD_INLINE void keep_supported_bands(Board& board) {
  const Constants& c = constants();
  for (auto& x : board.x) {
    Vector open[3], leaves[3];
    for (int s = 0; s < 3; ++s) {
      open[s] = open_rows(x[s], c);
      leaves[s] = look_up(load(c.row_others), open[s]);
    }
    for (int s = 0; s < 3; ++s) {
      const int s1 = (s + 1) % 3, s2 = (s + 2) % 3;
      x[s] &= look_up(load(c.row_both), open[s1] | open[s2]) & (leaves[s1] & leaves[s2]);
    }
  }
}

SQD_INLINE void keep_supported_stacks(Board& board) {
  const Constants& c = constants();
  Vector open[groups][3], next[groups][3], after[groups][3];
  for (int g = 0; g < groups; ++g)
    for (int s = 0; s < 3; ++s) {
      const Vector x = board.x[g][s], half = x | x >> 4;
      open[g][s] = half | look_up(half, load(c.swapped));
    }
  next_bands(open, next, after);
  for (int g = 0; g < groups; ++g)
    for (int s = 0; s < 3; ++s) {
      const Vector n = next[g][s], a = after[g][s];
      board.x[g][s] &= look_up(load(c.col_both), n | a) &
                       (look_up(load(c.col_others), n) & look_up(load(c.col_others), a));
    }
}

// Swaps the bits of a with those that lie `shift` above them.
template <int shift, std::uint64_t low>
SQD_INLINE Quads swap_bits(Quads a) {
  const Quads differ = (a ^ a >> shift) & (Quads{} + low);
  return a ^ differ ^ differ << shift;
}
// Eight bytes as a square of bits: rows become columns.
SQD_INLINE Vector turn(Vector a) {
  Quads q = Quads(a);
  q = swap_bits<7, 0x00AA00AA00AA00AA>(q);
  q = swap_bits<14, 0x0000CCCC0000CCCC>(q);
  return Vector(swap_bits<28, 0x00000000F0F0F0F0>(q));
}

// The bytes `from` on of bands 0 and 1, or of band 2, in a lane each.
SQD_INLINE Vector load_bands(const std::uint8_t* puzzle, int g, int from) {
  auto half = [&](int band) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(puzzle + 27 * band + from));
  };
  return Vector(g == 0 ? _mm256_inserti128_si256(_mm256_castsi128_si256(half(0)), half(1), 1)
                       : _mm256_zextsi128_si256(half(2)));
}

// Each box is brought into a lane, a byte per cell at the place of its bit; turned, a byte with
// the bit of its value gives the places of the values. Neither branch nor memory in between.
SQD_INLINE Board read_clues(const std::uint8_t* puzzle) {
  const Constants& c = constants();
  Board board;
  std::uint64_t nine[3] = {}, empty[3] = {};  // places, a word for each band
  for (int g = 0; g < groups; ++g) {
    const Vector first = load_bands(puzzle, g, 0) & load(c.nibbles);
    const Vector last = load_bands(puzzle, g, 11) & load(c.nibbles);
    for (int s = 0; s < 3; ++s) {
      const Vector digit = look_up(first, load(c.box_of_first[s])) |
                           look_up(last, load(c.box_of_last[s]));
      board.x[g][s] = look_up(turn(look_up(load(c.one_bit), digit)), load(c.interleaved));
      const Vector others = look_up(load(c.nine_or_none), digit);
      auto tops = [](Vector a) {
        return std::uint64_t{static_cast<std::uint32_t>(_mm256_movemask_epi8(__m256i(a)))};
      };
      nine[s] |= tops(others) << (32 * g);
      empty[s] |= tops(others + others) << (32 * g);
    }
  }
  for (int s = 0; s < 3; ++s) {
    const auto nines = Vector(Quads{} + nine[s]);
    const auto free = Vector(Quads{} + (empty[s] & 0x0000077707770777));
    const Vector frees[2] = {
        pick<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(free),
        pick<2, 2, 2, 2, 2, 2, 2, 2, 0, 1, 2, 0, 1, 2, 0, 1>(free)};
    board.x[1][s] |= pick<-1, -1, -1, -1, -1, -1, -1, -1, 0, 1, 2, 0, 1, 2, 0, 1>(nines);
    for (int g = 0; g < groups; ++g)
      board.x[g][s] |= Vector(board.x[g][s] == 0) & frees[g];
  }
  return board;
}

SQD_INLINE void write_values(const Board& board, std::uint8_t* solution, std::uint8_t zero) {
  const Constants& c = constants();
  const auto zeros = Vector(_mm256_set1_epi8(static_cast<char>(zero)));
  for (int g = 0; g < groups; ++g) {
    Vector first = {}, last = {};
    for (int s = 0; s < 3; ++s) {
      const Vector bits = turn(look_up(board.x[g][s], load(c.split)));
      const Vector low = bits & load(c.nibbles), high = bits >> 4 & load(c.nibbles);
      const Vector digit = look_up(load(c.low_digit), low) ^ look_up(load(c.high_digit), high);
      first |= look_up(digit | zeros, load(c.first_of_box[s]));
      last |= look_up(digit | zeros, load(c.last_of_box[s]));
    }
    auto put = [&](int band, __m128i a, __m128i b) {
      _mm_storeu_si128(reinterpret_cast<__m128i*>(solution + 27 * band), a);
      _mm_storeu_si128(reinterpret_cast<__m128i*>(solution + 27 * band + 11), b);
    };
    put(2 * g, _mm256_castsi256_si128(__m256i(first)), _mm256_castsi256_si128(__m256i(last)));
    if (g == 0)
      put(1, _mm256_extracti128_si256(__m256i(first), 1),
          _mm256_extracti128_si256(__m256i(last), 1));
  }
}

// `board` takes the lowest value of the cell; `rest` is the board without it. If that leaves
// one value, it strikes its box at once, which saves a sweep.
//
// Whole vectors are written to `board`: it is read as such at once, and what was written in
// parts would have to be waited for.
SQD_INLINE void branch(Board& board, Board& rest, int cell) {
  const Constants& c = constants();
  const auto [box, bit] = tables.home[cell];
  const int band = box / 3, stack = box % 3;
  const Vector bits = splat(bit);
  Vector& values = board.x[band / 2][stack];
  Vector& value_8 = board.x[1][stack];
  rest = board;

  const auto without = __m128i(Lane((get_lane(board, box) & (Lane{} + bit)) == 0));
  unsigned can = ~_mm_movemask_epi8(_mm_packs_epi16(without, without)) & 0xFF;
  can |= get(board, 8, box) & bit ? 0x100u : 0u;
  const int lowest = __builtin_ctz(can);

  const auto word = Vector(_mm256_broadcastsi128_si256(
      _mm_load_si128(reinterpret_cast<const __m128i*>(c.word[lowest].data()))));
  const Vector here = load(c.lane[band % 2]), taken = here & word;
  values = (values & ~((here & bits) | taken)) | (taken & bits);
  const Vector is_8 = splat(static_cast<std::uint16_t>(-(lowest == 8)));
  const Vector there = load(c.words_of_8[band]);
  value_8 = (value_8 & ~(there & (bits | is_8))) | (there & bits & is_8);

  set(rest, lowest, box, static_cast<std::uint16_t>(get(rest, lowest, box) & ~bit));
  can &= can - 1;
  if (!(can & (can - 1))) set(rest, __builtin_ctz(can), box, bit);
}
