#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#include "kernels.hpp"
#include "squaredance/single9.hpp"

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt"))), apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512vl,avx512dq,avx2,bmi,bmi2,popcnt")
#endif

#define LANE_BYTES 32
#define SQD_AVX2 1
#define SQD_AVX512 1

namespace squaredance::bulk::avx512 {
#include "kernel.inl"
}  // namespace squaredance::bulk::avx512

#if defined(__clang__)
#pragma clang attribute pop
#endif

#endif
