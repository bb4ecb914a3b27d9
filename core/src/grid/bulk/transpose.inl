// Puzzles lie one after the other, 81 bytes each; lanes want one bit of each puzzle side by
// side. In between is a matrix of bytes, [cell][lane].

struct alignas(64) Bytes {
  std::uint8_t at[81][lane_count];
};

typedef std::uint8_t Row16 __attribute__((vector_size(16)));

// 16 rows of 16 bytes at `from[i]` become 16 columns; row i goes to `to(i)`.
template <typename To>
SQD_INLINE void transpose16(const std::uint8_t* const* from, To&& to) {
  Row16 a[16], b[16];
  for (int i = 0; i < 16; ++i) std::memcpy(&a[i], from[i], 16);
  using Low = std::integer_sequence<int, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23>;
  using High =
      std::integer_sequence<int, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31>;
  for (int round = 0; round < 4; ++round) {
    for (int i = 0; i < 8; ++i) {
      b[2 * i] = shuffle(a[i], a[i + 8], Low{});
      b[2 * i + 1] = shuffle(a[i], a[i + 8], High{});
    }
    for (int i = 0; i < 16; ++i) a[i] = b[i];
  }
  for (int i = 0; i < 16; ++i) std::memcpy(to(i), &a[i], 16);
}

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
    __m256i v = _mm256_load_si256(reinterpret_cast<const __m256i*>(bytes + 32 * half));
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

// Adds `value` to each of 64 bytes whose bit in `word` is set; the bytes lack that value.
SQD_INLINE void spread_bits(std::uint64_t word, std::uint8_t value, std::uint8_t* bytes) {
#if defined(SQD_AVX512)
  __m512i v = _mm512_loadu_si512(bytes);
  v = _mm512_or_si512(v, _mm512_maskz_set1_epi8(word, static_cast<char>(value)));
  _mm512_storeu_si512(bytes, v);
#elif defined(SQD_AVX2)
  const __m256i pick = _mm256_setr_epi8(0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2,
                                        2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3);
  const __m256i bits = _mm256_set1_epi64x(static_cast<long long>(0x8040201008040201u));
  for (int half = 0; half < 2; ++half) {
    auto* place = reinterpret_cast<__m256i*>(bytes + 32 * half);
    __m256i v = _mm256_shuffle_epi8(_mm256_set1_epi32(static_cast<int>(word >> (32 * half))), pick);
    v = _mm256_cmpeq_epi8(_mm256_and_si256(v, bits), bits);
    v = _mm256_and_si256(v, _mm256_set1_epi8(static_cast<char>(value)));
    _mm256_store_si256(place, _mm256_or_si256(_mm256_load_si256(place), v));
  }
#else
  for (int i = 0; i < 8; ++i) {
    std::uint64_t eight, spread = (word >> (8 * i) & 0xFF) * 0x0101010101010101u;
    spread &= 0x8040201008040201u;
    spread = ((spread + 0x7F7F7F7F7F7F7F7Fu) >> 7 | spread >> 7) & 0x0101010101010101u;
    std::memcpy(&eight, bytes + 8 * i, 8);
    eight |= spread * value;
    std::memcpy(bytes + 8 * i, &eight, 8);
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

// Clues of a batch -> board. Lanes from `count` on are empty grids.
SQD_NOINLINE void load_batch(const std::uint8_t* puzzles, std::size_t step, std::size_t count,
                             Bytes& bytes, Board& board) {
  static constexpr std::uint8_t empty[16] = {};
  for (std::size_t lane = 0; lane < lane_count; lane += 16) {
    const std::uint8_t* from[16];
    for (int block = 0; block < 80; block += 16) {
      for (int i = 0; i < 16; ++i)
        from[i] = lane + i < count ? puzzles + (lane + i) * step + block : empty;
      transpose16(from, [&](int i) { return &bytes.at[block + i][lane]; });
    }
    for (int i = 0; i < 16; ++i)
      bytes.at[80][lane + i] = lane + i < count ? puzzles[(lane + i) * step + 80] : 0;
  }
  for (int c = 0; c < 81; ++c) {
    std::uint64_t words[4][word_count];
    for (int b = 0; b < 4; ++b)
      for (int w = 0; w < word_count; ++w) words[b][w] = gather_bits(&bytes.at[c][64 * w], b);
    Lanes bit[4];
    std::memcpy(bit, words, sizeof bit);
    decode_clues(bit, board.at[c]);
  }
}

// Solved lanes' values in binary -> bytes of each lane.
SQD_NOINLINE void unload_batch(const Lanes (*planes)[81], std::uint8_t zero, Bytes& bytes) {
  for (int c = 0; c < 81; ++c) {
    std::memset(bytes.at[c], zero, lane_count);
    for (int b = 0; b < 4; ++b)
      for (int w = 0; w < word_count; ++w)
        spread_bits(planes[b][c][w], static_cast<std::uint8_t>(1 << b), &bytes.at[c][64 * w]);
  }
}

// The solutions of 16 lanes from the matrix go to `to[i]`, 81 bytes each.
SQD_INLINE void read_lanes(const Bytes& bytes, int first, std::uint8_t* const* to) {
  for (int block = 0; block < 80; block += 16) {
    const std::uint8_t* from[16];
    for (int i = 0; i < 16; ++i) from[i] = &bytes.at[block + i][first];
    transpose16(from, [&](int i) { return to[i] + block; });
  }
  for (int i = 0; i < 16; ++i) to[i][80] = bytes.at[80][first + i];
}
