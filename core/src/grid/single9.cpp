#include "squaredance/single9.hpp"

#include "single9_kernels.hpp"

namespace squaredance {

namespace single9 {

Solve* kernel_of([[maybe_unused]] cpu::Level level) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (level == cpu::Level::avx512) return cpu::has_vbmi() ? solve_avx512 : solve_avx2;
  if (level == cpu::Level::avx2) return solve_avx2;
#endif
  return solve_portable;
}

List* list_kernel_of([[maybe_unused]] cpu::Level level) {
#if defined(__x86_64__) && defined(__GNUC__)
  if (level == cpu::Level::avx512) return cpu::has_vbmi() ? list_avx512 : list_avx2;
  if (level == cpu::Level::avx2) return list_avx2;
#endif
  return list_portable;
}

}  // namespace single9

Answer9 solve_single9(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                      std::uint8_t* solution, std::uint8_t zero) noexcept {
  return single9::kernel_of(cpu::used())(puzzle, limit, max_guesses, solution, zero);
}

Answer9 list_single9(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                     std::uint8_t* solutions) noexcept {
  return single9::list_kernel_of(cpu::used())(puzzle, limit, max_guesses, solutions);
}

}  // namespace squaredance
