// Tests of the engine `learn`: against the other two, its seeds, pauses, memory and proofs.
#include <algorithm>
#include <array>
#include <numeric>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../src/grid/learn/grid_model.hpp"
#include "../src/grid/start.hpp"
#include "../src/learn/learner.hpp"
#include "check.hpp"
#include "houses.hpp"
#include "squaredance/learn.hpp"
#include "squaredance/search.hpp"

using namespace squaredance;

namespace {

using Masks = std::vector<std::uint64_t>;
using Values = std::vector<std::uint8_t>;

std::uint64_t all_values(int size) { return ~0ULL >> (64 - size); }

// A solved grid: the shifted pattern with its values and the rows of each band shuffled.
Values solved(int size, int box_rows, std::mt19937& random) {
  const int height = box_rows ? box_rows : 1;
  const int width = size / height;
  std::vector<int> value(size), row(size);
  std::iota(value.begin(), value.end(), 1);
  std::iota(row.begin(), row.end(), 0);
  std::ranges::shuffle(value, random);
  for (int band = 0; band < size; band += height)
    std::shuffle(row.begin() + band, row.begin() + band + height, random);
  Values grid;
  for (int r : row)
    for (int c = 0; c < size; ++c)
      grid.push_back(static_cast<std::uint8_t>(value[(r % height * width + r / height + c) % size]));
  return grid;
}

Masks dug(const Values& grid, int size, int percent_kept, std::mt19937& random) {
  Masks masks(grid.size(), all_values(size));
  for (std::size_t cell = 0; cell < grid.size(); ++cell)
    if (static_cast<int>(random() % 100) < percent_kept) masks[cell] = 1ULL << (grid[cell] - 1);
  return masks;
}

std::set<std::string> solutions(Search& search, const Geometry& g, std::size_t limit,
                           std::uint64_t slice = ~0ULL) {
  std::set<std::string> found;
  Values values(g.cells());
  for (Pause pause; found.size() < limit && (pause = search.run(slice)) != Pause::exhausted;) {
    if (pause == Pause::budget) continue;
    search.read_solution(values);
    CHECK(found.emplace(values.begin(), values.end()).second);
  }
  return found;
}

// All engines find the same solutions, and `learn` does with any seed and in slices of one node.
void check_agreement(const Geometry& g, const Masks& masks, bool with_dance = true) {
  auto expected = solutions(*make_search(Engine::search, g, masks), g, ~0ULL);
  if (with_dance) CHECK(solutions(*make_search(Engine::dance, g, masks), g, ~0ULL) == expected);
  for (std::uint64_t seed : {0, 1, 77}) {
    LearnSearch whole(g, masks, {.seed = seed});
    LearnSearch sliced(g, masks, {.seed = seed, .proof = true});
    CHECK(solutions(whole, g, ~0ULL) == expected);
    CHECK(solutions(sliced, g, ~0ULL, 1) == expected);
    CHECK(whole.effort().nodes == sliced.effort().nodes);
    CHECK(whole.effort().guesses == sliced.effort().guesses);
  }
}

void test_random_candidates() {
  std::mt19937 random(4);
  for (auto [size, box_rows] : {std::pair{1, 0}, {2, 0}, {3, 0}, {4, 2}, {5, 0}}) {
    Geometry g(size, houses_of(size, box_rows));
    for (int round = 0; round < (size < 5 ? 40 : 10); ++round) {
      Masks masks(g.cells());
      for (auto& mask : masks) mask = (random() | random() | random()) & all_values(size);
      check_agreement(g, masks);
    }
  }
}

// Some with one solution, most with several, and after a wrong clue some with none.
void test_dug_puzzles() {
  std::mt19937 random(5);
  for (auto [size, box_rows, kept] :
       {std::array{6, 2, 35}, {8, 2, 45}, {9, 3, 40}, {10, 2, 50}, {12, 3, 55}, {15, 3, 60},
        {16, 4, 58}, {20, 4, 65}, {25, 5, 66}, {7, 0, 45}, {11, 0, 55}, {17, 0, 70}}) {
    Geometry g(size, houses_of(size, box_rows));
    for (int round = 0; round < 4; ++round) {
      Masks masks = dug(solved(size, box_rows, random), size, kept, random);
      if (round == 3) masks[random() % masks.size()] = 1ULL << random() % size;
      auto few = make_search(Engine::search, g, masks);
      if (solutions(*few, g, 300).size() < 300) check_agreement(g, masks, size <= 12);
    }
  }
}

// Diagonals, a house twice, and a house anywhere that the solution fills.
void test_extra_houses() {
  std::mt19937 random(6);
  for (int round = 0; round < 30; ++round) {
    const int size = round % 2 ? 9 : 6, box_rows = round % 2 ? 3 : 2;
    Houses houses = houses_of(size, box_rows);
    Values grid = solved(size, box_rows, random);
    if (round % 3 == 0) houses.push_back(houses[random() % houses.size()]);
    std::vector<Cell> extra;
    for (int value = 1; value <= size; ++value) {
      auto place = std::ranges::find(grid, value);
      for (unsigned skip = random() % size; skip; --skip)
        place = std::find(place + 1, grid.end(), value);
      extra.push_back(static_cast<Cell>(place - grid.begin()));
    }
    houses.push_back(extra);
    check_agreement(Geometry(size, houses), dug(grid, size, 40, random));
  }
  Houses diagonal = houses_of(5, 0);
  diagonal.push_back({0, 6, 12, 18, 24});
  diagonal.push_back({4, 8, 12, 16, 20});
  check_agreement(Geometry(5, diagonal), Masks(25, all_values(5)));
}

// Houses of any form instead of boxes: columns of a Latin square moved about.
void test_jigsaw() {
  Houses houses = houses_of(5, 0);
  for (const auto& piece : {std::vector<Cell>{0, 1, 2, 5, 6}, {3, 4, 8, 9, 14}, {7, 11, 12, 13, 17},
                            {10, 15, 16, 20, 21}, {18, 19, 22, 23, 24}})
    houses.push_back(piece);
  check_agreement(Geometry(5, houses), Masks(25, all_values(5)));
}

// More solutions than are blocked by clauses; memory does not grow with their number.
void test_many_solutions_in_bounded_memory() {
  Geometry g(9, houses_of(9, 3));
  LearnSearch search(g, Masks(81, all_values(9)), {});
  CHECK(solutions(search, g, 2000).size() == 2000);
  const std::size_t before = search.memory();
  CHECK(before > 0);
  CHECK(solutions(search, g, 6000).size() == 6000);
  CHECK(search.memory() < 2 * before + (1 << 20));
}

// With room for a handful of clauses everything is forgotten all the time; the answers stay.
void test_a_small_memory_cap() {
  std::mt19937 random(10);
  for (int round = 0; round < 12; ++round) {
    const int size = round % 2 ? 16 : 9;
    Geometry g(size, houses_of(size, round % 2 ? 4 : 3));
    Masks masks = dug(solved(size, round % 2 ? 4 : 3, random), size, size == 9 ? 32 : 46, random);
    auto expected = solutions(*make_search(Engine::search, g, masks), g, 200);
    if (!strike_clues(g, masks)) continue;
    learn::GridModel model(g, masks);
    learn::Learner learner(model, {.memory_cap = 2000, .first_mode = 20}, nullptr);
    std::size_t found = 0;
    while (found < 200 && learner.go_on()) found += learner.step();
    CHECK(found == expected.size());
  }
}

void test_every_size() {
  std::mt19937 random(8);
  for (auto [size, box_rows] : {std::pair{16, 4}, {25, 5}, {32, 4}, {36, 6}, {49, 7}, {64, 8}}) {
    Geometry g(size, houses_of(size, box_rows));
    Values grid = solved(size, box_rows, random);
    LearnSearch search(g, dug(grid, size, 75, random), {});
    auto found = solutions(search, g, 3);
    CHECK(!found.empty());
  }
}

// The other seeds take other ways to the same answers.
void test_seeds_differ() {
  std::mt19937 random(9);
  Geometry g(16, houses_of(16, 4));
  Masks masks = dug(solved(16, 4, random), 16, 40, random);
  std::set<std::uint64_t> guesses;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    LearnSearch search(g, masks, {.seed = seed});
    CHECK(search.run(~0ULL) == Pause::solution);
    guesses.insert(search.effort().guesses);
  }
  CHECK(guesses.size() > 3);
}

