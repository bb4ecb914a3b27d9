#include "squaredance/generate/vicinity.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>
#include <unordered_set>

#include "added_clues.hpp"
#include "squaredance/generate/minimise.hpp"

namespace squaredance::generate {

namespace {

constexpr std::size_t cells = 81;
using Puzzle = std::array<std::uint8_t, cells>;
using Bytes = std::vector<std::uint8_t>;

// How many ways there are to choose k of n.
constexpr auto choices = [] {
  std::array<std::array<std::uint64_t, most_dropped + 1>, cells + 1> table{};
  for (std::size_t n = 0; n <= cells; ++n) {
    table[n][0] = 1;
    for (std::size_t k = 1; n && k <= most_dropped; ++k) table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
  }
  return table;
}();

// The clues that go, the last one first: the digits of the way in the combinatorial number system.
Puzzle taken_away(const std::uint8_t* puzzle, int drop, std::uint64_t way) {
  Puzzle between, clue_cells;
  std::size_t n = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    between[cell] = puzzle[cell];
    if (puzzle[cell]) clue_cells[n++] = static_cast<std::uint8_t>(cell);
  }
  for (auto left = static_cast<std::size_t>(drop); left > 0; --left) {
    do --n;
    while (choices[n][left] > way);
    way -= choices[n][left];
    between[clue_cells[n]] = 0;
  }
  return between;
}

void append(Bytes& to, const std::uint8_t* puzzle) { to.insert(to.end(), puzzle, puzzle + cells); }

// From the start on, each once.
void remove_twins(Bytes& puzzles, std::size_t start) {
  std::vector<Puzzle> sorted((puzzles.size() - start) / cells);
  if (sorted.empty()) return;
  std::memcpy(sorted.data(), &puzzles[start], sorted.size() * cells);
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  puzzles.resize(start + sorted.size() * cells);
  std::memcpy(&puzzles[start], sorted.data(), sorted.size() * cells);
}

}  // namespace

std::vector<std::uint64_t> ways_to_drop(int clues, int drop, std::size_t most, Draw draw) {
  const std::uint64_t all = choices[static_cast<std::size_t>(clues)][static_cast<std::size_t>(drop)];
  std::vector<std::uint64_t> ways(static_cast<std::size_t>(std::min<std::uint64_t>(all, most)));
  std::iota(ways.begin(), ways.end(), std::uint64_t{0});
  if (ways.size() == all) return ways;
  // Every set of so many is as likely as any other (R. Floyd's way: Bentley, "Programming Pearls", 1987).
  std::unordered_set<std::uint64_t> drawn;
  for (std::uint64_t last = all - ways.size(); last < all; ++last)
    if (!drawn.insert(draw.below(last + 1)).second) drawn.insert(last);
  std::copy(drawn.begin(), drawn.end(), ways.begin());
  std::sort(ways.begin(), ways.end());
  return ways;
}

class Vicinity9::Worker {
 public:
  explicit Worker(const Move& move) : move_(move), added_(move.minimal) {}

  bool look(const std::uint8_t* puzzle, std::span<const std::uint64_t> ways, Bytes& found,
            const std::atomic<bool>* stop) {
    const std::size_t start = found.size();
    for (const std::uint64_t way : ways) {
      const Puzzle between = taken_away(puzzle, move_.drop, way);
      if (!added_.add(between.data(), move_.add, puzzle, found, stop)) return false;
    }
    return !move_.minimal || make_minimal(puzzle, found, start, stop);
  }

 private:
  bool make_minimal(const std::uint8_t* puzzle, Bytes& found, std::size_t start, const std::atomic<bool>* stop) {
    const std::span<const std::uint8_t> all(found.data() + start, found.size() - start);
    Bytes can_go(all.size()), minimal, others;
    if (!minimiser_.redundant(all, can_go.data(), stop)) return false;
    for (std::size_t at = 0; at < all.size(); at += cells) {
      bool is_minimal = true, is_added = false;
      for (std::size_t cell = 0; cell < cells; ++cell) {
        is_minimal &= !can_go[at + cell];
        is_added |= can_go[at + cell] && all[at + cell] != puzzle[cell];
      }
      if (is_minimal) append(minimal, &all[at]);
      if (is_minimal || is_added) continue;
      for (std::size_t cell = 0; cell < cells; ++cell) {
        if (!can_go[at + cell]) continue;
        append(others, &all[at]);
        others[others.size() - cells + cell] = 0;
      }
    }
    remove_twins(others, 0);
    if (!minimiser_.minimise(others, nullptr, stop)) return false;
    found.resize(start);
    found.insert(found.end(), minimal.begin(), minimal.end());
    found.insert(found.end(), others.begin(), others.end());
    remove_twins(found, start);
    return true;
  }

  const Move move_;
  AddedClues added_;
  Minimiser9 minimiser_;
};

Vicinity9::Vicinity9(const Move& move) : worker_(std::make_unique<Worker>(move)) {}
Vicinity9::~Vicinity9() = default;

bool Vicinity9::look(const std::uint8_t* puzzle, std::span<const std::uint64_t> ways,
                     std::vector<std::uint8_t>& found, const std::atomic<bool>* stop) {
  return worker_->look(puzzle, ways, found, stop);
}

}  // namespace squaredance::generate
