// Tests of the engine `learn` of exact cover, against all subsets of the options and other engines.
#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "check.hpp"
#include "cover_problems.hpp"
#include "squaredance/cover/search.hpp"

using namespace squaredance;
using namespace squaredance::cover::testing;
using cover::Item;
using cover::Problem;

namespace {

Solutions solutions_of(const Problem& problem, std::uint64_t slice = ~0ULL,
                       cover::Engine engine = cover::Engine::learn) {
  CHECK(cover::takes(engine, problem));
  auto search = cover::make_search(engine, problem);
  CHECK(search->progress() == 0);
  Solutions solutions;
  for (Pause pause; (pause = search->run(slice)) != Pause::exhausted;) {
    if (pause == Pause::budget) continue;
    solutions.push_back(search->solution());
    std::ranges::sort(solutions.back());
  }
  CHECK(search->run(0) == Pause::exhausted);
  CHECK(search->progress() == 1);
  CHECK(search->memory() > 0);
  std::ranges::sort(solutions);
  return solutions;
}

void test_random_problems() {
  std::mt19937 random(31);
  for (int round = 0; round < 4000; ++round) {
    const Problem problem = random_problem(random, {.colors = round % 4 != 0});
    const Solutions expected = solutions_by_subsets(problem);
    CHECK(solutions_of(problem) == expected);
    CHECK(solutions_of(problem, 1) == expected);
  }
}

// Enough items that colors meet, and solutions enough for flipped decisions.
void test_random_colors() {
  std::mt19937 random(32);
  std::size_t many = 0;
  for (int round = 0; round < 300; ++round) {
    const auto below = [&](unsigned n) { return static_cast<Item>(random() % n); };
    const Item primary = 3 + below(6), secondary = 1 + below(6);
    Problem problem = empty_problem(primary, secondary);
    for (Item item = 0; item < primary; ++item)
      for (unsigned copies = 2 + below(4); copies > 0; --copies) {
        std::vector<Item> items{item};
        problem.colors.push_back(0);
        if (item + 1 < primary && below(4) == 0) {
          items.push_back(item + 1);
          problem.colors.push_back(0);
        }
        for (Item other = primary; other < primary + secondary; ++other)
          if (below(3) == 0) {
            items.push_back(other);
            problem.colors.push_back(below(6) == 0 ? 0 : 1 + below(3));
          }
        problem.add_option(items);
      }
    const Solutions expected = solutions_of(problem, ~0ULL, cover::Engine::cells);
    many += expected.size() > 40;
    CHECK(solutions_of(problem, 3) == expected);
  }
  CHECK(many > 10);
}

void test_known_counts() {
  CHECK(solutions_of(queens(8)).size() == 92);
  CHECK(solutions_of(langford(7)).size() == 52);
  CHECK(solutions_of(langford(6)).empty());
  CHECK(solutions_of(costas(5)).size() == 40);
  CHECK(solutions_of(costas(6)).size() == 116);
}

void test_what_it_takes() {
  Problem problem = empty_problem(1, 0);
  problem.add_option({0});
  CHECK(cover::takes(cover::Engine::learn, problem));
  problem.bounds = {{1, 1}};
  CHECK(cover::takes(cover::Engine::learn, problem));
  problem.bounds = {{0, 1}};
  CHECK(!cover::takes(cover::Engine::learn, problem));
}

// Three quarters of a Latin square of order 20 with holes are left; a search without learning
// takes minutes on some. An option is (row, column, value).
Problem latin_with_holes(Item n, std::mt19937& random, std::size_t holes) {
  std::vector<std::array<Item, 3>> cells;
  std::vector<Item> rows(n), cols(n);
  for (Item i = 0; i < n; ++i) rows[i] = cols[i] = i;
  std::ranges::shuffle(rows, random);
  std::ranges::shuffle(cols, random);
  for (Item r = 0; r < n; ++r)
    for (Item c = 0; c < n; ++c) cells.push_back({r, c, (rows[r] + cols[c]) % n});
  std::ranges::shuffle(cells, random);
  Problem problem = empty_problem(3 * n * n, 0);
  const auto add = [&](Item r, Item c, Item v) {
    problem.add_option({r * n + c, n * n + r * n + v, 2 * n * n + c * n + v});
  };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto [r, c, v] = cells[i];
    if (i >= holes) add(r, c, v);
    for (Item value = 0; i < holes && value < n; ++value) add(r, c, value);
  }
  return problem;
}

void test_latin_squares() {
  std::mt19937 random(33);
  for (int round = 0; round < 10; ++round) {
    const Problem problem = latin_with_holes(20, random, 170);
    auto search = cover::make_search(cover::Engine::learn, problem);
    CHECK(search->run(1'000'000) == Pause::solution);
    Solution solution = search->solution();
    CHECK(is_cover(problem, solution));
  }
}

}  // namespace

void test_cover_learn() {
  test_random_problems();
  test_random_colors();
  test_known_counts();
  test_what_it_takes();
  test_latin_squares();
}
