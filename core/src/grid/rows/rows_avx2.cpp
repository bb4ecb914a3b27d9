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

#include "../../target_avx2.inl"

#define NATIVE_BYTES 32
#define SQD_AVX2 1

namespace squaredance::rows::avx2 {
#include "pack.inl"
#include "kernel.inl"
#include "make.inl"
}  // namespace squaredance::rows::avx2

#include "../../target_end.inl"
#endif
