#include "learn_search.hpp"

#include <algorithm>

namespace squaredance::cover {

using learn::placed;
using learn::struck;
using learn::Var;

CoverModel::CoverModel(const Problem& problem) {
  std::vector<std::vector<Use>> uses(problem.item_count());
  for (Option o = 0; o < problem.option_count(); ++o) {
    if (!problem.is_usable(o)) continue;
    for (std::size_t p = problem.starts[o]; p < problem.starts[o + 1]; ++p)
      uses[problem.items[p]].push_back({variables, problem.color_at(p)});
    options.push_back(o);
    ++variables;
  }
  for (Item item = 0; item < problem.primary; ++item) add_primary(uses[item]);
  exact = members.size();
  for (Item item = problem.primary; item < problem.item_count(); ++item)
    add_secondary(uses[item]);
  gather();
}

void CoverModel::add_primary(std::span<const Use> uses) {
  if (uses.empty()) {
    contradiction = true;
    return;
  }
  scratch_.clear();
  for (Use use : uses) scratch_.push_back(use.var);
  members.add(scratch_);
}

void CoverModel::add_secondary(std::vector<Use>& uses) {
  std::ranges::stable_sort(uses, {}, &Use::color);
  if (uses.empty() || (uses[0].color != 0 && uses[0].color == uses.back().color)) return;
  std::vector<Var> item;
  for (auto from = uses.begin(); from != uses.end();) {
    auto to = from + 1;
    if (from->color != 0)
      to = std::find_if(to, uses.end(), [&](Use use) { return use.color != from->color; });
    item.push_back(to - from == 1 ? from->var : add_color({from, to}));
    from = to;
  }
  if (item.size() > 1) members.add(item);
}

Var CoverModel::add_color(std::span<const Use> uses) {
  const Var color = variables++;
  std::vector<learn::Lit> some{struck(color)};
  for (Use use : uses) {
    some.push_back(placed(use.var));
    scratch_ = {struck(use.var), placed(color)};
    clauses.add(scratch_);
  }
  clauses.add(some);
  return color;
}

LearnSearch::LearnSearch(const Problem& problem)
    : model_(problem), learner_(model_, learn::Settings{}, nullptr) {}

Pause LearnSearch::run(std::uint64_t nodes) {
  for (;;) {
    if (!learner_.go_on()) {
      done_ = true;
      return Pause::exhausted;
    }
    if (nodes-- == 0) return Pause::budget;
    ++effort_.nodes;
    const bool found = learner_.step();
    effort_.guesses = learner_.decisions();
    if (found) return Pause::solution;
  }
}

std::vector<Option> LearnSearch::solution() const {
  std::vector<Option> chosen;
  for (Var v = 0; v < model_.options.size(); ++v)
    if (learner_.is_true(placed(v))) chosen.push_back(model_.options[v]);
  return chosen;
}

std::size_t LearnSearch::memory() const {
  return sizeof *this + model_.memory() + model_.options.capacity() * sizeof(Option) +
         learner_.memory();
}

}  // namespace squaredance::cover
