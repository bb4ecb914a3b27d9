#include "squaredance/cover/estimate.hpp"

#include <cmath>

#include "general_links.hpp"
#include "squaredance/draw.hpp"

namespace squaredance::cover {

namespace {

// Mean and spread without a list (Welford, 1962).
class Average {
 public:
  void add(double value) {
    ++count_;
    const double step = value - mean_;
    mean_ += step / count_;
    squares_ += step * (value - mean_);
  }
  Estimator::Mean mean() const {
    return {mean_, count_ > 1 ? std::sqrt(squares_ / (count_ - 1) / count_) : 0};
  }

 private:
  double count_ = 0, mean_ = 0, squares_ = 0;
};

}  // namespace

struct Estimator::State {
  GeneralLinks links;
  Draw draw;
  Average nodes, solutions;
  std::uint64_t probes = 0;
};

Estimator::Estimator(const Problem& problem, std::uint64_t seed)
    : state_(new State{GeneralLinks(problem), Draw(seed), {}, {}}) {}

Estimator::~Estimator() = default;

void Estimator::probe() {
  auto [nodes, solutions] = state_->links.dive(state_->draw);
  state_->nodes.add(nodes);
  state_->solutions.add(solutions);
  ++state_->probes;
}

Estimator::Mean Estimator::nodes() const { return state_->nodes.mean(); }
Estimator::Mean Estimator::solutions() const { return state_->solutions.mean(); }
std::uint64_t Estimator::probes() const { return state_->probes; }

}  // namespace squaredance::cover
