// What moves words between places, for single9_lanes.inl: with one lane in the words of
// compilers, with two in those of AVX2.
//
//   zip_low16 ...  words (pairs, halves) of two vectors in turn, lane by lane
//   next_bands     the same stack one band on, and two
//   value_8        the lanes of value 8, box by box
//   spread         what is known box by box, to all words that it concerns
#if LANES == 1
#if defined(__clang__) || __GNUC__ >= 12
#define SQD_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SQD_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, Vector{__VA_ARGS__})
#endif
SQD_INLINE Vector zip_low16(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
SQD_INLINE Vector zip_high16(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
SQD_INLINE Vector zip_low32(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 0, 1, 8, 9, 2, 3, 10, 11);
}
SQD_INLINE Vector zip_high32(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 4, 5, 12, 13, 6, 7, 14, 15);
}
SQD_INLINE Vector zip_low64(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
}
SQD_INLINE Vector zip_high64(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}
SQD_INLINE bool any(Vector a) {
  typedef std::uint64_t Two __attribute__((vector_size(16)));
  Two halves = reinterpret_cast<Two>(a);
  return (halves[0] | halves[1]) != 0;
}
SQD_INLINE void next_bands(const Vector (&t)[4][3], Vector (&next)[4][3], Vector (&after)[4][3]) {
  for (int s = 0; s < 3; ++s) {
    for (int b = 0; b < 3; ++b) {
      next[b][s] = t[(b + 1) % 3][s];
      after[b][s] = t[(b + 2) % 3][s];
    }
    next[3][s] = SQD_SHUFFLE(t[3][s], t[3][s], 1, 2, 0, 1, 2, 0, 1, 2);
    after[3][s] = SQD_SHUFFLE(t[3][s], t[3][s], 2, 0, 1, 2, 0, 1, 2, 0);
  }
}
SQD_INLINE Cells value_8(const Vector (&x)[4][3]) {
  const Vector* v = x[3];
  Vector first = SQD_SHUFFLE(v[0], v[1], 0, 8, 0, 1, 9, 1, 2, 10);
  return {{SQD_SHUFFLE(first, v[2], 0, 1, 8, 3, 4, 9, 6, 7),
           SQD_SHUFFLE(v[2], v[2], 2, 2, 2, 2, 2, 2, 2, 2)}};
}
SQD_INLINE void spread(const Cells& cells, Vector (&to)[4][3]) {
  Vector a = cells.x[0], b = cells.x[1];
  to[0][0] = SQD_SHUFFLE(a, a, 0, 0, 0, 0, 0, 0, 0, 0);
  to[0][1] = SQD_SHUFFLE(a, a, 1, 1, 1, 1, 1, 1, 1, 1);
  to[0][2] = SQD_SHUFFLE(a, a, 2, 2, 2, 2, 2, 2, 2, 2);
  to[1][0] = SQD_SHUFFLE(a, a, 3, 3, 3, 3, 3, 3, 3, 3);
  to[1][1] = SQD_SHUFFLE(a, a, 4, 4, 4, 4, 4, 4, 4, 4);
  to[1][2] = SQD_SHUFFLE(a, a, 5, 5, 5, 5, 5, 5, 5, 5);
  to[2][0] = SQD_SHUFFLE(a, a, 6, 6, 6, 6, 6, 6, 6, 6);
  to[2][1] = SQD_SHUFFLE(a, a, 7, 7, 7, 7, 7, 7, 7, 7);
  to[2][2] = b;
  to[3][0] = SQD_SHUFFLE(a, a, 0, 3, 6, 0, 3, 6, 0, 3);
  to[3][1] = SQD_SHUFFLE(a, a, 1, 4, 7, 1, 4, 7, 1, 4);
  to[3][2] = SQD_SHUFFLE(a, b, 2, 5, 8, 2, 5, 8, 2, 5);
}
#undef SQD_SHUFFLE
#else
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
#endif
