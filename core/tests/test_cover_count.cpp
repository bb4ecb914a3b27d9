// Tests of counting without listing, and of the diagram: against all subsets, known counts and
// recurrences.
#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "../src/cover/natural.hpp"
#include "check.hpp"
#include "cover_problems.hpp"
#include "squaredance/cover/count.hpp"
#include "squaredance/cover/diagram.hpp"

using namespace squaredance;
using namespace squaredance::cover::testing;
using cover::Halt;
using cover::Item;
using cover::Method;
using cover::Option;
using cover::Problem;
using Digits = std::vector<std::uint64_t>;

namespace {

constexpr std::size_t plenty = std::size_t{1} << 30;
constexpr std::array methods{Method::best, Method::memo, Method::frontier, Method::search};
constexpr std::array<Traits, 4> all_traits{
    {{}, {.colors = true}, {.bounds = true}, {.colors = true, .bounds = true}}};

Digits digits_of(std::uint64_t number) { return number ? Digits{number} : Digits{}; }

Digits digits_of(const std::string& decimal) {
  Digits number;
  for (char c : decimal) {
    number = cover::natural::product(number, Digits{10});
    number.push_back(0);
    cover::natural::add(number, Digits{static_cast<std::uint64_t>(c - '0')});
    number = cover::natural::trimmed(number);
  }
  return number;
}

Digits sum(Digits a, const Digits& b) {
  a.resize(std::max(a.size(), b.size()) + 1, 0);
  cover::natural::add(a, b);
  return cover::natural::trimmed(a);
}

Digits count_of(Method method, const Problem& problem, std::size_t memory = plenty,
                std::uint64_t slice = 1 << 12) {
  auto counter = cover::make_counter(method, problem, {memory});
  Halt halt;
  while ((halt = counter->run(slice)) == Halt::budget) {
    CHECK(counter->progress() >= 0 && counter->progress() <= 1);
  }
  CHECK(halt == Halt::done);
  CHECK(counter->progress() == 1);
  CHECK(counter->run(0) == Halt::done);
  return counter->total();
}

// -- problems -----------------------------------------------------------------------------

// The edges of the complete graph are covered by perfect matchings.
Problem one_factorisations(Item n) {
  Problem problem = empty_problem(n * (n - 1) / 2, 0);
  std::vector<std::pair<std::vector<Item>, std::uint32_t>> partial{{{}, 0}};  // edges, vertices
  while (!partial.empty()) {
    auto [edges, used] = partial.back();
    partial.pop_back();
    Item a = 0;
    while (used >> a & 1) ++a;
    if (a == n) {
      problem.add_option(edges);
      continue;
    }
    for (Item b = a + 1; b < n; ++b) {
      if (used >> b & 1) continue;
      auto longer = edges;
      longer.push_back(b * (b - 1) / 2 + a);
      partial.push_back({longer, used | 1u << a | 1u << b});
    }
  }
  return problem;
}

// Reduced: the first row and column are in order.
Problem latin_squares(Item n, bool reduced) {
  Problem problem = empty_problem(3 * n * n, 0);
  for (Item r = 0; r < n; ++r) {
    for (Item c = 0; c < n; ++c) {
      for (Item v = 0; v < n; ++v) {
        const bool edge = r == 0 || c == 0;
        if (reduced && (edge ? v != r + c : v == r || v == c)) continue;
        problem.add_option({r * n + c, n * n + r * n + v, 2 * n * n + c * n + v});
      }
    }
  }
  return problem;
}

// Pairs of numbers that differ by at most `reach` are matched.
Problem near_matchings(Item n, Item reach) {
  Problem problem = empty_problem(n, 0);
  for (Item a = 0; a < n; ++a)
    for (Item b = a + 1; b < n && b - a <= reach; ++b) problem.add_option({a, b});
  return problem;
}

// -- numbers ------------------------------------------------------------------------------

void test_natural() {
  namespace natural = cover::natural;
  const std::uint64_t top = ~0ULL;
  Digits number{top, top};
  CHECK(natural::add(number, Digits{1}));
  CHECK((number == Digits{0, 0}));
  number = {top, 5};
  CHECK(!natural::add(number, Digits{1}));
  CHECK((number == Digits{0, 6}));
  number = {top, top};
  CHECK(natural::add(number, Digits{top, top}));
  CHECK((number == Digits{top - 1, top}));
  CHECK((natural::product(Digits{top, top}, Digits{top}) == Digits{1, top, top - 1}));
  CHECK((natural::product(Digits{top}, Digits{}) == Digits{}));
  number = {0, 0, 1};
  natural::subtract(number, Digits{1});
  CHECK((number == Digits{top, top, 0}));
  CHECK(natural::less(Digits{7, 0}, Digits{8}));
  CHECK(!natural::less(Digits{0, 1}, Digits{8}));
  CHECK(!natural::less(Digits{8}, Digits{8, 0}));
  CHECK((digits_of("340282366920938463463374607431768211456") == Digits{0, 0, 1}));
}

// -- counters -----------------------------------------------------------------------------

void test_random_problems() {
  std::mt19937 random(11);
  for (int round = 0; round < 2000; ++round) {
    for (Traits traits : all_traits) {
      const Problem problem = random_problem(random, traits);
      const Digits expected = digits_of(solutions_by_subsets(problem).size());
      for (Method method : methods) {
        CHECK(cover::takes(method, problem) == (method != Method::memo || !problem.has_bounds()));
        if (!cover::takes(method, problem)) continue;
        CHECK(count_of(method, problem) == expected);
        CHECK(count_of(method, problem, plenty, 1) == expected);
        if (method == Method::best) CHECK(count_of(method, problem, 0) == expected);
      }
    }
  }
}

// Options reach over a window of items, so that items are live for a while and their slots in
// the state are used again; up to 12 colors.
Problem random_strip(std::mt19937& random, Traits traits) {
  auto below = [&](unsigned n) { return static_cast<Item>(random() % n); };
  Problem problem = empty_problem(6 + below(traits.bounds ? 5 : 12), below(14));
  const Item reach = 2 + below(4);
  const Item kinds = 1 + below(12);
  for (Item o = 0; o < 3 * problem.primary; ++o) {
    const Item start = below(problem.primary);
    std::vector<Item> items{start};
    for (Item i = start + 1; i < std::min(start + reach, problem.primary); ++i)
      if (below(2)) items.push_back(i);
    const Item first = problem.secondary * start / problem.primary;
    for (Item i = first; i < std::min(first + reach, problem.secondary); ++i)
      if (below(2)) items.push_back(problem.primary + i);
    problem.add_option(items);
    if (!traits.colors) continue;
    for (Item i : items) problem.colors.push_back(i < problem.primary ? 0 : below(kinds + 1));
  }
  if (traits.bounds) {
    for (Item i = 0; i < problem.primary; ++i) {
      const Item least = below(3);
      problem.bounds.push_back(below(2) ? cover::Bounds{} : cover::Bounds{least, least + below(4)});
    }
  }
  return problem;
}

// The methods against each other.
void test_methods_agree() {
  std::mt19937 random(12);
  for (int round = 0; round < 800; ++round) {
    const Problem problem = random_strip(random, all_traits[round % 4]);
    const Digits expected = count_of(Method::search, problem);
    CHECK(count_of(Method::frontier, problem) == expected);
    CHECK(count_of(Method::best, problem, 4096, 1000) == expected);
    if (cover::takes(Method::memo, problem))
      for (std::size_t memory : {std::size_t{20'000}, plenty})
        CHECK(count_of(Method::memo, problem, memory) == expected);
    cover::DiagramBuilder builder(problem, {});
    CHECK(builder.run(~0ULL) == Halt::done);
    CHECK(builder.take().count() == expected);
  }
}

void test_known_counts() {
  const std::vector<std::pair<Problem, std::uint64_t>> known{
      {dominoes(8, 8), 12'988'816},
      {dominoes(3, 5), 0},
      {dominoes(12, 12), 53'060'477'521'960'000},
      {one_factorisations(6), 6},
      {one_factorisations(8), 6'240},
      {latin_squares(4, false), 576},
      {latin_squares(5, false), 161'280},
      {latin_squares(6, true), 9'408},
      {partitions(10), 115'975},
      {near_matchings(14, 13), 135'135},
      {queens(9), 352},
      {langford(8), 300},
      {costas(6), 116},
      {pentominoes(3, 20), 8}};
  for (const auto& [problem, count] : known) {
    CHECK(count_of(Method::best, problem) == digits_of(count));
    CHECK(count_of(Method::memo, problem) == digits_of(count));
    if (problem.option_count() < 1000)
      CHECK(count_of(Method::frontier, problem) == digits_of(count));
  }
}

void test_counts_of_any_size() {
  CHECK(count_of(Method::best, dominoes(16, 16)) == digits_of("2444888770250892795802079170816"));
  CHECK(count_of(Method::frontier, dominoes(16, 16), plenty, 1000) ==
        digits_of("2444888770250892795802079170816"));
  // 2 x n: the Fibonacci numbers. 4 x n: a(n) = a(n-1) + 5 a(n-2) + a(n-3) - a(n-4).
  std::vector<Digits> two{{1}, {1}}, four{{1}, {1}, {5}, {11}};
  while (two.size() <= 480) two.push_back(sum(two.back(), two[two.size() - 2]));
  while (four.size() <= 200) {
    const std::size_t n = four.size();
    Digits next = cover::natural::product(Digits{5}, four[n - 2]);
    next = sum(sum(next, four[n - 1]), four[n - 3]);
    cover::natural::subtract(next, four[n - 4]);
    four.push_back(cover::natural::trimmed(next));
  }
  CHECK(four[200].size() == 5);
  for (Method method : {Method::best, Method::memo, Method::frontier}) {
    CHECK(count_of(method, dominoes(2, 480)) == two[480]);
    CHECK(count_of(method, dominoes(200, 4)) == four[200]);
  }
}

// Parts that share nothing: their counts are multiplied.
void test_products() {
  const Problem board = dominoes(4, 4);  // 36 ways
  Problem many = empty_problem(16 * 30, 0);
  Digits expected{1};
  for (Item copy = 0; copy < 30; ++copy) {
    for (Option o = 0; o < board.option_count(); ++o)
      many.add_option({copy * 16 + board.option(o)[0], copy * 16 + board.option(o)[1]});
    expected = cover::natural::product(expected, Digits{36});
  }
  CHECK(expected.size() == 3);
  for (Method method : {Method::best, Method::memo, Method::frontier})
    CHECK(count_of(method, many) == expected);
  CHECK(count_of(Method::memo, many, 4'000'000) == expected);
}

void test_little_memory() {
  const Problem problem = dominoes(6, 8);
  const Digits expected = digits_of(167'089);
  for (std::size_t memory : {0, 1000, 9000, 40'000}) {
    auto frontier = cover::make_counter(Method::frontier, dominoes(12, 12), {memory});
    Halt halt;
    while ((halt = frontier->run(10)) == Halt::budget) CHECK(frontier->memory() <= memory);
    CHECK(halt == Halt::memory);
    CHECK(frontier->run(10) == Halt::memory);
    CHECK(frontier->total().empty());
  }
  for (std::size_t memory : {0, 1000, 5000, 20'000, 40'000, 60'000}) {
    CHECK(count_of(Method::best, problem, memory) == expected);
    if (memory >= 40'000) CHECK(count_of(Method::memo, problem, memory) == expected);
  }
  // Where the options do not fit, or the levels.
  for (std::size_t memory : {0, 1000, 5000}) {
    auto memo = cover::make_counter(Method::memo, problem, {memory});
    CHECK(memo->run(~0ULL) == Halt::memory);
    CHECK(memo->run(10) == Halt::memory);
    CHECK(memo->total().empty());
  }
  // Where frontier and memo pay, but do not fit.
  CHECK(count_of(Method::best, near_matchings(14, 13), 5000) == digits_of(135'135));
  CHECK(count_of(Method::best, langford(8), 5000) == digits_of(300));
}

// States of many words are padded, which the tables of the steps must have room for.
void test_memory_of_wide_states() {
  std::mt19937 random(14);
  const Item items = 1600;
  Problem problem = empty_problem(items, 0);
  for (Item item = 0; item < items; ++item)
    for (int o = 0; o < 16; ++o)
      problem.add_option({item, (item + 1 + static_cast<Item>(random() % (items - 1))) % items});
  for (std::size_t memory : {4'000'000, 24'000'000, 100'000'000}) {
    auto frontier = cover::make_counter(Method::frontier, problem, {memory});
    CHECK(frontier->memory() <= memory);
    cover::DiagramBuilder builder(problem, {memory});
    CHECK(builder.memory() <= memory);
  }
}

// Before the end the total is a lower bound.
void test_total_before_the_end() {
  const Problem problem = queens(8);
  for (Method method : methods) {
    auto counter = cover::make_counter(method, problem, {});
    Digits before;
    while (counter->run(50) == Halt::budget) {
      CHECK(!cover::natural::less(Digits{92}, counter->total()));
      CHECK(!cover::natural::less(counter->total(), before));
      before = counter->total();
    }
    CHECK(counter->effort().nodes > 0);
    CHECK(counter->method() == method || method == Method::best);
  }
}

void test_slices_change_nothing() {
  const Problem problem = dominoes(7, 8);  // `best` goes through several methods
  for (Method method : {Method::best, Method::memo, Method::frontier}) {
    auto whole = cover::make_counter(method, problem, {});
    auto sliced = cover::make_counter(method, problem, {});
    CHECK(whole->run(~0ULL) == Halt::done);
    while (sliced->run(3) == Halt::budget) {
    }
    CHECK(whole->total() == sliced->total());
    CHECK(whole->effort().nodes == sliced->effort().nodes);
  }
}

// Items that need no bits do not change the order in which `frontier` takes the others.
void test_items_without_bits() {
  const Problem plain = dominoes(8, 8);
  Problem more = empty_problem(plain.primary, plain.option_count());
  for (Option o = 0; o < plain.option_count(); ++o)
    more.add_option({plain.option(o)[0], plain.option(o)[1], plain.primary + o});
  auto a = cover::make_counter(Method::frontier, plain, {});
  auto b = cover::make_counter(Method::frontier, more, {});
  CHECK(a->run(~0ULL) == Halt::done);
  CHECK(b->run(~0ULL) == Halt::done);
  CHECK(a->total() == b->total());
  CHECK(a->effort().nodes == b->effort().nodes);
}

void test_odd_counts() {
  for (Method method : methods) {
    CHECK(count_of(method, Problem{}) == Digits{1});
    CHECK(count_of(method, empty_problem(1, 0)) == Digits{});
    CHECK(count_of(method, empty_problem(0, 2)) == Digits{1});
    Problem useless = empty_problem(1, 1);
    useless.add_option({});
    useless.add_option({1});
    useless.add_option({0});
    useless.add_option({0});
    CHECK(count_of(method, useless) == Digits{2});
  }
  Problem any = empty_problem(1, 0);
  for (int o = 0; o < 3; ++o) any.add_option({0});
  for (Method method : {Method::best, Method::frontier, Method::search}) {
    for (auto [least, most, count] : std::initializer_list<std::array<std::uint32_t, 3>>{
             {0, 2, 7}, {0, 0, 1}, {4, 5, 0}, {0, ~0u, 8}, {~0u, ~0u, 0}, {2, 2, 3}, {1, 3, 7}}) {
      any.bounds = {{least, most}};
      CHECK(count_of(method, any) == digits_of(count));
    }
  }
  CHECK(cover::takes(Method::memo, empty_problem(1024, 0)));
  CHECK(!cover::takes(Method::memo, empty_problem(1025, 0)));
}

}  // namespace

void test_cover_count() {
  test_natural();
  test_odd_counts();
  test_random_problems();
  test_methods_agree();
  test_known_counts();
  test_counts_of_any_size();
  test_products();
  test_little_memory();
  test_memory_of_wide_states();
  test_total_before_the_end();
  test_slices_change_nothing();
  test_items_without_bits();
}
