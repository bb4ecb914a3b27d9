#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#include "rows_search.hpp"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt")
#endif

#define NATIVE_BYTES 64
#define SQD_AVX2 1
#define SQD_AVX512 1

namespace squaredance::rows::avx512 {
#include "pack.inl"
#include "kernel.inl"
#include "make.inl"
}  // namespace squaredance::rows::avx512

#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
