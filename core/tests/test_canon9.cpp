// The 9x9 canonical form: against all arrangements, by scrambles, by known automorphisms.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../src/canon/nine.hpp"
#include "check.hpp"
#include "nine.hpp"
#include "squaredance/canon.hpp"
#include "squaredance/single9.hpp"

using namespace squaredance;

namespace {

using Board = std::array<std::uint8_t, 81>;
using Nine = std::array<std::uint8_t, 9>;

struct Canonical {
  Board form;
  std::uint64_t automorphisms;
  bool operator==(const Canonical&) const = default;
};

Board board(const std::string& text) {
  Board values{};
  for (int i = 0; i < 81; ++i) values[i] = static_cast<std::uint8_t>(text[i] == '.' ? 0 : text[i] - '0');
  return values;
}

Board transposed(const Board& source) {
  Board result;
  for (int i = 0; i < 81; ++i) result[i] = source[i % 9 * 9 + i / 9];
  return result;
}

// The 1296 orders of nine rows or cols.
std::vector<Nine> all_orders() {
  std::vector<Nine> orders;
  Nine order{0, 1, 2, 3, 4, 5, 6, 7, 8};
  do {
    bool keeps_bands = true;
    for (int i = 0; i < 9; ++i) keeps_bands &= order[i] / 3 == order[i / 3 * 3] / 3;
    if (keeps_bands) orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

const std::vector<Nine>& orders() {
  static const std::vector<Nine> all = all_orders();
  return all;
}

// Compares a source as arranged, its values named as they come, with the least so far, which it may replace.
void try_arrangement(const Board& source, const Nine& rows, const Nine& cols, Canonical& least) {
  std::array<std::uint8_t, 10> names{};
  std::uint8_t count = 0;
  bool is_less = false;
  for (int i = 0; i < 81; ++i) {
    std::uint8_t value = source[rows[i / 9] * 9 + cols[i % 9]];
    if (value != 0 && names[value] == 0) names[value] = ++count;
    if (!is_less && names[value] > least.form[i]) return;
    is_less |= names[value] < least.form[i];
    if (is_less) least.form[i] = names[value];
  }
  if (is_less) least.automorphisms = 0;
  ++least.automorphisms;
}

Canonical by_all_arrangements(const Board& source) {
  Canonical least{};
  least.form.fill(10);
  for (const Board& view : {source, transposed(source)})
    for (const Nine& cols : orders())
      for (const Nine& rows : orders()) try_arrangement(view, rows, cols, least);
  return least;
}

// Also checks that `how` leads there.
Canonical by_canonical9(const Board& source) {
  Canonical result{};
  std::array<std::uint8_t, 83> form;
  form.fill(77);
  canon::Transformation how;
  canon::canonical9(source.data(), &form[1], &how, &result.automorphisms);
  CHECK(form.front() == 77 && form.back() == 77);
  std::memcpy(result.form.data(), &form[1], 81);
  const Board view = how.transposed ? transposed(source) : source;
  std::set<int> named;
  for (int value = 1; value <= 9; ++value) named.insert(how.values[value]);
  CHECK(how.values[0] == 0 && named.size() == 9 && *named.begin() == 1 && *named.rbegin() == 9);
  bool leads_there = true;
  for (int i = 0; i < 81; ++i)
    leads_there &= how.values[view[how.rows[i / 9] * 9 + how.cols[i % 9]]] == result.form[i];
  CHECK(leads_there);
  return result;
}

Canonical by_least_of_any(const Board& source) {
  canon::Views views{};
  for (int i = 0; i < 81; ++i)
    views.rows[0][i / 9][i % 9] = views.rows[1][i % 9][i / 9] = source[i];
  canon::Least least;
  canon::least_of_any(views, least);
  Canonical result{};
  result.form.fill(10);
  try_arrangement(least.first.transposed ? transposed(source) : source, least.first.rows, least.first.cols,
                  result);
  result.automorphisms = least.count;
  return result;
}

Board scrambled(const Board& source, std::mt19937& random) {
  const Board view = random() % 2 ? transposed(source) : source;
  const Nine &rows = orders()[random() % 1296], &cols = orders()[random() % 1296];
  std::array<std::uint8_t, 10> names{0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::shuffle(names.begin() + 1, names.end(), random);
  Board result;
  for (int i = 0; i < 81; ++i) result[i] = names[view[rows[i / 9] * 9 + cols[i % 9]]];
  return result;
}

Board random_grid(std::mt19937& random) {
  while (true) {
    Board grid{};
    for (int i = 0; i < 12; ++i) grid[random() % 81] = static_cast<std::uint8_t>(1 + random() % 9);
    if (solve_single9(grid.data(), 1, ~0ull, grid.data()).count == 1) return grid;
  }
}

Board with_clues(const Board& grid, int clues, std::mt19937& random) {
  std::vector<int> cells(81);
  for (int i = 0; i < 81; ++i) cells[i] = i;
  std::shuffle(cells.begin(), cells.end(), random);
  Board puzzle{};
  for (int i = 0; i < clues; ++i) puzzle[cells[i]] = grid[cells[i]];
  return puzzle;
}

// Anything goes: few values or many, few cells or many, clashes; often in a pattern that repeats.
Board random_values(std::mt19937& random) {
  Board values{};
  unsigned filled = random() % 82, most = 1 + random() % 9;
  for (auto& value : values)
    if (random() % 81 < filled) value = static_cast<std::uint8_t>(1 + random() % most);
  if (random() % 2) {
    unsigned height = random() % 2 ? 3 : 9, width = random() % 2 ? 3 : 1;
    for (unsigned i = 0; i < 81; ++i) values[i] = values[i / 9 % height * 9 + i % 9 % width];
  }
  return values;
}

const std::string most_canonical =
    "123456789456789123789123456231564897564897231897231564312645978645978312978312645";

// From a puzzle of every kind to what the search does with it.
std::vector<Board> samples(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Board> boards{
      board("000000010400000000020000000000050407008000300001090000300400200050100000000806000"),
      board(".................................................................................")};
  while (boards.size() < size) {
    const Board grid = random() % 4 ? random_grid(random) : board(most_canonical);
    boards.push_back(grid);
    boards.push_back(with_clues(grid, static_cast<int>(17 + random() % 10), random));
    boards.push_back(with_clues(grid, static_cast<int>(random() % 82), random));
    boards.push_back(with_clues(grid, static_cast<int>(random() % 10), random));
    boards.push_back(random_values(random));
  }
  return boards;
}

// SQUAREDANCE_SLOW_TESTS is how many are tried in place of a few; each takes a tenth of a second or so.
void test_all_arrangements() {
  const char* wish = std::getenv("SQUAREDANCE_SLOW_TESTS");
  const std::size_t size = wish != nullptr ? std::strtoul(wish, nullptr, 10) : 17;
  for (const Board& source : samples(size, 21)) {
    const Canonical expected = by_all_arrangements(source);
    CHECK(by_canonical9(source) == expected);
    CHECK(by_least_of_any(source) == expected);
  }
}

void test_scrambles() {
  std::mt19937 random(22);
  for (const Board& source : samples(600, 23)) {
    const Canonical first = by_canonical9(source);
    for (int i = 0; i < 6; ++i) CHECK(by_canonical9(scrambled(source, random)) == first);
    CHECK(by_canonical9(first.form) == first);
  }
}

void test_against_least_of_any() {
  for (const Board& source : samples(200, 24)) CHECK(by_canonical9(source) == by_least_of_any(source));
}

void test_known_automorphisms() {
  CHECK(by_canonical9(board(most_canonical)).automorphisms == 648);
  CHECK(by_canonical9(Board{}).automorphisms == 2 * 1296 * 1296);
  Board full;
  full.fill(5);
  CHECK(by_canonical9(full).automorphisms == 2 * 1296 * 1296);
  Board one{};
  one[40] = 3;
  CHECK(by_canonical9(one).automorphisms == 2 * 144 * 144);
  CHECK(by_canonical9(one).form.back() == 1);
}

}  // namespace

void test_canon9() {
  test_all_arrangements();
  test_scrambles();
  test_against_least_of_any();
  test_known_automorphisms();
}
