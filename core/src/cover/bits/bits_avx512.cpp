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

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt")
#endif

#define BITS_INLINE [[maybe_unused]] static inline __attribute__((always_inline))
#define BITS_PEXT 1

namespace squaredance::cover::bits::avx512 {
#include "lanes_avx512.inl"
#include "passes.inl"
#include "endgame.inl"
#include "kernel.inl"
}  // namespace squaredance::cover::bits::avx512

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
