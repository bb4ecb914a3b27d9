// The timing loop around a solver of one puzzle: what a peer costs without Python around it.
//
// A solver is a C function as tdoku has it: `puzzle` is 81 bytes, '.' for blanks, and a line
// end; it returns how many solutions there are, up to `limit`, and may write one of them.
// Our scalar kernel is timed through the same function type and the same loop.
#include <cstddef>
#include <cstdint>

#include "clock.hpp"

extern "C" {

using Solver = std::size_t (*)(const char* puzzle, std::size_t limit, std::uint32_t configuration,
                               char* solution, std::size_t* guesses);

// Seconds for one pass over `count` lines of 82 bytes. Solution i goes to solutions + i * step;
// a step above 81 leaves room for solvers that write an end mark.
double nine_time(Solver solver, const char* lines, std::size_t count, std::size_t limit,
                 std::uint32_t* counts, char* solutions, std::size_t step, double* cpu) {
  const Clock clock;
  for (std::size_t i = 0; i < count; ++i) {
    std::size_t guesses = 0;
    counts[i] = static_cast<std::uint32_t>(
        solver(lines + i * 82, limit, 0, solutions + i * step, &guesses));
  }
  return clock.seconds(cpu);
}

}  // extern "C"
