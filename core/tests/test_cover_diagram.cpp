// Tests of the diagram of all covers, against all subsets of the options.
#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <set>
#include <tuple>
#include <vector>

#include "../src/cover/natural.hpp"
#include "check.hpp"
#include "cover_problems.hpp"
#include "squaredance/cover/diagram.hpp"

using namespace squaredance;
using namespace squaredance::cover::testing;
using cover::Diagram;
using cover::Halt;
using cover::Item;
using cover::Option;
using cover::Problem;
using Digits = std::vector<std::uint64_t>;

namespace {

constexpr std::array<Traits, 4> all_traits{
    {{}, {.colors = true}, {.bounds = true}, {.colors = true, .bounds = true}}};

Digits digits_of(std::uint64_t number) { return number ? Digits{number} : Digits{}; }

Diagram diagram_of(const Problem& problem, std::uint64_t slice = 1 << 12) {
  cover::DiagramBuilder builder(problem, {});
  Halt halt;
  while ((halt = builder.run(slice)) == Halt::budget)
    CHECK(builder.progress() >= 0 && builder.progress() <= 1);
  CHECK(halt == Halt::done);
  CHECK(builder.progress() == 1);
  return builder.take();
}

Solutions solutions_in(const Diagram& diagram) {
  Solutions solutions;
  const Digits count = diagram.count();
  for (std::uint64_t i = 0; i < (count.empty() ? 0 : count[0]); ++i) {
    solutions.push_back(diagram.solution(digits_of(i)));
    std::ranges::sort(solutions.back());
  }
  std::ranges::sort(solutions);
  return solutions;
}

// Zero-suppressed, no two nodes alike, each after those it leads to, and the options asked in
// one order: nodes are made from the last option to the first, so theirs is the reverse order.
void check_reduced(const Diagram& diagram, Option options) {
  std::set<std::tuple<Option, Diagram::Index, Diagram::Index>> seen;
  std::vector<char> reached(diagram.nodes().size(), 0);
  std::vector<std::set<Option>> after(options);  // asked somewhere below
  reached[diagram.root()] = 1;
  for (std::size_t i = diagram.nodes().size(); i-- > 2;) {
    const auto [option, no, yes] = diagram.nodes()[i];
    CHECK(yes != Diagram::nothing);
    CHECK(no < i && yes < i);
    CHECK(seen.insert({option, no, yes}).second);
    CHECK(reached[i]);
    reached[no] = reached[yes] = 1;
    for (auto next : {no, yes})
      if (next > Diagram::everything) after[option].insert(diagram.nodes()[next].option);
  }
  // No cycle among "is asked before": take away options that nothing is asked after.
  std::set<Option> left;
  for (Option o = 0; o < options; ++o) left.insert(o);
  for (bool again = true; again;) {
    again = false;
    for (Option o = 0; o < options; ++o) {
      if (!left.contains(o)) continue;
      if (std::ranges::any_of(after[o], [&](Option next) { return left.contains(next); })) continue;
      left.erase(o);
      again = true;
    }
  }
  CHECK(left.empty());
}

void test_random_diagrams() {
  std::mt19937 random(13);
  for (int round = 0; round < 1000; ++round) {
    for (Traits traits : all_traits) {
      const Problem problem = random_problem(random, traits);
      const Diagram diagram = diagram_of(problem, 1 + round % 3);
      CHECK(solutions_in(diagram) == solutions_by_subsets(problem));
      check_reduced(diagram, problem.option_count());
    }
  }
}

void test_diagrams() {
  CHECK(diagram_of(Problem{}).root() == Diagram::everything);
  CHECK(diagram_of(empty_problem(1, 0)).root() == Diagram::nothing);
  CHECK(diagram_of(empty_problem(1, 0)).count().empty());

  const Diagram tilings = diagram_of(dominoes(8, 8));
  CHECK(tilings.count() == digits_of(12'988'816));
  CHECK(tilings.memory() < 1'000'000);
  check_reduced(tilings, dominoes(8, 8).option_count());
  CHECK(solutions_in(diagram_of(queens(8))).size() == 92);

  // Far beyond a word: the last solution, and one in the middle.
  const Problem strip = dominoes(200, 4);
  const Diagram large = diagram_of(strip);
  Digits last = large.count();
  cover::natural::subtract(last, Digits{1});
  for (Digits at : {last, Digits{0, 0, 0, 0, 17}, Digits{}}) {
    Solution solution = large.solution(at);
    CHECK(solution.size() == 400);
    CHECK(is_cover(strip, solution));
  }
}

// Its numbers are widened several times while they are counted.
void test_diagram_of_a_huge_count() {
  const Item items = 200, options = 100;
  Problem problem = empty_problem(items, 0);
  Digits expected{1};
  for (Item item = 0; item < items; ++item) {
    for (Item o = 0; o < options; ++o) problem.add_option({item});
    expected = cover::natural::product(expected, Digits{options});
  }
  const Diagram diagram = diagram_of(problem);
  CHECK(diagram.count() == expected);
  CHECK(diagram.solution(Digits{}).size() == items);
  // Twice the width of the largest at the most.
  CHECK(diagram.memory() < diagram.nodes().size() * (8 * 2 * expected.size() + 32));
}

void test_diagram_with_little_memory() {
  for (std::size_t memory : {0, 1000, 10'000, 30'000}) {
    cover::DiagramBuilder builder(dominoes(10, 10), {memory});
    Halt halt;
    while ((halt = builder.run(100)) == Halt::budget) CHECK(builder.memory() <= memory + 4096);
    CHECK(halt == Halt::memory);
    CHECK(builder.run(1) == Halt::memory);
  }
}

}  // namespace

void test_cover_diagram() {
  test_random_diagrams();
  test_diagrams();
  test_diagram_of_a_huge_count();
  test_diagram_with_little_memory();
}
