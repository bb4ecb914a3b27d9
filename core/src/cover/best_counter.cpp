#include "best_counter.hpp"

#include <algorithm>
#include <array>

#include "frontier.hpp"
#include "memo.hpp"
#include "natural.hpp"
#include "search_counter.hpp"

namespace squaredance::cover {

namespace {

// Work in nanoseconds of some machine, as the methods tell it.
constexpr double scout_work = 1e6;         // small problems end here
constexpr double judge_after = 1.0 / 64;   // of the time of the others: then a guess is listened to
constexpr std::uint64_t slice = 256;       // nodes between two judgements, at first

//   scout ----> frontier ----> memo ----> search
//    memo           ^                       |
//    for 1 ms       +--- takes longer ------+
//                        than was thought
class BestCounter final : public Counter {
 public:
  BestCounter(const Problem& problem, CountLimits limits)
      : problem_(problem), limits_(limits), has_memo_(takes(Method::memo, problem)) {
    if (has_memo_) {
      memo_ = make_memo(problem_, {limits_.memory / 4});
    } else {
      start_search();
    }
  }

  Halt run(std::uint64_t nodes) override {
    while (!winner_) {
      const std::uint64_t before = worker()->effort().nodes;
      const Halt halt = worker()->run(std::min(nodes, slice_));
      const std::uint64_t used = worker()->effort().nodes - before;
      nodes -= std::min(nodes, used);
      progress_ = std::max(progress_, std::min(worker()->progress(), 0.999));
      judge(halt);
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

  Method method() const override { return (winner_ ? winner_ : worker())->method(); }

 private:
  enum class Stage { scout, frontier, memo, search };

  std::array<const Counter*, 3> counters() const {
    return {memo_.get(), frontier_.get(), search_.get()};
  }

  Counter* worker() const {
    if (stage_ == Stage::frontier) return frontier_.get();
    if (stage_ == Stage::search || !has_memo_) return search_.get();
    return memo_.get();
  }

  void sum_effort() {
    effort_ = lost_;
    for (const Counter* counter : counters()) {
      if (!counter) continue;
      effort_.nodes += counter->effort().nodes;
      effort_.guesses += counter->effort().guesses;
    }
  }

  // ...
  void judge(Halt halt) {
    if (halt == Halt::done) {
      winner_ = worker();
      return;
    }
    switch (stage_) {
      case Stage::scout: return judge_scout();
      case Stage::frontier: return judge_frontier(halt);
      case Stage::memo: return judge_memo();
      case Stage::search: return judge_search();
    }
  }

  void judge_scout() {
    if ((memo_ ? memo_->work_done() : search_work()) < scout_work) return;
    others_ = expected();
    start_frontier();
  }

  double search_work() const {
    return search_node_work_ * static_cast<double>(search_->effort().nodes);
  }

  // What a search needs, or a search that remembers, from the share of it that is done.
  double expected() const {
    if (search_) return search_work() / std::max(search_->progress(), 1e-300);
    return std::min(memo_->plain_work(), memo_->work_done()) / std::max(memo_->progress(), 1e-300);
  }

  void start_frontier() {
    if (!frontier_) frontier_ = make_frontier(problem_, {limits_.memory / 4 * 3});
    stage_ = Stage::frontier;
    slice_ = slice;
  }

  void judge_frontier(Halt halt) {
    const double done = frontier_->work_done();
    if (halt != Halt::memory && (done < scout_work / 4 || done < others_ * judge_after)) return;
    if (halt != Halt::memory && done + frontier_->work_left() < others_) return;
    if (halt == Halt::memory) {
      drop(frontier_);
      frontier_failed_ = true;
    }
    leave_frontier();
  }

  template <class Some>
  void drop(std::unique_ptr<Some>& counter) {
    auto total = counter->total();
    if (natural::less(least_, total)) least_ = std::move(total);
    lost_.nodes += counter->effort().nodes;
    lost_.guesses += counter->effort().guesses;
    counter.reset();
  }

  void leave_frontier() {
    stage_ = search_ ? Stage::search : Stage::memo;
    slice_ = slice;
    memo_began_ = memo_ ? memo_->work_done() : 0;
  }

  // It goes on while it pays, and gets a share of the time to come to where it does.
  void judge_memo() {
    const double plain = memo_->plain_work(), done = memo_->work_done();
    if (done - memo_began_ < std::max(scout_work, expected() * judge_after)) return;
    slice_ = 4096;
    if (done < 0.8 * plain) return;
    search_node_work_ = memo_->plain_node_work();
    drop(memo_);
    start_search();
  }

  void start_search() {
    if (!search_) search_ = make_search_counter(problem_);
    if (has_memo_) stage_ = Stage::search;
    slice_ = 4096;
  }

  // ...
  void judge_search() {
    if (frontier_failed_ || expected() < 4 * others_) return;
    others_ = expected();
    start_frontier();
  }

  const Problem problem_;
  CountLimits limits_;
  bool has_memo_;
  Stage stage_ = Stage::scout;
  std::uint64_t slice_ = slice;
  std::unique_ptr<MemoCounter> memo_;
  std::unique_ptr<FrontierCounter> frontier_;
  std::unique_ptr<Counter> search_;
  Counter* winner_ = nullptr;
  bool frontier_failed_ = false;
  double others_ = 0;      // what the others are expected to need, when `frontier` is tried
  double memo_began_ = 0;  // its work when it went on after `frontier`
  double search_node_work_ = 1000;
  double progress_ = 0;
  Effort lost_;                       // of what was dropped
  std::vector<std::uint64_t> least_;  // what that was sure of
};

}  // namespace

std::unique_ptr<Counter> make_best(const Problem& problem, CountLimits limits) {
  return std::make_unique<BestCounter>(problem, limits);
}

}  // namespace squaredance::cover
