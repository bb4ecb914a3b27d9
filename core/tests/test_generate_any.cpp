// Digging at every size: what is dug is unique and minimal by the engine `dance`, which the diggers do not use.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "check.hpp"
#include "houses.hpp"
#include "squaredance/generate/dig.hpp"
#include "squaredance/generate/grids.hpp"
#include "squaredance/generate/minimise.hpp"
#include "squaredance/search.hpp"

using namespace squaredance;
using namespace squaredance::generate;

namespace {

using Values = std::vector<std::uint8_t>;

struct Board {
  Shape shape;
  Houses more = {};  // beside rows, cols and boxes
  // Shared by copies, as the maker looks at it.
  std::shared_ptr<const Geometry> held = made();
  const Geometry& geometry = *held;
  std::shared_ptr<GridMaker> grids = make_grid_maker(geometry, known_shape());

  std::shared_ptr<const Geometry> made() const {
    Houses houses = houses_of(shape.size, shape.box_height);
    houses.insert(houses.end(), more.begin(), more.end());
    return std::make_shared<const Geometry>(shape.size, houses);
  }

  std::optional<Shape> known_shape() const { return more.empty() ? std::optional(shape) : std::nullopt; }

  // A Dig from a grid and a Draw of its own.
  Dig dig(std::uint64_t number) const {
    Draw draw(20261116, number);
    Values solution(shape.cells());
    CHECK(grids->make(draw, solution.data(), nullptr));
    Dig dig(draw);
    dig.solution = std::move(solution);
    return dig;
  }

  // Two at the most.
  int solutions(const Values& puzzle) const {
    std::vector<std::uint64_t> masks(puzzle.size(), ~0ULL >> (64 - shape.size));
    for (std::size_t cell = 0; cell < masks.size(); ++cell)
      if (puzzle[cell]) masks[cell] = 1ULL << (puzzle[cell] - 1);
    const auto search = make_search(Engine::dance, geometry, std::move(masks));
    int count = 0;
    while (count < 2 && search->run(~0ULL) == Pause::solution) ++count;
    return count;
  }

  bool is_unique(const Values& puzzle) const { return solutions(puzzle) == 1; }

