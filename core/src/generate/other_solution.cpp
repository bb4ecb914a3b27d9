#include "other_solution.hpp"

#include <algorithm>
#include <utility>

#include "squaredance/stop.hpp"

namespace squaredance::generate {

namespace {

std::uint64_t bit(int value) { return std::uint64_t{1} << (value - 1); }

}  // namespace

OtherSolution::OtherSolution(const Geometry& geometry)
    : geometry_(geometry), search_(geometry), other_(static_cast<std::size_t>(geometry.cells())) {}

// Until the next solution or the end: `yes` is any solution. A slice is a millisecond or a few.
OtherSolution::Found OtherSolution::run(const std::atomic<bool>* stop, std::uint64_t nodes) {
  const auto size = static_cast<std::uint64_t>(geometry_.size());
  const std::uint64_t slice = 1 + 200'000 / (size * size);
  for (;;) {
    const std::uint64_t left = nodes - search_.effort().nodes;
    const Pause pause = search_.run(std::min(slice, left));
    if (pause == Pause::exhausted) return Found::no;
    if (pause == Pause::solution) {
      search_.read_solution(other_);
      return Found::yes;
    }
    if (is_stopped(stop)) return Found::stopped;
    if (left == 0) return Found::undecided;
  }
}

OtherSolution::Found OtherSolution::look(const std::uint8_t* puzzle, const std::uint8_t* solution,
                                         const std::atomic<bool>* stop, std::uint64_t nodes) {
  search_.start(puzzle);
  for (;;) {
    const Found found = run(stop, nodes);
    if (found != Found::yes || !std::equal(other_.begin(), other_.end(), solution)) return found;
  }
}

OtherSolution::Found OtherSolution::look(const std::uint8_t* puzzle, const std::uint8_t* solution,
                                         std::span<const Cell> taken, const std::atomic<bool>* stop,
                                         std::uint64_t nodes) {
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - geometry_.size());
  masks_.resize(other_.size());
  for (std::size_t cell = 0; cell < masks_.size(); ++cell) masks_[cell] = puzzle[cell] ? bit(puzzle[cell]) : all;
  for (const Cell cell : taken) {
    masks_[cell] = all & ~bit(solution[cell]);
    search_.start(masks_);
    if (const Found found = run(stop, nodes); found != Found::no) return found;
    masks_[cell] = bit(solution[cell]);
  }
  return Found::no;
}

}  // namespace squaredance::generate
