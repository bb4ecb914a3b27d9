// Our 9x9 engines without Python: the bulk kernel, and the scalar ones as solvers that the loop
// of the peers can time.
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "clock.hpp"
#include "squaredance/bulk.hpp"
#include "squaredance/geometry.hpp"
#include "squaredance/search.hpp"
#include "squaredance/single9.hpp"

namespace {

using namespace squaredance;

const std::uint8_t* bytes(const char* text) { return reinterpret_cast<const std::uint8_t*>(text); }
std::uint8_t* bytes(char* text) { return reinterpret_cast<std::uint8_t*>(text); }

Geometry make_geometry() {
  std::vector<std::vector<Cell>> houses(27);
  for (int cell = 0; cell < 81; ++cell) {
    const int row = cell / 9, col = cell % 9;
    for (const int house : {row, 9 + col, 18 + row / 3 * 3 + col / 3})
      houses[static_cast<std::size_t>(house)].push_back(static_cast<Cell>(cell));
  }
  return Geometry(9, houses);
}

}  // namespace

extern "C" {

const char* ours_kernel() { return cpu::name(cpu::used()).data(); }

std::size_t ours_single(const char* puzzle, std::size_t limit, std::uint32_t, char* solution,
                        std::size_t* guesses) {
  const Answer9 answer =
      solve_single9(bytes(puzzle), static_cast<std::uint32_t>(limit),
                    std::numeric_limits<std::uint64_t>::max(), bytes(solution), '0');
  *guesses = answer.guesses;
  return answer.count;
}

// The engine `search`, which shares nothing with the 9x9 kernels: the word on counts.
std::size_t ours_search(const char* puzzle, std::size_t limit, std::uint32_t, char* solution,
                        std::size_t* guesses) {
  static const Geometry geometry = make_geometry();
  std::vector<std::uint64_t> masks(81, 0x1FF);
  for (std::size_t cell = 0; cell < 81; ++cell)
    if (puzzle[cell] != '.') masks[cell] = 1ULL << (puzzle[cell] - '1');
  const auto search = make_search(Engine::search, geometry, std::move(masks));
  std::size_t found = 0;
  while (found < limit && search->run(std::numeric_limits<std::uint64_t>::max()) == Pause::solution)
    if (found++ == 0) {
      search->read_solution({bytes(solution), 81});
      for (int cell = 0; cell < 81; ++cell) solution[cell] += '0';
    }
  *guesses = search->effort().guesses;
  return found;
}

// Seconds for `count` lines of 82 bytes, `batch` of them in each call; solutions are lines too.
double ours_bulk(const char* lines, std::size_t count, std::size_t batch, std::size_t limit,
                 unsigned threads, std::uint32_t* counts, char* solutions, double* cpu) {
  std::vector<std::unique_ptr<bulk::Solver9>> solvers;
  for (unsigned i = 0; i < threads; ++i) solvers.push_back(bulk::make_solver9(cpu::used()));
  const Clock clock;
  for (std::size_t first = 0; first < count; first += batch) {
    bulk::Job job{.puzzles = bytes(lines) + first * 82,
                  .puzzle_step = 82,
                  .size = batch < count - first ? batch : count - first,
                  .solutions = bytes(solutions) + first * 82,
                  .solution_step = 82,
                  .zero = '0',
                  .counts = counts + first,
                  .limit = static_cast<std::uint32_t>(limit)};
    std::vector<std::jthread> others;
    for (unsigned i = 1; i < threads; ++i) others.emplace_back([&, i] { solvers[i]->work(job); });
    solvers[0]->work(job);
  }
  return clock.seconds(cpu);
}

}  // extern "C"
