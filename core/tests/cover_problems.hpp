// Exact cover problems for tests: known ones, random ones, and their solutions by trying all
// subsets of the options.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "squaredance/cover/problem.hpp"

namespace squaredance::cover::testing {

using Solution = std::vector<Option>;    // sorted
using Solutions = std::vector<Solution>;  // sorted

inline bool is_cover(const Problem& problem, const Solution& solution) {
  std::vector<std::uint32_t> uses(problem.item_count(), 0);
  std::vector<std::set<Color>> colors(problem.item_count());
  for (Option o : solution) {
    if (!problem.is_usable(o)) return false;
    for (std::size_t p = problem.starts[o]; p < problem.starts[o + 1]; ++p) {
      ++uses[problem.items[p]];
      colors[problem.items[p]].insert(problem.color_at(p));
    }
  }
  for (Item i = 0; i < problem.item_count(); ++i) {
    if (problem.is_primary(i)) {
      auto [least, most] = problem.bounds_of(i);
      if (uses[i] < least || uses[i] > most) return false;
    } else if (uses[i] > 1 && (colors[i].size() > 1 || colors[i].contains(0))) {
      return false;
    }
  }
  return true;
}

inline Solutions solutions_by_subsets(const Problem& problem) {
  Solutions solutions;
  for (std::uint32_t subset = 0; subset < 1u << problem.option_count(); ++subset) {
    Solution solution;
    for (Option o = 0; o < problem.option_count(); ++o)
      if (subset >> o & 1) solution.push_back(o);
    if (is_cover(problem, solution)) solutions.push_back(solution);
  }
  std::ranges::sort(solutions);
  return solutions;
}

struct Traits {
  bool colors = false;
  bool bounds = false;
};

inline Problem random_problem(std::mt19937& random, Traits traits, unsigned most_options = 10) {
  auto below = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
  Problem problem;
  problem.primary = below(6);
  problem.secondary = below(4);
  const unsigned sparse = 2 + below(3), kinds = 1 + below(3);
  for (unsigned o = below(most_options + 1); o > 0; --o) {
    std::vector<Item> items;
    std::vector<Color> colors;
    if (problem.option_count() > 0 && below(8) == 0) {  // the same option again
      const Option twin = below(problem.option_count());
      for (std::size_t p = problem.starts[twin]; p < problem.starts[twin + 1]; ++p) {
        items.push_back(problem.items[p]);
        colors.push_back(problem.color_at(p));
      }
    } else {
      for (Item i = 0; i < problem.item_count(); ++i) {
        if (below(sparse) != 0) continue;
        items.push_back(i);
        colors.push_back(problem.is_primary(i) ? 0 : below(kinds + 1));
      }
    }
    problem.add_option(items);
    if (traits.colors)
      problem.colors.insert(problem.colors.end(), colors.begin(), colors.end());
  }
  if (traits.bounds) {
    for (Item i = 0; i < problem.primary; ++i) {
      std::uint32_t least = below(3);
      Bounds wide{least, least + below(3)};
      problem.bounds.push_back(below(3) == 0 ? Bounds{} : wide);
    }
  }
  return problem;
}

inline Problem empty_problem(Item primary, Item secondary) {
  Problem problem;
  problem.primary = primary;
  problem.secondary = secondary;
  return problem;
}

inline Problem queens(Item n) {
  Problem problem = empty_problem(2 * n, 2 * (2 * n - 1));
  for (Item r = 0; r < n; ++r)
    for (Item c = 0; c < n; ++c)
      problem.add_option({r, n + c, 2 * n + r + c, 4 * n - 1 + n - 1 + r - c});
  return problem;
}

// Numbers 1 to n twice each, the two k's with k places between.
inline Problem langford(Item n) {
  Problem problem = empty_problem(3 * n, 0);
  for (Item k = 1; k <= n; ++k)
    for (Item left = 0; left + k + 1 < 2 * n; ++left)
      problem.add_option({k - 1, n + left, n + left + k + 1});
  return problem;
}

// Permutations p whose differences p(i + d) - p(i) are all different, for each d: an item for
// each pair of places, and the places are secondary items whose colors are the values.
inline Problem costas(Item n) {
  const Item pairs = n * (n - 1) / 2;
  Problem problem = empty_problem(pairs, n + n * 2 * n);
  Item pair = 0;
  for (Item d = 1; d < n; ++d)
    for (Item i = 0; i + d < n; ++i, ++pair)
      for (Item a = 0; a < n; ++a)
        for (Item b = 0; b < n; ++b) {
          if (a == b) continue;
          problem.add_option({pair, pairs + i, pairs + i + d, pairs + n + d * 2 * n + b + n - a});
          problem.colors.insert(problem.colors.end(), {0, a + 1, b + 1, 0});
        }
  return problem;
}

// The twelve pentominoes, each once, in a box.
inline Problem pentominoes(int rows, int cols) {
  using Shape = std::vector<std::pair<int, int>>;
  const std::vector<Shape> shapes{
      {{0, 1}, {0, 2}, {1, 0}, {1, 1}, {2, 1}}, {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}},
      {{0, 0}, {1, 0}, {2, 0}, {3, 0}, {3, 1}}, {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {3, 1}},
      {{0, 0}, {0, 1}, {1, 0}, {1, 1}, {2, 0}}, {{0, 0}, {0, 1}, {0, 2}, {1, 1}, {2, 1}},
      {{0, 0}, {0, 2}, {1, 0}, {1, 1}, {1, 2}}, {{0, 0}, {1, 0}, {2, 0}, {2, 1}, {2, 2}},
      {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}}, {{0, 1}, {1, 0}, {1, 1}, {1, 2}, {2, 1}},
      {{0, 1}, {1, 0}, {1, 1}, {2, 1}, {3, 1}}, {{0, 0}, {0, 1}, {1, 1}, {2, 1}, {2, 2}}};
  Problem problem = empty_problem(static_cast<Item>(12 + rows * cols), 0);
  for (Item piece = 0; piece < 12; ++piece) {
    std::set<Shape> turned;
    Shape shape = shapes[piece];
    for (int turn = 0; turn < 8; ++turn) {
      for (auto& [r, c] : shape) r = std::exchange(c, -r);
      if (turn == 4)
        for (auto& [r, c] : shape) c = -c;
      Shape placed = shape;
      int top = std::ranges::min(placed, {}, &std::pair<int, int>::first).first;
      int left = std::ranges::min(placed, {}, &std::pair<int, int>::second).second;
      for (auto& [r, c] : placed) r -= top, c -= left;
      std::ranges::sort(placed);
      turned.insert(placed);
    }
    for (const Shape& placed : turned)
      for (int top = 0; top < rows; ++top)
        for (int left = 0; left < cols; ++left) {
          std::vector<Item> items{piece};
          for (auto [r, c] : placed)
            if (top + r < rows && left + c < cols)
              items.push_back(static_cast<Item>(12 + (top + r) * cols + left + c));
          if (items.size() == 6) problem.add_option(items);
        }
  }
  return problem;
}

inline Problem dominoes(Item rows, Item cols) {
  Problem problem = empty_problem(rows * cols, 0);
  for (Item r = 0; r < rows; ++r) {
    for (Item c = 0; c < cols; ++c) {
      if (c + 1 < cols) problem.add_option({r * cols + c, r * cols + c + 1});
      if (r + 1 < rows) problem.add_option({r * cols + c, (r + 1) * cols + c});
    }
  }
  return problem;
}

// Every set of things is an option.
inline Problem partitions(Item n) {
  Problem problem = empty_problem(n, 0);
  for (std::uint32_t set = 1; set < 1u << n; ++set) {
    std::vector<Item> items;
    for (Item i = 0; i < n; ++i)
      if (set >> i & 1) items.push_back(i);
    problem.add_option(items);
  }
  return problem;
}

}  // namespace squaredance::cover::testing
