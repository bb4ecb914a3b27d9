#include "dance_search.hpp"

#include <algorithm>
#include <bit>

#include "bits.hpp"

namespace squaredance {

DanceSearch::DanceSearch(const Geometry& geometry, std::span<const std::uint64_t> masks)
    : clues_(geometry.cells(), 0), links_(problem_of(geometry, masks)) {}

cover::Problem DanceSearch::problem_of(const Geometry& geometry,
                                       std::span<const std::uint64_t> masks) {
  std::vector<bool> settled(geometry.items());
  auto items_of = [&](int cell, int value, auto&& use) {
    use(static_cast<cover::Item>(cell));
    for (const Membership& m : geometry.houses_of(cell)) use(m.first_item + value);
  };
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    if (!has_one_bit(masks[cell])) continue;
    int value = std::countr_zero(masks[cell]);
    clues_[cell] = static_cast<std::uint8_t>(value + 1);
    items_of(cell, value, [&](cover::Item item) { settled[item] = true; });
  }

  cover::Problem problem;
  std::vector<cover::Item> number(geometry.items());
  for (int item = 0; item < geometry.items(); ++item)
    number[item] = settled[item] ? 0 : problem.primary++;

  std::vector<cover::Item> option;
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    if (settled[cell]) continue;
    for (std::uint64_t rest = masks[cell]; rest; rest &= rest - 1) {
      int value = std::countr_zero(rest);
      option.clear();
      bool open = true;
      items_of(cell, value, [&](cover::Item item) {
        open &= !settled[item];
        option.push_back(number[item]);
      });
      if (!open) continue;
      problem.add_option(option);
      placements_.push_back({static_cast<Cell>(cell), static_cast<std::uint8_t>(value + 1)});
    }
  }
  return problem;
}

Pause DanceSearch::run(std::uint64_t nodes) {
  Pause pause = links_.run(nodes);
  effort_ = links_.effort();
  return pause;
}

void DanceSearch::read_solution(std::span<std::uint8_t> values) const {
  std::ranges::copy(clues_, values.begin());
  for (cover::Option option : links_.solution())
    values[placements_[option].cell] = placements_[option].value;
}

}  // namespace squaredance
