// The bulk kernels: against the scalar engine, against each other, in any company.
#include <algorithm>
#include <array>
#include <atomic>
#include <random>
#include <vector>

#include "check.hpp"
#include "squaredance/bulk.hpp"
#include "squaredance/search.hpp"

using namespace squaredance;

namespace {

using Values = std::vector<std::uint8_t>;

struct Answers {
  Values solutions;
  std::vector<std::uint32_t> counts;
  bool operator==(const Answers&) const = default;
};

Geometry geometry9() {
  std::vector<std::vector<Cell>> houses(27);
  for (int cell = 0; cell < 81; ++cell) {
    int row = cell / 9, col = cell % 9;
    houses[row].push_back(static_cast<Cell>(cell));
    houses[9 + col].push_back(static_cast<Cell>(cell));
    houses[18 + row / 3 * 3 + col / 3].push_back(static_cast<Cell>(cell));
  }
  return {9, houses};
}

Answers solve(bulk::Kernel kernel, const Values& values, std::uint32_t limit) {
  std::size_t n = values.size() / 81;
  Answers answers{Values(values.size()), std::vector<std::uint32_t>(n, 77)};
  bulk::Job job{.puzzles = values.data(),
                .size = n,
                .solutions = answers.solutions.data(),
                .counts = answers.counts.data(),
                .limit = limit};
  bulk::make_solver9(kernel)->work(job);
  return answers;
}

std::uint32_t count_by_search(const Geometry& g, const std::uint8_t* values, std::uint32_t limit) {
  std::vector<std::uint64_t> masks(81, 511);
  for (int cell = 0; cell < 81; ++cell)
    if (values[cell]) masks[cell] = 1u << (values[cell] - 1);
  auto search = make_search(Engine::search, g, masks);
  std::uint32_t count = 0;
  while (count < limit && search->run(1 << 20) == Pause::solution) ++count;
  return count;
}

bool solves(const Geometry& g, const std::uint8_t* puzzle, const std::uint8_t* solution) {
  for (int cell = 0; cell < 81; ++cell)
    if (puzzle[cell] && puzzle[cell] != solution[cell]) return false;
  for (int h = 0; h < g.houses(); ++h) {
    unsigned seen = 0;
    for (Cell cell : g.house(h)) seen |= 1u << solution[cell];
    if (seen != 0x3FE) return false;
  }
  return true;
}

// Shuffled pattern grids with holes, some with a clue changed: 0, 1 and many solutions.
Values random_puzzles(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  Values values;
  for (std::size_t i = 0; i < n; ++i) {
    std::array<std::uint8_t, 9> symbols{1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (int k = 8; k > 0; --k) std::swap(symbols[k], symbols[random() % (k + 1)]);
    unsigned clues = 20 + random() % 40;
    std::array<unsigned, 3> turn{};  // the rows of each band, rotated
    for (unsigned& t : turn) t = random() % 3;
    for (int cell = 0; cell < 81; ++cell) {
      int band = cell / 27, c = cell % 9;
      int r = band * 3 + static_cast<int>((cell / 9 + turn[band]) % 3);
      std::uint8_t value = symbols[(r * 3 + r / 3 + c) % 9];
      if (random() % 200 == 0) value = static_cast<std::uint8_t>(1 + random() % 9);
      values.push_back(random() % 81 < clues ? value : 0);
    }
  }
  return values;
}

void append(Values& values, const Values& more) {
  values.insert(values.end(), more.begin(), more.end());
}

void test_against_search() {
  Geometry g = geometry9();
  Values values = random_puzzles(1500, 5);
  append(values, Values(81));       // the empty grid
  append(values, Values(81, 1));    // all ones
  for (int cell : {1, 8, 10, 72}) {  // two clues that clash: in a mini-row, row, box, column
    Values clash(81);
    clash[0] = clash[cell] = 5;
    append(values, clash);
  }
  for (std::uint32_t limit : {1u, 2u, 50u}) {
    Answers answers = solve(bulk::Kernel::portable, values, limit);
    std::array<int, 3> kinds{};
    for (std::size_t i = 0; i < answers.counts.size(); ++i) {
      std::uint32_t expected = count_by_search(g, &values[i * 81], limit);
      CHECK(answers.counts[i] == expected);
      CHECK(expected == 0 || solves(g, &values[i * 81], &answers.solutions[i * 81]));
      ++kinds[std::min(expected, 2u)];
    }
    CHECK(kinds[0] > 50 && kinds[1] > 50 && (limit == 1 || kinds[2] > 50));
  }
}

void test_kernels_agree() {
  Values values = random_puzzles(2000, 6);
  Answers expected = solve(bulk::Kernel::portable, values, 2);
  for (bulk::Kernel kernel : bulk::available_kernels())
    CHECK(solve(kernel, values, 2) == expected);
}

// The answer to a puzzle is the same alone, and in batches of any length.
void test_company_changes_nothing() {
  Values values = random_puzzles(600, 7);
  for (bulk::Kernel kernel : bulk::available_kernels()) {
    Answers whole = solve(kernel, values, 2), parts;
    for (std::size_t start = 0, length = 1; start < 600; start += length, length = length * 2 + 1) {
      std::size_t end = std::min<std::size_t>(600, start + length);
      Answers part = solve(kernel, Values(&values[start * 81], &values[end * 81 - 1] + 1), 2);
      append(parts.solutions, part.solutions);
      parts.counts.insert(parts.counts.end(), part.counts.begin(), part.counts.end());
    }
    CHECK(parts == whole);
    CHECK(solve(kernel, {}, 2).counts.empty());
  }
}

void test_stop() {
  Values values = random_puzzles(600, 8);
  Answers answers{Values(values.size()), std::vector<std::uint32_t>(600, 77)};
  bulk::Job job{.puzzles = values.data(),
                .size = 600,
                .solutions = answers.solutions.data(),
                .counts = answers.counts.data()};
  job.stop = true;
  bulk::solve(job, 2);
  CHECK(std::ranges::count(answers.counts, 77u) == 600);
}

}  // namespace

void test_bulk() {
  test_against_search();
  test_kernels_agree();
  test_company_changes_nothing();
  test_stop();
}
