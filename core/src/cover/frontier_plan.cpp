#include "frontier_plan.hpp"

#include <algorithm>
#include <bit>

#include "frontier_order.hpp"
#include "masks.hpp"

namespace squaredance::cover {

namespace {

constexpr std::uint32_t none = Plan::none;

// The steps that touch something, and where it is in the state meanwhile.
struct Life {
  std::uint32_t first = none;
  std::uint32_t last = 0;
  std::uint32_t width = 0;  // 0: it needs no slot
  std::uint32_t slot = none;

  void touch(std::uint32_t step) {
    first = std::min(first, step);
    last = std::max(last, step);
  }
  bool touched() const { return first != none; }
};

Plan empty(bool Plan::* because) {
  Plan plan;
  plan.*because = true;
  return plan;
}

class Planner {
 public:
  explicit Planner(const Problem& problem)
      : problem_(problem), masks_(masks_of(problem)), own_step_(problem.primary, none),
        lives_(masks_.bits), tally_of_(problem.primary, none) {}

  Plan make(std::size_t memory, std::uint64_t order_work) {
    make_steps(frontier_order(problem_, fields_of(problem_), order_work));
    find_lives();
    if (!plan_.impossible) find_widths();
    if (plan_.impossible) return empty(&Plan::impossible);
    allocate();
    if (plan_.words > Plan::most_words || bytes_of_steps() > memory)
      return empty(&Plan::too_large);
    write_steps();
    write_options();
    return std::move(plan_);
  }

 private:

  bool is_exact(Item item) const { return problem_.bounds_of(item) == Bounds{}; }

  void make_steps(const std::vector<Item>& order) {
    std::vector<std::uint32_t> place(problem_.primary);
    for (std::uint32_t i = 0; i < order.size(); ++i) place[order[i]] = i;
    std::vector<std::vector<std::uint32_t>> decided(order.size());
    for (std::uint32_t m = 0; m < masks_.size(); ++m) {
      std::uint32_t first = none;
      bool possible = true;
      for (Item item : problem_.option(masks_.options[m])) {
        if (!problem_.is_primary(item)) continue;
        first = std::min(first, place[item]);
        possible &= problem_.bounds_of(item).most > 0;
      }
      if (possible) decided[first].push_back(m);
    }
    for (std::uint32_t i = 0; i < order.size(); ++i) {
      if (decided[i].empty()) continue;
      const bool exact = is_exact(order[i]);
      if (exact) add_step(true, decided[i]);
      if (exact) own_step_[order[i]] = static_cast<std::uint32_t>(plan_.steps.size() - 1);
      if (!exact)
        for (std::uint32_t m : decided[i]) add_step(false, {&m, 1});
    }
  }

  void add_step(bool choose, std::span<const std::uint32_t> options) {
    Plan::Step step;
    step.choose = choose;
    step.options.begin = static_cast<std::uint32_t>(mask_of_.size());
    mask_of_.insert(mask_of_.end(), options.begin(), options.end());
    step.options.end = static_cast<std::uint32_t>(mask_of_.size());
    plan_.steps.push_back(step);
  }

  // A bit of a secondary item lives from the first option that has it to the last that clashes
  // with it; a primary item while its options are decided.
  void find_lives() {
    std::vector<std::uint32_t> options(problem_.primary, 0);
    for (std::uint32_t s = 0; s < plan_.steps.size(); ++s) {
      for (std::uint32_t at = plan_.steps[s].options.begin; at < plan_.steps[s].options.end; ++at) {
        for_bits(masks_.has_of(mask_of_[at]), [&](std::size_t bit) {
          lives_[bit].first = std::min(lives_[bit].first, s);
          if (bit < problem_.primary) ++options[bit];
        });
        for_bits(masks_.clashes_of(mask_of_[at]),
                 [&](std::size_t bit) { lives_[bit].last = std::max(lives_[bit].last, s); });
      }
    }
    for (Item item = 0; item < problem_.primary; ++item)
      plan_.impossible |= options[item] < problem_.bounds_of(item).least;
    option_counts_ = std::move(options);
  }

  void find_widths() {
    for (std::size_t bit = 0; bit < lives_.size(); ++bit) {
      Life& life = lives_[bit];
      if (!life.touched()) continue;
      if (bit >= problem_.primary) {
        life.width = life.first < life.last;
      } else if (is_exact(static_cast<Item>(bit))) {
        // Its own step chooses one of its options: before that, nothing to know.
        life.width = life.first != own_step_[bit];
      } else {
        life.width = make_tally(static_cast<Item>(bit));
      }
    }
  }

  std::uint32_t make_tally(Item item) {
    const Bounds bounds = problem_.bounds_of(item);
    Plan::Tally tally;
    tally.least = bounds.least;
    tally.capped = bounds.most >= option_counts_[item];
    tally.most = tally.capped ? bounds.least : bounds.most;
    tally.width = static_cast<std::uint32_t>(std::bit_width(tally.most));
    if (tally.width == 0) return 0;
    tally_of_[item] = static_cast<std::uint32_t>(plan_.tallies.size());
    plan_.tallies.push_back(tally);
    return tally.width;
  }

  void allocate() {
    std::vector<std::vector<std::uint32_t>> begin(plan_.steps.size()), end(plan_.steps.size());
    for (std::uint32_t i = 0; i < lives_.size(); ++i) {
      if (lives_[i].width == 0) continue;
      begin[lives_[i].first].push_back(i);
      end[lives_[i].last].push_back(i);
    }
    std::vector<std::uint64_t> used;
    std::uint32_t live = 0;
    for (std::size_t s = 0; s < plan_.steps.size(); ++s) {
      plan_.steps[s].live = live;
      for (std::uint32_t i : begin[s]) {
        lives_[i].slot = find_slot(used, lives_[i].width);
        live += lives_[i].width;
      }
      for (std::uint32_t i : end[s]) {
        used[lives_[i].slot / 64] &= ~bits_of(lives_[i]);
        live -= lives_[i].width;
      }
    }
    plan_.words = std::max<std::size_t>(used.size(), 1);
  }

