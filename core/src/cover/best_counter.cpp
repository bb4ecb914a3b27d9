#include "best_counter.hpp"

#include <algorithm>
#include <array>

#include "frontier.hpp"
#include "memo.hpp"
#include "natural.hpp"
#include "search_counter.hpp"
#include "squaredance/cover/choose.hpp"

namespace squaredance::cover {

namespace {

// Work is in nanoseconds of some machine, as the methods tell it: no clock decides.
constexpr double scout_work = 5e5;        // what a search gets first; small problems end here
constexpr double worth_trying = 8e6;      // a search that needs less is left alone
constexpr double judge_after = 1.0 / 64;  // of what the search needs: then a guess is believed
// Of the same: what they may take in all, however good they look. Both sides are guesses: 15
// queens took five times as long as their search without a limit, and take three times as long
// with this one. With a tenth they took twice as long, but Latin squares of order 5 and 7, which a
// frontier counts in a sixth and a fourteenth of the time, went to search for four times and more.
constexpr double most_of_frontier = 1.0 / 4;
constexpr double most_of_memo = 1.0 / 16;
constexpr double look_again = 2;          // times what the search was thought to need
// Words of all masks. The plan of `frontier` is made at a stretch, without a look at a clock:
// this is about 0.7 s of it. With bounds there is a step for each option.
constexpr double most_to_plan = 1 << 24, most_to_plan_with_bounds = 1 << 21;

//            +------------------- it goes on where it was -------------------+
//            v                                                               |
//   search: scout ----> frontier ----> memo, once ----> search to the end ---+
//                          ^                                |
//                          +--- needs longer than thought --+
//
// A method that is judged the fastest stays at work while it is.
class BestCounter final : public Counter {
 public:
  BestCounter(const Problem& problem, CountLimits limits)
      : problem_(problem), limits_(limits), search_(make_search_counter(problem)) {
    const auto words = static_cast<double>(problem.item_count() / 64 + 1);
    const double mask_words = words * static_cast<double>(problem.option_count());
    // Of the engine `bits` within a factor of three over the problems of docs/engine-count.md,
    // partitions apart; other engines take longer.
    node_work_ = best_engine(problem) == Engine::bits ? 20 + 0.025 * mask_words : 500;
    const double plan_work = 4 * mask_words + 20 * static_cast<double>(problem.items.size());
    least_needs_ = std::max(worth_trying, 16 * plan_work);
    frontier_is_out_ =
        mask_words > (problem.has_bounds() ? most_to_plan_with_bounds : most_to_plan);
  }

  Halt run(std::uint64_t nodes) override {
    while (!winner_) {
      Counter& worker = at_work();
      const std::uint64_t before = worker.effort().nodes;
      const Halt halt = worker.run(std::min(nodes, slice_left_));
      const std::uint64_t used = worker.effort().nodes - before;
      nodes -= std::min(nodes, used);
      slice_left_ -= std::min(slice_left_, used);
      progress_ = std::max(progress_, std::min(worker.progress(), 0.999));
      // Judgements come after so many nodes, however the work is cut into calls.
      if (halt != Halt::budget || slice_left_ == 0) {
        slice_left_ = slice_;
        judge(halt);
      }
      sum_effort();
      if (nodes == 0 && !winner_) return Halt::budget;
    }
    return Halt::done;
  }

  // The best of what is sure.
  std::vector<std::uint64_t> total() const override {
    if (winner_) return winner_->total();
    std::vector<std::uint64_t> best = least_;
    for (const Counter* counter : counters()) {
      if (!counter) continue;
      auto total = counter->total();
      if (natural::less(best, total)) best = std::move(total);
    }
    return best;
  }

  double progress() const override { return winner_ ? 1 : progress_; }

  std::size_t memory() const override {
    std::size_t sum = 0;
    for (const Counter* counter : counters())
      if (counter) sum += counter->memory();
    return sum;
  }

  Method method() const override { return at_work().method(); }

 private:
  enum class Stage : std::uint8_t { scout, frontier, memo, search };

  std::array<const Counter*, 3> counters() const {
    return {memo_.get(), frontier_.get(), search_.get()};
  }

