#include "squaredance/cover/reduce.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include "rest.hpp"
#include "squaredance/draw.hpp"

namespace squaredance::cover {

namespace {

// The problem of the items that are not settled and of the options that are `kept`.
Problem rest_of(const Problem& problem, const Rest& rest, const std::vector<Option>& kept) {
  constexpr Item settled = ~Item{0};
  Problem smaller;
  std::vector<Item> numbers(problem.item_count(), settled);
  for (Item item = 0; item < problem.item_count(); ++item) {
    if (rest.is_settled(item)) continue;
    numbers[item] = smaller.item_count();
    ++(problem.is_primary(item) ? smaller.primary : smaller.secondary);
    if (problem.is_primary(item) && !problem.bounds.empty())
      smaller.bounds.push_back(rest.bounds_of(item));
  }
  for (Option o : kept) {
    for (std::size_t p = problem.starts[o]; p < problem.starts[o + 1]; ++p) {
      const Item number = numbers[problem.items[p]];
      if (number == settled) continue;
      smaller.items.push_back(number);
      if (!problem.colors.empty()) smaller.colors.push_back(problem.colors[p]);
    }
    smaller.starts.push_back(smaller.items.size());
    if (!problem.costs.empty()) smaller.costs.push_back(problem.costs[o]);
  }
  return smaller;
}

std::vector<std::uint32_t> numbers_below(std::size_t n) {
  std::vector<std::uint32_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

Reduced no_solution() {
  Reduced reduced;
  reduced.problem.primary = 1;
  reduced.impossible = true;
  return reduced;
}

Reduced reduce(const Problem& problem, std::span<const Option> forced,
               std::span<const Option> excluded) {
  Reduced reduced;
  reduced.chosen.assign(forced.begin(), forced.end());
  std::ranges::sort(reduced.chosen);
  auto repeated = std::ranges::unique(reduced.chosen);
  reduced.chosen.erase(repeated.begin(), repeated.end());
  const Rest rest(problem, reduced.chosen, excluded);
  if (rest.is_impossible()) return no_solution();
  for (Option o = 0; o < problem.option_count(); ++o)
    if (rest.is_open(o)) reduced.options.push_back(o);
  reduced.problem = rest_of(problem, rest, reduced.options);
  return reduced;
}

Reduced shuffle(const Problem& problem, std::uint64_t seed) {
  Draw draw(seed);
  Reduced shuffled;
  shuffled.options = numbers_below(problem.option_count());
  draw.shuffle(shuffled.options);
  std::vector<Item> items = numbers_below(problem.item_count());  // by new number: the old one
  const std::span order(items);
  draw.shuffle(order.first(problem.primary));
  draw.shuffle(order.subspan(problem.primary));
  std::vector<Item> numbers(items.size());
  for (Item item = 0; item < items.size(); ++item) numbers[items[item]] = item;

  Problem& to = shuffled.problem;
  to.primary = problem.primary;
  to.secondary = problem.secondary;
  if (!problem.bounds.empty())
    for (Item item = 0; item < to.primary; ++item) to.bounds.push_back(problem.bounds[items[item]]);
  for (Option o : shuffled.options) {
    for (Item item : problem.option(o)) to.items.push_back(numbers[item]);
    to.starts.push_back(to.items.size());
    auto colors = problem.colors_of(o);
    to.colors.insert(to.colors.end(), colors.begin(), colors.end());
    if (!problem.costs.empty()) to.costs.push_back(problem.costs[o]);
  }
  return shuffled;
}

}  // namespace squaredance::cover
