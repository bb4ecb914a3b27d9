#include <algorithm>
#include <utility>

#include "squaredance/cover/reduce.hpp"
#include "uses.hpp"

namespace squaredance::cover {

namespace {

// Looks for options to strike in one problem.
class Striker {
 public:
  explicit Striker(const Problem& problem)
      : problem_(problem),
        uses_(problem),
        is_out_(problem.option_count(), false),
        sizes_(problem.primary),
        lost_(problem.primary, 0),
        seen_(problem.option_count(), 0),
        filled_(problem.primary, 0) {
    for (Item item = 0; item < problem.primary; ++item)
      sizes_[item] = static_cast<std::uint32_t>(uses_.of(item).size());
  }

  bool has_short_item() const {
    for (Item item = 0; item < problem_.primary; ++item)
      if (sizes_[item] < problem_.bounds_of(item).least) return true;
    return false;
  }

  // The options of items that need all they have.
  std::vector<Option> forced() const {
    std::vector<Option> options;
    for (Item item = 0; item < problem_.primary; ++item)
      if (sizes_[item] == problem_.bounds_of(item).least)
        for (Use use : uses_.of(item)) options.push_back(use.option);
    return options;
  }

  // Options that can be in no solution; stops when `steps` reaches `work`.
  std::vector<Option> strike(std::uint64_t& steps, std::uint64_t work) {
    std::vector<Option> struck;
    for (Option o = 0; o < problem_.option_count() && steps < work; ++o) {
      if (!problem_.is_usable(o) || !leaves_too_few(o, steps)) continue;
      struck.push_back(o);
      is_out_[o] = true;
      for (Item item : problem_.option(o))
        if (problem_.is_primary(item)) --sizes_[item];
    }
    return struck;
  }

 private:
  // Whether some primary item would have too few options if this one were chosen. An item
  // that it fills needs no more; of its other items it is itself one of the options.
  bool leaves_too_few(Option o, std::uint64_t& steps) {
    ++stamp_;
    seen_[o] = stamp_;
    for (Item item : problem_.option(o))
      if (problem_.is_primary(item) && problem_.bounds_of(item).most == 1) filled_[item] = stamp_;
    bool too_few = false;
    for (std::size_t p = problem_.starts[o]; p < problem_.starts[o + 1] && !too_few; ++p) {
      const Item item = problem_.items[p];
      const Color color = problem_.color_at(p);
      if (problem_.is_primary(item) && filled_[item] != stamp_) continue;
      for (Use use : uses_.of(item)) {
        if (seen_[use.option] == stamp_ || is_out_[use.option]) continue;
        if (color != 0 && use.color == color) continue;
        seen_[use.option] = stamp_;
        too_few = lose(use.option, steps);
        if (too_few) break;
      }
    }
    for (Item item : touched_) lost_[item] = 0;
    touched_.clear();
    return too_few;
  }

  bool lose(Option o, std::uint64_t& steps) {
    for (Item item : problem_.option(o)) {
      ++steps;
      if (!problem_.is_primary(item) || filled_[item] == stamp_) continue;
      if (lost_[item]++ == 0) touched_.push_back(item);
      if (sizes_[item] < problem_.bounds_of(item).least + lost_[item]) return true;
    }
    return false;
  }

  const Problem& problem_;
  const Uses uses_;
  std::vector<bool> is_out_;
  std::vector<std::uint32_t> sizes_;   // by primary item: options that are not out
  std::vector<std::uint32_t> lost_;    // of these, with the option in question
  std::vector<Item> touched_;          // the items that have lost some
  std::vector<Option> seen_;           // by option: the last one in question that it was lost to
  std::vector<Option> filled_;         // by primary item, likewise
  Option stamp_ = 0;
};

// `inner` was made from reduced.problem.
void compose(Reduced& reduced, Reduced inner) {
  if (inner.impossible) {
    reduced = std::move(inner);
    return;
  }
  for (Option o : inner.chosen) reduced.chosen.push_back(reduced.options[o]);
  for (Option& o : inner.options) o = reduced.options[o];
  reduced.options = std::move(inner.options);
  reduced.problem = std::move(inner.problem);
}

}  // namespace

void strike_impossible(Reduced& reduced, std::uint64_t work) {
  for (std::uint64_t steps = 0; steps < work && !reduced.impossible;) {
    Striker striker(reduced.problem);
    steps += reduced.problem.items.size();
    std::vector<Option> forced, struck;
    if (striker.has_short_item()) {
      reduced = no_solution();
      return;
    }
    forced = striker.forced();
    if (forced.empty()) struck = striker.strike(steps, work);
    if (forced.empty() && struck.empty()) return;
    compose(reduced, reduce(reduced.problem, forced, struck));
  }
}

}  // namespace squaredance::cover
