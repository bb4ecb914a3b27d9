// Puzzles lie one after the other, 81 bytes each; lanes want one bit of each puzzle side by
// side. In between are planes: of each puzzle one bit of all its cells, as words that are
// turned (states.inl).
//
//   group p < 4   the words of 64 cells: bit p of the value of cell i
//   group 4       the words of the 16 cells that follow: bit p of cell 64 + i at 16 p + i
//   last          cell 80, which is never turned
//
// A matrix of bytes, [cell][lane], and a transposition of those instead took twice the time.

struct alignas(64) Planes {
  Group group[5];
  Lanes last[4];

  // Bit `p` of the cell in all lanes, when the groups are not turned.
  Lanes& at(int cell, int p) {
    return cell < 64 ? group[p].at[cell] : cell < 80 ? group[4].at[16 * p + cell - 64] : last[p];
  }
  void turn_all() {
    for (Group& g : group) turn(g);
  }
};

static_assert(std::endian::native == std::endian::little);  // byte i of a word is lane i

// Bit `bit` of 64 bytes, as a word.
SQD_INLINE std::uint64_t gather_bits(const std::uint8_t* bytes, int bit) {
#if defined(SQD_AVX512)
  return _mm512_test_epi8_mask(_mm512_loadu_si512(bytes),
                               _mm512_set1_epi8(static_cast<char>(1 << bit)));
#else
  std::uint64_t word = 0;
#if defined(SQD_AVX2)
  for (int half = 0; half < 2; ++half) {
    __m256i v = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + 32 * half));
    auto mask = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_slli_epi16(v, 7 - bit)));
    word |= static_cast<std::uint64_t>(mask) << (32 * half);
  }
#else
  for (int i = 0; i < 8; ++i) {
    std::uint64_t eight;
    std::memcpy(&eight, bytes + 8 * i, 8);
    eight = (eight >> bit) & 0x0101010101010101u;
    word |= (eight * 0x0102040810204080u >> 56) << (8 * i);
  }
#endif
  return word;
#endif
}

// Bits 0 to 3 of 16 bytes, 16 bits of the word each.
SQD_INLINE std::uint64_t gather_sixteen(const std::uint8_t* bytes) {
#if defined(SQD_AVX512)
  const __m512i bits = _mm512_set_epi64(
      0x0808080808080808, 0x0808080808080808, 0x0404040404040404, 0x0404040404040404,
      0x0202020202020202, 0x0202020202020202, 0x0101010101010101, 0x0101010101010101);
  const __m128i sixteen = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  // With a mask: g++ 12 warns of its own header without.
  return _mm512_test_epi8_mask(_mm512_maskz_broadcast_i32x4(0xFFFF, sixteen), bits);
#elif defined(SQD_AVX2)
  const __m128i v = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes));
  const __m256i low = _mm256_set_m128i(_mm_slli_epi16(v, 6), _mm_slli_epi16(v, 7));
  const __m256i high = _mm256_set_m128i(_mm_slli_epi16(v, 4), _mm_slli_epi16(v, 5));
  return static_cast<std::uint32_t>(_mm256_movemask_epi8(low)) |
         static_cast<std::uint64_t>(_mm256_movemask_epi8(high)) << 32;
#else
  std::uint64_t four[4][2];
  for (int p = 0; p < 4; ++p) {
    std::memcpy(four[p], bytes, 16);
    for (std::uint64_t& eight : four[p]) eight >>= p;
  }
  return gather_bits(reinterpret_cast<const std::uint8_t*>(four), 0);
#endif
}

// 64 or 16 bytes: `zero`, and in it bit p where that of word[p] is set.
template <int count>
SQD_INLINE void spread_bits(const std::uint64_t* word, std::uint8_t zero, std::uint8_t* bytes) {
#if defined(SQD_AVX512)
  __m512i v = _mm512_set1_epi8(static_cast<char>(zero));
  for (int p = 0; p < 4; ++p)
    v = _mm512_mask_add_epi8(v, word[p], v, _mm512_set1_epi8(static_cast<char>(1 << p)));
  std::memcpy(bytes, &v, count);
#elif defined(SQD_AVX2)
  const __m256i pick = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
                                        2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i bits = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201u));
  for (int first = 0; first < count; first += 32) {
    __m256i sum = _mm256_set1_epi8(static_cast<char>(zero));
    for (int p = 0; p < 4; ++p) {
      __m256i v = _mm256_set1_epi32(static_cast<int>(word[p] >> first));
      v = _mm256_and_si256(_mm256_shuffle_epi8(v, pick), bits);
      v = _mm256_cmpeq_epi8(v, bits);
      sum = _mm256_or_si256(sum, _mm256_and_si256(v, _mm256_set1_epi8(static_cast<char>(1 << p))));
    }
    std::memcpy(bytes + first, &sum, std::min(count, 32));
  }
#else
  for (int first = 0; first < count; first += 8) {
    std::uint64_t sum = zero * 0x0101010101010101u;
    for (int p = 0; p < 4; ++p) {
      std::uint64_t spread = (word[p] >> first & 0xFF) * 0x0101010101010101u;
      spread &= 0x8040201008040201u;
      spread = ((spread + 0x7F7F7F7F7F7F7F7Fu) >> 7 | spread >> 7) & 0x0101010101010101u;
      sum |= spread << p;
    }
    std::memcpy(bytes + first, &sum, 8);
  }
#endif
}

// The low half of a cell's byte -> its candidates. 0 and what is above 9 is no clue.
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

// Clues of a batch -> board. Lanes from `count` on are empty grids.
SQD_NOINLINE void load_batch(const std::uint8_t* puzzles, std::size_t step, std::size_t count,
                             Planes& planes, Board& board) {
  static constexpr std::uint8_t empty[81] = {};
  std::uint8_t last[lane_count];
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    const std::uint8_t* puzzle = lane < count ? puzzles + lane * step : empty;
    for (int p = 0; p < 4; ++p)
      planes.group[p].at[lane % 64][lane / 64] = gather_bits(puzzle, p);
    planes.group[4].at[lane % 64][lane / 64] = gather_sixteen(puzzle + 64);
    last[lane] = puzzle[80];
  }
  for (int p = 0; p < 4; ++p)
    for (int w = 0; w < word_count; ++w) planes.last[p][w] = gather_bits(last + 64 * w, p);
  planes.turn_all();
  for (int c = 0; c < 81; ++c) {
    Lanes bit[4];
    for (int p = 0; p < 4; ++p) bit[p] = planes.at(c, p);
    decode_clues(bit, board.at[c]);
  }
}

// The planes of solutions -> bytes; those of a lane go to `place(lane)`. Turns the planes.
template <typename Place>
SQD_INLINE void write_lanes(Planes& planes, const Lanes& lanes, std::uint8_t zero, Place&& place) {
  std::uint8_t last[lane_count];
  for (int w = 0; w < word_count; ++w) {
    std::uint64_t word[4];
    for (int p = 0; p < 4; ++p) word[p] = planes.last[p][w];
    spread_bits<64>(word, zero, last + 64 * w);
  }
  planes.turn_all();
  each(lanes, [&](int lane) {
    std::uint64_t word[4];
    std::uint8_t* to = place(lane);
    for (int p = 0; p < 4; ++p) word[p] = planes.group[p].at[lane % 64][lane / 64];
    spread_bits<64>(word, zero, to);
    const std::uint64_t sixteen = planes.group[4].at[lane % 64][lane / 64];
    for (int p = 0; p < 4; ++p) word[p] = sixteen >> (16 * p);
    spread_bits<16>(word, zero, to + 64);
    to[80] = last[lane];
  });
}
