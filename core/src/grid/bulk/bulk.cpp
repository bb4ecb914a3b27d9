#include "squaredance/bulk.hpp"

#include "kernels.hpp"

namespace squaredance::bulk {

std::unique_ptr<Solver9> make_solver9([[maybe_unused]] cpu::Level level) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (level == cpu::Level::avx2) return avx2::make();
  if (level == cpu::Level::avx512) return avx512::make();
#elif defined(__aarch64__)
  if (level == cpu::Level::neon) return neon::make();
#endif
  return portable::make();
}

}  // namespace squaredance::bulk
