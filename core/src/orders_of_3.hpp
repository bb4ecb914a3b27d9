#pragma once

#include <cstdint>

namespace squaredance {

// The orders of three things, in increasing order.
inline constexpr std::uint8_t orders_of_3[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                   {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

}  // namespace squaredance
