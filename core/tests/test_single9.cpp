// One 9x9 puzzle at a time: against the engine `search`, against the bulk kernels.
#include <algorithm>
#include <array>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "../src/grid/single9_kernels.hpp"
#include "check.hpp"
#include "nine.hpp"
#include "squaredance/bulk.hpp"
#include "squaredance/single9.hpp"

using namespace squaredance;

namespace {

using nine::Bytes;

constexpr std::uint64_t no_end = ~0ull;
constexpr std::uint8_t untouched = 77;

struct Outcome {
  std::uint32_t count;
  Bytes solution;
  bool operator==(const Outcome&) const = default;
};

std::vector<single9::Solve*> kernels() {
  std::vector<single9::Solve*> found;
  for (cpu::Level level : cpu::available()) found.push_back(single9::kernel_of(level));
  return found;
}

Outcome by_single(single9::Solve* solve, const std::uint8_t* puzzle, std::uint32_t limit) {
  Bytes solution(81 + 2, untouched);  // a byte on either side that must stay
  Answer9 answer = solve(puzzle, limit, no_end, &solution[1], 0);
  CHECK(answer.finished);
  CHECK(solution.front() == untouched && solution.back() == untouched);
  return {answer.count, Bytes(&solution[1], &solution[82])};
}

std::vector<Outcome> by_bulk(cpu::Level level, const Bytes& puzzles, std::uint32_t limit) {
  std::size_t n = puzzles.size() / 81;
  Bytes solutions(puzzles.size(), untouched);
  std::vector<std::uint32_t> counts(n);
  bulk::Job job{.puzzles = puzzles.data(),
                .size = n,
                .solutions = solutions.data(),
                .counts = counts.data(),
                .limit = limit};
  bulk::make_solver9(level)->work(job);
  std::vector<Outcome> outcomes;
  for (std::size_t i = 0; i < n; ++i)
    outcomes.push_back({counts[i], Bytes(&solutions[i * 81], &solutions[i * 81] + 81)});
  return outcomes;
}

// Grids with holes, some with a clue changed: 0, 1 and many solutions. The grids are the
// first solutions of a few random clues, so they have no pattern.
Bytes random_puzzles(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  Bytes puzzles;
  while (puzzles.size() < n * 81) {
    Bytes grid(81);
    for (int i = 0; i < 8; ++i)
      grid[random() % 81] = static_cast<std::uint8_t>(1 + random() % 9);
    if (solve_single9(grid.data(), 1, no_end, grid.data()).count == 0) continue;
    for (int i = 0; i < 10; ++i) {
      unsigned clues = 18 + random() % 24;
      for (int cell = 0; cell < 81; ++cell) {
        std::uint8_t value = grid[cell];
        if (random() % 400 == 0) value = static_cast<std::uint8_t>(1 + random() % 9);
        puzzles.push_back(random() % 81 < clues ? value : 0);
      }
    }
  }
  return puzzles;
}

Bytes odd_puzzles() {
  Bytes puzzles(82 * 81);                        // the empty grid
  std::fill_n(puzzles.begin() + 81, 81, 1);      // all ones
  for (std::size_t cell = 1; cell < 81; ++cell)  // two clues, some of them clash
    puzzles[(cell + 1) * 81] = puzzles[(cell + 1) * 81 + cell] = 5;
  std::mt19937 random(3);
  for (int i = 0; i < 300 * 81; ++i) {  // any bytes, from mostly empty to mostly not
    auto byte = static_cast<std::uint8_t>(random());
    puzzles.push_back(static_cast<int>(random() % 300) < i / 81 ? byte : byte & 0xF0);
  }
  return puzzles;
}

Bytes full_grid() {
  Bytes grid(81);
  CHECK(solve_single9(grid.data(), 1, no_end, grid.data()).count == 1);
  return grid;
}

void test_against_the_others() {
  Geometry g = nine::geometry();
  Bytes puzzles = random_puzzles(1500, 11), odd = odd_puzzles(), full = full_grid();
  puzzles.insert(puzzles.end(), odd.begin(), odd.end());
  puzzles.insert(puzzles.end(), full.begin(), full.end());
  for (std::uint32_t limit : {1u, 2u, 50u}) {
    std::vector<std::vector<Outcome>> bulk_outcomes;
    for (cpu::Level level : cpu::available())
      bulk_outcomes.push_back(by_bulk(level, puzzles, limit));
    std::array<int, 3> kinds{};
    for (std::size_t i = 0; i < puzzles.size() / 81; ++i) {
      const std::uint8_t* puzzle = &puzzles[i * 81];
      std::uint32_t expected = nine::count_by_search(g, puzzle, limit);
      ++kinds[std::min(expected, 2u)];
      for (single9::Solve* solve : kernels()) {
        Outcome outcome = by_single(solve, puzzle, limit);
        CHECK(outcome.count == expected);
        CHECK(expected ? nine::solves(g, puzzle, outcome.solution.data())
                       : outcome.solution == Bytes(81, untouched));
        for (const auto& outcomes : bulk_outcomes) CHECK(outcome == outcomes[i]);
      }
    }
    CHECK(kinds[0] > 50 && kinds[1] > 50 && (limit == 1 || kinds[2] > 50));
  }
}

// The kernels walk one tree: where one stops for the guesses, so do the others.
void test_guesses() {
  Bytes puzzles = random_puzzles(300, 12), empty(81);
  puzzles.insert(puzzles.end(), empty.begin(), empty.end());
  for (std::size_t i = 0; i < puzzles.size() / 81; ++i) {
    const std::uint8_t* puzzle = &puzzles[i * 81];
    Bytes solution(81);
    Answer9 whole = solve_single9(puzzle, 20, no_end, solution.data());
    CHECK(whole.finished);
    for (single9::Solve* solve : kernels()) {
      Answer9 same = solve(puzzle, 20, whole.guesses, solution.data(), 0);
      CHECK(same.finished && same.count == whole.count && same.guesses == whole.guesses);
      if (whole.guesses == 0) continue;
      Answer9 less = solve(puzzle, 20, whole.guesses - 1, solution.data(), 0);
      CHECK(!less.finished && less.count <= whole.count && less.guesses == whole.guesses - 1);
      CHECK(!solve(puzzle, 20, 0, solution.data(), 0).finished);
    }
  }
}

// All solutions in the order of the search, each once.
void test_lists() {
  Geometry g = nine::geometry();
  Bytes puzzles = random_puzzles(300, 14), odd = odd_puzzles();
  puzzles.insert(puzzles.end(), odd.begin(), odd.end());
  constexpr std::uint32_t limit = 40;
  for (std::size_t i = 0; i < puzzles.size() / 81; ++i) {
    const std::uint8_t* puzzle = &puzzles[i * 81];
    Bytes expected;
    for (cpu::Level level : cpu::available()) {
      Bytes solutions(81 * limit + 1, untouched), first(81, untouched);
      const Answer9 answer = single9::list_kernel_of(level)(puzzle, limit, no_end, solutions.data());
      CHECK(answer.count == single9::kernel_of(level)(puzzle, limit, no_end, first.data(), 0).count);
      CHECK(std::equal(first.begin(), first.end(), solutions.begin()));
      CHECK(std::all_of(solutions.begin() + 81 * answer.count, solutions.end(),
                        [](std::uint8_t byte) { return byte == untouched; }));
      std::vector<Bytes> each;
      for (std::uint32_t n = 0; n < answer.count; ++n) {
        each.emplace_back(&solutions[81 * n], &solutions[81 * n] + 81);
        CHECK(nine::solves(g, puzzle, each.back().data()));
      }
      std::sort(each.begin(), each.end());
      CHECK(std::adjacent_find(each.begin(), each.end()) == each.end());
      if (expected.empty()) expected = solutions;
      CHECK(expected == solutions);
    }
  }
}

void test_text() {
  Bytes values = random_puzzles(200, 13);
  for (std::size_t i = 0; i < values.size(); i += 81) {
    for (char blank : {'0', '.', '*', '-', '_'}) {
      Bytes text;
      for (std::size_t c = i; c < i + 81; ++c)
        text.push_back(static_cast<std::uint8_t>(values[c] ? '0' + values[c] : blank));
      for (single9::Solve* solve : kernels()) {
        Outcome expected = by_single(solve, &values[i], 2);
        Bytes solution(81, untouched);
        CHECK(solve(text.data(), 2, no_end, solution.data(), '0').count == expected.count);
        if (expected.count)
          for (std::uint8_t& value : expected.solution)
            value = static_cast<std::uint8_t>(value + '0');
        CHECK(solution == expected.solution);
        Bytes in_place = text;
        CHECK(solve(in_place.data(), 2, no_end, in_place.data(), '0').count == expected.count);
        CHECK(in_place == (expected.count ? expected.solution : text));
      }
    }
  }
}

}  // namespace

void test_single9() {
  test_against_the_others();
  test_guesses();
  test_lists();
  test_text();
}
