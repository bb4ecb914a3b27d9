// Tests of what makes smaller problems, and of the estimate of a tree, against all subsets.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "check.hpp"
#include "cover_problems.hpp"
#include "squaredance/cover/estimate.hpp"
#include "squaredance/cover/reduce.hpp"
#include "squaredance/cover/search.hpp"

using namespace squaredance;
using namespace squaredance::cover::testing;
using cover::Option;
using cover::Problem;
using cover::Reduced;

namespace {

Problem random_problem_of_any_kind(std::mt19937& random, int round) {
  return random_problem(random, {.colors = round % 2 == 1, .bounds = round / 2 % 2 == 1});
}

// In terms of the problem that it was made from.
Solutions solutions_of(const Reduced& reduced) {
  Solutions solutions = solutions_by_subsets(reduced.problem);
  for (Solution& solution : solutions) {
    for (Option& o : solution) o = reduced.options[o];
    solution.insert(solution.end(), reduced.chosen.begin(), reduced.chosen.end());
    std::ranges::sort(solution);
  }
  std::ranges::sort(solutions);
  return solutions;
}

Reduced unreduced(const Problem& problem) { return cover::reduce(problem, {}, {}); }

std::vector<Option> random_options(std::mt19937& random, const Problem& problem, unsigned one_in) {
  std::vector<Option> options;
  for (Option o = 0; o < problem.option_count(); ++o)
    if (random() % one_in == 0) options.push_back(o);
  return options;
}

void test_reduce_keeps_what_has_the_forced() {
  std::mt19937 random(1);
  for (int round = 0; round < 6000; ++round) {
    Problem problem = random_problem_of_any_kind(random, round);
    for (Option o = 0; o < problem.option_count(); ++o) problem.costs.push_back(o * 1.5);
    std::vector<Option> forced = random_options(random, problem, 6);
    const std::vector<Option> excluded = random_options(random, problem, 9);
    Solutions expected = solutions_by_subsets(problem);
    std::erase_if(expected, [&](const Solution& solution) {
      return !std::ranges::includes(solution, forced) ||
             std::ranges::any_of(excluded, [&](Option o) {
               return std::ranges::binary_search(solution, o);
             });
    });
    if (!forced.empty()) forced.push_back(forced.front());  // twice is once
    const Reduced reduced = cover::reduce(problem, forced, excluded);
    CHECK(solutions_of(reduced) == expected);
    CHECK(!reduced.impossible || expected.empty());
    for (Option o = 0; o < reduced.problem.option_count(); ++o) {
      CHECK(reduced.problem.is_usable(o));
      CHECK(reduced.problem.cost_of(o) == problem.cost_of(reduced.options[o]));
    }
  }
}

void test_strike_keeps_the_solutions() {
  std::mt19937 random(2);
  int struck = 0;
  for (int round = 0; round < 6000; ++round) {
    const Problem problem = random_problem_of_any_kind(random, round);
    const Solutions expected = solutions_by_subsets(problem);
    Reduced reduced = unreduced(problem);
    const Option before = reduced.problem.option_count();
    cover::strike_impossible(reduced, round % 3 == 0 ? random() % 60 : ~0ULL);
    CHECK(solutions_of(reduced) == expected);
    struck += before - reduced.problem.option_count();
  }
  CHECK(struck > 1000);
}

void test_strike_pentominoes() {
  Reduced reduced = unreduced(pentominoes(3, 20));
  const Option before = reduced.problem.option_count();
  cover::strike_impossible(reduced, ~0ULL);
  CHECK(reduced.problem.option_count() < before);
  std::uint64_t found = 0;
  cover::make_search(cover::Engine::cells, reduced.problem)->count(~0ULL, ~0ULL, found);
  CHECK(found == 8);
}

void test_shuffle_keeps_the_solutions() {
  std::mt19937 random(3);
  for (int round = 0; round < 3000; ++round) {
    const Problem problem = random_problem_of_any_kind(random, round);
    const Reduced shuffled = cover::shuffle(problem, static_cast<std::uint64_t>(round));
    CHECK(solutions_of(shuffled) == solutions_by_subsets(problem));
  }
  const Problem problem = queens(6);
  CHECK(cover::shuffle(problem, 1).options == cover::shuffle(problem, 1).options);
  CHECK(cover::shuffle(problem, 1).options != cover::shuffle(problem, 2).options);
  CHECK(cover::shuffle(problem, 1).problem.items != cover::shuffle(problem, 2).problem.items);
}

void test_parts_share_no_solution_and_miss_none() {
  std::mt19937 random(4);
  for (int round = 0; round < 6000; ++round) {
    const Problem problem = random_problem_of_any_kind(random, round);
    Solutions solutions;
    const std::size_t wanted = 1 + random() % 20;
    for (const cover::Part& part : cover::split(problem, wanted)) {
      const Solutions more = solutions_of(cover::reduce(problem, part.forced, part.excluded));
      solutions.insert(solutions.end(), more.begin(), more.end());
    }
    std::ranges::sort(solutions);
    CHECK(solutions == solutions_by_subsets(problem));
  }
}

// However small the slices: checkpoints tell parts by their numbers.
void test_a_cut_in_slices_is_the_same() {
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    const Problem problem = random_problem_of_any_kind(random, round);
    const std::size_t wanted = 1 + random() % 20;
    const auto expected = cover::split(problem, wanted);
    cover::Cutting cutting(problem, wanted);
    while (!cutting.run(random() % 100)) {}
    const auto actual = cutting.take();
    CHECK(std::ranges::equal(expected, actual, [](const cover::Part& a, const cover::Part& b) {
      return a.forced == b.forced && a.excluded == b.excluded;
    }));
  }
}

