// Puzzles as wished: a random grid, dug out, and rated where a difficulty is wished.
//
//   auto maker = generate::make_puzzle_maker(geometry, shape, wish);
//   maker->make(seed, 0, tries, stop);        // tries 0, 1, 2 ... of the seed
//
// What becomes of a try depends on nothing but the geometry, the wish, the seed and its number: so the puzzles of a
// seed are those of its tries that succeed, in their order, whatever the number of threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "squaredance/generate/dig.hpp"
#include "squaredance/technique/scale.hpp"

namespace squaredance::generate {

// On a scale of Sudoku Explainer `least` and `most` are tenths of its ER, on HoDoKu's its score.
struct Difficulty {
  technique::ScaleName scale = technique::ScaleName::se121;
  int least = 0;
  int most = technique::unbounded;
  std::optional<technique::Technique> hardest = {};  // the hardest step must be of this technique, which the scale tells
  bool has_boxes = true;  // as Sight asks; where there is a Shape that says it
};

// Where its ratings lie: the range, without what the hardest technique does not allow. (On HoDoKu's scale that bounds
// a sum from below only.)
technique::Range range_of(const Difficulty& difficulty);

struct Wish {
  Groups groups;
  int least_clues = 0;
  int most_clues = 1 << 30;
  bool minimal = false;  // no group of clues can go
  std::optional<Difficulty> difficulty;
};

enum class Verdict : std::uint8_t {
  made,
  several_solutions,  // clues in all groups do not make the solution the only one
  too_many_clues,
  too_few_clues,      // a minimal puzzle with fewer than wished
  too_easy,
  too_hard,
  other_technique,    // within the range, but its hardest step is of another technique
  stopped,            // or the geometry has no grid at all
};

struct Try {
  Verdict verdict = Verdict::stopped;
  int clues = 0;
  technique::Rating rating;           // when a difficulty is wished, and it came so far
  std::vector<std::uint8_t> puzzle;   // the nearest it came; unique but after several_solutions; none if stopped early
  std::vector<std::uint8_t> solution;
};

// Holds the memory of one thread.
class PuzzleMaker {
 public:
  virtual ~PuzzleMaker() = default;

  // How many tries it likes to make at once.
  virtual std::size_t handful() const = 0;

  // Throws nothing but std::bad_alloc.
  virtual void make(std::uint64_t seed, std::uint64_t first, std::span<Try> tries,
                    const std::atomic<bool>* stop) = 0;
};

// `shape` is nothing where there are houses beside rows, cols and boxes. The Geometry must outlive the maker.
std::unique_ptr<PuzzleMaker> make_puzzle_maker(const Geometry& geometry, std::optional<Shape> shape, Wish wish);

}  // namespace squaredance::generate
