#include "graph.hpp"

#include <algorithm>

namespace squaredance::technique::chain {

void Graph::start(const Sight& sight) {
  const Geometry& geometry = sight.geometry();
  sight_ = &sight;
  if (serial_ != sight.serial()) {
    serial_ = sight.serial();
    items_ = geometry.items();
    std::size_t most = 0;
    for (int cell = 0; cell < sight.cells(); ++cell) {
      most = std::max(most, geometry.houses_of(cell).size());
    }
    slots_ = 1 + static_cast<int>(most);
    numbers_.assign(static_cast<std::size_t>(sight.cells()) * sight.size(), 0);
  }
  candidates_.clear();
  cells_.clear();
  outer_.clear();
  item_of_.clear();
  ids_ = 0;
}

void Graph::add(Candidate candidate, Id outer) {
  const int cell = sight_->cell_of(candidate);
  const int value = sight_->value_of(candidate);
  numbers_[candidate] = static_cast<Id>(ids_++);
  candidates_.push_back(candidate);
  cells_.push_back(static_cast<std::uint16_t>(cell));
  outer_.push_back(outer);
  item_of_.push_back(cell);
  const auto houses = sight_->geometry().houses_of(cell);
  // Rows, cols and boxes are in this order in the geometry; Sudoku Explainer has boxes first.
  const bool boxes = sight_->has_boxes();
  if (boxes) item_of_.push_back(houses[2].first_item + value);
  item_of_.push_back(houses[0].first_item + value);
  item_of_.push_back(houses[1].first_item + value);
  for (std::size_t i = boxes ? 3 : 2; i < houses.size(); ++i) {
    item_of_.push_back(houses[i].first_item + value);
  }
  item_of_.resize(static_cast<std::size_t>(ids_) * slots_, items_);
}

bool Graph::build(const State& state) {
  const Sight& sight = state.sight();
  if (serial_ == sight.serial() && built_values_ == state.values() && built_masks_ == state.masks()) {
    return true;
  }
  start(sight);
  if (slots_ > max_slots) {
    built_values_.clear();
    return false;
  }
  built_values_ = state.values();
  built_masks_ = state.masks();
  open_.assign(sight.houses(), 0);
  missing_.assign(sight.size(), sight.size());
  for (int cell = 0; cell < sight.cells(); ++cell) {
    if (state.open(cell)) {
      for (const Membership& in : sight.geometry().houses_of(cell)) ++open_[in.house];
    } else {
      --missing_[state.value(cell)];
    }
    if (ids_ + sight.size() > max_ids) {
      built_values_.clear();
      return false;
    }
    for (Mask left = state.mask(cell); left; left &= left - 1) {
      const Candidate candidate = sight.candidate(cell, std::countr_zero(left));
      add(candidate, static_cast<Id>(ids_));
    }
  }
  connect();
  return true;
}

void Graph::build(const Graph& whole, const std::uint8_t* status, std::uint8_t gone_bit) {
  start(*whole.sight_);
  built_values_.clear();
  open_ = whole.open_;
  missing_ = whole.missing_;
  for (int id = 0; id < whole.ids_; ++id) {
    if (!(status[id] & gone_bit)) add(whole.candidates_[id], static_cast<Id>(id));
  }
  connect();
}

// The houses list their cells in an order of their own, rising in every house of rows, cols and boxes
// but free in extras; members follow the Ids, which is the same for all but odd extras.
void Graph::connect() {
  links_.assign(items_ + 1, Item{0, 0});
  for (int id = 0; id < ids_; ++id) {
    for (int slot = 0; slot < slots_; ++slot) {
      Item& link = links_[item(static_cast<Id>(id), slot)];
      ++link.count;
      link.rest ^= static_cast<std::uint16_t>(id);
    }
  }
  links_[items_] = Item{0x7000, 0};
  member_starts_.resize(items_ + 2);
  std::uint32_t total = 0;
  for (int i = 0; i < items_; ++i) {
    member_starts_[i] = total;
    total += links_[i].count;
  }
  member_starts_[items_] = member_starts_[items_ + 1] = total;
  members_.resize(total);
  for (int id = 0; id < ids_; ++id) {
    for (int slot = 0; slot < slots_; ++slot) {
      const std::uint32_t i = item(static_cast<Id>(id), slot);
      if (i < static_cast<std::uint32_t>(items_)) members_[member_starts_[i]++] = static_cast<Id>(id);
    }
  }
  for (int i = items_; i > 0; --i) member_starts_[i] = member_starts_[i - 1];
  member_starts_[0] = 0;

  weak_starts_.resize(ids_ + 1);
  weak_.clear();
  seen_.assign(ids_, ids_);
  for (int id = 0; id < ids_; ++id) {
    weak_starts_[id] = static_cast<std::uint32_t>(weak_.size());
    seen_[id] = id;
    for (int slot = 0; slot < slots_; ++slot) {
      for (const Id other : members(static_cast<int>(item(static_cast<Id>(id), slot)))) {
        if (seen_[other] == static_cast<std::uint32_t>(id)) continue;
        seen_[other] = id;
        weak_.push_back({other, static_cast<std::uint16_t>(slot)});
      }
    }
  }
  weak_starts_[ids_] = static_cast<std::uint32_t>(weak_.size());
}

}  // namespace squaredance::technique::chain
