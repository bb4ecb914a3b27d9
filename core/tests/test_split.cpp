// Puzzles cut into puzzles with more clues.
#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "houses.hpp"
#include "squaredance/search.hpp"
#include "squaredance/split.hpp"

using namespace squaredance;

namespace {

using Masks = std::vector<std::uint64_t>;
using Solutions = std::multiset<std::vector<std::uint8_t>>;

void add_solutions(const Geometry& geometry, const Masks& masks, Solutions& solutions) {
  auto search = make_search(Engine::search, geometry, masks);
  std::vector<std::uint8_t> values(geometry.cells());
  while (search->run(~0ULL) == Pause::solution) {
    search->read_solution(values);
    solutions.insert(values);
  }
}

Solutions solutions_of(const Geometry& geometry, const std::vector<Masks>& roots) {
  Solutions solutions;
  for (const Masks& masks : roots) add_solutions(geometry, masks, solutions);
  return solutions;
}

void check_split(const Geometry& geometry, const std::vector<Masks>& roots, std::size_t wanted) {
  Solutions solutions;
  const auto subproblems = split(geometry, roots, wanted);
  CHECK(subproblems.size() <= std::max(wanted + geometry.size(), roots.size()));
  for (const Subproblem& one : subproblems)
    add_solutions(geometry, with_clues(roots[one.root], one.clues), solutions);
  CHECK(solutions == solutions_of(geometry, roots));
}

// Any candidates at all, most of them open.
Masks random_masks(const Geometry& geometry, std::mt19937& random) {
  Masks masks(geometry.cells());
  const std::uint64_t all = (std::uint64_t{1} << geometry.size()) - 1;
  for (std::uint64_t& mask : masks) mask = random() % 8 == 0 ? all & random() : all;
  return masks;
}

void test_subproblems_share_no_solution_and_miss_none() {
  std::mt19937 random(1);
  const Geometry boxed(4, houses_of(4, 2));
  const Geometry larger(6, houses_of(6, 2));
  for (int round = 0; round < 400; ++round) {
    std::vector<Masks> roots;
    for (unsigned i = random() % 3; i < 3; ++i) roots.push_back(random_masks(boxed, random));
    check_split(boxed, roots, 1 + random() % 60);
    Masks masks = random_masks(larger, random);
    for (int cell = 0; cell < 12; ++cell) masks[cell] &= std::uint64_t{1} << random() % 6;
    check_split(larger, {masks}, 1 + random() % 60);
  }
}

// However small the slices: checkpoints tell subproblems by their numbers.
void test_a_cut_in_slices_is_the_same() {
  std::mt19937 random(2);
  const Geometry six(6, houses_of(6, 2));
  for (int round = 0; round < 200; ++round) {
    std::vector<Masks> roots;
    for (unsigned i = random() % 4; i < 3; ++i) roots.push_back(random_masks(six, random));
    const std::size_t wanted = 1 + random() % 200;
    const auto expected = split(six, roots, wanted);
    Cutting cutting(six, roots, wanted);
    int slices = 1;
    while (!cutting.run(random() % 1000)) ++slices;
    CHECK(cutting.run(0));
    const auto actual = cutting.take();
    CHECK(std::ranges::equal(expected, actual, [](const Subproblem& a, const Subproblem& b) {
      return a.root == b.root && a.clues == b.clues;
    }));
    CHECK(slices > 1 || expected.size() < 10);
  }
}

void test_the_number_of_subproblems() {
  const Geometry nine(9, houses_of(9, 3));
  const Masks empty(81, 511);
  for (std::size_t wanted : {1u, 2u, 9u, 10u, 1000u}) {
    const auto subproblems = split(nine, {empty}, wanted);
    CHECK(subproblems.size() >= wanted && subproblems.size() < wanted + 9);
  }
  Masks wrong = empty;
  wrong[0] = wrong[1] = 1;
  CHECK(split(nine, {wrong}, 100).empty());
  const Geometry one(1, houses_of(1, 1));
  CHECK(split(one, {{1}}, 100).size() == 1);
  CHECK(split(nine, {}, 100).empty());
}

}  // namespace

void test_split() {
  test_subproblems_share_no_solution_and_miss_none();
  test_a_cut_in_slices_is_the_same();
  test_the_number_of_subproblems();
}
