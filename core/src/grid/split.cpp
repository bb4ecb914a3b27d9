#include "squaredance/split.hpp"

#include <bit>
#include <span>

#include "bits.hpp"

namespace squaredance {

namespace {

using Masks = std::vector<std::uint64_t>;

enum class Change : std::uint8_t { none, some, conflict };

// The values of filled cells leave the others of the house; a value with one place goes there.
Change propagate_house(const Geometry& geometry, int house, Masks& masks) {
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - geometry.size());
  std::uint64_t once = 0, twice = 0, filled = 0;
  for (Cell cell : geometry.house(house)) {
    const std::uint64_t mask = masks[cell];
    twice |= once & mask;
    once |= mask;
    if (!has_one_bit(mask)) continue;
    if (filled & mask) return Change::conflict;
    filled |= mask;
  }
  if (once != all) return Change::conflict;
  const std::uint64_t hidden = once & ~twice & ~filled;
  Change change = Change::none;
  for (Cell cell : geometry.house(house)) {
    if (has_one_bit(masks[cell])) continue;
    std::uint64_t left = masks[cell] & ~filled;
    if (left & hidden) left &= hidden;
    if (left == 0 || ((left & hidden) && !has_one_bit(left))) return Change::conflict;
    if (left == masks[cell]) continue;
    masks[cell] = left;
    change = Change::some;
  }
  return change;
}

// Singles, until there are no more; false at a conflict.
bool propagate(const Geometry& geometry, Masks& masks) {
  for (std::uint64_t mask : masks)
    if (mask == 0) return false;
  for (bool changed = true; changed;) {
    changed = false;
    for (int house = 0; house < geometry.houses(); ++house) {
      const Change change = propagate_house(geometry, house, masks);
      if (change == Change::conflict) return false;
      changed |= change == Change::some;
    }
  }
  return true;
}

// The clues of which one must be set next: the values of a cell, or the cells of a value.
// None when all cells are filled.
Clues choose(const Geometry& geometry, const Masks& masks) {
  int best_cell = -1, best_house = -1, best_value = 0;
  int fewest = geometry.size() + 1;
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    const int size = std::popcount(masks[cell]);
    if (size < 2 || size >= fewest) continue;
    fewest = size;
    best_cell = cell;
  }
  if (best_cell < 0) return {};
  for (int house = 0; house < geometry.houses(); ++house)
    for (int value = 1; value <= geometry.size(); ++value) {
      int places = 0;
      for (Cell cell : geometry.house(house)) places += masks[cell] >> (value - 1) & 1;
      if (places < 2 || places >= fewest) continue;
      fewest = places;
      best_house = house;
      best_value = value;
    }
  Clues clues;
  if (best_house < 0) {
    for (int value = 1; value <= geometry.size(); ++value)
      if (masks[best_cell] >> (value - 1) & 1)
        clues.emplace_back(static_cast<Cell>(best_cell), static_cast<std::uint8_t>(value));
    return clues;
  }
  for (Cell cell : geometry.house(best_house))
    if (masks[cell] >> (best_value - 1) & 1)
      clues.emplace_back(cell, static_cast<std::uint8_t>(best_value));
  return clues;
}

}  // namespace

// All roots, level by level, in the order of the tree. Of a subproblem only its clues are kept: to
// propagate them again takes tens of microseconds, to keep its candidates would take gigabytes for
// thousands of 64x64.
Cutting::Cutting(const Geometry& geometry, const std::vector<Masks>& roots, std::size_t wanted)
    : geometry_(geometry),
      roots_(roots),
      wanted_(wanted),
      steps_of_one_(static_cast<std::uint64_t>(geometry.houses()) * geometry.size() *
                    geometry.size()) {}

bool Cutting::run(std::uint64_t steps) {
  for (steps_ = 0; !is_done_ && steps_ < steps; ++steps_) go_on();
  return is_done_;
}

// One root, or one of the level.
void Cutting::go_on() {
  if (next_root_ < roots_.size()) return add({next_root_++, {}});
  if (at_ == level_.size()) return next_level();
  const std::size_t left = level_.size() - at_;
  Open& open = level_[at_++];
  if (open.branches.empty() || next_.size() + left >= wanted_) {
    next_.push_back(std::move(open));
    return;
  }
  grew_ = true;
  for (auto clue : open.branches) {
    Subproblem longer = open.subproblem;
    longer.clues.push_back(clue);
    add(std::move(longer));
  }
}

void Cutting::add(Subproblem subproblem) {
  steps_ += steps_of_one_;
  Masks masks = with_clues(roots_[subproblem.root], subproblem.clues);
  if (!propagate(geometry_, masks)) return;
  Clues branches = choose(geometry_, masks);
  next_.push_back({std::move(subproblem), std::move(branches)});
}

void Cutting::next_level() {
  level_ = std::move(next_);
  next_.clear();
  at_ = 0;
  is_done_ = !grew_ || level_.size() >= wanted_;
  grew_ = false;
}

std::vector<Subproblem> Cutting::take() {
  std::vector<Subproblem> subproblems;
  for (Open& open : level_) subproblems.push_back(std::move(open.subproblem));
  level_.clear();
  return subproblems;
}

std::vector<std::uint64_t> with_clues(std::vector<std::uint64_t> masks, const Clues& clues) {
  for (auto [cell, value] : clues) masks[cell] &= std::uint64_t{1} << (value - 1);
  return masks;
}

std::vector<Subproblem> split(const Geometry& geometry,
                              const std::vector<std::vector<std::uint64_t>>& roots,
                              std::size_t wanted) {
  Cutting cutting(geometry, roots, wanted);
  cutting.run(~std::uint64_t{0});
  return cutting.take();
}

}  // namespace squaredance
