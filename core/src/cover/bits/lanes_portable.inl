// Lanes: eight words, as the compiler likes it; see lanes_avx512.inl.

struct Lanes {
  std::uint64_t v[8];
};

constexpr bool one_by_one = true;

BITS_INLINE Lanes load(const std::uint64_t* from) {
  Lanes a;
  std::memcpy(a.v, from, sizeof a.v);
  return a;
}
BITS_INLINE void store(std::uint64_t* to, const Lanes& a) { std::memcpy(to, a.v, sizeof a.v); }
BITS_INLINE Lanes all(std::uint64_t word) {
  return {{word, word, word, word, word, word, word, word}};
}
BITS_INLINE Lanes operator&(Lanes a, const Lanes& b) {
  for (int i = 0; i < 8; ++i) a.v[i] &= b.v[i];
  return a;
}
BITS_INLINE Lanes operator|(Lanes a, const Lanes& b) {
  for (int i = 0; i < 8; ++i) a.v[i] |= b.v[i];
  return a;
}
BITS_INLINE Lanes operator^(Lanes a, const Lanes& b) {
  for (int i = 0; i < 8; ++i) a.v[i] ^= b.v[i];
  return a;
}
BITS_INLINE Lanes less_one(Lanes a) {
  for (int i = 0; i < 8; ++i) --a.v[i];
  return a;
}

BITS_INLINE std::uint32_t zero_lanes(const Lanes& a) {
  std::uint32_t lanes = 0;
  for (int i = 0; i < 8; ++i) lanes |= static_cast<std::uint32_t>(a.v[i] == 0) << i;
  return lanes;
}
BITS_INLINE std::uint32_t apart_lanes(const Lanes& a, const Lanes& b) { return zero_lanes(a & b); }

BITS_INLINE Lanes store_some(std::uint64_t* to, Lanes a, std::uint32_t which) {
  for (int i = 0; i < 8; ++i) {
    const std::uint64_t wanted = which >> i & 1;
    *to = a.v[i];
    to += wanted;
    a.v[i] &= -wanted;
  }
  return a;
}

template <int by>
BITS_INLINE Lanes turned(const Lanes& a) {
  Lanes b;
  for (int i = 0; i < 8; ++i) b.v[i] = a.v[(i + by) % 8];
  return b;
}

BITS_INLINE Lanes add(Lanes& a, const Lanes& b, const Lanes& c) {
  const Lanes odd = a ^ b;
  const Lanes carry = (a & b) | (odd & c);
  a = odd ^ c;
  return carry;
}

BITS_INLINE std::uint64_t first_lane(const Lanes& a) { return a.v[0]; }
