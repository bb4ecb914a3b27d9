// The engine bits and the masks it stands on: every level against the others, against all
// subsets of the options, and against links.
#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include "../src/cover/bits/bits_search.hpp"
#include "../src/cover/masks.hpp"
#include "check.hpp"
#include "cover_problems.hpp"
#include "squaredance/cover/search.hpp"
#include "squaredance/cpu.hpp"

using namespace squaredance;
using namespace squaredance::cover::testing;
using cover::Color;
using cover::Item;
using cover::Option;
using cover::Problem;

namespace {

struct Listed {
  Solutions solutions;  // in the order they came
  Effort effort;

  bool operator==(const Listed& other) const {
    return solutions == other.solutions && effort.nodes == other.effort.nodes &&
           effort.guesses == other.effort.guesses;
  }
};

Listed list(cover::Search& search, std::uint64_t slice, std::size_t limit = ~std::size_t{0}) {
  Listed listed;
  double progress = search.progress();
  CHECK(progress == 0);
  while (listed.solutions.size() < limit) {
    const std::uint64_t before = search.effort().nodes;
    const Pause pause = search.run(slice);
    CHECK(search.effort().nodes - before <= slice);
    CHECK(search.progress() >= progress && search.progress() <= 1);
    progress = search.progress();
    if (pause == Pause::exhausted) break;
    if (pause == Pause::solution) listed.solutions.push_back(search.solution());
  }
  listed.effort = search.effort();
  return listed;
}

Solutions sorted(Solutions solutions) {
  for (auto& solution : solutions) std::ranges::sort(solution);
  std::ranges::sort(solutions);
  return solutions;
}

std::uint64_t count_of(const Problem& problem, cpu::Level level) {
  auto search = cover::bits::make(problem, level);
  std::uint64_t found = 0;
  while (search->count(1000, ~0ULL, found) == Pause::budget) {
  }
  return found;
}

// The same at all levels, in one run and in slices of one node, listed and counted.
Listed check_levels(const Problem& problem, std::size_t limit = ~std::size_t{0}) {
  CHECK(cover::takes(cover::Engine::bits, problem));
  const Listed expected = list(*cover::bits::make(problem, cpu::Level::portable), ~0ULL, limit);
  for (cpu::Level level : cpu::available()) {
    auto whole = cover::bits::make(problem, level), sliced = cover::bits::make(problem, level);
    CHECK(list(*whole, ~0ULL, limit) == expected);
    CHECK(list(*sliced, 1, limit) == expected);
    CHECK(sliced->memory() > 0);
    if (expected.solutions.size() == limit) continue;
    CHECK(whole->progress() == 1 && whole->run(0) == Pause::exhausted);
    CHECK(count_of(problem, level) == expected.solutions.size());
  }
  return expected;
}

bool exclude_each_other(const Problem& problem, Option a, Option b) {
  for (std::size_t p = problem.starts[a]; p < problem.starts[a + 1]; ++p)
    for (std::size_t q = problem.starts[b]; q < problem.starts[b + 1]; ++q)
      if (problem.items[p] == problem.items[q] &&
          (problem.color_at(p) == 0 || problem.color_at(p) != problem.color_at(q)))
        return true;
  return false;
}

// More items and colors than random_problem has, so that fields cross words.
Problem wide_problem(std::mt19937& random, unsigned most_options) {
  auto below = [&](unsigned n) { return static_cast<std::uint32_t>(random() % n); };
  Problem problem = empty_problem(1 + below(70), below(30));
  const Color kinds = below(40), far = below(3) == 0 ? 100'000'007 : 1;
  for (unsigned o = below(most_options + 1); o > 0; --o) {
    std::set<Item> items;
    for (unsigned i = below(8) + 1; i > 0; --i) items.insert(below(problem.item_count()));
    for (Item item : items) {
      problem.items.push_back(item);
      problem.colors.push_back(problem.is_primary(item) ? 0 : below(kinds + 1) * far);
    }
    problem.starts.push_back(problem.items.size());
  }
  return problem;
}

void test_masks() {
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    const Problem problem = wide_problem(random, 12);
    const cover::Masks masks = cover::masks_of(problem);
    CHECK(masks.bits == cover::fields_of(problem).bits && masks.bits <= 64 * masks.words);
    bool right = true;
    for (std::size_t a = 0; a < masks.size(); ++a)
      for (std::size_t b = 0; b < masks.size(); ++b) {
        if (a == b) continue;
        bool clash = false;
        for (std::size_t w = 0; w < masks.words; ++w)
          clash |= (masks.has_of(a)[w] & masks.clashes_of(b)[w]) != 0;
        right &= clash == exclude_each_other(problem, masks.options[a], masks.options[b]);
      }
    CHECK(right);
  }
}

void test_random_problems() {
  std::mt19937 random(5);
  for (int round = 0; round < 3000; ++round) {
    const Problem problem = random_problem(random, {.colors = round % 2 == 1}, 12);
    CHECK(sorted(check_levels(problem).solutions) == solutions_by_subsets(problem));
  }
}

// Options of `size` items in a row of `items`, some with a secondary item of a few colors: many
// more options than an endgame has.
Problem strip(std::mt19937& random, Item items, unsigned options, Item others) {
  Problem problem = empty_problem(items, others);
  for (unsigned o = 0; o < options; ++o) {
    const Item size = 1 + random() % 4, first = random() % items;
    for (Item i = first; i < std::min(first + size, items); ++i) problem.items.push_back(i);
    problem.colors.resize(problem.items.size());
    if (others > 0 && random() % 3 == 0) {
      problem.items.push_back(static_cast<Item>(items + random() % others));
      problem.colors.push_back(random() % 6);
    }
    problem.starts.push_back(problem.items.size());
  }
  return problem;
}

