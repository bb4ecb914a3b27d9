#include "squaredance/cover/choose.hpp"

#include <cstddef>

namespace squaredance::cover {

Engine best_engine(const Problem& problem) {
  if (!takes(Engine::bits, problem)) return Engine::cells;
  // `bits` looks at every option on every level, all its words; `cells` only at options that go.
  // Pentominoes have 4,000 words, 60 queens 22,000. A 16x16 Sudoku has 65,000, dominoes on 60x60
  // 400,000: there a node of `bits` took 8 ms.
  constexpr std::size_t most_words = 1 << 15;
  const std::size_t words = (std::size_t{problem.item_count()} + 63) / 64;
  return words * problem.option_count() <= most_words ? Engine::bits : Engine::cells;
}

}  // namespace squaredance::cover
