// Minimising and vicinities against brute force: every way to drop and to add, counted by the engine `search`,
// which shares nothing with the 9x9 kernels.
#include <algorithm>
#include <array>
#include <atomic>
#include <map>
#include <optional>
#include <set>
#include <string_view>

#include "../src/generate/added_clues.hpp"
#include "check.hpp"
#include "nine.hpp"
#include "squaredance/conflict.hpp"
#include "squaredance/generate/minimise.hpp"
#include "squaredance/generate/vicinity.hpp"
#include "squaredance/single9.hpp"

using namespace squaredance;
using namespace squaredance::generate;

namespace {

using nine::Bytes;
using Set = std::set<Bytes>;

Bytes puzzle_of(std::string_view text) {
  Bytes values;
  for (char c : text) values.push_back(c == '.' ? 0 : static_cast<std::uint8_t>(c - '0'));
  return values;
}

const Bytes minimal24 = puzzle_of("7..85..9.....3.....6...147.....1.9.......5..8....6.1.2.3.58...61.......9..5....4.");
const Bytes seventeen = puzzle_of("........1.....2..3..4.5..........67......8....9.1.3.......6.5..3..4.....81.......");

Bytes random_grid(Draw& draw) {
  for (;;) {
    Bytes grid(81);
    for (int i = 0; i < 12; ++i) grid[draw.below(81)] = static_cast<std::uint8_t>(1 + draw.below(9));
    if (solve_single9(grid.data(), 1, 10'000, grid.data()).count) return grid;
  }
}

// A puzzle with one solution, which may have redundant clues.
Bytes random_puzzle(Draw& draw, std::size_t clues) {
  for (;;) {
    Bytes puzzle = random_grid(draw);
    std::array<std::uint8_t, 81> order;
    for (std::size_t i = 0; i < 81; ++i) order[i] = static_cast<std::uint8_t>(i);
    draw.shuffle(order);
    std::size_t left = 81;
    for (std::uint8_t cell : order) {
      if (left == clues) return puzzle;
      Bytes fewer = puzzle;
      fewer[cell] = 0;
      if (nine::count_by_search(nine::geometry(), fewer.data(), 2) != 1) continue;
      puzzle = fewer;
      --left;
    }
  }
}

bool is_unique(const Geometry& g, const Bytes& puzzle) { return nine::count_by_search(g, puzzle.data(), 2) == 1; }

std::vector<std::size_t> redundant_of(const Geometry& g, const Bytes& puzzle) {
  std::vector<std::size_t> cells;
  for (std::size_t cell = 0; cell < 81; ++cell) {
    Bytes fewer = puzzle;
    fewer[cell] = 0;
    if (puzzle[cell] && is_unique(g, fewer)) cells.push_back(cell);
  }
  return cells;
}

Bytes minimised(const Geometry& g, Bytes puzzle, std::span<const std::uint8_t> order) {
  for (std::uint8_t cell : order) {
    Bytes fewer = puzzle;
    fewer[cell] = 0;
    if (is_unique(g, fewer)) puzzle = fewer;
  }
  return puzzle;
}

std::array<std::uint8_t, 81> row_by_row() {
  std::array<std::uint8_t, 81> order;
  for (std::size_t i = 0; i < 81; ++i) order[i] = static_cast<std::uint8_t>(i);
  return order;
}

// Every way to go on from `between`, with cells from `from` on.
void add_all(const Geometry& g, Bytes& between, const Bytes& puzzle, int add, std::size_t from, Set& found) {
  if (add == 0) {
    if (is_unique(g, between)) found.insert(between);
    return;
  }
  for (std::size_t cell = from; cell < 81; ++cell) {
    if (between[cell]) continue;
    for (std::uint8_t value = 1; value <= 9; ++value) {
      between[cell] = value;
      const bool is_new = value != puzzle[cell] && find_conflict(g, between.data()) == Conflict{};
      if (is_new) add_all(g, between, puzzle, add - 1, cell + 1, found);
    }
    between[cell] = 0;
  }
}

void drop_all(const Geometry& g, Bytes& between, const Bytes& puzzle, Move move, std::size_t from, Set& found) {
  if (move.drop == 0) return add_all(g, between, puzzle, move.add, 0, found);
  for (std::size_t cell = from; cell < 81; ++cell) {
    if (!between[cell]) continue;
    between[cell] = 0;
    drop_all(g, between, puzzle, {move.drop - 1, move.add, move.minimal}, cell + 1, found);
    between[cell] = puzzle[cell];
  }
}

// What `minimal` means, said slowly.
Set minimal_of(const Geometry& g, const Bytes& puzzle, const Set& found) {
  Set minimal;
  for (const Bytes& one : found) {
    const auto cells = redundant_of(g, one);
    if (std::ranges::any_of(cells, [&](std::size_t cell) { return one[cell] != puzzle[cell]; })) continue;
    if (cells.empty()) minimal.insert(one);
    for (std::size_t cell : cells) {
      Bytes fewer = one;
      fewer[cell] = 0;
      minimal.insert(minimised(g, fewer, row_by_row()));
    }
  }
  return minimal;
}

Set vicinity_of(const Bytes& puzzle, Move move) {
  const auto clues = static_cast<int>(81 - std::ranges::count(puzzle, 0));
  const auto ways = ways_to_drop(clues, move.drop, 1'000'000, Draw(1));
  Bytes found;
  CHECK(Vicinity9(move).look(puzzle.data(), ways, found, nullptr));
  Set each;
  for (std::size_t at = 0; at < found.size(); at += 81) each.emplace(&found[at], &found[at] + 81);
  CHECK(each.size() * 81 == found.size());
  return each;
}

void check_vicinity(const Bytes& puzzle, int drop, int add) {
  const Geometry g = nine::geometry();
  Set expected;
  Bytes between = puzzle;
  drop_all(g, between, puzzle, {drop, add, false}, 0, expected);
  CHECK(vicinity_of(puzzle, {drop, add, false}) == expected);
  CHECK(vicinity_of(puzzle, {drop, add, true}) == minimal_of(g, puzzle, expected));
}

void test_vicinities() {
  Draw draw(21);
  check_vicinity(minimal24, 0, 0);
  check_vicinity(minimal24, 1, 0);
  check_vicinity(minimal24, 1, 1);
  check_vicinity(minimal24, 0, 1);
  check_vicinity(seventeen, 1, 1);  // more solutions between than are listed
  check_vicinity(random_puzzle(draw, 32), 1, 0);
  check_vicinity(random_puzzle(draw, 76), 1, 2);
  check_vicinity(random_puzzle(draw, 77), 2, 1);
  Bytes several = random_grid(draw);  // the start may have several solutions
  for (std::size_t cell = 0; cell < 81; ++cell)
    if (several[cell] > 4 || cell / 9 % 4 == 0) several[cell] = 0;
  const Bytes one = several;
  for (std::size_t cell = 0; cell < 30; ++cell) several[cell] = 0;
  check_vicinity(one, 0, 1);
  check_vicinity(several, 0, 1);
}

// Lists of few solutions and the other ways find the same, at every number of clues that are added.
void test_added_clues() {
  Draw draw(22);
  const Geometry g = nine::geometry();
  for (int add = 1; add <= 3; ++add) {
    Bytes puzzle = random_puzzle(draw, 40);
    Bytes between = puzzle;
    for (std::size_t cell = 0, gone = 0; gone < 22 && cell < 81; cell += 1)
      if (between[cell]) between[cell] = 0, ++gone;
    // Only in the last two rows can clues be added, so that brute force has an end.
    Bytes closed(81);
    CHECK(solve_single9(puzzle.data(), 2, 1'000'000, closed.data()).count == 1);
    for (std::size_t cell = add == 1 ? 27 : 63; cell < 81; ++cell) closed[cell] = between[cell];
    Set expected;
    Bytes start = closed;
    add_all(g, start, Bytes(81), add, 0, expected);
    CHECK(!expected.empty());
    for (const AddedClues::Few& few : {AddedClues::usual, AddedClues::Few{1, 1, 1, 1, 1}, AddedClues::Few{1, 3, 9, 1, 1}}) {
      Bytes found;
      CHECK(AddedClues(false, few).add(closed.data(), add, Bytes(81).data(), found, nullptr));
      Set each;
      for (std::size_t at = 0; at < found.size(); at += 81) each.emplace(&found[at], &found[at] + 81);
      CHECK(each == expected && each.size() * 81 == found.size());
    }
  }
}

// The way to drop the clues of `puzzle` that `one` lacks, where these are two: both in one number, as ways_to_drop
// numbers them.
std::optional<std::uint64_t> way_to(const Bytes& puzzle, const Bytes& one) {
  std::vector<std::uint64_t> gone;
  for (std::size_t cell = 0, number = 0; cell < 81; ++cell) {
    if (!puzzle[cell]) continue;
    if (one[cell] != puzzle[cell]) gone.push_back(number);
    ++number;
  }
  if (gone.size() != 2) return std::nullopt;
  return gone[0] + gone[1] * (gone[1] - 1) / 2;
}

// All minimal puzzles that {-1+1} twice finds are found by {-2+2}.
void test_two_moves_are_one() {
  const Geometry g = nine::geometry();
  std::map<std::uint64_t, Set> by_two_moves;
  for (const Bytes& between : vicinity_of(minimal24, {1, 1, false}))
    for (const Bytes& one : vicinity_of(between, {1, 1, false}))
      if (const auto way = way_to(minimal24, one); way && by_two_moves.size() < 8 && redundant_of(g, one).empty())
        by_two_moves[*way].insert(one);
  CHECK(by_two_moves.size() == 8);
  for (const auto& [way, expected] : by_two_moves) {
    Bytes found;
    CHECK(Vicinity9({2, 2, true}).look(minimal24.data(), {&way, 1}, found, nullptr));
    Set each;
    for (std::size_t at = 0; at < found.size(); at += 81) each.emplace(&found[at], &found[at] + 81);
    CHECK(std::ranges::includes(each, expected));
    for (const Bytes& one : each) CHECK(is_unique(g, one) && redundant_of(g, one).empty());
  }
}

void test_two_clues_where_many_solutions_are_left() {
  const auto all = ways_to_drop(17, 2, 1000, Draw(1));
  CHECK(all.size() == 136);
  Bytes found;
  const std::array<std::uint64_t, 2> two = {3, 77};
  CHECK(Vicinity9({2, 2, true}).look(seventeen.data(), two, found, nullptr));
  const Geometry g = nine::geometry();
  for (std::size_t at = 0; at < found.size(); at += 81) {
    const Bytes one(&found[at], &found[at] + 81);
    CHECK(is_unique(g, one) && redundant_of(g, one).empty());
  }
  const std::atomic<bool> stop{true};
  CHECK(!Vicinity9({2, 2, true}).look(seventeen.data(), two, found, &stop));
}

void test_ways() {
  CHECK(ways_to_drop(24, 0, 10, Draw(1)) == std::vector<std::uint64_t>{0});
  CHECK(ways_to_drop(3, 4, 10, Draw(1)).empty());
  CHECK(ways_to_drop(24, 1, 100, Draw(1)).size() == 24);
  const auto some = ways_to_drop(30, 3, 500, Draw(1));
  CHECK(some.size() == 500 && std::ranges::is_sorted(some) && some.back() < 4060);
  CHECK(std::ranges::adjacent_find(some) == some.end());
  CHECK(some == ways_to_drop(30, 3, 500, Draw(1)) && some != ways_to_drop(30, 3, 500, Draw(2)));
}

void test_minimise() {
  const Geometry g = nine::geometry();
  Draw draw(23);
  Bytes puzzles, orders;
  for (std::size_t i = 0; i < 12; ++i) {
    const Bytes one = random_puzzle(draw, 26 + 4 * i);
    puzzles.insert(puzzles.end(), one.begin(), one.end());
    auto order = row_by_row();
    draw.shuffle(order);
    orders.insert(orders.end(), order.begin(), order.end());
  }
  Minimiser9 minimiser;
  Bytes flags(puzzles.size()), first = puzzles, random = puzzles;
  CHECK(minimiser.redundant(puzzles, flags.data(), nullptr));
  CHECK(minimiser.minimise(first, nullptr, nullptr));
  CHECK(minimiser.minimise(random, orders.data(), nullptr));
  for (std::size_t at = 0; at < puzzles.size(); at += 81) {
    const Bytes puzzle(&puzzles[at], &puzzles[at] + 81);
    Bytes solution(81);
    CHECK(solve_single9(puzzle.data(), 2, 1'000'000, solution.data()).count == 1);
    const std::span<const std::uint8_t> order(&orders[at], 81);
    CHECK(Bytes(&first[at], &first[at] + 81) == minimised(g, puzzle, row_by_row()));
    CHECK(Bytes(&random[at], &random[at] + 81) == minimised(g, puzzle, order));
    Bytes any = puzzle;
    const std::vector<Cell> same(order.begin(), order.end());
    CHECK(minimise(g, any.data(), solution.data(), same, nullptr));
    CHECK(any == minimised(g, puzzle, order));
    std::vector<std::size_t> cells;
    for (std::size_t cell = 0; cell < 81; ++cell)
      if (flags[at + cell]) cells.push_back(cell);
    CHECK(cells == redundant_of(g, puzzle));
    std::vector<Cell> redundant;
    CHECK(redundant_clues(g, puzzle.data(), solution.data(), redundant, nullptr));
    CHECK(std::equal(redundant.begin(), redundant.end(), cells.begin(), cells.end()));
  }
  std::uint8_t counts[3];
  Bytes three(243);
  std::copy_n(puzzles.begin(), 81, three.begin());
  three[81] = three[82] = 1;
  CHECK(minimiser.count(three, counts, nullptr));
  CHECK(counts[0] == 1 && counts[1] == 0 && counts[2] == 2);
  const std::atomic<bool> stop{true};
  CHECK(!minimiser.minimise(first, nullptr, &stop));
}

}  // namespace

void test_generate_vicinity() {
  test_ways();
  test_minimise();
  test_added_clues();
  test_vicinities();
  test_two_moves_are_one();
  test_two_clues_where_many_solutions_are_left();
}
