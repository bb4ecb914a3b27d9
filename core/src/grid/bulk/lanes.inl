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

// a where the mask is 0, b where it is 1.
SQD_INLINE Lanes blend(Lanes a, Lanes b, Lanes mask) { return a ^ ((a ^ b) & mask); }

SQD_INLINE bool has(const Lanes& lanes, int lane) { return lanes[lane / 64] >> (lane % 64) & 1; }

SQD_INLINE void set(Lanes& lanes, int lane) {
  lanes[lane / 64] |= std::uint64_t{1} << (lane % 64);
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
