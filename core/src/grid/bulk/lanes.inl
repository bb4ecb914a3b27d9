// Lanes: one bit of each of many puzzles, side by side in a vector register. LANE_BYTES is
// the width of the register; the including file sets it and the instruction set.

typedef std::uint64_t Lanes __attribute__((vector_size(LANE_BYTES), aligned(LANE_BYTES)));

constexpr int word_count = LANE_BYTES / 8;
constexpr int lane_count = LANE_BYTES * 8;

SQD_INLINE bool any(Lanes lanes) {
  std::uint64_t word = 0;
  for (int w = 0; w < word_count; ++w) word |= lanes[w];
  return word != 0;
}

SQD_INLINE int popcount(Lanes lanes) {
  int count = 0;
  for (int w = 0; w < word_count; ++w) count += __builtin_popcountll(lanes[w]);
  return count;
}

// Three operands in one instruction where the machine has that. `rule` is written once: with
// lanes it is the fallback, with the three constants it is the instruction's truth table.
template <typename Rule>
SQD_INLINE Lanes ternary(Lanes a, Lanes b, Lanes c, [[maybe_unused]] Rule rule) {
#if defined(SQD_AVX512)
  constexpr int table = Rule{}(0xF0, 0xCC, 0xAA) & 0xFF;
  return (Lanes)_mm256_ternarylogic_epi64((__m256i)a, (__m256i)b, (__m256i)c, table);
#else
  return rule(a, b, c);
#endif
}

#define SQD_TERNARY(name, rule)                                                   \
  SQD_INLINE Lanes name(Lanes a, Lanes b, Lanes c) {                              \
    return ternary(a, b, c, [](auto x, auto y, auto z) { return rule; });         \
  }
SQD_TERNARY(or3, x | y | z)
SQD_TERNARY(and3, x & y & z)
SQD_TERNARY(xor3, x ^ y ^ z)
SQD_TERNARY(majority, (x & y) | (z & (x | y)))
SQD_TERNARY(just_one, (x & ~(y | z)) | (~x & (y ^ z)))
SQD_TERNARY(or_and, x | (y & z))
SQD_TERNARY(or_and_not, x | (y & ~z))
SQD_TERNARY(exceeds, (x & ~y) | (z & ~(x ^ y)))  // a binary digit of "more than", z the lower ones
SQD_TERNARY(and_or, x & (y | z))
SQD_TERNARY(and_nor, x & ~(y | z))
SQD_TERNARY(and_or_not, x & (y | ~z))
SQD_TERNARY(and_nand, x & ~(y & z))
SQD_TERNARY(and_and_not, x & y & ~z)
SQD_TERNARY(blend, (x & ~z) | (y & z))  // x where z is 0, y where it is 1
#undef SQD_TERNARY

// The elements of a and b, counted through, that `element...` names.
template <typename Vector, int... element>
SQD_INLINE Vector shuffle(Vector a, Vector b, std::integer_sequence<int, element...>) {
#if defined(__clang__)
  return __builtin_shufflevector(a, b, element...);
#else
  return __builtin_shuffle(a, b, Vector{element...});
#endif
}

SQD_INLINE bool has(const Lanes& lanes, int lane) { return lanes[lane / 64] >> (lane % 64) & 1; }

SQD_INLINE void set(Lanes& lanes, int lane) {
  lanes[lane / 64] |= std::uint64_t{1} << (lane % 64);
}

SQD_INLINE void clear(Lanes& lanes, int lane) {
  lanes[lane / 64] &= ~(std::uint64_t{1} << (lane % 64));
}

SQD_INLINE Lanes first_lanes(std::size_t count) {
  Lanes lanes = {};
  for (std::size_t w = 0; w < word_count && 64 * w < count; ++w)
    lanes[w] = count - 64 * w >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << (count % 64)) - 1;
  return lanes;
}

template <typename Use>
SQD_INLINE void each(Lanes lanes, Use&& use) {
  for (int w = 0; w < word_count; ++w)
    for (std::uint64_t rest = lanes[w]; rest; rest &= rest - 1)
      use(64 * w + __builtin_ctzll(rest));
}
