// Bit tricks of the engines.
#pragma once

namespace squaredance {

// Whether a mask that is not empty has one bit. std::has_single_bit counts bits, which
// without a popcount instruction (portable x86-64) is a call into the compiler's library.
template <typename Mask>
constexpr bool has_one_bit(Mask mask) {
  return (mask & (mask - 1)) == 0;
}

}  // namespace squaredance