  Counter& at_work() const {
    if (winner_) return *winner_;
    if (stage_ == Stage::frontier) return *frontier_;
    if (stage_ == Stage::memo) return *memo_;
    return *search_;
  }

  void enter(Stage stage) {
    stage_ = stage;
    slice_ = slice_left_ = stage == Stage::search ? 4096 : 256;
  }

  void sum_effort() {
    effort_ = lost_;
    for (const Counter* counter : counters()) {
      if (!counter) continue;
      effort_.nodes += counter->effort().nodes;
      effort_.guesses += counter->effort().guesses;
    }
  }

  void judge(Halt halt) {
    if (halt == Halt::done) {
      winner_ = &at_work();
      return;
    }
    switch (stage_) {
      case Stage::scout:
        if (search_done() >= scout_work) judge_search();
        return;
      case Stage::frontier: return judge_frontier(halt);
      case Stage::memo: return judge_memo(halt);
      case Stage::search: return judge_search();
    }
  }

  double search_done() const {
    return node_work_ * static_cast<double>(search_->effort().nodes);
  }

  // From the share of its tree that is done.
  double search_needs() const { return search_done() / std::max(search_->progress(), 1e-300); }

  void judge_search() {
    const double needs = search_needs();
    enter(Stage::search);
    if (needs < least_needs_ || needs < look_again * expected_) return;
    expected_ = needs;
    if (!frontier_is_out_) {
      start_frontier();
    } else if (!memo_tried_) {
      start_memo();
    }
  }

  std::size_t memory_left() const {
    const std::size_t used = memory();
    return limits_.memory > used ? limits_.memory - used : 0;
  }

  void start_frontier() {
    if (!frontier_) {
      const auto order_work = static_cast<std::uint64_t>(std::min(expected_ * judge_after, 1.5e6));
      frontier_ = make_frontier(problem_, {memory_left()}, order_work);
    }
    enter(Stage::frontier);
  }

  void judge_frontier(Halt halt) {
    const double done = frontier_->work_done();
    if (halt == Halt::memory) {
      drop(frontier_);
      frontier_is_out_ = true;
    } else if (done < expected_ * judge_after ||
               (done < expected_ * most_of_frontier && done + frontier_->work_left() < expected_)) {
      return;
    }
    if (memo_tried_) {
      enter(Stage::search);
    } else {
      start_memo();
    }
  }

  void start_memo() {
    memo_tried_ = true;
    if (!takes(Method::memo, problem_)) return enter(Stage::search);
    memo_ = make_memo(problem_, {memory_left()});
    enter(Stage::memo);
  }

  // Whether remembering saves more than it costs.
  void judge_memo(Halt halt) {
    const double done = memo_->work_done();
    const bool saves = done < expected_ * judge_after ||
                       (done < expected_ * most_of_memo && done < 0.8 * memo_->plain_work());
    if (halt != Halt::memory && saves) return;
    drop(memo_);
    enter(Stage::search);
  }

  template <class Some>
  void drop(std::unique_ptr<Some>& counter) {
    auto total = counter->total();
    if (natural::less(least_, total)) least_ = std::move(total);
    lost_.nodes += counter->effort().nodes;
    lost_.guesses += counter->effort().guesses;
    counter.reset();
  }

  const Problem problem_;
  CountLimits limits_;
  Stage stage_ = Stage::scout;
  std::uint64_t slice_ = 256, slice_left_ = 256;  // nodes between two judgements
  std::unique_ptr<Counter> search_;
  std::unique_ptr<FrontierCounter> frontier_;
  std::unique_ptr<MemoCounter> memo_;
  Counter* winner_ = nullptr;
  bool frontier_is_out_ = false;  // for want of memory, or too large to be planned
  bool memo_tried_ = false;
  double node_work_ = 0;    // of the search
  double least_needs_ = 0;  // of a search that others are tried for: they must be made first
  double expected_ = 0;     // work of the search, when another method was last tried
  double progress_ = 0;
  Effort lost_;                       // of what was dropped
  std::vector<std::uint64_t> least_;  // what that was sure of
};

}  // namespace

std::unique_ptr<Counter> make_best(const Problem& problem, CountLimits limits) {
  return std::make_unique<BestCounter>(problem, limits);
}

}  // namespace squaredance::cover