  bool can_go(Values puzzle, const std::vector<Cell>& group) const {
    for (const Cell cell : group) puzzle[cell] = 0;
    return is_unique(puzzle);
  }
};

Board with_diagonals(Shape shape) {
  Houses diagonals(2);
  for (int i = 0; i < shape.size; ++i) {
    diagonals[0].push_back(static_cast<Cell>(i * shape.size + i));
    diagonals[1].push_back(static_cast<Cell>(i * shape.size + shape.size - 1 - i));
  }
  return {shape, diagonals};
}

// Cells that go together: one, or those that turns by 180 degrees and the mirror and the diagonal make of it.
Groups groups_of(int size, int images) {
  Groups groups;
  std::vector<bool> seen(static_cast<std::size_t>(size * size));
  for (int cell = 0; cell < size * size; ++cell) {
    std::vector<Cell> group;
    for (int image = 0; image < images; ++image) {
      int row = cell / size, col = cell % size;
      if (image & 1) row = size - 1 - row, col = size - 1 - col;
      if (image & 2) col = size - 1 - col;
      if (image & 4) std::swap(row, col);
      const int other = row * size + col;
      if (!seen[other]) group.push_back(static_cast<Cell>(other));
      seen[other] = true;
    }
    if (!group.empty()) groups.push_back(group);
  }
  return groups;
}

int clues_of(const Values& puzzle) { return static_cast<int>(puzzle.size() - std::ranges::count(puzzle, 0)); }

// What a Dig says of itself, and that only `removed` is gone.
void check_story(const Dig& dig, const Groups& groups) {
  CHECK(dig.done);
  CHECK(dig.clues == clues_of(dig.puzzle));
  Values expected(dig.solution.size());
  for (const auto& group : groups)
    for (const Cell cell : group) expected[cell] = dig.solution[cell];
  for (const std::uint16_t number : dig.removed)
    for (const Cell cell : groups[number]) expected[cell] = 0;
  CHECK(dig.puzzle == expected);
}

void check_minimal(const Board& board, const Dig& dig, const Groups& groups) {
  check_story(dig, groups);
  CHECK(dig.unique && dig.is_minimal);
  CHECK(board.is_unique(dig.puzzle));
  bool any = false;
  for (const auto& group : groups) any |= dig.puzzle[group[0]] && board.can_go(dig.puzzle, group);
  CHECK(!any);
}

const std::vector<Board>& boards() {
  static const std::vector<Board> all{
      {{1, 0, 0}}, {{2, 0, 0}}, {{3, 0, 0}}, {{4, 2, 2}}, {{5, 0, 0}}, {{6, 2, 3}}, {{7, 0, 0}}, {{8, 2, 4}}, {{9, 3, 3}},
      {{9, 0, 0}}, {{10, 2, 5}}, {{12, 3, 4}}, with_diagonals({4, 2, 2}), with_diagonals({9, 3, 3}),
  };
  return all;
}

const Board& four() { return boards()[3]; }
const Board& six() { return boards()[5]; }
const Board& nine() { return boards()[8]; }
const Board& twelve() { return boards()[11]; }
const Board& nine_with_diagonals() { return boards()[13]; }

void test_minimal() {
  for (const Board& board : boards()) {
    for (const int images : {1, 2, 4, 8}) {
      const Groups groups = groups_of(board.shape.size, images);
      Dig dig = board.dig(static_cast<std::uint64_t>(images));
      make_any_digger(board.geometry, groups)->dig({&dig, 1}, nullptr);
      check_minimal(board, dig, groups);
    }
  }
}

// At 16x16 and 25x25 the engine `learn` looks at what is unique, as `dance` is too slow; one clue of ten is tried.
void test_large() {
  for (const auto& [board, target, nodes, by_house] :
       {std::tuple{Board{{16, 4, 4}}, 100, 0, false}, {Board{{16, 4, 4}}, 0, 0, false},
        {Board{{16, 4, 4}}, 95, 64, true}, {Board{{25, 5, 5}}, 300, 16, false}, {Board{{25, 5, 5}}, 255, 16, true}}) {
    const Groups groups = groups_of(board.shape.size, 1);
    Dig dig = board.dig(3);
    dig.target = target;
    dig.nodes = static_cast<std::uint64_t>(nodes);
    dig.by_house = by_house;
    make_any_digger(board.geometry, groups)->dig({&dig, 1}, nullptr);
    check_story(dig, groups);
    CHECK(dig.unique);
    CHECK(dig.is_minimal == (target == 0));
    if (target && !by_house) CHECK(dig.clues == target);
    const auto count = [&](const Values& puzzle) {
      std::vector<std::uint64_t> masks(puzzle.size(), ~0ULL >> (64 - board.shape.size));
      for (std::size_t cell = 0; cell < masks.size(); ++cell)
        if (puzzle[cell]) masks[cell] = 1ULL << (puzzle[cell] - 1);
      const auto search = make_search(Engine::learn, board.geometry, std::move(masks));
      int found = 0;
      while (found < 2 && search->run(~0ULL) == Pause::solution) ++found;
      return found;
    };
    CHECK(count(dig.puzzle) == 1);
    if (!dig.is_minimal) continue;
    for (std::size_t cell = 0, seen = 0; cell < dig.puzzle.size(); ++cell) {
      if (dig.puzzle[cell] == 0 || seen++ % 10) continue;
      Values fewer = dig.puzzle;
      fewer[cell] = 0;
      CHECK(count(fewer) == 2);
    }
  }
}

bool same(const Dig& a, const Dig& b) {
  return a.puzzle == b.puzzle && a.removed == b.removed && a.clues == b.clues && a.unique == b.unique &&
         a.is_minimal == b.is_minimal && a.done == b.done;
}

// Of all ways to ask: alone or with others, by the digger for 9x9 or the one for all, it becomes the same.
void test_the_same_however_it_is_dug() {
  for (const Board* at : {&four(), &six(), &nine()}) {
    const Board& board = *at;
    const int cells = board.shape.cells();
    for (const int images : {1, 2, 8}) {
      const Groups groups = groups_of(board.shape.size, images);
      const auto any = make_any_digger(board.geometry, groups);
      const auto picked = make_digger(board.geometry, board.shape, groups);
      std::vector<Dig> digs;
      for (int i = 0; i < 60; ++i) {
        Dig& dig = digs.emplace_back(board.dig(static_cast<std::uint64_t>(i)));
        if (i % 3 == 1) dig.target = dig.least = cells * (3 + i % 5) / 10;
        if (i % 3 == 2) dig.least = cells / 2 - i % 2;
      }
      std::vector<Dig> together = digs, by_any = digs;
      picked->dig(together, nullptr);
      any->dig(by_any, nullptr);
      for (std::size_t i = 0; i < digs.size(); ++i) {
        Dig alone = digs[i];
        make_any_digger(board.geometry, groups)->dig({&alone, 1}, nullptr);
        CHECK(same(alone, by_any[i]));
        CHECK(same(alone, together[i]));
        CHECK(alone.draw.next() == together[i].draw.next());
      }
    }
  }
}

void test_target_and_least() {
  const Board& board = six();
  for (const int images : {1, 2, 4}) {
    const Groups groups = groups_of(6, images);
    const auto digger = make_any_digger(board.geometry, groups);
    for (int target = 0; target <= 36; target += 3) {
      Dig deep = board.dig(7), wide = deep;
      deep.target = target;
      digger->dig({&deep, 1}, nullptr);
      check_story(deep, groups);
      CHECK(board.is_unique(deep.puzzle));
      // It stops at once: with the last group back there are more than the target.
      if (!deep.is_minimal) CHECK(deep.clues <= target);
      if (!deep.removed.empty())
        CHECK(deep.clues + static_cast<int>(groups[deep.removed.back()].size()) > target);
      wide.least = target;
      digger->dig({&wide, 1}, nullptr);
      check_story(wide, groups);
      CHECK(wide.clues >= target);
      CHECK(board.is_unique(wide.puzzle));
      if (wide.is_minimal) check_minimal(board, wide, groups);
    }
  }
}

// With few nodes for each check the puzzle has more clues, and is never called minimal without reason.
void test_few_nodes() {
  for (const Board* at : {&nine(), &twelve(), &nine_with_diagonals()}) {
    const Board& board = *at;
    const Groups groups = groups_of(board.shape.size, 1);
    const auto digger = make_any_digger(board.geometry, groups);
    for (const std::uint64_t nodes : {1, 4, 1'000'000})
      for (const bool by_house : {false, true}) {
        Dig dig = board.dig(nodes);
        dig.nodes = nodes;
        dig.by_house = by_house;
        Dig again = dig;
        digger->dig({&dig, 1}, nullptr);
        check_story(dig, groups);
        CHECK(board.is_unique(dig.puzzle));
        if (nodes == 1'000'000) CHECK(dig.is_minimal);
        if (dig.is_minimal) check_minimal(board, dig, groups);
        make_any_digger(board.geometry, groups)->dig({&again, 1}, nullptr);
        CHECK(same(dig, again));
      }
  }
}

// Cells in no group hold no clue.
void test_patterns() {
  for (const Board* at : {&four(), &six(), &nine(), &nine_with_diagonals()}) {
    const Board& board = *at;
    const int cells = board.shape.cells();
    int unique = 0;
    for (std::uint64_t number = 0; number < 12; ++number) {
      Draw draw(number);
      Groups groups;
      const std::uint64_t share = number < 2 ? 0 : 3 + number % 8;  // tenths of the cells
      for (int cell = 0; cell < cells; ++cell)
        if (draw.below(10) < share) groups.push_back({static_cast<Cell>(cell)});
      Dig dig = board.dig(number), picked = dig;
      make_any_digger(board.geometry, groups)->dig({&dig, 1}, nullptr);
      check_story(dig, groups);
      make_digger(board.geometry, board.known_shape(), groups)->dig({&picked, 1}, nullptr);
      CHECK(same(dig, picked));
      Values all(dig.solution.size());
      for (const auto& group : groups) all[group[0]] = dig.solution[group[0]];
      CHECK(dig.unique == board.is_unique(all));
      unique += dig.unique;
      if (dig.unique) check_minimal(board, dig, groups);
      else CHECK(dig.puzzle == all && dig.removed.empty() && !dig.is_minimal);
    }
    CHECK(unique > 0 && unique < 12);
  }
}

void test_stop() {
  std::atomic<bool> stop = true;
  for (const Board* board : {&six(), &nine()}) {
    std::vector<Dig> digs{board->dig(1), board->dig(2)};
    digs[0].done = true;  // from an earlier time
    make_digger(board->geometry, board->shape, groups_of(board->shape.size, 1))->dig(digs, &stop);
    CHECK(!digs[0].done && !digs[1].done);
  }
  // To the end it would take seconds.
  stop = false;
  const Board large{{25, 5, 5}};
  Dig dig = large.dig(1);
  std::thread stopping([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    stop = true;
  });
  make_any_digger(large.geometry, groups_of(25, 1))->dig({&dig, 1}, &stop);
  CHECK(stop && !dig.done && !dig.is_minimal);
  stopping.join();
}

void test_redundant_clues() {
  for (const Board& board : boards()) {
    const Groups groups = groups_of(board.shape.size, 1);
    Dig dig = board.dig(5);
    make_any_digger(board.geometry, groups)->dig({&dig, 1}, nullptr);
    std::vector<Cell> redundant{7};
    const auto look = [&] {
      CHECK(redundant_clues(board.geometry, dig.puzzle.data(), dig.solution.data(), redundant, nullptr));
    };
    look();
    CHECK(redundant.empty());
    for (std::size_t back = 0; back < std::min<std::size_t>(4, dig.removed.size()); ++back) {
      const Cell cell = groups[dig.removed[dig.removed.size() - 1 - back]][0];
      dig.puzzle[cell] = dig.solution[cell];
    }
    std::vector<Cell> expected;
    for (const auto& group : groups)
      if (dig.puzzle[group[0]] && board.can_go(dig.puzzle, group)) expected.push_back(group[0]);
    look();
    CHECK(redundant == expected);
  }
}

}  // namespace

void test_generate_any() {
  test_minimal();
  test_large();
  test_the_same_however_it_is_dug();
  test_target_and_least();
  test_few_nodes();
  test_patterns();
  test_stop();
  test_redundant_clues();
}
