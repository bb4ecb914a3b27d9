#include "squaredance/cover/choose.hpp"

#include <cstddef>

namespace squaredance::cover {

Engine best_engine(const Problem& problem) {
  if (!takes(Engine::bits, problem)) return Engine::cells;
  // `bits` looks at every option that is left on every level, a word for 64 items; `cells` only
  // at those that go. Nodes per second of bits : cells by primary items, measured: 66 items with
  // 10,395 options 5.4, 147 items 2.1, 256 items 2.1, 400 items (dominoes 20x20) 0.6, 432 items
  // (Latin squares of order 12) 0.25, a 16x16 Sudoku with 154 holes 0.14.
  constexpr Item wide = 320;
  // And it holds the options of every level: 300 + 3,700 items with 100,000 options took 2 GB.
  constexpr std::size_t most_words = std::size_t{1} << 20;
  const std::size_t words = problem.item_count() / 64 + 1;
  return problem.primary > wide || words * problem.option_count() > most_words ? Engine::cells
                                                                               : Engine::bits;
}

}  // namespace squaredance::cover
