#include "other_solution.hpp"
#include "squaredance/generate/minimise.hpp"

namespace squaredance::generate {

bool redundant_clues(const Geometry& geometry, const std::uint8_t* puzzle, const std::uint8_t* solution,
                     std::vector<Cell>& redundant, const std::atomic<bool>* stop) {
  OtherSolution others(geometry);
  std::vector<std::uint8_t> rest(puzzle, puzzle + geometry.cells());
  redundant.clear();
  for (int i = 0; i < geometry.cells(); ++i) {
    if (puzzle[i] == 0) continue;
    const Cell cell = static_cast<Cell>(i);
    rest[cell] = 0;
    const auto found = others.look(rest.data(), solution, {&cell, 1}, stop);
    if (found == OtherSolution::Found::stopped) return false;
    if (found == OtherSolution::Found::no) redundant.push_back(cell);
    rest[cell] = puzzle[cell];
  }
  return true;
}

}  // namespace squaredance::generate
