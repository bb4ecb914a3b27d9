// The engine `dance`: a Sudoku as an exact cover problem, solved by dancing links.
//
// An option for each candidate (cell, value); an item for each cell and each (house,
// value). What is settled before the search is left out: the items of cells with one
// candidate, and every option in them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/cover/links.hpp"
#include "squaredance/search.hpp"

namespace squaredance {

class DanceSearch final : public Search {
 public:
  // `masks` have been through strike_clues.
  DanceSearch(const Geometry& geometry, std::span<const std::uint64_t> masks);

  Pause run(std::uint64_t nodes) override;
  void read_solution(std::span<std::uint8_t> values) const override;
  bool watch(Frame& frame) override;

 private:
  struct Placement {
    Cell cell;
    std::uint8_t value;  // from 1
  };
  std::vector<std::uint8_t> clues_;  // by cell, 0 where there is none
  std::vector<Placement> placements_;  // by option
  std::vector<std::uint32_t> items_;   // of the Geometry, by header; the root has none
  cover::Links links_;

  cover::Problem problem_of(const Geometry& geometry, std::span<const std::uint64_t> masks);
  void read_state(Frame& frame) const;
};

}  // namespace squaredance
