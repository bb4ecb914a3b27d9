#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

#include "bits_search.hpp"

#define BITS_INLINE [[maybe_unused]] static inline __attribute__((always_inline))

namespace squaredance::cover::bits::portable {
#include "lanes_portable.inl"
#include "passes.inl"
#include "endgame.inl"
#include "kernel.inl"
}  // namespace squaredance::cover::bits::portable
