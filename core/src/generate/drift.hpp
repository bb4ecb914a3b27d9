// Drift: a puzzle with one solution changes in small steps and keeps having one, as propagation shows.
//
//   clues that are not needed go, down to the number wished
//     +-- a clue goes, another one comes, with any value that is possible there: the solution may change
//     +-- again, until the steps are made, and clues are few enough or the rounds are used up
//     +-- clues come back, up to the number wished
//
// 16 steps are tried side by side, and the first that succeeds is made.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "deep_board.hpp"
#include "squaredance/draw.hpp"

namespace squaredance::generate {

class Drift {
 public:
  // The board must be without symmetry.
  explicit Drift(const DeepBoard& board);

  struct Puzzle {
    std::vector<std::uint32_t> clues;     // a mask for each cell, 0 for no clue
    std::vector<std::uint32_t> solution;
    int count = 0;                        // of clues
  };
  struct Course {
    int wished;  // clues
    int most;    // clues that will do after a fourth of the rounds
    int steps;   // at the least, where rounds are enough
    int rounds;
  };

  // False after a stop.
  bool run(Puzzle& puzzle, const Course& course, Draw& draw, const std::atomic<bool>* stop);

 private:
  struct alignas(64) Masks {
    std::uint32_t lane[deep_lanes];
  };

  void spread(const Puzzle& puzzle);
  void take_clues(Puzzle& puzzle, int wished, Draw& draw);
  bool trade(Puzzle& puzzle, Draw& draw);
  void add_clues(Puzzle& puzzle, int wished, Draw& draw);

  const DeepBoard& board_;
  const std::uint32_t all_;
  std::unique_ptr<DeepKernel> kernel_;
  std::vector<Masks> work_, parted_;
  std::vector<std::uint32_t> need_;  // by cell: candidates that were open when its clue was last taken away
  std::vector<std::uint16_t> order_;
  std::vector<std::uint16_t> open_cells_;
};

}  // namespace squaredance::generate
