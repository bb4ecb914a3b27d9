// Lanes: eight words. One register here; the same functions as in the other lanes_*.inl.

struct Lanes {
  __m512i v;
};

// Whether to pick lanes is so slow that single words are faster.
constexpr bool one_by_one = false;

BITS_INLINE Lanes load(const std::uint64_t* from) { return {_mm512_loadu_si512(from)}; }
BITS_INLINE void store(std::uint64_t* to, Lanes a) { _mm512_storeu_si512(to, a.v); }
BITS_INLINE Lanes all(std::uint64_t word) {
  return {_mm512_set1_epi64(static_cast<long long>(word))};
}
BITS_INLINE Lanes operator&(Lanes a, Lanes b) { return {_mm512_and_si512(a.v, b.v)}; }
BITS_INLINE Lanes operator|(Lanes a, Lanes b) { return {_mm512_or_si512(a.v, b.v)}; }
BITS_INLINE Lanes operator^(Lanes a, Lanes b) { return {_mm512_xor_si512(a.v, b.v)}; }
BITS_INLINE Lanes less_one(Lanes a) { return {_mm512_add_epi64(a.v, _mm512_set1_epi64(-1))}; }

// One bit for each lane.
BITS_INLINE std::uint32_t zero_lanes(Lanes a) { return _mm512_testn_epi64_mask(a.v, a.v); }
BITS_INLINE std::uint32_t apart_lanes(Lanes a, Lanes b) { return _mm512_testn_epi64_mask(a.v, b.v); }

// Writes the lanes in `which`, close together, and something else up to eight. Gives them back,
// wherever, with zeros for the others. (Through a register: to compress straight to memory
// is said to take a hundred cycles on Zen 4.)
BITS_INLINE Lanes store_some(std::uint64_t* to, Lanes a, std::uint32_t which) {
  const Lanes some{_mm512_maskz_compress_epi64(static_cast<__mmask8>(which), a.v)};
  store(to, some);
  return some;
}

// Each lane with the one `by` lanes on. (maskz: without it g++ 12 warns of its own header.)
template <int by>
BITS_INLINE Lanes turned(Lanes a) {
  return {_mm512_maskz_alignr_epi64(0xff, a.v, a.v, by)};
}

// A full adder: of a + b + c, the sum stays in a, the carry comes back.
BITS_INLINE Lanes add(Lanes& a, Lanes b, Lanes c) {
  const Lanes carry{_mm512_ternarylogic_epi64(a.v, b.v, c.v, 0xe8)};
  a.v = _mm512_ternarylogic_epi64(a.v, b.v, c.v, 0x96);
  return carry;
}

BITS_INLINE std::uint64_t first_lane(Lanes a) {
  return static_cast<std::uint64_t>(a.v[0]);
}
