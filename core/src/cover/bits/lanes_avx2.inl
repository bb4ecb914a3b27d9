// Lanes: eight words. Two registers here; see lanes_avx512.inl.

struct Lanes {
  __m256i low, high;
};

constexpr bool one_by_one = false;

BITS_INLINE Lanes load(const std::uint64_t* from) {
  return {_mm256_loadu_si256(reinterpret_cast<const __m256i*>(from)),
          _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from + 4))};
}
BITS_INLINE void store(std::uint64_t* to, Lanes a) {
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), a.low);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 4), a.high);
}
BITS_INLINE Lanes all(std::uint64_t word) {
  const __m256i v = _mm256_set1_epi64x(static_cast<long long>(word));
  return {v, v};
}
BITS_INLINE Lanes operator&(Lanes a, Lanes b) {
  return {_mm256_and_si256(a.low, b.low), _mm256_and_si256(a.high, b.high)};
}
BITS_INLINE Lanes operator|(Lanes a, Lanes b) {
  return {_mm256_or_si256(a.low, b.low), _mm256_or_si256(a.high, b.high)};
}
BITS_INLINE Lanes operator^(Lanes a, Lanes b) {
  return {_mm256_xor_si256(a.low, b.low), _mm256_xor_si256(a.high, b.high)};
}
BITS_INLINE Lanes less_one(Lanes a) {
  const __m256i minus = _mm256_set1_epi64x(-1);
  return {_mm256_add_epi64(a.low, minus), _mm256_add_epi64(a.high, minus)};
}

BITS_INLINE std::uint32_t zero_lanes(__m256i a) {
  const __m256i is = _mm256_cmpeq_epi64(a, _mm256_setzero_si256());
  return static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(is)));
}
BITS_INLINE std::uint32_t zero_lanes(Lanes a) { return zero_lanes(a.low) | zero_lanes(a.high) << 4; }
BITS_INLINE std::uint32_t apart_lanes(Lanes a, Lanes b) { return zero_lanes(a & b); }

// By the lanes wanted: the 32-bit parts to take, and all bits of those lanes.
struct Picks {
  alignas(32) std::int32_t part[16][8];
  alignas(32) std::int64_t lanes[16][4];
};
constexpr Picks picks = [] {
  Picks result{};
  for (int which = 0; which < 16; ++which)
    for (int lane = 0, at = 0; lane < 4; ++lane)
      if (which >> lane & 1) {
        result.part[which][at++] = 2 * lane;
        result.part[which][at++] = 2 * lane + 1;
        result.lanes[which][lane] = -1;
      }
  return result;
}();

BITS_INLINE __m256i store_some(std::uint64_t* to, __m256i a, std::uint32_t four) {
  const auto* part = reinterpret_cast<const __m256i*>(picks.part[four]);
  const auto* lanes = reinterpret_cast<const __m256i*>(picks.lanes[four]);
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to),
                      _mm256_permutevar8x32_epi32(a, _mm256_load_si256(part)));
  return _mm256_and_si256(a, _mm256_load_si256(lanes));
}
BITS_INLINE Lanes store_some(std::uint64_t* to, Lanes a, std::uint32_t which) {
  return {store_some(to, a.low, which & 15),
          store_some(to + std::popcount(which & 15), a.high, which >> 4)};
}

template <int by>
BITS_INLINE Lanes turned(Lanes a) {
  if constexpr (by == 4) return {a.high, a.low};
  if constexpr (by == 2)
    return {_mm256_permute2x128_si256(a.low, a.high, 0x21),
            _mm256_permute2x128_si256(a.high, a.low, 0x21)};
  // Pairs change places, which does for a sum over all lanes.
  return {_mm256_shuffle_epi32(a.low, 0x4e), _mm256_shuffle_epi32(a.high, 0x4e)};
}

BITS_INLINE Lanes add(Lanes& a, Lanes b, Lanes c) {
  const Lanes odd = a ^ b;
  const Lanes carry = (a & b) | (odd & c);
  a = odd ^ c;
  return carry;
}

BITS_INLINE std::uint64_t first_lane(Lanes a) {
  return static_cast<std::uint64_t>(_mm_cvtsi128_si64(_mm256_castsi256_si128(a.low)));
}
