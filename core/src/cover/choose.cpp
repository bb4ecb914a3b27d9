#include "squaredance/cover/choose.hpp"

#include <cstddef>

namespace squaredance::cover {

Engine best_engine(const Problem& problem) {
  if (!takes(Engine::cells, problem) && !takes(Engine::bits, problem)) return Engine::links;
  if (!takes(Engine::bits, problem)) return Engine::cells;
  // `bits` looks at every option on every level, a bit each; `cells` only at those that go. With
  // many options of few items most stay, and `cells` wins.
  constexpr std::size_t many = 8192;
  return problem.option_count() > many && takes(Engine::cells, problem) ? Engine::cells
                                                                        : Engine::bits;
}

}  // namespace squaredance::cover
