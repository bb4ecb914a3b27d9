// Puzzles lie one after the other, 81 bytes each; lanes want one bit of each puzzle side by
// side. What counts of a byte is four bits, so 16 cells are a word, and the six words of each
// puzzle are turned:
//
//   cell 16 g + i, bit p   <->   word g, bit 4 i + p
//
// A matrix of bytes, [cell][lane], and a transposition of those instead took three times as long.

constexpr int digit_words = 6, digit_space = 8;

struct alignas(64) Digits {
  std::uint64_t words[lane_count][digit_space];
  Group group[digit_space];

  Lanes* bits(int cell) { return group[cell / 16].at + 4 * (cell % 16); }

  Lanes& part(int lane, int first) { return reinterpret_cast<Lanes&>(words[lane][first]); }
  void turn_in() {
    for (int first = 0; first < digit_words; first += word_count)
      turn_from_words(group + first, [&](int lane) -> Lanes& { return part(lane, first); });
    turn_each();
  }
  void turn_out() {
    turn_each();
    for (int first = 0; first < digit_words; first += word_count)
      turn_to_words(group + first, [&](int lane) -> Lanes& { return part(lane, first); });
  }

 private:
  void turn_each() {
    for (int g = 0; g < digit_words; ++g)
      turn_far([&](int row) { return group[g].at[row]; },
               [&](int row, Lanes lanes) { group[g].at[row] = lanes; });
  }
};

static_assert(std::endian::native == std::endian::little);  // byte i of a word is cell i

// The low halves of 64 bytes -> four words, or of 16 -> one.
template <int count>
SQD_INLINE void pack_cells(const std::uint8_t* cells, std::uint64_t* words) {
#if defined(SQD_AVX512)
  if constexpr (count == 64) {
    const __m512i low = _mm512_and_si512(_mm512_loadu_si512(cells), _mm512_set1_epi8(15));
    const __m512i pairs = _mm512_maddubs_epi16(low, _mm512_set1_epi16(0x1001));
    const __m256i packed = _mm512_maskz_cvtepi16_epi8(~__mmask32{0}, pairs);
    std::memcpy(words, &packed, 32);
    return;
  }
#endif
#if defined(SQD_AVX2)
  for (int first = 0; first < count; first += 16) {
    __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(cells + first));
    v = _mm_maddubs_epi16(_mm_and_si128(v, _mm_set1_epi8(15)), _mm_set1_epi16(0x1001));
    _mm_storel_epi64(reinterpret_cast<__m128i*>(words + first / 16), _mm_packus_epi16(v, v));
  }
#else
  for (int first = 0; first < count; first += 16) {
    std::uint64_t x[2];
    std::memcpy(x, cells + first, 16);
    for (std::uint64_t& eight : x) {
      eight &= 0x0F0F0F0F0F0F0F0F;
      eight = (eight | eight >> 4) & 0x00FF00FF00FF00FF;
      eight = (eight | eight >> 8) & 0x0000FFFF0000FFFF;
      eight = (eight | eight >> 16) & 0x00000000FFFFFFFF;
    }
    words[first / 16] = x[0] | x[1] << 32;
  }
#endif
}

// And back, each joined with `zero`.
template <int count>
SQD_INLINE void unpack_cells(const std::uint64_t* words, std::uint8_t zero, std::uint8_t* cells) {
#if defined(SQD_AVX512)
  if constexpr (count == 64) {
    const __m512i v =
        _mm512_cvtepu8_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(words)));
    const __m512i low =
        _mm512_and_si512(_mm512_or_si512(v, _mm512_slli_epi16(v, 4)), _mm512_set1_epi8(15));
    _mm512_storeu_si512(cells, _mm512_or_si512(low, _mm512_set1_epi8(static_cast<char>(zero))));
    return;
  }
#endif
#if defined(SQD_AVX2)
  for (int first = 0; first < count; first += 16) {
    const __m128i v = _mm_cvtepu8_epi16(
        _mm_loadl_epi64(reinterpret_cast<const __m128i*>(words + first / 16)));
    const __m128i low = _mm_and_si128(_mm_or_si128(v, _mm_slli_epi16(v, 4)), _mm_set1_epi8(15));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(cells + first),
                     _mm_or_si128(low, _mm_set1_epi8(static_cast<char>(zero))));
  }
#else
  for (int first = 0; first < count; first += 8) {
    std::uint64_t x = words[first / 16] >> (first % 16 * 4) & 0xFFFFFFFF;
    x = (x | x << 16) & 0x0000FFFF0000FFFF;
    x = (x | x << 8) & 0x00FF00FF00FF00FF;
    x = (x | x << 4) & 0x0F0F0F0F0F0F0F0F;
    x |= zero * 0x0101010101010101u;
    std::memcpy(cells + first, &x, 8);
  }
#endif
}

// The bits of a cell -> its candidates. 0 and what is above 9 is no clue.
SQD_INLINE void decode_clues(const Lanes* bit, Lanes* cell) {
  Lanes low[4] = {~bit[0] & ~bit[1], bit[0] & ~bit[1], ~bit[0] & bit[1], bit[0] & bit[1]};
  Lanes high[3] = {~bit[2] & ~bit[3], bit[2] & ~bit[3], ~bit[2] & bit[3]};
  Lanes given = (bit[3] & ~(bit[1] | bit[2])) | (~bit[3] & (bit[0] | bit[1] | bit[2]));
  for (int v = 1; v <= 9; ++v) cell[v - 1] = (low[v & 3] & high[v >> 2]) | ~given;
  cell[known] = given;
}

// The value of a cell that has just one candidate, in binary.
SQD_INLINE void encode_value(const Lanes* cell, Lanes* bit) {
  const Lanes* v = cell - 1;  // v[1] is value 1
  bit[0] = or3(or3(v[1], v[3], v[5]), v[7], v[9]);
  bit[1] = or3(v[2], v[3], v[6]) | v[7];
  bit[2] = or3(v[4], v[5], v[6]) | v[7];
  bit[3] = v[8] | v[9];
}

SQD_INLINE void read_puzzle(const std::uint8_t* puzzle, std::uint64_t* words) {
  pack_cells<64>(puzzle, words);
  pack_cells<16>(puzzle + 64, words + 4);
  words[5] = puzzle[80];
}

// The puzzles of `lanes` that were read -> board.
SQD_NOINLINE void load_clues(Digits& digits, const Lanes& lanes, Board& board) {
  digits.turn_in();
  for (int c = 0; c < 81; ++c) {
    Lanes cell[10];
    decode_clues(digits.bits(c), cell);
    for (int v = 0; v < 10; ++v) board.at[c][v] = blend(board.at[c][v], cell[v], lanes);
  }
}

// The values in binary of solved lanes -> bytes; those of a lane go to `place(lane)`.
template <typename Place>
SQD_INLINE void write_lanes(Digits& digits, const Lanes& lanes, std::uint8_t zero, Place&& place) {
  digits.turn_out();
  each(lanes, [&](int lane) {
    const std::uint64_t* words = digits.words[lane];
    std::uint8_t* to = place(lane);
    unpack_cells<64>(words, zero, to);
    unpack_cells<16>(words + 4, zero, to + 64);
    to[80] = static_cast<std::uint8_t>((words[5] & 15) | zero);
  });
}
