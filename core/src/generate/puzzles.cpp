// Puzzles as wished: grids, digging, and what is wished of the result, a handful of tries at a time.
#include "squaredance/generate/puzzles.hpp"

#include <algorithm>
#include <utility>

#include "easing.hpp"
#include "rater.hpp"
#include "squaredance/generate/grids.hpp"

namespace squaredance::generate {

namespace {

bool is_set(const std::atomic<bool>* stop) { return stop && stop->load(std::memory_order_relaxed); }

class Maker final : public PuzzleMaker {
 public:
  Maker(const Geometry& geometry, std::optional<Shape> shape, Wish wish)
      : geometry_(geometry),
        wish_(std::move(wish)),
        grids_(make_grid_maker(geometry, shape)),
        digger_(make_digger(geometry, shape, wish_.groups)) {
    wish_.most_clues = std::min(wish_.most_clues, geometry.cells());
    has_range_ = wish_.least_clues > 0 || wish_.most_clues < geometry.cells();
    if (wish_.difficulty) {
      const bool has_boxes = shape ? shape->has_boxes() : wish_.difficulty->has_boxes;
      const bool is_nine = shape && shape->is_standard9();
      rater_.emplace(geometry, has_boxes, is_nine, *wish_.difficulty);
      eases_ = !wish_.minimal && (!is_nine || has_range_ || wish_.difficulty->most < hard_by_nature);
    }
  }

  std::size_t handful() const override {
    return rater_ ? std::min<std::size_t>(digger_->handful(), most_to_rate) : digger_->handful();
  }

  void make(std::uint64_t seed, std::uint64_t first, std::span<Try> tries,
            const std::atomic<bool>* stop) override {
    digs_.clear();
    for (std::size_t i = 0; i < tries.size(); ++i) {
      tries[i] = Try{};
      if (!begin(Draw(seed, first + i), stop)) break;
    }
    // What a stop left undone stays `stopped`.
    if (is_set(stop)) return;
    digger_->dig(digs_, stop);
    for (std::size_t i = 0; i < digs_.size() && !is_set(stop); ++i)
      if (digs_[i].done) tries[i] = finish(digs_[i], stop);
  }

 private:
  static constexpr std::size_t most_to_rate = 1024;
  // Tenths of ER, or score. TODO
  static constexpr int hard_by_nature = 20;

  bool begin(Draw draw, const std::atomic<bool>* stop) {
    std::vector<std::uint8_t> solution(static_cast<std::size_t>(geometry_.cells()));
    if (!grids_->make(draw, solution.data(), stop)) return false;
    Dig& dig = digs_.emplace_back(draw);
    dig.solution = std::move(solution);
    if (wish_.minimal || !has_range_) return true;
    dig.least = dig.target = wish_.least_clues;
    // Where a difficulty is wished, all counts within the range are looked at.
    if (!rater_ && wish_.most_clues > wish_.least_clues)
      dig.target += static_cast<int>(dig.draw.below(wish_.most_clues - wish_.least_clues + 1));
    return true;
  }

  Try finish(Dig& dig, const std::atomic<bool>* stop) {
    Try made;
    made.clues = dig.clues;
    made.puzzle = std::move(dig.puzzle);
    made.solution = std::move(dig.solution);
    made.verdict = !dig.unique                     ? Verdict::several_solutions
                   : dig.clues > wish_.most_clues  ? Verdict::too_many_clues
                   : dig.clues < wish_.least_clues ? Verdict::too_few_clues
                                                   : Verdict::made;
    if (made.verdict != Verdict::made || !rater_) return made;
    if (dig.is_minimal && !eases_) made.verdict = rater_->foresee(made.puzzle);
    if (made.verdict == Verdict::made) made.verdict = rater_->judge(made.puzzle, made.rating, stop);
    if (made.verdict == Verdict::too_hard && eases_)
      Easing(*rater_, wish_, dig.removed, made, stop).run();
    return made;
  }

  const Geometry& geometry_;
  Wish wish_;
  bool has_range_;
  bool eases_ = false;  // a puzzle that is too hard gets clues back
  std::unique_ptr<GridMaker> grids_;
  std::unique_ptr<Digger> digger_;
  std::optional<Rater> rater_;
  std::vector<Dig> digs_;
};

}  // namespace

std::unique_ptr<PuzzleMaker> make_puzzle_maker(const Geometry& geometry, std::optional<Shape> shape, Wish wish) {
  return std::make_unique<Maker>(geometry, shape, std::move(wish));
}

}  // namespace squaredance::generate
