// Many puzzles of any size: the same answers in any number of threads, and a prompt stop.
#include <algorithm>
#include <chrono>
#include <random>
#include <thread>
#include <vector>

#include "check.hpp"
#include "houses.hpp"
#include "squaredance/many.hpp"
#include "squaredance/search.hpp"

using namespace squaredance;

namespace {

using Values = std::vector<std::uint8_t>;
constexpr std::uint32_t untouched = 77;

Geometry geometry_of(int box) { return {box * box, houses_of(box * box, box)}; }

// Clues anywhere: with few of them there are many solutions, with more of them often none.
Values random_puzzles(int size, int puzzles, unsigned seed) {
  std::mt19937 random(seed);
  Values values;
  for (int i = 0; i < puzzles; ++i) {
    const unsigned clues = random() % 8;
    for (int cell = 0; cell < size * size; ++cell)
      values.push_back(random() % 16 < clues ? static_cast<std::uint8_t>(random() % (size + 1)) : 0);
  }
  return values;
}

struct Answers {
  Values solutions;
  std::vector<std::uint32_t> counts;
  bool operator==(const Answers&) const = default;
};

Answers solve(const Geometry& g, const Values& values, std::uint32_t limit, unsigned threads) {
  const auto cells = static_cast<std::size_t>(g.cells());
  const std::size_t n = values.size() / cells;
  Answers answers{Values(n * (cells + 1), 0), std::vector<std::uint32_t>(n, untouched)};
  many::Job job{.geometry = g,
                .puzzles = values.data(),
                .puzzle_step = cells,
                .size = n,
                .solutions = answers.solutions.data(),
                .solution_step = cells + 1,
                .counts = answers.counts.data(),
                .limit = limit};
  {
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back([&] { many::work(job); });
    many::work(job);
  }
  CHECK(job.answered == n);
  return answers;
}

void test_against_search() {
  Geometry g = geometry_of(2);
  Values values = random_puzzles(4, 200, 1);
  for (std::uint32_t limit : {1u, 2u, 300u}) {
    Answers answers = solve(g, values, limit, 1);
    for (std::size_t i = 0; i < answers.counts.size(); ++i) {
      std::vector<std::uint64_t> masks(16, 15);
      for (std::size_t cell = 0; cell < 16; ++cell)
        if (values[i * 16 + cell]) masks[cell] = 1u << (values[i * 16 + cell] - 1);
      auto search = make_search(Engine::rows, g, masks);
      std::uint32_t count = 0;
      Values first(16);
      while (count < limit && search->run(1 << 20) == Pause::solution)
        if (count++ == 0) search->read_solution(first);
      CHECK(answers.counts[i] == count);
      CHECK(std::equal(first.begin(), first.end(), &answers.solutions[i * 17]));
    }
  }
}

void test_threads_change_nothing() {
  for (int box : {2, 3}) {
    Geometry g = geometry_of(box);
    Values values = random_puzzles(box * box, 60, 2);
    Answers alone = solve(g, values, 3, 1);
    for (unsigned threads : {2u, 4u}) CHECK(solve(g, values, 3, threads) == alone);
  }
}

void test_values_that_cannot_be_are_empty_cells() {
  Geometry g = geometry_of(2);
  Values values(16, 255);
  values[3] = 5;
  CHECK(solve(g, values, 1000, 1).counts[0] == 288);
}

void test_nothing_to_do() {
  Geometry g = geometry_of(2);
  CHECK(solve(g, {}, 1, 2).counts.empty());
}

// An empty 16x16 has more solutions than anyone can count.
void test_stop() {
  Geometry g = geometry_of(4);
  Values values(256 * 3), solutions(256 * 3);
  std::vector<std::uint32_t> counts(3, untouched);
  many::Job job{.geometry = g,
                .puzzles = values.data(),
                .puzzle_step = 256,
                .size = 3,
                .solutions = solutions.data(),
                .solution_step = 256,
                .counts = counts.data(),
                .limit = 0xFFFFFFFE};
  std::jthread worker([&] { many::work(job); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  job.stop = true;
  worker.join();  // or the test hangs
  CHECK(std::ranges::count(counts, untouched) == 3);
  CHECK(job.answered == 0);
}

}  // namespace

void test_many() {
  test_against_search();
  test_threads_change_nothing();
  test_values_that_cannot_be_are_empty_cells();
  test_nothing_to_do();
  test_stop();
}
