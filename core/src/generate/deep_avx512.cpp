#include <cstdint>
#include <cstring>
#include <memory>

#if defined(__x86_64__) && defined(__GNUC__)
#include "deep_board.hpp"

#include "../target_avx512.inl"

namespace squaredance::generate::deep_avx512 {
#include "deep_kernel.inl"
}  // namespace squaredance::generate::deep_avx512

#include "../target_end.inl"
#endif
