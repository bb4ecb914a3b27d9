// The kernels behind solve_single9, one per instruction set; all give the same answers.
#pragma once

#include <cstdint>

#include "squaredance/cpu.hpp"
#include "squaredance/single9.hpp"

namespace squaredance::single9 {

using Solve = Answer9(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                      std::uint8_t* solution, std::uint8_t zero) noexcept;

Solve solve_portable;
Solve solve_avx2;
Solve solve_avx512;

using List = Answer9(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                     std::uint8_t* solutions) noexcept;

List list_portable;
List list_avx2;
List list_avx512;

// Both require an available level.
Solve* kernel_of(cpu::Level level);
List* list_kernel_of(cpu::Level level);

}  // namespace squaredance::single9
