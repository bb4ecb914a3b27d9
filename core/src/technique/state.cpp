#include "squaredance/technique/state.hpp"

#include "bits.hpp"

namespace squaredance::technique {

State::State(const Sight& sight, const std::uint8_t* values, const Mask* masks, bool keep_order)
    : sight_(&sight),
      open_(sight.cells()),
      values_(sight.cells()),
      clues_(values, values + sight.cells()),
      masks_(sight.cells()),
      places_(static_cast<std::size_t>(sight.houses()) * sight.size()),
      open_in_(sight.houses(), ~Mask{0} >> (64 - sight.size())),
      keeps_order_(keep_order) {
  const Mask full = ~Mask{0} >> (64 - size());
  for (int cell = 0; cell < sight.cells(); ++cell) {
    masks_[cell] = masks ? masks[cell] & full : full;
    for (const Membership& in : sight.geometry().houses_of(cell)) {
      for (Mask left = masks_[cell]; left; left &= left - 1) {
        places_[in.house * size() + std::countr_zero(left)] |= Mask{1} << in.position;
      }
    }
  }
  for (int cell = 0; cell < sight.cells(); ++cell) {
    if (values[cell]) place(cell, values[cell] - 1);
  }
}

State State::with_order() const {
  State made(*sight_, clues_.data(), nullptr, true);
  made.allowed_ = allowed_;
  for (int cell = 0; cell < sight_->cells(); ++cell) {
    if (!open(cell) && made.open(cell)) made.place(cell, value(cell));
  }
  for (int cell = 0; cell < sight_->cells(); ++cell) made.strike(cell, ~masks_[cell]);
  return made;
}

bool State::dead() const {
  for (int cell = 0; cell < sight_->cells(); ++cell) {
    if (open(cell) && masks_[cell] == 0) return true;
  }
  return false;
}

void State::place(int cell, int value) {
  values_[cell] = static_cast<std::uint8_t>(value + 1);
  --open_;
  for (const Membership& in : sight_->geometry().houses_of(cell)) {
    open_in_[in.house] &= ~(Mask{1} << in.position);
  }
  // The cell itself last: so HoDoKu finds new singles.
  for (const Cell peer : sight_->peers(cell)) strike(peer, Mask{1} << value);
  strike(cell, masks_[cell]);
}

void State::strike(int cell, Mask values) {
  const Mask gone = masks_[cell] & values;
  if (gone == 0) return;
  masks_[cell] ^= gone;
  for (Mask left = gone; left; left &= left - 1) {
    const int value = std::countr_zero(left);
    for (const Membership& in : sight_->geometry().houses_of(cell)) {
      Mask& places = places_[in.house * size() + value];
      places &= ~(Mask{1} << in.position);
      if (keeps_order_ && is_single(places)) {
        const Cell last = sight_->geometry().house(in.house)[std::countr_zero(places)];
        hidden_.push_back(sight_->candidate(last, value));
      }
    }
  }
  if (keeps_order_ && is_single(masks_[cell])) {
    naked_.push_back(sight_->candidate(cell, std::countr_zero(masks_[cell])));
  }
}

}  // namespace squaredance::technique
