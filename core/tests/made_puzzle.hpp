// Puzzles of any geometry for the tests of techniques, made from a seed.
#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "squaredance/search.hpp"

namespace squaredance {

using Values = std::vector<std::uint8_t>;

// A solution, or nothing; `only`: nothing as well if there are two.
inline Values solved(const Geometry& geometry, std::vector<std::uint64_t> masks, bool only) {
  Values values(geometry.cells());
  const auto search = make_search(Engine::search, geometry, std::move(masks));
  if (search->run(100000) != Pause::solution) return {};
  search->read_solution(values);
  return !only || search->run(100000) == Pause::exhausted ? values : Values{};
}

// A puzzle from a seed: clues of some solution are taken away while it stays the only one.
inline Values made(const Geometry& geometry, std::mt19937& random) {
  const std::uint64_t all = ~0ULL >> (64 - geometry.size());
  std::vector<std::uint64_t> masks;
  Values clues;
  while (clues.empty()) {
    masks.assign(geometry.cells(), all);
    for (int value = 0; value < geometry.size(); ++value) {
      masks[random() % masks.size()] = 1ULL << value;
    }
    clues = solved(geometry, masks, false);
  }
  std::vector<int> order(clues.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<int>(i);
    std::swap(order[i], order[random() % (i + 1)]);
    masks[i] = 1ULL << (clues[i] - 1);
  }
  for (const int cell : order) {
    masks[cell] = all;
    if (solved(geometry, masks, true).empty()) masks[cell] = 1ULL << (clues[cell] - 1);
    else clues[cell] = 0;
  }
  return clues;
}

}  // namespace squaredance
