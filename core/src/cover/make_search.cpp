// Which engine takes what, and the part of Search that all engines share.
#include "squaredance/cover/links.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::cover {

Pause Search::count(std::uint64_t nodes, std::uint64_t limit, std::uint64_t& found) {
  const std::uint64_t before = effort_.nodes;
  while (found < limit) {
    Pause pause = run(nodes - (effort_.nodes - before));
    if (pause != Pause::solution) return pause;
    ++found;
  }
  return Pause::solution;
}

bool takes(Engine engine, const Problem& problem) {
  switch (engine) {
    case Engine::links: return problem.colors.empty() && !problem.has_bounds();
    case Engine::cells: return false;
    case Engine::bits: return false;
    case Engine::learn: return false;
  }
  return false;
}

std::unique_ptr<Search> make_search(Engine engine, const Problem& problem) {
  switch (engine) {
    case Engine::links: break;
    case Engine::cells: break;
    case Engine::bits: break;
    case Engine::learn: break;
  }
  return std::make_unique<Links>(problem);
}

}  // namespace squaredance::cover