// One item with many options: no more parts than wanted, and together not many numbers.
void test_parts_of_a_large_item() {
  Problem problem = empty_problem(1, 0);
  for (int o = 0; o < 3000; ++o) problem.add_option({0});
  for (cover::Bounds bounds : {cover::Bounds{1, 1}, {0, 1}, {0, 3000}, {2, 2}, {2, 5}}) {
    problem.bounds = {bounds};
    const auto parts = cover::split(problem, 16);
    CHECK(parts.size() >= 16 && parts.size() <= 17);
    std::size_t numbers = 0;
    for (const cover::Part& part : parts) numbers += part.forced.size() + part.excluded.size();
    CHECK(numbers <= 16 * 3000);
    // All choices of one or two options are in one part each.
    for (std::size_t chosen : {1u, 2u}) {
      if (bounds.least > chosen || bounds.most < chosen) continue;
      for (Option first : {0u, 7u, 14u, 15u, 16u, 2000u}) {
        Solution solution{first};
        if (chosen == 2) solution.push_back(2999);
        CHECK(std::ranges::count_if(parts, [&](const cover::Part& part) {
          return std::ranges::includes(solution, part.forced) &&
                 std::ranges::none_of(part.excluded, [&](Option o) {
                   return std::ranges::count(solution, o) != 0;
                 });
        }) == 1);
      }
    }
  }
}

// Parts of items with very many options are fewer than wanted, and still have every solution.
void test_parts_take_bounded_memory() {
  constexpr std::size_t most = (std::size_t{1} << 26) + (1 << 20);  // options; some bytes more
  for (std::size_t items : {1u, 2u}) {
    Problem problem = empty_problem(static_cast<cover::Item>(items), 0);
    for (Option o = 0; o < 20000; ++o) problem.add_option({o % static_cast<cover::Item>(items)});
    for (cover::Bounds bounds : {cover::Bounds{1, 1}, {0, 1}, {1, 3}, {0, 20000}}) {
      problem.bounds.assign(items, bounds);
      for (std::size_t wanted : {9000u, 19000u}) {
        const auto parts = cover::split(problem, wanted);
        std::size_t numbers = 0;
        for (const cover::Part& part : parts) numbers += part.forced.size() + part.excluded.size();
        CHECK(numbers <= most);
        CHECK(parts.size() >= 3000);
        for (Option o : {0u, 1u, 4567u, 9998u, 19997u}) {
          Solution solution{o};
          if (items == 2) solution.push_back(o + 1);
          CHECK(std::ranges::count_if(parts, [&](const cover::Part& part) {
            return std::ranges::all_of(part.forced, [&](Option f) {
                     return std::ranges::count(solution, f) != 0;
                   }) &&
                   std::ranges::none_of(part.excluded, [&](Option e) {
                     return std::ranges::count(solution, e) != 0;
                   });
          }) == 1);
        }
      }
    }
  }
}

void test_parts_of_queens() {
  const Problem problem = queens(8);
  CHECK(cover::split(problem, 1).size() == 1);
  for (std::size_t wanted : {2u, 8u, 9u, 100u}) {
    const auto parts = cover::split(problem, wanted);
    CHECK(parts.size() >= wanted && parts.size() < wanted + 8);
    std::uint64_t found = 0;
    for (const cover::Part& part : parts) {
      const Reduced reduced = cover::reduce(problem, part.forced, part.excluded);
      auto search = cover::make_search(cover::Engine::cells, reduced.problem);
      search->count(~0ULL, ~0ULL, found);
    }
    CHECK(found == 92);
  }
}

void check_estimate(const Problem& problem) {
  auto search = cover::make_search(cover::Engine::links, problem);
  std::uint64_t found = 0;
  search->count(~0ULL, ~0ULL, found);
  cover::Estimator estimator(problem, 5);
  for (int probe = 0; probe < 20000; ++probe) estimator.probe();
  CHECK(estimator.probes() == 20000);
  auto is_close = [](cover::Estimator::Mean mean, std::uint64_t truth) {
    return std::abs(mean.mean - static_cast<double>(truth)) <= 5 * mean.error + 1e-9;
  };
  CHECK(is_close(estimator.nodes(), search->effort().nodes));
  CHECK(is_close(estimator.solutions(), found));
  CHECK(estimator.nodes().error < 0.2 * estimator.nodes().mean);
}

void test_estimates() {
  check_estimate(queens(6));
  check_estimate(langford(4));
  check_estimate(costas(4));
  check_estimate(empty_problem(0, 0));
  check_estimate(empty_problem(1, 0));
  std::mt19937 random(6);
  for (int round = 0; round < 12; ++round)
    check_estimate(random_problem(random, {.colors = true, .bounds = true}, 14));
}

}  // namespace

void test_reduce() {
  test_reduce_keeps_what_has_the_forced();
  test_strike_keeps_the_solutions();
  test_strike_pentominoes();
  test_shuffle_keeps_the_solutions();
  test_parts_share_no_solution_and_miss_none();
  test_a_cut_in_slices_is_the_same();
  test_parts_of_a_large_item();
  test_parts_take_bounded_memory();
  test_parts_of_queens();
  test_estimates();
}
