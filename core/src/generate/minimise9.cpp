#include <algorithm>
#include <cstring>

#include "squaredance/generate/minimise.hpp"
#include "squaredance/stop.hpp"

namespace squaredance::generate {

namespace {

constexpr std::size_t cells = 81;
constexpr std::size_t most_tests = 1 << 13;  // between two looks at `stop`: some milliseconds

}  // namespace

Minimiser9::Minimiser9() : solver_(bulk::make_solver9(cpu::used())) {}

void Minimiser9::clear() {
  tests_.clear();
  owners_.clear();
}

void Minimiser9::add(const std::uint8_t* puzzle, std::size_t owner) {
  tests_.insert(tests_.end(), puzzle, puzzle + cells);
  owners_.push_back(owner);
}

void Minimiser9::add_without(const std::uint8_t* puzzle, std::size_t cell, std::size_t owner) {
  add(puzzle, owner);
  tests_[tests_.size() - cells + cell] = 0;
}

// Calls `take(owner, solutions)` for every test, 2 solutions for several.
template <typename Take>
bool Minimiser9::flush(Take&& take, const std::atomic<bool>* stop) {
  if (is_stopped(stop)) return false;
  counts_.resize(owners_.size());
  solutions_.resize(tests_.size());
  bulk::Job job{.puzzles = tests_.data(),
                .size = owners_.size(),
                .solutions = solutions_.data(),
                .counts = counts_.data()};
  solver_->work(job);
  for (std::size_t i = 0; i < owners_.size(); ++i) take(owners_[i], counts_[i]);
  clear();
  return true;
}

bool Minimiser9::count(std::span<const std::uint8_t> puzzles, std::uint8_t* counts,
                       const std::atomic<bool>* stop) {
  clear();
  auto take = [&](std::size_t owner, std::uint32_t found) { counts[owner] = static_cast<std::uint8_t>(found); };
  for (std::size_t i = 0; i < puzzles.size() / cells; ++i) {
    add(&puzzles[i * cells], i);
    if (owners_.size() >= most_tests && !flush(take, stop)) return false;
  }
  return flush(take, stop);
}

bool Minimiser9::redundant(std::span<const std::uint8_t> puzzles, std::uint8_t* is_redundant,
                           const std::atomic<bool>* stop) {
  clear();
  std::fill_n(is_redundant, puzzles.size(), std::uint8_t{0});
  auto take = [&](std::size_t owner, std::uint32_t found) { is_redundant[owner] = found == 1; };
  for (std::size_t start = 0; start < puzzles.size(); start += cells) {
    for (std::size_t cell = 0; cell < cells; ++cell)
      if (puzzles[start + cell]) add_without(&puzzles[start], cell, start + cell);
    if (owners_.size() >= most_tests && !flush(take, stop)) return false;
  }
  return flush(take, stop);
}

// First all clues of all puzzles at once: most are not redundant, and are done with. The others one by one; the
// first of each puzzle goes untested.
bool Minimiser9::minimise(std::span<std::uint8_t> puzzles, const std::uint8_t* orders,
                          const std::atomic<bool>* stop) {
  std::vector<std::uint8_t> can_go(puzzles.size());
  if (!redundant(puzzles, can_go.data(), stop)) return false;
  const std::size_t n = puzzles.size() / cells;
  std::vector<std::uint8_t> places(n);  // where in its order each puzzle is
  auto cell_of = [&](std::size_t i) { return std::size_t{orders ? orders[i * cells + places[i]] : places[i]}; };
  auto find_next = [&](std::size_t i) {
    while (places[i] < cells && !can_go[i * cells + cell_of(i)]) ++places[i];
    return places[i] < cells;
  };
  auto take = [&](std::size_t i, std::uint32_t found) {
    if (found == 1) puzzles[i * cells + cell_of(i)] = 0;
    ++places[i];
  };
  for (std::size_t i = 0; i < n; ++i)
    if (find_next(i)) take(i, 1);
  for (;;) {
    for (std::size_t i = 0; i < n; ++i)
      if (find_next(i)) add_without(&puzzles[i * cells], cell_of(i), i);
    if (owners_.empty()) return true;
    if (!flush(take, stop)) return false;
  }
}

}  // namespace squaredance::generate