void test_many_options() {
  std::mt19937 random(11);
  for (int round = 0; round < 60; ++round) {
    const Problem problem = strip(random, 8 + random() % 6, 20 + random() % 120, random() % 12);
    auto links = cover::make_search(cover::Engine::links, problem);
    const Solutions expected = sorted(list(*links, ~0ULL, 3000).solutions);
    if (expected.size() < 3000) CHECK(sorted(check_levels(problem).solutions) == expected);
    check_levels(problem, 20);
  }
}

// The same problem with `extra` primary items before its own, each with an option of its own.
Problem widened(const Problem& problem, Item extra) {
  Problem wide = problem;
  wide.primary += extra;
  for (Item& item : wide.items) item += extra;
  for (Item i = 0; i < extra; ++i) {
    wide.add_option({i});
    if (!wide.colors.empty()) wide.colors.push_back(0);
  }
  return wide;
}

void test_every_width() {
  std::mt19937 random(3);
  for (Item extra : {0, 1, 40, 62, 63, 64, 65, 120, 190, 250, 300, 380, 440, 505, 570, 1000, 4000}) {
    for (int round = 0; round < 12; ++round) {
      const Problem problem = random_problem(random, {.colors = round % 2 == 1}, 10);
      const Problem wide = widened(problem, extra);
      Solutions solutions = check_levels(wide).solutions;
      for (auto& solution : solutions)
        std::erase_if(solution, [&](Option o) { return o >= problem.option_count(); });
      CHECK(sorted(solutions) == solutions_by_subsets(problem));
    }
    CHECK(count_of(widened(queens(8), extra), cpu::used()) == 92);
  }
}

// So wide that rare secondary items have no bits but rivals.
void test_rare_items() {
  std::mt19937 random(17);
  for (int round = 0; round < 40; ++round) {
    const Problem problem = strip(random, 8 + random() % 4, 20 + random() % 90, 1 + random() % 30);
    const Problem wide = widened(problem, 520);
    auto links = cover::make_search(cover::Engine::links, wide);
    const Solutions expected = sorted(list(*links, ~0ULL, 1000).solutions);
    if (expected.size() < 1000) CHECK(sorted(check_levels(wide).solutions) == expected);
    check_levels(wide, 20);
  }
}

void test_what_it_does_not_take() {
  Problem bounded = empty_problem(1, 0);
  bounded.add_option({0});
  bounded.bounds = {{0, 1}};
  CHECK(!cover::takes(cover::Engine::bits, bounded));
  bounded.bounds = {{1, 1}};
  CHECK(cover::takes(cover::Engine::bits, bounded));
  CHECK(!cover::takes(cover::Engine::bits, empty_problem(5000, 0)));
  CHECK(cover::takes(cover::Engine::bits, empty_problem(5, 5000)));  // nobody has them
}

Problem matchings(Item points) {
  Problem problem = empty_problem(points, 0);
  for (Item a = 0; a < points; ++a)
    for (Item b = a + 1; b < points; ++b) problem.add_option({a, b});
  return problem;
}

void test_known_counts() {
  for (cpu::Level level : cpu::available()) {
    CHECK(count_of(queens(8), level) == 92);
    CHECK(count_of(queens(10), level) == 724);
    CHECK(count_of(langford(7), level) == 52);
    CHECK(count_of(langford(8), level) == 300);
    CHECK(count_of(pentominoes(3, 20), level) == 8);
    CHECK(count_of(partitions(8), level) == 4140);
    CHECK(count_of(matchings(10), level) == 945);
    CHECK(count_of(costas(6), level) == 116);
  }
}

void test_odd_problems() {
  CHECK(check_levels(Problem{}).solutions == Solutions{{}});
  CHECK(check_levels(empty_problem(1, 0)).solutions.empty());
  CHECK(check_levels(empty_problem(0, 2)).solutions == Solutions{{}});
  Problem useless = empty_problem(1, 1);
  useless.add_option({});
  useless.add_option({1});
  useless.add_option({0});
  useless.add_option({0, 1});
  CHECK((check_levels(useless).solutions == Solutions{{2}, {3}}));
  Problem many = empty_problem(1, 0);  // an item of more options than the tally has planes
  for (int o = 0; o < 3000; ++o) many.add_option({0});
  CHECK(check_levels(many).solutions.size() == 3000);
}

// Counting and listing may take turns.
void test_counting_stops_where_it_is_told() {
  const Problem problem = langford(8);
  const Listed expected = check_levels(problem);
  for (cpu::Level level : cpu::available()) {
    auto search = cover::bits::make(problem, level);
    std::uint64_t found = 0;
    for (std::uint64_t limit = 7; limit < 300; limit += 8) {
      while (search->count(5, limit, found) == Pause::budget) {
      }
      CHECK(found == limit);
      CHECK(search->count(0, limit, found) == Pause::solution && found == limit);
      CHECK(search->solution() == expected.solutions[limit - 1]);
      CHECK(search->run(~0ULL) == Pause::solution);
      CHECK(search->solution() == expected.solutions[limit]);
      ++found;
    }
    CHECK(search->count(~0ULL, ~0ULL, found) == Pause::exhausted && found == 300);
    CHECK(search->effort().nodes == expected.effort.nodes);
  }
}

}  // namespace

void test_cover_bits() {
  test_masks();
  test_odd_problems();
  test_random_problems();
  test_many_options();
  test_every_width();
  test_rare_items();
  test_what_it_does_not_take();
  test_known_counts();
  test_counting_stops_where_it_is_told();
}
