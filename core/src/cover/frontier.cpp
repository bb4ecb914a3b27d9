#include "frontier.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "frontier_steps.hpp"

namespace squaredance::cover {

namespace {

constexpr double test_work = 1.5, way_work = 20;  // nanoseconds

// The next layer, filled in bunches: the places of a bunch are fetched from memory before the
// first of them is needed. Worth a third of the time where layers do not fit into the caches.
template <int W>
class Layer {
 public:
  CountTable<W>& table() { return table_; }
  const CountTable<W>& table() const { return table_; }

  // False: no more than `most` bytes would not do. The count must stay where it is until flush.
  bool add(const Key<W>& state, std::span<const natural::Digit> count, std::size_t most) {
    Pending& pending = pending_[waiting_++];
    pending = {state, hash_of<W>(state), count};
    table_.prefetch(pending.hash);
    return waiting_ < bunch || flush(most);
  }

  bool flush(std::size_t most) {
    for (std::size_t i = 0; i < waiting_; ++i) table_.prefetch_entry(pending_[i].hash);
    const std::size_t end = std::exchange(waiting_, 0);
    for (std::size_t i = 0; i < end; ++i) {
      const auto entry = table_.put(pending_[i].state, pending_[i].hash, most);
      if (entry == CountTable<W>::none || !table_.add(entry, pending_[i].count, most)) return false;
    }
    return true;
  }

 private:
  static constexpr std::size_t bunch = 32;
  struct Pending {
    Key<W> state;
    std::uint64_t hash;
    std::span<const natural::Digit> count;
  };

  CountTable<W> table_;
  std::array<Pending, bunch> pending_;
  std::size_t waiting_ = 0;
};

template <int W>
class Frontier final : public FrontierCounter {
 public:
  Frontier(Plan plan, CountLimits limits) : steps_(std::move(plan)), limits_(limits) {
    const natural::Digit one = 1;
    now_->add(Key<W>{}, {&one, 1}, limits_.memory);
    now_->flush(limits_.memory);
    next_->table().clear(1, 1);
    for (const Plan::Step& step : steps_.plan().steps)
      shares_.push_back(std::exp2(0.5 * std::min(step.live, 1000u)) * step.options.size());
    share_sum_ = std::accumulate(shares_.begin(), shares_.end(), 0.0);
  }

  Halt run(std::uint64_t nodes) override {
    if (out_of_memory_) return Halt::memory;
    while (!is_done()) {
      const std::uint64_t size = now_->table().size();
      const std::uint64_t end = size - at_ < nodes ? size : at_ + nodes;
      nodes -= end - at_;
      effort_.nodes += end - at_;
      if (!follow_until(end)) {
        out_of_memory_ = true;
        return Halt::memory;
      }
      if (at_ < size) return Halt::budget;
      next_step();
    }
    return Halt::done;
  }

  std::vector<std::uint64_t> total() const override {
    if (!is_done() || now_->table().size() == 0) return {};
    return natural::trimmed(now_->table().count(0));
  }

  double progress() const override {
    if (is_done() || share_sum_ == 0) return 1;
    const double here = shares_[step_] * static_cast<double>(at_) /
                        static_cast<double>(std::max<std::size_t>(now_->table().size(), 1));
    return std::min(1.0, (share_done_ + here) / share_sum_);
  }

  std::size_t memory() const override {
    return steps_.memory() + now_->table().memory() + next_->table().memory();
  }

  double work_done() const override { return test_work * tests_ + way_work * ways_; }

