// Annealing: from random clues to a puzzle with one solution, by trading clues, 16 puzzles side by side.
//
//   empty -- one clue more, drawn from the candidates that are left --> `clues` clues, many candidates open
//     |
//     +-- a clue goes, another one comes in an open cell --> kept if fewer candidates are open after propagation, or
//         not many more --> none open: solved
//     |
//     +-- after `moves` moves: one clue more again, until none is open
//
// The solution is not given: it comes out at the end. (Simulated annealing: Kirkpatrick, Gelatt and Vecchi, 1983. It
// stays warm: cooling down was no better.)
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "deep_board.hpp"
#include "squaredance/draw.hpp"

namespace squaredance::generate {

struct Schedule {
  int clues;               // of the board: with the symmetry each stands for `height` clues
  int moves;
  double warmth;           // what a move may cost, about, in candidates
};

struct Annealed {
  Draw draw;
  bool done = false;       // false after a stop
  bool solved = false;     // true but for a rare dead end
  int moves = 0;
  std::vector<std::uint32_t> clues{};     // a mask for each cell of the board, 0 for no clue
  std::vector<std::uint32_t> solution{};
};

// Holds the memory of one thread. What becomes of one does not depend on those beside it.
class Annealing {
 public:
  Annealing(const DeepBoard& board, Schedule schedule);

  void run(std::span<Annealed> all, const std::atomic<bool>* stop);

 private:
  struct Chain {
    Annealed* result = nullptr;  // nullptr: this lane rests
    int clues = 0, most = 0;
    std::uint32_t open = 0;
    std::vector<std::uint16_t> order;  // cells with a clue first
    int given = -1, taken = -1;        // places in `order` of this move, -1: none
    std::uint32_t value = 0, old = 0;
  };

  void begin(int lane, Annealed& result);
  void propose(int lane);
  void judge(int lane, std::uint32_t open);
  bool is_kept(Chain& chain, std::uint32_t open);
  void end(int lane);

  struct alignas(64) Masks {
    std::uint32_t lane[deep_lanes];
  };

  const DeepBoard& board_;
  const Schedule schedule_;
  const std::uint32_t all_;
  std::unique_ptr<DeepKernel> kernel_;
  std::array<Chain, deep_lanes> chains_;
  std::vector<Masks> clues_, kept_, work_;  // as the clues say, after propagation, and for the move that is tried
};

}  // namespace squaredance::generate
