// Which engine takes what, and the part of Search that all engines share.
#include <algorithm>

#include "bits/bits_search.hpp"
#include "cells.hpp"
#include "general_links.hpp"
#include "learn_search.hpp"
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

namespace {

bool has_colors(const Problem& problem) {
  return std::ranges::any_of(problem.colors, [](Color color) { return color != 0; });
}

}  // namespace

bool takes(Engine engine, const Problem& problem) {
  switch (engine) {
    case Engine::links: return true;
    case Engine::cells: return true;
    case Engine::bits: return bits::fits(problem);
    case Engine::learn: return LearnSearch::fits(problem);
  }
  return false;
}

std::unique_ptr<Search> make_search(Engine engine, const Problem& problem) {
  const bool bounded = problem.has_bounds();
  const bool colored = has_colors(problem);
  switch (engine) {
    case Engine::links: break;
    case Engine::cells:
      if (bounded) return std::make_unique<Cells<true, true>>(problem);
      if (colored) return std::make_unique<Cells<true, false>>(problem);
      return std::make_unique<Cells<false, false>>(problem);
    case Engine::bits: return bits::make(problem);
    case Engine::learn: return std::make_unique<LearnSearch>(problem);
  }
  if (bounded || colored) return std::make_unique<GeneralLinks>(problem);
  return std::make_unique<Links>(problem);
}

}  // namespace squaredance::cover
