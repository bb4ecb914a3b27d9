// One function per instruction set; each is in a file of its own.
#pragma once

#include <memory>

#include "squaredance/bulk.hpp"

namespace squaredance::bulk {

namespace portable {
std::unique_ptr<Solver9> make();
}
namespace neon {
std::unique_ptr<Solver9> make();
}
namespace avx2 {
std::unique_ptr<Solver9> make();
}
namespace avx512 {
std::unique_ptr<Solver9> make();
}

}  // namespace squaredance::bulk
