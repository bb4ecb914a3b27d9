// Vectors of 16 bytes, which the compiler makes of what the machine has.
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>

#include "single9_kernels.hpp"

#define LANES 1

namespace squaredance::single9 {

#include "single9_lanes.inl"

Answer9 solve_portable(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                       std::uint8_t* solution, std::uint8_t zero) noexcept {
  return solve(puzzle, limit, max_guesses, solution, zero);
}

Answer9 list_portable(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                      std::uint8_t* solutions) noexcept {
  return list(puzzle, limit, max_guesses, solutions);
}

}  // namespace squaredance::single9
