#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

#if defined(__aarch64__)
#include "kernels.hpp"
#include "squaredance/single9.hpp"

// Every 64-bit ARM has NEON, so nothing needs to be asked for.
#define LANE_BYTES 16

namespace squaredance::bulk::neon {
#include "kernel.inl"
}  // namespace squaredance::bulk::neon

#endif