  // Of the masks in Steps, whose states are padded: to 4, 16 or 64 words where it is most.
  std::size_t bytes_of_steps() const {
    std::size_t words = plan_.words;
    if (words > 2) words = words <= 4 ? 4 : words <= 16 ? 16 : Plan::most_words;
    return 2 * (plan_.steps.size() + mask_of_.size()) * words * sizeof(std::uint64_t);
  }

  static std::uint64_t bits_of(const Life& life) {
    return (~std::uint64_t{0} >> (64 - life.width)) << (life.slot % 64);
  }

  // The first free bits side by side within a word.
  static std::uint32_t find_slot(std::vector<std::uint64_t>& used, std::uint32_t width) {
    const std::uint64_t bits = ~std::uint64_t{0} >> (64 - width);
    for (std::uint32_t word = 0;; ++word) {
      if (word == used.size()) used.push_back(0);
      for (std::uint32_t shift = 0; shift + width <= 64; ++shift) {
        if (used[word] & bits << shift) continue;
        used[word] |= bits << shift;
        return word * 64 + shift;
      }
    }
  }

  void write_steps() {
    plan_.keep.assign(plan_.steps.size() * plan_.words, 0);
    plan_.need.assign(plan_.keep.size(), 0);
    std::vector<std::vector<std::uint32_t>> checks(plan_.steps.size());
    for (std::uint32_t i = 0; i < lives_.size(); ++i) {
      const Life& life = lives_[i];
      if (life.width == 0) continue;
      const std::size_t word = life.slot / 64;
      for (std::size_t s = life.first; s < life.last; ++s)
        plan_.keep[s * plan_.words + word] |= bits_of(life);
      if (i >= problem_.primary) continue;
      if (tally_of_[i] != none) {
        plan_.tallies[tally_of_[i]].slot = life.slot;
        checks[life.last].push_back(tally_of_[i]);
      } else if (own_step_[i] != none) {
        plan_.steps[own_step_[i]].test = life.slot;
      } else {
        plan_.need[life.last * plan_.words + word] |= bits_of(life);
      }
    }
    for (std::size_t s = 0; s < checks.size(); ++s) {
      plan_.steps[s].checks.begin = static_cast<std::uint32_t>(plan_.checks.size());
      plan_.checks.insert(plan_.checks.end(), checks[s].begin(), checks[s].end());
      plan_.steps[s].checks.end = static_cast<std::uint32_t>(plan_.checks.size());
    }
  }

  void write_options() {
    plan_.has.assign(mask_of_.size() * plan_.words, 0);
    plan_.clashes.assign(plan_.has.size(), 0);
    for (std::uint32_t s = 0; s < plan_.steps.size(); ++s)
      for (std::uint32_t at = plan_.steps[s].options.begin; at < plan_.steps[s].options.end; ++at)
        write_option(at, s);
  }

  void write_option(std::uint32_t at, std::uint32_t step) {
    plan_.options.push_back(masks_.options[mask_of_[at]]);
    Plan::Range tallied;
    tallied.begin = static_cast<std::uint32_t>(plan_.counted.size());
    for_bits(masks_.has_of(mask_of_[at]), [&](std::size_t bit) {
      if (has_tally(bit)) plan_.counted.push_back(tally_of_[bit]);
      if (!has_tally(bit)) put(&plan_.has[at * plan_.words], lives_[bit], step);
    });
    for_bits(masks_.clashes_of(mask_of_[at]), [&](std::size_t bit) {
      if (!has_tally(bit)) put(&plan_.clashes[at * plan_.words], lives_[bit], step);
    });
    tallied.end = static_cast<std::uint32_t>(plan_.counted.size());
    plan_.tallied.push_back(tallied);
  }

  bool has_tally(std::size_t bit) const {
    return bit < problem_.primary && tally_of_[bit] != none;
  }

  // Before and after its life a bit means nothing, and its slot may be another's.
  static void put(std::uint64_t* mask, const Life& life, std::uint32_t step) {
    if (life.width && life.first <= step && step <= life.last)
      mask[life.slot / 64] |= bits_of(life);
  }

  static void for_bits(std::span<const std::uint64_t> mask, auto visit) {
    for (std::size_t w = 0; w < mask.size(); ++w)
      for (std::uint64_t rest = mask[w]; rest; rest &= rest - 1)
        visit(w * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
  }

  const Problem& problem_;
  Masks masks_;
  Plan plan_;
  std::vector<std::uint32_t> mask_of_;   // by place in the plan: option of `masks_`
  std::vector<std::uint32_t> own_step_;  // by primary item: the step that chooses, or none
  std::vector<Life> lives_;              // by bit of `masks_`
  std::vector<std::uint32_t> tally_of_;  // by primary item, or none
  std::vector<std::uint32_t> option_counts_;  // of each primary item
};

}  // namespace

Plan plan_frontier(const Problem& problem, std::size_t memory, std::uint64_t order_work) {
  // The masks of a large problem are mostly zeros, and there is one for each option.
  const std::size_t words = fields_of(problem).bits / 64 + 1;
  if (words * problem.option_count() * 32 > memory) return empty(&Plan::too_large);
  return Planner(problem).make(memory, order_work);
}

}  // namespace squaredance::cover
