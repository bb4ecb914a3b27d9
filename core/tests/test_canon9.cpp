// The 9x9 canonical form: against all arrangements, by scrambles, by known automorphisms.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <random>
#include <set>
#include <string>
#include <thread>
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

// Without two rows or cols of a band that have the same two values in two cols: see grid9.cpp. Made by trading
// cells of such rows until none were left.
const std::string no_rectangles[2] = {
    "617859423428371965935642817763428159594167382281935746176594238859213674342786591",
    "652489713873516924491372586738265491126947358549831267365124879287693145914758632"};

// Some of every kind.
std::vector<Board> samples(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Board> boards{
      board("000000010400000000020000000000050407008000300001090000300400200050100000000806000"),
      board(no_rectangles[0]), board(no_rectangles[1]), Board{}};
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

// SQUAREDANCE_CANON_TESTS is how many are tried in place of a few; each takes a tenth of a second or so.
void test_all_arrangements() {
  const char* wish = std::getenv("SQUAREDANCE_CANON_TESTS");
  const std::size_t size = wish != nullptr ? std::strtoul(wish, nullptr, 10) : 19;
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

// The search for any shape shares nothing with this one. It takes long for what is mostly empty or repeats.
void test_against_any_shape() {
  int compared = 0;
  for (const Board& source : samples(60, 26)) {
    Canonical found{{}, 1};
    std::vector<std::uint32_t> factors;
    if (!canon::canonical({9, 3, 3}, source.data(), 20'000, nullptr, found.form.data(), nullptr, &factors)) continue;
    for (const std::uint32_t factor : factors) found.automorphisms *= factor;
    CHECK(by_canonical9(source) == found);
    ++compared;
  }
  CHECK(compared > 40);
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

void test_work() {
  const std::vector<Board> boards = samples(300, 25);
  std::vector<std::uint8_t> sources, forms(82 * boards.size(), 77), done(boards.size(), 0);
  for (const Board& source : boards) {
    sources.insert(sources.end(), source.begin(), source.end());
    sources.insert(sources.end(), 2, 0);
  }
  canon::Job job{.shape = {},
                 .sources = sources.data(),
                 .source_step = 83,
                 .size = boards.size(),
                 .forms = forms.data(),
                 .form_step = 82,
                 .nodes = 0,
                 .done = done.data()};
  std::thread other([&] { canon::work(job); });
  canon::work(job);
  other.join();
  CHECK(job.answered == boards.size());
  for (std::size_t i = 0; i < boards.size(); ++i) {
    CHECK(done[i] == 1 && forms[82 * i + 81] == 77);
    CHECK(std::memcmp(&forms[82 * i], by_canonical9(boards[i]).form.data(), 81) == 0);
  }
}

// Boards with clashes take a millisecond each: a stop is seen between any two.
void test_work_is_stopped() {
  constexpr std::size_t size = 64;
  std::vector<std::uint8_t> sources, forms(81 * size), done(size);
  for (std::size_t i = 0; i < 81 * size; ++i) sources.push_back(static_cast<std::uint8_t>(i / 9 % 3 * 3 + i % 3 + 1));
  canon::Job job{.shape = {},
                 .sources = sources.data(),
                 .source_step = 81,
                 .size = size,
                 .forms = forms.data(),
                 .form_step = 81,
                 .nodes = 0,
                 .done = done.data()};
  std::thread other([&] { canon::work(job); });
  std::this_thread::sleep_for(std::chrono::milliseconds(1));
  job.stop = true;
  other.join();
  CHECK(job.answered < size);
  CHECK(static_cast<std::size_t>(std::ranges::count(done, 1)) == job.answered);
}

void test_work_of_another_shape() {
  const std::array<std::uint8_t, 32> sources{0, 4, 0, 0};
  std::array<std::uint8_t, 32> forms, expected{};
  expected[15] = 1;
  std::array<std::uint8_t, 2> done{7, 7};
  canon::Job job{.shape = {4, 2, 2},
                 .sources = sources.data(),
                 .source_step = 16,
                 .size = 2,
                 .forms = forms.data(),
                 .form_step = 16,
                 .nodes = 100000,
                 .done = done.data()};
  canon::work(job);
  CHECK(forms == expected && done[0] == 1 && done[1] == 1);
}

}  // namespace

void test_canon9() {
  test_all_arrangements();
  test_scrambles();
  test_against_least_of_any();
  test_against_any_shape();
  test_known_automorphisms();
  test_work();
  test_work_is_stopped();
  test_work_of_another_shape();
}