void test_proof_text() {
  Geometry g(4, houses_of(4, 2));
  Masks masks(16, 15);
  masks[0] = masks[1] = 1;  // a clash: nothing to prove
  LearnSearch clash(g, masks, {.proof = true});
  CHECK(clash.run(0) == Pause::exhausted);
  CHECK(clash.take_proof() == "0\n");
  CHECK(clash.take_proof().empty());

  Geometry latin(6, houses_of(6, 0));
  Masks pigeons(36, 63);  // three cells of row 1 for two values, which no single shows
  pigeons[0] = pigeons[1] = pigeons[2] = 3;
  LearnSearch search(latin, pigeons, {.proof = true});
  CHECK(search.run(~0ULL) == Pause::exhausted);
  std::string proof = search.take_proof();
  CHECK(proof.ends_with("\n0\n"));
  LearnSearch silent(latin, pigeons, {});
  CHECK(silent.run(~0ULL) == Pause::exhausted);
  CHECK(silent.take_proof().empty());
}

}  // namespace

void test_learn() {
  test_random_candidates();
  test_dug_puzzles();
  test_extra_houses();
  test_jigsaw();
  test_many_solutions_in_bounded_memory();
  test_a_small_memory_cap();
  test_every_size();
  test_seeds_differ();
  test_proof_text();
}
