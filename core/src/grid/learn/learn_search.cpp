#include "squaredance/learn.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "../../learn/learner.hpp"
#include "../start.hpp"
#include "grid_model.hpp"

namespace squaredance {

// The parts point at each other, so they are made in place and stay there.
struct LearnSearch::State {
  State(const Geometry& geometry, std::span<const std::uint64_t> masks, LearnOptions options)
      : model(geometry, masks),
        proof(model.candidates),
        learner(model, settings_of(options), options.proof ? &proof : nullptr) {}

  // In a race every other one stays in the stable mode, which is as good but different.
  static learn::Settings settings_of(LearnOptions options) {
    return {.seed = options.seed, .memory_cap = memory_cap, .always_stable = options.seed % 2 == 1};
  }

  learn::GridModel model;
  learn::ProofLog proof;
  learn::Learner learner;
};

LearnSearch::LearnSearch(const Geometry& geometry, std::vector<std::uint64_t> masks,
                         LearnOptions options) {
  // A clash: no candidate anywhere is the shortest puzzle without solution.
  if (!strike_clues(geometry, masks)) std::fill(masks.begin(), masks.end(), 0);
  state_ = std::make_unique<State>(geometry, masks, options);
}

LearnSearch::~LearnSearch() = default;

Pause LearnSearch::run(std::uint64_t nodes) {
  learn::Learner& learner = state_->learner;
  for (;;) {
    if (!learner.go_on()) return Pause::exhausted;
    if (nodes-- == 0) return Pause::budget;
    ++effort_.nodes;
    const bool found = learner.step();
    effort_.guesses = learner.decisions();
    if (found) return Pause::solution;
  }
}

void LearnSearch::read_solution(std::span<std::uint8_t> values) const {
  const learn::GridModel& model = state_->model;
  std::copy(model.values.begin(), model.values.end(), values.begin());
  for (learn::Var v = 0; v < model.candidates.size(); ++v)
    if (state_->learner.is_true(learn::placed(v)))
      values[model.candidates[v] / model.size] =
          static_cast<std::uint8_t>(model.candidates[v] % model.size + 1);
}

std::string LearnSearch::take_proof() { return state_->proof.take(); }

std::size_t LearnSearch::memory() const {
  return sizeof(State) + state_->model.memory() + state_->proof.memory() +
         state_->learner.memory();
}

}  // namespace squaredance
