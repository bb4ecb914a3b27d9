// Tests of the cheapest cover, against all subsets of the options.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <vector>

#include "check.hpp"
#include "cover_problems.hpp"
#include "squaredance/cover/minimum.hpp"

using namespace squaredance;
using namespace squaredance::cover::testing;
using cover::Item;
using cover::Minimum;
using cover::Option;
using cover::Problem;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

enum class Costs { none, equal, small, negative, decimal, coarse, huge, enormous, wild };
constexpr std::array all_costs{Costs::none,    Costs::equal,  Costs::small, Costs::negative,
                               Costs::decimal, Costs::coarse, Costs::huge,  Costs::enormous,
                               Costs::wild};

double draw_cost(std::mt19937& random, Costs kind) {
  const auto n = static_cast<double>(random() % 1000);
  switch (kind) {
    case Costs::none:
    case Costs::equal: return 0;
    case Costs::small: return std::floor(n / 100);
    case Costs::negative: return n - 600;
    case Costs::decimal: return (n - 200) / 100;
    case Costs::coarse: return (std::floor(n / 100) - 5) * 0.75;
    case Costs::huge: return 0x1p49 - std::floor(n / 100);
    case Costs::enormous: return (n - 300) * 1e303;
    case Costs::wild: return std::exp(n / 100) * (random() % 4 ? 1 : -1);
  }
  return 0;
}

void give_costs(Problem& problem, std::mt19937& random, Costs kind) {
  if (kind == Costs::none) return;
  for (Option o = 0; o < problem.option_count(); ++o)
    problem.costs.push_back(draw_cost(random, kind));
}

double cost_of(const Problem& problem, const Solution& solution) {
  double cost = 0;
  for (Option o : solution) cost += problem.cost_of(o);
  return cost;
}

// Every solution is a cover and cheaper than the one before, and no bound was wrong.
double cheapest(const Problem& problem, std::uint64_t slice, Effort& effort) {
  Minimum search(problem);
  double best = infinity, bound = -infinity, progress = 0;
  for (Pause pause; (pause = search.run(slice)) != Pause::exhausted;) {
    if (pause == Pause::solution) {
      CHECK(is_cover(problem, search.solution()));
      CHECK(cost_of(problem, search.solution()) == search.cost());
      CHECK(search.cost() < best);
      CHECK(search.cost() >= bound);
      best = search.cost();
    }
    CHECK(search.bound() >= bound);
    CHECK(search.progress() >= progress && search.progress() <= 1);
    bound = search.bound();
    progress = search.progress();
  }
  CHECK(search.cost() == best);
  CHECK(search.progress() == 1);
  CHECK(search.bound() == infinity);
  CHECK(search.run(0) == Pause::exhausted);
  effort = search.effort();
  return best;
}

void check_problem(const Problem& problem, bool exact) {
  double expected = infinity;
  for (const Solution& solution : solutions_by_subsets(problem))
    expected = std::min(expected, cost_of(problem, solution));
  Effort whole, sliced;
  const double found = cheapest(problem, ~0ULL, whole);
  CHECK(found == expected || (!exact && std::abs(found - expected) < 1e-12 * std::abs(expected)));
  CHECK(cheapest(problem, 1, sliced) == found);
  CHECK(whole.nodes == sliced.nodes && whole.guesses == sliced.guesses);
}

void test_random_problems() {
  std::mt19937 random(2026);
  constexpr std::array<Traits, 4> all_traits{
      {{}, {.colors = true}, {.bounds = true}, {.colors = true, .bounds = true}}};
  for (int round = 0; round < 100; ++round) {
    for (Traits traits : all_traits) {
      for (Costs kind : all_costs) {
        Problem problem = random_problem(random, traits, round % 10 ? 9 : 12);
        give_costs(problem, random, kind);
        check_problem(problem, kind != Costs::wild);
      }
    }
  }
}

// More items and longer options, so that prices matter.
void test_random_partitions() {
  std::mt19937 random(5);
  for (int round = 0; round < 200; ++round) {
    const Item items = 6 + static_cast<Item>(random() % 5);
    Problem problem = empty_problem(items, 0);
    for (int o = 0; o < 12; ++o) {
      std::vector<Item> option;
      const Item start = static_cast<Item>(random() % items);
      const Item step = 1 + static_cast<Item>(random() % 2);
      for (Item i = start; i < items && option.size() < 1 + random() % 4; i += step)
        option.push_back(i);
      if (option.empty()) option.push_back(start);
      problem.add_option(option);
    }
    give_costs(problem, random, all_costs[static_cast<std::size_t>(round) % all_costs.size()]);
    check_problem(problem, true);
  }
}

// n people, n tasks, the best of all permutations.
void test_assignments() {
  std::mt19937 random(11);
  for (int round = 0; round < 40; ++round) {
    const Item n = 2 + static_cast<Item>(random() % 6);
    Problem problem = empty_problem(2 * n, 0);
    for (Item row = 0; row < n; ++row)
      for (Item col = 0; col < n; ++col) problem.add_option({row, n + col});
    give_costs(problem, random, round % 2 ? Costs::negative : Costs::small);
    std::vector<Item> order(n);
    std::iota(order.begin(), order.end(), 0);
    double expected = infinity;
    do {
      double cost = 0;
      for (Item row = 0; row < n; ++row) cost += problem.costs[row * n + order[row]];
      expected = std::min(expected, cost);
    } while (std::ranges::next_permutation(order).found);
    Effort effort;
    CHECK(cheapest(problem, 7, effort) == expected);
  }
}

// One less in 2^53 is seen.
void test_no_rounding() {
  Problem problem = empty_problem(8, 0);
  std::mt19937 random(3);
  for (Item i = 0; i < 8; ++i)
    for (int copy = 0; copy < 12; ++copy) {
      problem.add_option({i});
      problem.costs.push_back(0x1p50 - 4 + (copy == 7 ? 0 : 1 + random() % 2));
    }
  Effort effort;
  CHECK(cheapest(problem, ~0ULL, effort) == 0x1p53 - 32);
}

// What is proved at the root needs no search.
void test_effort_of_the_obvious() {
  Problem problem = empty_problem(12, 0);
  for (Item row = 0; row < 12; ++row)
    for (int option = 0; option < 9; ++option) {
      problem.add_option({row});
      problem.costs.push_back(option);
    }
  Effort effort;
  CHECK(cheapest(problem, ~0ULL, effort) == 0);
  CHECK(effort.guesses <= 12);
  Problem none = empty_problem(2, 0);
  none.add_option({0});
  CHECK(cheapest(none, ~0ULL, effort) == infinity);
  CHECK(effort.nodes == 0);
  CHECK(cheapest(Problem{}, ~0ULL, effort) == 0);

  // Costs, but nothing that can be covered: prices must stay within 64 bits.
  Problem idle = empty_problem(1, 0);
  idle.add_option({});
  idle.bounds = {{0, 0}};
  idle.costs = {5};
  CHECK(cheapest(idle, ~0ULL, effort) == 0);
}

}  // namespace

void test_cover_minimum() {
  test_random_problems();
  test_random_partitions();
  test_assignments();
  test_no_rounding();
  test_effort_of_the_obvious();
}
