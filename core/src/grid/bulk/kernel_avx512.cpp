#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#include "kernels.hpp"
#include "squaredance/single9.hpp"

#include "../../target_avx512.inl"

#define LANE_BYTES 32
#define SQD_AVX2 1
#define SQD_AVX512 1

namespace squaredance::bulk::avx512 {
#include "kernel.inl"
}  // namespace squaredance::bulk::avx512

#include "../../target_end.inl"

#endif
