#include "squaredance/generate/minimise.hpp"

#include <vector>

#include "other_solution.hpp"

namespace squaredance::generate {

bool minimise(const Geometry& geometry, std::uint8_t* puzzle, const std::uint8_t* solution,
              std::span<const Cell> order, const std::atomic<bool>* stop) {
  OtherSolution others(geometry);
  for (const Cell cell : order) {
    if (puzzle[cell] == 0) continue;
    puzzle[cell] = 0;
    const auto found = others.look(puzzle, solution, {&cell, 1}, stop);
    if (found != OtherSolution::Found::no) puzzle[cell] = solution[cell];
    if (found == OtherSolution::Found::stopped) return false;
  }
  return true;
}

}  // namespace squaredance::generate
