// Puzzles as wished: grids, digging, and what is wished of the result, a handful of tries at a time.
#include "squaredance/generate/puzzles.hpp"

#include <algorithm>
#include <utility>

#include "deep_maker.hpp"
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
    is_large_ = !wish_.minimal && geometry.size() > 16;
    has_range_ = wish_.least_clues > 0 || wish_.most_clues < geometry.cells();
    if (wish_.difficulty) {
      const bool has_boxes = shape ? shape->has_boxes() : wish_.difficulty->has_boxes;
      const bool is_nine = shape && shape->is_standard9();
      rater_.emplace(geometry, has_boxes, is_nine, *wish_.difficulty);
      in_stages_ = !wish_.minimal && geometry.size() > 9;
      eases_ = !wish_.minimal && (!is_nine || has_range_ || rater_->most_step() < hard_by_nature);
    }
  }

  std::size_t handful() const override {
    return rater_ ? std::min<std::size_t>(digger_->handful(), most_to_rate) : digger_->handful();
  }

  void make(std::uint64_t seed, std::uint64_t first, std::span<Try> tries,
            const std::atomic<bool>* stop) override {
    // What a stop leaves undone stays `stopped`, with the puzzle as far as it was dug.
    for (Try& one : tries) one = Try{};
    digs_.clear();
    for (std::size_t i = 0; i < tries.size(); ++i) {
      if (!begin(Draw(seed, first + i), stop)) return;
      if (!in_stages_) continue;
      tries[i] = dig_in_stages(digs_.back(), stop);
      digs_.clear();
    }
    digger_->dig(digs_, stop);
    if (is_large_) dig_deeper(stop);
    for (std::size_t i = 0; i < digs_.size(); ++i)
      tries[i] = digs_[i].done && !is_set(stop) ? finish(digs_[i], stop) : unfinished(digs_[i]);
  }

 private:
  static constexpr std::size_t most_to_rate = 1024;
  // Of random minimal 9x9 puzzles a fourth is below ER 2.0: there it pays to make harder ones easier, above it is faster
  // to dig another one.
  static constexpr int hard_by_nature = 20;
  // Hundredths of the cells that are clues. The last clues to go are the dear ones.
  static constexpr int first_stage = 48, stage_step = 6, last_stage = 24;

  bool begin(Draw draw, const std::atomic<bool>* stop) {
    std::vector<std::uint8_t> solution(static_cast<std::size_t>(geometry_.cells()));
    if (is_set(stop) || !grids_->make(draw, solution.data(), stop)) return false;
    Dig& dig = digs_.emplace_back(draw);
    dig.solution = std::move(solution);
    if (wish_.minimal) return true;
    if (is_large_) dig.nodes = rater_ ? most_nodes() : 1;
    // Where a difficulty is wished, all counts within the range are looked at.
    dig.least = dig.target = wish_.least_clues;
    if (has_range_ && !rater_)
      dig.target += static_cast<int>(dig.draw.below(std::max(wish_.most_clues - dig.least, 0) + 1));
    return true;
  }

  // What has too many clues after the quickest checks is dug again, in the order that gets further, with longer ones.
  void dig_deeper(const std::atomic<bool>* stop) {
    for (Dig& dig : digs_) {
      if (!dig.done || !dig.unique || dig.clues <= wish_.most_clues) continue;
      Dig deeper = dig;
      deeper.by_house = true;
      deeper.nodes = most_nodes();
      digger_->dig({&deeper, 1}, stop);
      dig.done = deeper.done;
      if (deeper.done || deeper.clues < dig.clues) dig = std::move(deeper);
    }
  }

  // So that a dig takes about a second at the most.
  std::uint64_t most_nodes() const { return 100'000 / static_cast<std::uint64_t>(geometry_.cells()); }

  // Large puzzles: one that is too easy is dug on, by the same draws, so the same groups go first. To begin anew costs
  // little, as most of the time goes into the last clues.
  Try dig_in_stages(const Dig& begun, const std::atomic<bool>* stop) {
    Draw draw = begun.draw;
    const int later = static_cast<int>(draw.below(stage_step));
    for (int stage = first_stage + later;; stage -= stage_step) {
      Dig dig = begun;
      if (stage >= last_stage) dig.target = std::max(dig.target, geometry_.cells() * stage / 100);
      dig.target = std::min(dig.target, wish_.most_clues);
      digger_->dig({&dig, 1}, stop);
      if (!dig.done) return unfinished(dig);
      const bool is_end = dig.clues > dig.target || dig.target <= begun.target;
      const int clues = dig.clues;
      Try made = finish(dig, stop);
      const bool too_easy = made.verdict == Verdict::too_easy || made.verdict == Verdict::other_technique;
      if (is_end || !too_easy || made.clues != clues) return made;
    }
  }

  static Try unfinished(Dig& dig) {
    Try made;
    if (!dig.unique) return made;
    made.clues = dig.clues;
    made.puzzle = std::move(dig.puzzle);
    made.solution = std::move(dig.solution);
    return made;
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
  bool is_large_;           // exact checks would take too long
  bool eases_ = false;      // a puzzle that is too hard gets clues back
  bool in_stages_ = false;  // it is rated before all is dug
  std::unique_ptr<GridMaker> grids_;
  std::unique_ptr<Digger> digger_;
  std::optional<Rater> rater_;
  std::vector<Dig> digs_;
};

}  // namespace

std::unique_ptr<PuzzleMaker> make_puzzle_maker(const Geometry& geometry, std::optional<Shape> shape, Wish wish) {
  if (auto deep = make_deep_maker(geometry, shape, wish)) return deep;
  return std::make_unique<Maker>(geometry, shape, std::move(wish));
}

}  // namespace squaredance::generate
