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

#include "../../target_avx512.inl"

#define NATIVE_BYTES 64
#define SQD_AVX2 1
#define SQD_AVX512 1

namespace squaredance::rows::avx512 {
#include "pack.inl"
#include "kernel.inl"
#include "make.inl"
}  // namespace squaredance::rows::avx512

#include "../../target_end.inl"
#endif