  // A layer with b live bits is taken to have 2^(r b) states, r as of now. That is too few
  // while states are still few: r grows. Measured over a dozen problems, the guess is about
  // 1 + 0.4 / x times too low when it says that a share x of the work is done.
  double work_left() const override {
    if (is_done()) return 0;
    const double states = std::log2(static_cast<double>(now_->table().size()) + 1);
    const double bits = std::max(1u, steps_.plan().steps[step_].live);
    double tests = 0;
    for (std::size_t s = step_; s < steps_.size(); ++s) {
      const Plan::Step& step = steps_.plan().steps[s];
      tests += std::exp2(std::min(1000.0, states / bits * step.live)) * (1 + step.options.size());
    }
    const double done = std::max(1.0, tests_);
    return tests * (1 + 0.4 * (done + tests) / done) * std::max(test_work, work_done() / done);
  }

 private:
  bool is_done() const { return step_ == steps_.size() || now_->table().size() == 0; }

  bool follow_until(std::uint64_t end) {
    const std::size_t fixed = steps_.memory() + now_->table().memory();
    const std::size_t most = limits_.memory > fixed ? limits_.memory - fixed : 0;
    const CountTable<W>& from = now_->table();
    Layer<W>& to = *next_;
    bool fits = true;
    std::uint64_t ways = 0;
    tests_ += static_cast<double>(end - at_) * (1 + steps_.plan().steps[step_].options.size());
    for (; at_ < end && fits; ++at_) {
      const auto entry = static_cast<typename CountTable<W>::Entry>(at_);
      const auto count = from.count(entry);
      steps_.follow(step_, from.key(entry), [&](std::uint32_t, const Key<W>& next) {
        fits = fits && to.add(next, count, most);
        ++ways;
      });
    }
    ways_ += static_cast<double>(ways);
    return fits && to.flush(most);
  }

  void next_step() {
    share_done_ += shares_[step_];
    ++step_;
    at_ = 0;
    std::swap(now_, next_);
    next_->table().clear(now_->table().width(), now_->table().size());
  }

  Steps<W> steps_;
  CountLimits limits_;
  std::unique_ptr<Layer<W>> now_ = std::make_unique<Layer<W>>();
  std::unique_ptr<Layer<W>> next_ = std::make_unique<Layer<W>>();
  std::size_t step_ = 0;
  std::uint64_t at_ = 0;  // entry of the layer that is next
  bool out_of_memory_ = false;
  std::vector<double> shares_;  // guessed work of each step
  double share_sum_ = 0, share_done_ = 0;
  double tests_ = 0, ways_ = 0;  // options tried, states reached
};

// No steps to go: there is no solution, or no memory for them.
class NoFrontier final : public FrontierCounter {
 public:
  explicit NoFrontier(Halt halt) : halt_(halt) {}
  Halt run(std::uint64_t) override { return halt_; }
  std::vector<std::uint64_t> total() const override { return {}; }
  double progress() const override { return halt_ == Halt::done ? 1 : 0; }
  std::size_t memory() const override { return 0; }
  double work_done() const override { return 0; }
  double work_left() const override { return 0; }

 private:
  Halt halt_;
};

}  // namespace

std::unique_ptr<FrontierCounter> make_frontier(const Problem& problem, CountLimits limits,
                                               std::uint64_t order_work) {
  Plan plan = plan_frontier(problem, limits.memory, order_work);
  if (plan.impossible) return std::make_unique<NoFrontier>(Halt::done);
  if (plan.too_large) return std::make_unique<NoFrontier>(Halt::memory);
  if (plan.words <= 1) return std::make_unique<Frontier<1>>(std::move(plan), limits);
  if (plan.words <= 2) return std::make_unique<Frontier<2>>(std::move(plan), limits);
  if (plan.words <= 3) return std::make_unique<Frontier<3>>(std::move(plan), limits);
  if (plan.words <= 4) return std::make_unique<Frontier<4>>(std::move(plan), limits);
  if (plan.words <= 8) return std::make_unique<Frontier<8>>(std::move(plan), limits);
  if (plan.words <= 16) return std::make_unique<Frontier<16>>(std::move(plan), limits);
  return std::make_unique<Frontier<Plan::most_words>>(std::move(plan), limits);
}

}  // namespace squaredance::cover
