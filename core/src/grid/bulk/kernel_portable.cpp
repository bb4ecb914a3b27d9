#include <algorithm>
#include <atomic>
#include <bit>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

#include "kernels.hpp"
#include "squaredance/single9.hpp"

#define LANE_BYTES 8

namespace squaredance::bulk::portable {
#include "kernel.inl"
}  // namespace squaredance::bulk::portable
