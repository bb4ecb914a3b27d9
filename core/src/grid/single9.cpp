#include "squaredance/single9.hpp"

#include "single9_kernels.hpp"

namespace squaredance {

namespace single9 {

#if defined(__x86_64__) && defined(__GNUC__)
// Each of these is a test of a word in memory: cheap enough to make on every call.
static bool has_avx2() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") &&
         __builtin_cpu_supports("popcnt");
}
static bool has_avx512() {
  return __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}
#endif

std::vector<Solve*> available_kernels() {
  std::vector<Solve*> kernels{solve_portable};
#if defined(__x86_64__) && defined(__GNUC__)
  if (has_avx2()) kernels.push_back(solve_avx2);
  if (has_avx512()) kernels.push_back(solve_avx512);
#endif
  return kernels;
}

}  // namespace single9

Answer9 solve_single9(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                      std::uint8_t* solution, std::uint8_t zero) noexcept {
#if defined(__x86_64__) && defined(__GNUC__)
  if (single9::has_avx512())
    return single9::solve_avx512(puzzle, limit, max_guesses, solution, zero);
  if (single9::has_avx2())
    return single9::solve_avx2(puzzle, limit, max_guesses, solution, zero);
#endif
  return single9::solve_portable(puzzle, limit, max_guesses, solution, zero);
}

}  // namespace squaredance
