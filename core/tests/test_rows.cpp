// The engine rows: every instruction set against the others, and all of them against the
// engines search and dance.
#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <vector>

#include "../src/grid/rows/rows_search.hpp"
#include "check.hpp"
#include "houses.hpp"
#include "squaredance/cpu.hpp"
#include "squaredance/search.hpp"

using namespace squaredance;

namespace {

using Masks = std::vector<std::uint64_t>;
using Values = std::vector<std::uint8_t>;

Masks masks_of(const Geometry& g, const Values& clues) {
  Masks masks(static_cast<std::size_t>(g.cells()), ~std::uint64_t{0} >> (64 - g.size()));
  for (std::size_t cell = 0; cell < clues.size(); ++cell)
    if (clues[cell]) masks[cell] = std::uint64_t{1} << (clues[cell] - 1);
  return masks;
}

struct Listed {
  std::vector<Values> solutions;
  Effort effort;
  bool ended = false;  // not by the limit

  bool operator==(const Listed& other) const {
    return solutions == other.solutions && effort.nodes == other.effort.nodes &&
           effort.guesses == other.effort.guesses && ended == other.ended;
  }
};

// Some of the puzzles made here are hard: so far and no further.
constexpr std::uint64_t most_nodes = 2'000'000;
constexpr std::uint64_t patience = 400;

Listed list(Search& search, int cells, std::uint64_t slice, std::size_t limit,
            std::uint64_t nodes = most_nodes) {
  Listed listed;
  Values values(static_cast<std::size_t>(cells));
  while (listed.solutions.size() < limit && !listed.ended && search.effort().nodes < nodes) {
    const Pause pause = search.run(std::min(slice, nodes - search.effort().nodes));
    listed.ended = pause == Pause::exhausted;
    if (pause != Pause::solution) continue;
    search.read_solution(values);
    listed.solutions.push_back(values);
  }
  listed.effort = search.effort();
  return listed;
}

std::set<Values> set_of(const Listed& listed) {
  return {listed.solutions.begin(), listed.solutions.end()};
}

// The same by all instruction sets, in slices of one node and in one, by masks and by clues,
// in new objects and used ones; and the same solutions as the other engines.
void check_puzzle(const Geometry& g, const Masks& masks, const Values* clues, std::size_t limit) {
  auto layout = rows::layout_of(g);
  CHECK(layout.has_value());
  const std::uint64_t nodes = g.size() > 12 ? patience : most_nodes;
  std::optional<Listed> first;
  for (cpu::Level level : cpu::available()) {
    auto search = rows::make(*layout, level);
    for (std::uint64_t slice : {~std::uint64_t{0}, std::uint64_t{1}}) {
      search->start(masks);
      Listed listed = list(*search, g.cells(), slice, limit, nodes);
      if (!first) first = listed;
      CHECK(listed == *first);
    }
    if (!clues) continue;
    search->start(clues->data());
    CHECK(list(*search, g.cells(), 7, limit, nodes) == *first);
  }
  CHECK(set_of(*first).size() == first->solutions.size());
  for (Engine engine : {Engine::search, Engine::dance}) {
    if (engine == Engine::dance && g.size() > 16) continue;
    auto other = make_search(engine, g, masks);
    Listed listed = list(*other, g.cells(), 1 << 16, limit, 50 * nodes);
    if (listed.ended && first->ended) CHECK(set_of(listed) == set_of(*first));
    if (g.size() <= 12) CHECK(listed.solutions.size() == first->solutions.size());
  }
}

// The values of a solution in random order.
Values renamed(Values values, int size, std::mt19937& random) {
  Values names(static_cast<std::size_t>(size));
  for (int v = 0; v < size; ++v) names[v] = static_cast<std::uint8_t>(v + 1);
  std::shuffle(names.begin(), names.end(), random);
  for (auto& value : values) value = names[value - 1];
  return values;
}

// A grid that is its first row, moved on from row to row and a step further in each band.
Values shifted(int size, int box_rows) {
  const int height = box_rows ? box_rows : size, width = size / height;
  Values values;
  for (int row = 0; row < size; ++row)
    for (int col = 0; col < size; ++col)
      values.push_back(
          static_cast<std::uint8_t>((row % height * width + row / height + col) % size + 1));
  return values;
}

Values solved(const Geometry& g, std::mt19937& random) {
  auto search = make_search(Engine::rows, g, masks_of(g, {}));
  Values values(static_cast<std::size_t>(g.cells()));
  CHECK(search->run(100'000) == Pause::solution);
  search->read_solution(values);
  return renamed(values, g.size(), random);
}

Values dug(Values values, int percent, std::mt19937& random) {
  for (auto& value : values)
    if (static_cast<int>(random() % 100) >= percent) value = 0;
  return values;
}

// One, several and no solutions, at every size and many shapes of boxes.
void test_every_size() {
  std::mt19937 random(1604);
  for (int size = 1; size <= 64; ++size) {
    if (size > 20 && size % 5 && size % 7 && size != 32 && size != 36 && size != 64) continue;
    for (int box_rows = 0; box_rows < size; ++box_rows) {
      if (box_rows == 1 || (box_rows && size % box_rows)) continue;
      if (size > 30 && box_rows > 8) continue;
      Geometry g(size, houses_of(size, box_rows));
      const Values values = renamed(shifted(size, box_rows), size, random);
      for (int percent : {85, size > 12 ? 75 : 55}) {
        Values clues = dug(values, percent, random);
        check_puzzle(g, masks_of(g, clues), &clues, 20);
        if (size < 3 || (size > 12 && percent < 85)) continue;
        // A wrong clue: often no solution, and often not at once.
        const auto cell = random() % clues.size();
        clues[cell] = static_cast<std::uint8_t>(values[cell] % size + 1);
        check_puzzle(g, masks_of(g, clues), &clues, 20);
      }
    }
  }
}

void test_counts_of_empty_grids() {
  auto count = [](const Geometry& g) {
    auto search = make_search(Engine::rows, g, masks_of(g, {}));
    return list(*search, g.cells(), ~0ULL, 1'000'000).solutions.size();
  };
  CHECK(count({1, houses_of(1, 0)}) == 1);
  CHECK(count({3, houses_of(3, 0)}) == 12);
  CHECK(count({4, houses_of(4, 0)}) == 576);
  CHECK(count({4, houses_of(4, 2)}) == 288);
  CHECK(count({5, houses_of(5, 0)}) == 161280);
}

// Candidates of any kind, empty cells and extra houses included.
void test_candidates_and_extra_houses() {
  std::mt19937 random(44);
  for (int round = 0; round < 600; ++round) {
    const int size = 4 + round % 3;
    Houses houses = houses_of(size, size == 5 ? 0 : 2);
    if (round % 2) {
      std::vector<Cell> cells(static_cast<std::size_t>(size * size));
      for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<Cell>(i);
      std::shuffle(cells.begin(), cells.end(), random);
      houses.push_back({cells.begin(), cells.begin() + size});
      if (round % 4 == 1) houses.push_back(houses[random() % houses.size()]);
    }
    Geometry g(size, houses);
    Masks masks(static_cast<std::size_t>(g.cells()));
    for (auto& mask : masks)
      mask = (random() | random() | (round % 3 ? random() : 0)) & ((1u << size) - 1);
    check_puzzle(g, masks, nullptr, 200);
  }
}

void test_diagonals() {
  std::mt19937 random(45);
  for (int size : {9, 12, 16, 20}) {
    Houses houses = houses_of(size, size == 9 ? 3 : size == 12 ? 3 : 4);
    houses.emplace_back();
    for (int i = 0; i < size; ++i) houses.back().push_back(static_cast<Cell>(i * (size + 1)));
    Geometry g(size, houses);
    Values clues = dug(solved(g, random), 70, random);
    check_puzzle(g, masks_of(g, clues), &clues, 50);
  }
}

// Regions of any form in the place of boxes: nothing but extra houses.
void test_jigsaw() {
  Houses houses = houses_of(4, 0);
  for (auto region : {std::vector<Cell>{0, 1, 2, 4}, {3, 6, 7, 11}, {5, 8, 9, 12}, {10, 13, 14, 15}})
    houses.push_back(region);
  Geometry g(4, houses);
  check_puzzle(g, masks_of(g, {}), nullptr, 1000);
}

void test_other_engines_take_what_it_cannot() {
  Houses houses = houses_of(4, 2);
  houses.erase(houses.begin());
  Geometry g(4, houses);
  CHECK(!rows::layout_of(g));
  auto search = make_search(Engine::rows, g, masks_of(g, {}));
  auto other = make_search(Engine::search, g, masks_of(g, {}));
  CHECK(list(*search, 16, ~0ULL, 10'000) == list(*other, 16, ~0ULL, 10'000));
}

void test_clashes_cost_nothing() {
  for (int size : {4, 16, 25, 64}) {
    Geometry g(size, houses_of(size, size == 4 ? 2 : size == 16 ? 4 : size == 25 ? 5 : 8));
    for (int other : {1, size, size + 1}) {
      Values clues(static_cast<std::size_t>(g.cells()));
      clues[0] = clues[static_cast<std::size_t>(other)] = 3;
      auto search = make_search(Engine::rows, g, masks_of(g, clues));
      CHECK(search->run(1000) == Pause::exhausted);
      CHECK(search->effort().nodes == 0);
    }
  }
}

// What is left at the root holds the solution, and is less than the clues alone leave.
void test_root() {
  std::mt19937 random(46);
  Geometry g(16, houses_of(16, 4));
  const Values values = solved(g, random);
  const Values clues = dug(values, 45, random);
  auto search = make_search(Engine::rows, g, masks_of(g, clues));
  search->run(1);
  for (int more = 0; more < 20 && search->effort().guesses < 5; ++more)
    if (search->run(1) != Pause::budget) break;
  Masks root(256);
  CHECK(search->read_root(root));
  int single = 0, given = 0;
  for (std::size_t cell = 0; cell < 256; ++cell) {
    CHECK(root[cell] != 0);
    single += (root[cell] & (root[cell] - 1)) == 0;
    given += clues[cell] != 0;
  }
  CHECK(single > given);
  CHECK(!make_search(Engine::search, g, masks_of(g, clues))->read_root(root));
}

void test_large_empty_grids() {
  for (auto [size, box_rows] : {std::pair{25, 5}, {36, 6}, {49, 7}, {56, 7}, {64, 8}}) {
    Geometry g(size, houses_of(size, box_rows));
    auto search = make_search(Engine::rows, g, masks_of(g, {}));
    CHECK(search->run(20'000) == Pause::solution);
  }
}

}  // namespace

void test_rows() {
  test_every_size();
  test_counts_of_empty_grids();
  test_candidates_and_extra_houses();
  test_diagonals();
  test_jigsaw();
  test_other_engines_take_what_it_cannot();
  test_clashes_cost_nothing();
  test_root();
  test_large_empty_grids();
}
