#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#include "bits_search.hpp"

#include "../../target_avx2.inl"

#define BITS_INLINE [[maybe_unused]] static inline __attribute__((always_inline))
#define BITS_PEXT 1

namespace squaredance::cover::bits::avx2 {
#include "lanes_avx2.inl"
#include "passes.inl"
#include "endgame.inl"
#include "kernel.inl"
}  // namespace squaredance::cover::bits::avx2

#include "../../target_end.inl"
#endif
