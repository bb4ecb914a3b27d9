// OtherSolution: is there a solution beside the one we know? A search of its own for every question, with the
// memory kept.
#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/auto_search.hpp"

namespace squaredance::generate {

class OtherSolution {
 public:
  enum class Found : std::uint8_t { no, yes, undecided, stopped };

  static constexpr std::uint64_t unlimited = ~std::uint64_t{0};

  // The Geometry must outlive it.
  explicit OtherSolution(const Geometry& geometry);

  // A solution of `puzzle` beside `solution`, which must be one of its solutions. `undecided` after so many nodes.
  Found look(const std::uint8_t* puzzle, const std::uint8_t* solution, const std::atomic<bool>* stop,
             std::uint64_t nodes = unlimited);

  // The same for a puzzle that has no other solution with the clues of `taken` besides: then another differs in one
  // of these cells. The puzzle without a value that the cell has in the solution mostly fails without a guess,
  // which is far less than to find the solution again and show that there is no second one. The nodes are for each
  // of the cells.
  Found look(const std::uint8_t* puzzle, const std::uint8_t* solution, std::span<const Cell> taken,
             const std::atomic<bool>* stop, std::uint64_t nodes = unlimited);

  // After `yes`.
  std::span<const std::uint8_t> solution() const { return other_; }

 private:
  Found run(const std::atomic<bool>* stop, std::uint64_t nodes);

  const Geometry& geometry_;
  AutoSearch search_;
  std::vector<std::uint64_t> masks_;
  std::vector<std::uint8_t> other_;
};

}  // namespace squaredance::generate
