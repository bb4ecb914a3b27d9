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
  items_.push_back(Frame::no_item);
  for (int item = 0; item < geometry.items(); ++item) {
    if (settled[item]) continue;
    number[item] = problem.primary++;
    items_.push_back(static_cast<std::uint32_t>(item));
  }

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

bool DanceSearch::watch(Frame& frame) {
  using Moment = cover::Links::Moment;
  const auto& table = links_.table();
  const auto [moment, node] = links_.watch();
  effort_ = links_.effort();
  frame = {};
  if (moment != Moment::solution && moment != Moment::end) {
    const auto header = table.header_of(node);
    frame.item = items_[header];
    frame.options = table.headers[header].size;
    if (moment != Moment::conflict) {
      const Placement placement = placements_[table.option_of(node)];
      frame.cell = placement.cell;
      frame.value = placement.value;
      frame.choice = 1;
      for (auto n = table.nodes[node].up; n != header; n = table.nodes[n].up) ++frame.choice;
    }
  }
  using Kind = Frame::Kind;
  switch (moment) {
    case Moment::take: frame.kind = frame.options > 1 ? Kind::guess : Kind::place; break;
    case Moment::next: frame.kind = Kind::guess; break;
    case Moment::back: frame.kind = Kind::back; break;
    case Moment::conflict: frame.kind = Kind::conflict; break;
    case Moment::solution: frame.kind = Kind::solution; break;
    case Moment::end: frame.kind = Kind::end; break;
  }
  read_state(frame);
  return true;
}

void DanceSearch::read_state(Frame& frame) const {
  const auto& table = links_.table();
  frame.values = clues_;
  for (auto node : links_.chosen()) {
    const auto header = table.header_of(node);
    if (table.headers[header].size > 1) ++frame.depth;
    const Placement placement = placements_[table.option_of(node)];
    frame.values[placement.cell] = placement.value;
    frame.covered.push_back(items_[header]);
    table.each_other(node, [&](auto n) { frame.covered.push_back(items_[table.header_of(n)]); });
  }
  frame.masks.assign(frame.values.size(), 0);
  for (std::size_t cell = 0; cell < frame.values.size(); ++cell)
    if (frame.values[cell]) frame.masks[cell] = std::uint64_t{1} << (frame.values[cell] - 1);
  for (auto header = table.headers[0].next; header; header = table.headers[header].next) {
    const std::uint32_t item = items_[header];
    frame.ring.push_back(item);
    frame.sizes.push_back(table.headers[header].size);
    if (item >= frame.masks.size()) continue;
    for (auto n = table.nodes[header].down; n != header; n = table.nodes[n].down)
      frame.masks[item] |= std::uint64_t{1} << (placements_[table.option_of(n)].value - 1);
  }
}

}  // namespace squaredance
