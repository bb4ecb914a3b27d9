#include "drift.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "squaredance/stop.hpp"

namespace squaredance::generate {

namespace {

// Clues that are tried for the same one that went: the first propagation costs the most.
constexpr int partners = 4;

// Clues of which the least needed one goes: the fewer candidates it leaves open, the likelier another clue closes them.
constexpr int entrants = 4;

}  // namespace

Drift::Drift(const DeepBoard& board)
    : board_(board),
      all_((1u << board.size) - 1),
      kernel_(make_deep_kernel(board)),
      work_(static_cast<std::size_t>(board.cells)) {}

bool Drift::run(Puzzle& puzzle, const Course& course, Draw& draw, const std::atomic<bool>* stop) {
  need_.assign(work_.size(), 0);
  take_clues(puzzle, course.wished, draw);
  int steps = 0;
  for (int round = 0; round < course.rounds; ++round) {
    if (steps >= course.steps && puzzle.count <= (round < course.rounds / 4 ? course.wished : course.most)) break;
    if (is_stopped(stop)) return false;
    if (!trade(puzzle, draw)) continue;
    ++steps;
    if (puzzle.count > course.wished) take_clues(puzzle, course.wished, draw);
  }
  add_clues(puzzle, course.wished, draw);
  return true;
}

// The puzzle in all lanes.
void Drift::spread(const Puzzle& puzzle) {
  for (std::size_t cell = 0; cell < work_.size(); ++cell)
    for (std::uint32_t& mask : work_[cell].lane) mask = puzzle.clues[cell] ? puzzle.clues[cell] : all_;
}

// Every clue is tried once: one that is needed stays so when others go.
void Drift::take_clues(Puzzle& puzzle, int wished, Draw& draw) {
  order_.clear();
  for (std::size_t cell = 0; cell < work_.size(); ++cell)
    if (puzzle.clues[cell]) order_.push_back(static_cast<std::uint16_t>(cell));
  draw.shuffle(order_);
  for (std::size_t next = 0; next < order_.size() && puzzle.count > wished;) {
    const std::size_t tried = std::min<std::size_t>(deep_lanes, order_.size() - next);
    spread(puzzle);
    for (std::size_t lane = 0; lane < tried; ++lane) work_[order_[next + lane]].lane[lane] = all_;
    alignas(64) std::uint32_t open[deep_lanes];
    kernel_->run(work_[0].lane, open);
    for (std::size_t i = 0; i < tried; ++i) need_[order_[next + i]] = open[i];
    std::size_t lane = 0;
    while (lane < tried && open[lane] != 0) ++lane;
    next += lane;
    if (lane == tried) continue;
    puzzle.clues[order_[next++]] = 0;
    --puzzle.count;
  }
}

bool Drift::trade(Puzzle& puzzle, Draw& draw) {
  order_.clear();
  for (std::size_t cell = 0; cell < work_.size(); ++cell)
    if (puzzle.clues[cell]) order_.push_back(static_cast<std::uint16_t>(cell));
  spread(puzzle);
  std::uint16_t taken[deep_lanes], given[deep_lanes];
  for (int lane = 0; lane < deep_lanes; ++lane) {
    taken[lane] = order_[draw.below(order_.size())];
    for (int other = 1; other < entrants; ++other) {
      const std::uint16_t cell = order_[draw.below(order_.size())];
      if (need_[cell] < need_[taken[lane]]) taken[lane] = cell;
    }
    work_[taken[lane]].lane[lane] = all_;
  }
  alignas(64) std::uint32_t open[deep_lanes];
  kernel_->run(work_[0].lane, open);
  parted_ = work_;
  for (int lane = 0; lane < deep_lanes; ++lane) need_[taken[lane]] = open[lane];
  for (int again = 0; again < partners; ++again) {
    if (again) work_ = parted_;
    for (int lane = 0; lane < deep_lanes; ++lane) {
      open_cells_.clear();
      for (std::size_t cell = 0; cell < work_.size(); ++cell)
        if (cell != taken[lane] && !std::has_single_bit(work_[cell].lane[lane]))
          open_cells_.push_back(static_cast<std::uint16_t>(cell));
      given[lane] = open_cells_.empty() ? taken[lane] : open_cells_[draw.below(open_cells_.size())];
      std::uint32_t mask = work_[given[lane]].lane[lane];
      for (auto skipped = draw.below(std::popcount(mask)); skipped > 0; --skipped) mask &= mask - 1;
      work_[given[lane]].lane[lane] = mask & (~mask + 1);
    }
    kernel_->run(work_[0].lane, open);
    for (int lane = 0; lane < deep_lanes; ++lane) {
      if (open[lane] != 0 || given[lane] == taken[lane]) continue;
      puzzle.clues[taken[lane]] = 0;
      need_[given[lane]] = need_[taken[lane]];
      for (std::size_t cell = 0; cell < work_.size(); ++cell) puzzle.solution[cell] = work_[cell].lane[lane];
      puzzle.clues[given[lane]] = puzzle.solution[given[lane]];
      return true;
    }
  }
  return false;
}

void Drift::add_clues(Puzzle& puzzle, int wished, Draw& draw) {
  order_.clear();
  for (std::size_t cell = 0; cell < work_.size(); ++cell)
    if (!puzzle.clues[cell]) order_.push_back(static_cast<std::uint16_t>(cell));
  draw.shuffle(order_);
  for (std::size_t next = 0; next < order_.size() && puzzle.count < wished; ++next, ++puzzle.count)
    puzzle.clues[order_[next]] = puzzle.solution[order_[next]];
}

}  // namespace squaredance::generate
