// The steps of a Plan with states of W words, and the one walk over what follows a state.
#pragma once

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "frontier_plan.hpp"
#include "count_table.hpp"

namespace squaredance::cover {

template <int W>
class Steps {
 public:
  // Requires that the states of the plan have no more than W words.
  explicit Steps(Plan plan) : plan_(std::move(plan)) {
    widen(plan_.keep, keep_);
    widen(plan_.need, need_);
    widen(plan_.has, has_);
    widen(plan_.clashes, clashes_);
  }

  const Plan& plan() const { return plan_; }
  std::size_t size() const { return plan_.steps.size(); }

  std::size_t memory() const {
    return size() * (sizeof(Plan::Step) + 2 * sizeof(Key<W>)) +
           has_.size() * (2 * sizeof(Key<W>) + sizeof(Option) + sizeof(Plan::Range));
  }

  // Calls visit(place of the option in the plan or Plan::none, next state) for every way to go
  // on, in the order of the options; leaving comes last.
  template <class Visit>
  void follow(std::size_t at, const Key<W>& state, Visit&& visit) const {
    const Plan::Step& step = plan_.steps[at];
    const bool covered =
        step.test != Plan::none && (state[step.test / 64] >> (step.test % 64) & 1);
    if (!covered)
      for (std::uint32_t o = step.options.begin; o < step.options.end; o += 64)
        follow_options(at, {o, std::min(o + 64, step.options.end)}, state, visit);
    if (covered || !step.choose) {
      Key<W> next = state;
      if (finish(at, next)) visit(Plan::none, next);
    }
  }

 private:
  // At most 64 options. First which of them fit, without a branch: whether an option fits is
  // hard to foresee, and a wrong guess costs more than the test.
  template <class Visit>
  void follow_options(std::size_t at, Plan::Range range, const Key<W>& state, Visit&& visit) const {
    std::uint64_t fits = 0;
    for (std::uint32_t i = 0; i < range.size(); ++i)
      fits |= std::uint64_t{!clashes(state, clashes_[range.begin + i])} << i;
    for (; fits; fits &= fits - 1) {
      const auto o = range.begin + static_cast<std::uint32_t>(std::countr_zero(fits));
      Key<W> next;
      for (int w = 0; w < W; ++w) next[w] = state[w] | has_[o][w];
      if (plan_.tallied[o].size() && !count_option(o, next)) continue;
      if (finish(at, next)) visit(o, next);
    }
  }

  // Moves masks of the plan to where they have W words.
  void widen(std::vector<std::uint64_t>& masks, std::vector<Key<W>>& wide) {
    wide.resize(masks.size() / plan_.words);
    for (std::size_t at = 0; at < wide.size(); ++at)
      std::ranges::copy(plan_.mask(masks, at), wide[at].begin());
    std::vector<std::uint64_t>().swap(masks);
  }

  static bool clashes(const Key<W>& a, const Key<W>& b) {
    std::uint64_t common = 0;
    for (int w = 0; w < W; ++w) common |= a[w] & b[w];
    return common != 0;
  }

  static std::uint64_t value(const Plan::Tally& tally, const Key<W>& state) {
    return state[tally.slot / 64] >> (tally.slot % 64) & ~std::uint64_t{0} >> (64 - tally.width);
  }

  bool count_option(std::uint32_t option, Key<W>& state) const {
    for (std::uint32_t i = plan_.tallied[option].begin; i < plan_.tallied[option].end; ++i) {
      const Plan::Tally& tally = plan_.tallies[plan_.counted[i]];
      if (value(tally, state) < tally.most)
        state[tally.slot / 64] += std::uint64_t{1} << (tally.slot % 64);
      else if (!tally.capped)
        return false;
    }
    return true;
  }

  // Checks what ends with the step, and forgets it.
  bool finish(std::size_t at, Key<W>& state) const {
    std::uint64_t missing = 0;
    for (int w = 0; w < W; ++w) missing |= need_[at][w] & ~state[w];
    if (missing) return false;
    const Plan::Range checks = plan_.steps[at].checks;
    for (std::uint32_t i = checks.begin; i < checks.end; ++i) {
      const Plan::Tally& tally = plan_.tallies[plan_.checks[i]];
      if (value(tally, state) < tally.least) return false;
    }
    for (int w = 0; w < W; ++w) state[w] &= keep_[at][w];
    return true;
  }

  Plan plan_;
  std::vector<Key<W>> keep_, need_;    // by step
  std::vector<Key<W>> has_, clashes_;  // by place of the option
};

}  // namespace squaredance::cover
