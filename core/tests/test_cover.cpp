// Tests of the exact cover searches and of what makes smaller problems, against all subsets.
#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "cover_problems.hpp"
#include "squaredance/cover/search.hpp"

using namespace squaredance;
using namespace squaredance::cover::testing;
using cover::Item;
using cover::Option;
using cover::Problem;

namespace {

constexpr std::array engines{cover::Engine::links, cover::Engine::cells};
constexpr std::array<Traits, 4> all_traits{
    {{}, {.colors = true}, {.bounds = true}, {.colors = true, .bounds = true}}};

Solutions solutions_of(cover::Search& search, std::uint64_t slice = 1 << 16) {
  Solutions solutions;
  for (Pause pause; (pause = search.run(slice)) != Pause::exhausted;) {
    if (pause != Pause::solution) continue;
    solutions.push_back(search.solution());
    std::ranges::sort(solutions.back());
  }
  std::ranges::sort(solutions);
  return solutions;
}

Solutions solutions_of(cover::Engine engine, const Problem& problem, std::uint64_t slice = 1 << 16) {
  auto search = cover::make_search(engine, problem);
  return solutions_of(*search, slice);
}

std::uint64_t count_of(cover::Engine engine, const Problem& problem) {
  auto search = cover::make_search(engine, problem);
  std::uint64_t found = 0;
  CHECK(search->count(~0ULL, ~0ULL, found) == Pause::exhausted);
  return found;
}

void test_random_problems() {
  std::mt19937 random(2026);
  for (int round = 0; round < 3000; ++round) {
    for (Traits traits : all_traits) {
      const Problem problem = random_problem(random, traits);
      const Solutions expected = solutions_by_subsets(problem);
      for (cover::Engine engine : engines) {
        CHECK(cover::takes(engine, problem));
        CHECK(solutions_of(engine, problem) == expected);
        CHECK(solutions_of(engine, problem, 1) == expected);
        CHECK(count_of(engine, problem) == expected.size());
      }
    }
  }
}

void test_slices_and_progress() {
  std::mt19937 random(7);
  for (int round = 0; round < 400; ++round) {
    const Problem problem = random_problem(random, all_traits[round % 4], 16);
    for (cover::Engine engine : engines) {
      auto whole = cover::make_search(engine, problem);
      auto sliced = cover::make_search(engine, problem);
      double progress = 0;
      CHECK(sliced->progress() == 0);
      for (;;) {
        Pause pause = whole->run(~0ULL);
        Pause piece;
        while ((piece = sliced->run(1)) == Pause::budget) {
          CHECK(sliced->progress() >= progress && sliced->progress() <= 1);
          progress = sliced->progress();
        }
        CHECK(piece == pause);
        CHECK(whole->effort().nodes == sliced->effort().nodes);
        CHECK(whole->effort().guesses == sliced->effort().guesses);
        if (pause == Pause::exhausted) break;
        CHECK(whole->solution() == sliced->solution());
      }
      CHECK(sliced->progress() == 1);
      CHECK(sliced->run(0) == Pause::exhausted);
      CHECK(sliced->memory() > 0);
    }
  }
}

void test_counting_stops_at_its_limits() {
  const Problem problem = queens(6);
  for (cover::Engine engine : engines) {
    auto search = cover::make_search(engine, problem);
    std::uint64_t found = 0;
    CHECK(search->count(~0ULL, 3, found) == Pause::solution);
    CHECK(found == 3);
    CHECK(search->count(0, 4, found) == Pause::budget);
    CHECK(search->run(~0ULL) == Pause::solution);
    CHECK(search->count(~0ULL, 9, found) == Pause::exhausted);
    CHECK(found == 3);
  }
}

void test_odd_problems() {
  for (cover::Engine engine : engines) {
    CHECK(solutions_of(engine, Problem{}) == Solutions{{}});
    CHECK(solutions_of(engine, empty_problem(1, 0)) == Solutions{});
    CHECK(solutions_of(engine, empty_problem(0, 2)) == Solutions{{}});
    Problem problem = empty_problem(0, 1);
    problem.add_option({0});
    problem.add_option({});
    CHECK(solutions_of(engine, problem) == Solutions{{}});

    Problem useless = empty_problem(1, 1);
    useless.add_option({});
    useless.add_option({1});
    useless.add_option({0});
    useless.add_option({0});
    CHECK((solutions_of(engine, useless) == Solutions{{2}, {3}}));

    Problem any = empty_problem(1, 0);
    any.bounds = {{0, 2}};
    for (int o = 0; o < 3; ++o) any.add_option({0});
    CHECK(solutions_of(engine, any).size() == 7);  // 1 + 3 + 3
    any.bounds = {{0, 0}};
    CHECK(solutions_of(engine, any) == Solutions{{}});
    any.bounds = {{4, 5}};
    CHECK(solutions_of(engine, any) == Solutions{});
    any.bounds = {{0, ~0u}};
    CHECK(solutions_of(engine, any).size() == 8);
    any.bounds = {{~0u, ~0u}};
    CHECK(solutions_of(engine, any) == Solutions{});
  }
}

void test_known_counts() {
  for (cover::Engine engine : engines) {
    CHECK(count_of(engine, queens(8)) == 92);
    CHECK(count_of(engine, langford(7)) == 52);
    CHECK(count_of(engine, costas(5)) == 40);
    CHECK(count_of(engine, costas(6)) == 116);
    CHECK(count_of(engine, pentominoes(3, 20)) == 8);
  }
}

}  // namespace

void test_cover() {
  test_odd_problems();
  test_random_problems();
  test_slices_and_progress();
  test_counting_stops_at_its_limits();
  test_known_counts();
}
