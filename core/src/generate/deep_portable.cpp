#include <cstdint>
#include <cstring>
#include <memory>

#include "deep_board.hpp"

namespace squaredance::generate::deep_portable {
#include "deep_kernel.inl"
}  // namespace squaredance::generate::deep_portable

