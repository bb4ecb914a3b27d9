#include "deep_maker.hpp"

#include <algorithm>
#include <bit>
#include <numeric>
#include <utility>

#include "annealing.hpp"
#include "drift.hpp"
#include "other_solution.hpp"
#include "squaredance/stop.hpp"

namespace squaredance::generate {

namespace {

// For more clues digging is the better way: any grid can come.
constexpr int most_of_16 = 84, most_of_25 = 250;

// A number of clues that the symmetry can have is taken from the range if there is one, else the next above.
Schedule schedule_for(int height, int least, int most) {
  const int below = std::max(most / height, 1);
  const int drawn = below * height >= least ? below : below + 1;
  // Chosen by time per solved one: over 256 draws at 25x25, 64 to 96 at 16x16.
  if (height == 5) return {.clues = drawn, .moves = 16384, .warmth = 13};
  return {.clues = drawn, .moves = 8192, .warmth = 8};
}

// The cells of a shape in a random order of bands, rows, stacks and cols, and values renamed.
struct Scramble {
  Scramble(int height, Draw& draw) : rows(lines(height, draw)), cols(lines(height, draw)), values(height * height) {
    transposed = draw.below(2) == 1;
    std::iota(values.begin(), values.end(), 1);
    draw.shuffle(values);
  }

  static std::vector<int> lines(int height, Draw& draw) {
    std::vector<int> bands(height), within(height), all;
    std::iota(bands.begin(), bands.end(), 0);
    std::iota(within.begin(), within.end(), 0);
    draw.shuffle(bands);
    for (const int band : bands) {
      draw.shuffle(within);
      for (const int line : within) all.push_back(band * height + line);
    }
    return all;
  }

  int cell(int from) const {
    const int size = static_cast<int>(rows.size()), row = rows[from / size], col = cols[from % size];
    return transposed ? col * size + row : row * size + col;
  }
  std::uint8_t value(std::uint32_t mask) const {
    return mask ? static_cast<std::uint8_t>(values[std::countr_zero(mask)]) : std::uint8_t{0};
  }

  std::vector<int> rows, cols, values;
  bool transposed;
};

class DeepMaker final : public PuzzleMaker {
 public:
  DeepMaker(const Geometry& geometry, int height, int least, int most)
      : least_(least), most_(most), folded_(height, true), whole_(height, false),
        annealing_(folded_, schedule_for(height, least, most)), drift_(whole_), others_(geometry) {}

  std::size_t handful() const override { return deep_lanes; }

  void make(std::uint64_t seed, std::uint64_t first, std::span<Try> tries, const std::atomic<bool>* stop) override {
    for (Try& one : tries) one = Try{};
    annealed_.clear();
    for (std::size_t i = 0; i < tries.size(); ++i) annealed_.push_back(Annealed{.draw = Draw(seed, first + i)});
    annealing_.run(annealed_, stop);
    for (std::size_t i = 0; i < tries.size() && !is_stopped(stop); ++i)
      if (annealed_[i].done) tries[i] = finish(annealed_[i], stop);
  }

 private:
  static constexpr int steps = 20, rounds = 160;

  Drift::Puzzle unfolded(const Annealed& annealed) const {
    Drift::Puzzle puzzle;
    puzzle.clues.resize(static_cast<std::size_t>(whole_.cells));
    puzzle.solution.resize(puzzle.clues.size());
    for (int cell = 0; cell < folded_.cells; ++cell) {
      for (int copy = 0; copy < folded_.copies(); ++copy) {
        const int value = folded_.value_of(std::countr_zero(annealed.solution[cell]), copy);
        puzzle.solution[folded_.copy_of(cell, copy)] = 1u << value;
        if (!annealed.clues[cell]) continue;
        puzzle.clues[folded_.copy_of(cell, copy)] = 1u << value;
        ++puzzle.count;
      }
    }
    return puzzle;
  }

  Try finish(const Annealed& annealed, const std::atomic<bool>* stop) {
    Try made;
    if (!annealed.solved) {
      made.verdict = Verdict::several_solutions;
      made.puzzle.resize(static_cast<std::size_t>(whole_.cells));
      made.solution.resize(made.puzzle.size());
      return made;
    }
    Draw draw = annealed.draw;
    Drift::Puzzle puzzle = unfolded(annealed);
    const int wished = least_ + static_cast<int>(draw.below(most_ - least_ + 1));
    const bool is_near = puzzle.count < most_ + whole_.height;
    const Drift::Course course{
        .wished = wished, .most = most_, .steps = is_near ? steps : 0, .rounds = is_near ? rounds : 0};
    if (!drift_.run(puzzle, course, draw, stop)) return made;
    const Scramble scramble(whole_.height, draw);
    made.clues = puzzle.count;
    made.puzzle.resize(puzzle.clues.size());
    made.solution.resize(puzzle.clues.size());
    for (int cell = 0; cell < whole_.cells; ++cell) {
      made.puzzle[scramble.cell(cell)] = scramble.value(puzzle.clues[cell]);
      made.solution[scramble.cell(cell)] = scramble.value(puzzle.solution[cell]);
    }
    // Propagation has shown it already, but a proof comes from an engine.
    const auto found = others_.look(made.puzzle.data(), made.solution.data(), stop);
    if (found == OtherSolution::Found::stopped) return Try{};
    made.verdict = found == OtherSolution::Found::yes ? Verdict::several_solutions
                   : made.clues > most_               ? Verdict::too_many_clues
                                                      : Verdict::made;
    return made;
  }

  const int least_, most_;
  const DeepBoard folded_, whole_;
  Annealing annealing_;
  Drift drift_;
  OtherSolution others_;
  std::vector<Annealed> annealed_;
};

}  // namespace

std::unique_ptr<PuzzleMaker> make_deep_maker(const Geometry& geometry, std::optional<Shape> shape, const Wish& wish) {
  if (!shape || shape->box_height != shape->box_width || wish.minimal || wish.difficulty) return nullptr;
  const int most = shape->size == 16 ? most_of_16 : shape->size == 25 ? most_of_25 : -1;
  if (wish.most_clues > most || wish.least_clues > wish.most_clues) return nullptr;
  // As many groups as cells: each is one cell, as none is empty and they share none.
  if (static_cast<int>(wish.groups.size()) != shape->cells()) return nullptr;
  return std::make_unique<DeepMaker>(geometry, shape->box_height, wish.least_clues, wish.most_clues);
}

}  // namespace squaredance::generate
