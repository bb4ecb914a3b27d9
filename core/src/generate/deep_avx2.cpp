#include <cstdint>
#include <cstring>
#include <memory>

#if defined(__x86_64__) && defined(__GNUC__)
#include "deep_board.hpp"

#include "../target_avx2.inl"

namespace squaredance::generate::deep_avx2 {
#include "deep_kernel.inl"
}  // namespace squaredance::generate::deep_avx2

#include "../target_end.inl"
#endif
