#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "rows_search.hpp"

// Registers of 16 bytes, which every 64-bit x86 and ARM has.
#define NATIVE_BYTES 16

namespace squaredance::rows::portable {
#include "pack.inl"
#include "kernel.inl"
#include "make.inl"
}  // namespace squaredance::rows::portable
