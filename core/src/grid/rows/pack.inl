// Pack: a vector of so many lanes, made of as many registers as that takes. The including
// file gives NATIVE_BYTES, the size of a register, and SQD_AVX2 or SQD_AVX512.

#define SQD_INLINE [[maybe_unused]] static inline __attribute__((always_inline))

#define SQD_UNROLL _Pragma("GCC unroll 8")

template <typename Mask, int lane_count>
struct Pack {
  static constexpr int lanes = lane_count;
  static constexpr int bytes = lanes * static_cast<int>(sizeof(Mask));
  static constexpr int native_bytes = bytes < NATIVE_BYTES ? bytes : NATIVE_BYTES;
  static constexpr int native_lanes = native_bytes / static_cast<int>(sizeof(Mask));
  static constexpr int parts = lanes / native_lanes;
  typedef Mask Native __attribute__((vector_size(native_bytes)));

  // The same, wherever masks lie in memory.
  typedef Mask Stored __attribute__((vector_size(native_bytes), may_alias));

  Native part[parts];

  // Copies are written out: gcc would move them by 16 bytes, and a wider load of what was
  // just stored in pieces waits ten times as long.
  __attribute__((always_inline)) Pack() {}
  __attribute__((always_inline)) Pack(const Pack& other) { *this = other; }
  __attribute__((always_inline)) Pack& operator=(const Pack& other) {
    for (int i = 0; i < parts; ++i) part[i] = other.part[i];
    return *this;
  }

  SQD_INLINE Pack load(const Mask* from) {
    Pack pack;
    const auto* stored = reinterpret_cast<const Stored*>(from);
    for (int i = 0; i < parts; ++i) pack.part[i] = stored[i];
    return pack;
  }
  SQD_INLINE Pack all(Mask value) {
    Pack pack;
    for (int i = 0; i < parts; ++i) pack.part[i] = Native{} + value;
    return pack;
  }
  SQD_INLINE Pack none() { return all(0); }
};

#define SQD_PACK_OP(op)                                                            \
  template <typename M, int n>                                                     \
  SQD_INLINE Pack<M, n> operator op(Pack<M, n> a, const Pack<M, n>& b) {           \
    for (int i = 0; i < a.parts; ++i) a.part[i] = a.part[i] op b.part[i];          \
    return a;                                                                      \
  }                                                                                \
  template <typename M, int n>                                                     \
  SQD_INLINE void operator op##=(Pack<M, n>& a, const Pack<M, n>& b) {             \
    a = a op b;                                                                    \
  }
SQD_PACK_OP(&)
SQD_PACK_OP(|)
SQD_PACK_OP(^)
SQD_PACK_OP(+)
#undef SQD_PACK_OP

template <typename M, int n>
SQD_INLINE Pack<M, n> operator~(Pack<M, n> a) {
  for (int i = 0; i < a.parts; ++i) a.part[i] = ~a.part[i];
  return a;
}

template <typename M, int n>
SQD_INLINE void store(M* to, const Pack<M, n>& a) {
  auto* stored = reinterpret_cast<typename Pack<M, n>::Stored*>(to);
  for (int i = 0; i < a.parts; ++i) stored[i] = a.part[i];
}

// All bits of a lane when the test holds, else none.
template <typename M, int n>
SQD_INLINE Pack<M, n> is_zero(Pack<M, n> a) {
  using Native = typename Pack<M, n>::Native;
  for (int i = 0; i < a.parts; ++i) a.part[i] = (Native)(a.part[i] == Native{});
  return a;
}
template <typename M, int n>
SQD_INLINE Pack<M, n> is_above(Pack<M, n> a, const Pack<M, n>& b) {
  using Native = typename Pack<M, n>::Native;
  for (int i = 0; i < a.parts; ++i) a.part[i] = (Native)(a.part[i] > b.part[i]);
  return a;
}
template <typename M, int n>
SQD_INLINE Pack<M, n> choose(const Pack<M, n>& test, const Pack<M, n>& yes, const Pack<M, n>& no) {
  return (test & yes) | (~test & no);
}

// The bits of each lane without the lowest one.
template <typename M, int n>
SQD_INLINE Pack<M, n> but_lowest(const Pack<M, n>& a) {
  return a & (a + Pack<M, n>::all(static_cast<M>(~M{0})));
}

template <typename M, int n>
SQD_INLINE bool any(const Pack<M, n>& a) {
  auto sum = a.part[0];
  for (int i = 1; i < a.parts; ++i) sum |= a.part[i];
#if defined(SQD_AVX512)
  if constexpr (sizeof sum == 64) {
    __m512i wide;
    std::memcpy(&wide, &sum, 64);
    return _mm512_test_epi64_mask(wide, wide) != 0;
  }
#endif
#if defined(SQD_AVX2)
  if constexpr (sizeof sum == 32) {
    __m256i wide;
    std::memcpy(&wide, &sum, 32);
    return !_mm256_testz_si256(wide, wide);
  }
#endif
  std::uint64_t words[sizeof sum / 8], result = 0;
  std::memcpy(words, &sum, sizeof sum);
  for (std::uint64_t word : words) result |= word;
  return result != 0;
}

template <int distance, typename V, int... i>
SQD_INLINE V swap_lanes(V v, std::integer_sequence<int, i...>) {
  return __builtin_shufflevector(v, v, (i ^ distance)...);
}

// Every lane and the one whose number differs by that bit change places.
template <int distance, typename M, int n>
SQD_INLINE Pack<M, n> swapped(const Pack<M, n>& a) {
  constexpr int width = Pack<M, n>::native_lanes;
  Pack<M, n> result;
  for (int i = 0; i < a.parts; ++i) {
    if constexpr (distance >= width) {
      result.part[i] = a.part[i ^ (distance / width)];
    } else {
      result.part[i] = swap_lanes<distance>(a.part[i], std::make_integer_sequence<int, width>{});
    }
  }
  return result;
}

// Calls with each distance from `first` up to but not with `last`.
template <int first, int last, typename Step>
SQD_INLINE void over_distances(Step&& step) {
  if constexpr (first < last) {
    step(std::integral_constant<int, first>{});
    over_distances<2 * first, last>(step);
  }
}

// What any lane of the group has, in each of its lanes.
template <int first, int last, typename P>
SQD_INLINE P spread(P a) {
  over_distances<first, last>([&](auto distance) { a |= swapped<distance()>(a); });
  return a;
}

// How often each value was met: once or more, twice or more.
template <typename P>
struct Count {
  P once, twice;

  // Written out, as gcc compiles constructors that it makes itself for the plain machine.
  __attribute__((always_inline)) Count() : once(P::none()), twice(P::none()) {}
  __attribute__((always_inline)) Count(const P& a, const P& b) : once(a), twice(b) {}
  SQD_INLINE Count of(const P& a) { return {a, P::none()}; }

  __attribute__((always_inline)) void add(const P& a) {
    twice |= once & a;
    once |= a;
  }
  __attribute__((always_inline)) void add(const Count& a) {
    twice |= a.twice | (once & a.once);
    once |= a.once;
  }
  __attribute__((always_inline)) P single() const { return once & ~twice; }

  // Sums over groups of lanes, into each lane of the group.
  template <int first, int last>
  __attribute__((always_inline)) void gather() {
    over_distances<first, last>([&](auto distance) {
      add(Count(swapped<distance()>(once), swapped<distance()>(twice)));
    });
  }
};
