#include "squaredance/cover/minimum.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "prices.hpp"
#include "scale.hpp"

namespace squaredance::cover {

namespace {

constexpr Money lowest = std::numeric_limits<Money>::min();
constexpr double infinity = std::numeric_limits<double>::infinity();

// The first prices. A hundred rounds come within 1.5 % of the linear relaxation on most problems of
// some hundred or thousand options; with ten times as many the search took as many nodes.
constexpr std::uint64_t most_rounds = 100;
constexpr std::uint64_t least_rounds = 20;
constexpr std::uint64_t most_work = std::uint64_t{1} << 26;  // items of options, over all rounds
constexpr std::uint32_t patience = 5;  // rounds without gain, then the step is halved

}  // namespace

// Depth first, two ways at each decision: with the option, then without it.
//
//   decisions   [ mark option bound part | mark option bound part | ... ]
//                 with its option taken below; the half without it is still to come
//
// The half without it is no level of its own: the option is struck where the decision was made,
// and the prices may rise there for all that is left.
struct Minimum::State {
  struct Decision {
    Prices::Mark mark;
    Option option;
    Money bound;
    double start, width;  // of the half to come, as a part of the tree
  };

  explicit State(const Problem& problem);
  void price_round();
  bool decide();
  bool go_back();
  bool keep_solution();
  Money bound_now() const { return decisions.empty() ? prices.bound() : decisions[0].bound; }

  const std::vector<double> costs;
  const Scale scale;
  Prices prices;
  std::vector<Decision> decisions;
  Money limit = no_limit;
  Money known = lowest;  // the best of all bounds so far: less and less is to come
  double start = 0, width = 1;  // of the node, as a part of the tree
  bool at_solution = false;
  bool done = false;
  double best = infinity;
  std::vector<Option> solution;
  Effort effort;

  std::uint64_t rounds = 0;  // to come
  std::uint32_t stale = 0;   // rounds without gain
  double step = 0;
  Money best_bound = lowest;
  std::vector<Money> best_prices;
};

Minimum::State::State(const Problem& problem)
    : costs(problem.costs),
      scale(problem),
      prices(problem, scale.costs(problem), scale.most_price()) {
  done = !prices.propagate(no_limit);
  prices.forget();
  std::vector<Money> sizes;
  for (Money cost : scale.costs(problem))
    if (cost != 0) sizes.push_back(cost < 0 ? -cost : cost);
  if (sizes.empty() || done) return;
  const auto middle = sizes.begin() + static_cast<std::ptrdiff_t>(sizes.size() / 2);
  std::ranges::nth_element(sizes, middle);
  step = static_cast<double>(*middle) / 4;
  rounds = std::clamp(most_work / (problem.items.size() + 1), least_rounds, most_rounds);
}

// Subgradient ascent. When the bound has not risen for a while, from the best prices on in
// smaller steps: without going back to them, a first step that is too large spoiled all
// rounds (ten times the nodes on tilings).
void Minimum::State::price_round() {
  if (prices.bound() > best_bound) {
    best_bound = prices.bound();
    best_prices = prices.prices();
    stale = 0;
  } else if (++stale % patience == 0) {
    step /= 2;
    prices.set_prices(best_prices);
  }
  if (--rounds > 0) {
    prices.move_all(step);
  } else {
    prices.set_prices(best_prices);
    prices.touch_all();
  }
  prices.forget();
}

// True at a solution: nothing to decide.
bool Minimum::State::decide() {
  const auto [option, among] = prices.choose();
  if (option == Prices::none) return true;
  ++effort.guesses;
  const double part = width / among;
  decisions.push_back({prices.mark(), option, prices.bound(), start + part, width - part});
  width = part;
  if (!prices.take(option)) done = !go_back();
  return false;
}

// To the other half of the last decision. False when nothing is left.
bool Minimum::State::go_back() {
  while (!decisions.empty()) {
    const Decision last = decisions.back();
    decisions.pop_back();
    prices.undo(last.mark);
    start = last.start;
    width = last.width;
    if (prices.strike(last.option)) return true;
  }
  return false;
}

// Whether it is cheaper than the best so far. Summed in the order of the options, so that the
// same solution always costs the same.
bool Minimum::State::keep_solution() {
  std::vector<Option> options(prices.taken().begin(), prices.taken().end());
  std::ranges::sort(options);
  double cost = 0;
  if (!costs.empty())
    for (Option o : options) cost += costs[o];
  if (!(cost < best)) return false;
  best = cost;
  solution = std::move(options);
  limit = scale.limit_below(best);
  return true;
}

Minimum::Minimum(const Problem& problem) : state_(std::make_unique<State>(problem)) {}

Minimum::~Minimum() = default;

Pause Minimum::run(std::uint64_t nodes) {
  State& s = *state_;
  for (;;) {
    if (std::exchange(s.at_solution, false)) s.done = !s.go_back();
    if (s.done) return Pause::exhausted;
    if (nodes-- == 0) return Pause::budget;
    if (s.rounds > 0) {
      s.price_round();
      continue;
    }
    ++s.effort.nodes;
    if (!s.prices.propagate(s.limit)) {
      s.done = !s.go_back();
    } else if (s.decide()) {
      s.at_solution = true;
      if (s.keep_solution()) return Pause::solution;
    }
  }
}

std::vector<Option> Minimum::solution() const { return state_->solution; }

double Minimum::cost() const { return state_->best; }

double Minimum::bound() const {
  State& s = *state_;
  if (s.done) return infinity;
  s.known = std::max(s.known, s.bound_now());
  return s.scale.at_least(s.known);
}

double Minimum::progress() const { return state_->done ? 1 : state_->start; }

std::size_t Minimum::memory() const {
  const State& s = *state_;
  return sizeof s + s.prices.memory() + s.decisions.capacity() * sizeof(State::Decision) +
         s.costs.capacity() * sizeof(double) + s.solution.capacity() * sizeof(Option) +
         s.best_prices.capacity() * sizeof(Money);
}

Effort Minimum::effort() const { return state_->effort; }

}  // namespace squaredance::cover
