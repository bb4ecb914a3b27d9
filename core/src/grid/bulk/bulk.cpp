#include "squaredance/bulk.hpp"

#include <algorithm>
#include <thread>

#include "kernels.hpp"

namespace squaredance::bulk {

std::string_view name(Kernel kernel) {
  switch (kernel) {
    case Kernel::neon: return "neon";
    case Kernel::avx2: return "avx2";
    case Kernel::avx512: return "avx512";
    default: return "portable";
  }
}

std::vector<Kernel> available_kernels() {
  std::vector<Kernel> kernels{Kernel::portable};
#if defined(__x86_64__) && defined(__GNUC__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2"))
    kernels.push_back(Kernel::avx2);
  if (__builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
      __builtin_cpu_supports("avx512dq"))
    kernels.push_back(Kernel::avx512);
#elif defined(__aarch64__)
  kernels.push_back(Kernel::neon);
#endif
  return kernels;
}

Kernel best_kernel() { return available_kernels().back(); }

std::unique_ptr<Solver9> make_solver9(Kernel kernel) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (kernel == Kernel::avx2) return avx2::make();
  if (kernel == Kernel::avx512) return avx512::make();
#elif defined(__aarch64__)
  if (kernel == Kernel::neon) return neon::make();
#endif
  (void)kernel;
  return portable::make();
}

void solve(Job& job, unsigned threads, Kernel kernel) {
  auto work = [&] { make_solver9(kernel)->work(job); };
  std::vector<std::jthread> others;
  for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
  work();
}

}  // namespace squaredance::bulk
