#include "mask_search.hpp"

#include <algorithm>

#include "bits.hpp"

namespace squaredance {

template <typename Mask>
MaskSearch<Mask>::MaskSearch(const Geometry& geometry, std::span<const std::uint64_t> masks)
    : geometry_(geometry), choices_(geometry.items(), 0), weights_(geometry.items(), 1) {
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    choices_[cell] = static_cast<Mask>(masks[cell]);
    auto houses = geometry.houses_of(cell);
    for (Mask rest = choices_[cell]; rest; rest &= rest - 1) {
      int value = std::countr_zero(rest);
      for (const Membership& m : houses) choices_[m.first_item + value] |= Mask(1) << m.position;
    }
  }
  // Along one path an item becomes single at most once; one more place is for the decision.
  queue_.resize(choices_.size() + 1);
  for (int item = 0; item < geometry.items(); ++item) {
    if (choices_[item] == 0) next_ = Next::stop;
    if (choices_[item] && has_one_bit(choices_[item]) && !is_settled(item))
      queue_[queue_size_++] = first_candidate(item);
  }
}

// Whether a single item has nothing left to force: the clues have struck their peers. A
// single place leaves its own cell to be settled; a single cell, its houses.
template <typename Mask>
bool MaskSearch<Mask>::is_settled(int item) const {
  auto [cell, value] = first_candidate(item);
  if (item >= geometry_.cells()) return has_one_bit(choices_[cell]);
  for (const Membership& m : geometry_.houses_of(cell))
    if (!has_one_bit(choices_[m.first_item + value])) return false;
  return true;
}

template <typename Mask>
Pause MaskSearch<Mask>::run(std::uint64_t nodes) {
  for (;;) {
    if (next_ == Next::go_back && !go_back()) next_ = Next::stop;
    if (next_ == Next::stop) return Pause::exhausted;
    if (nodes-- == 0) return Pause::budget;
    ++effort_.nodes;
    if (!propagate()) {
      next_ = Next::go_back;
      continue;
    }
    int item = choose_item();
    if (item == no_item) {
      next_ = Next::go_back;
      return Pause::solution;
    }
    decide(first_candidate(item));
  }
}

template <typename Mask>
void MaskSearch<Mask>::read_solution(std::span<std::uint8_t> values) const {
  for (int cell = 0; cell < geometry_.cells(); ++cell)
    values[cell] = static_cast<std::uint8_t>(std::countr_zero(choices_[cell]) + 1);
}

// One choice less for a cell. False when none is left.
template <typename Mask>
inline bool MaskSearch<Mask>::narrow_cell(Cell cell, Mask bit) {
  Mask left = choices_[cell] &= ~bit;
  if (!has_one_bit(left)) [[likely]]
    return true;
  if (left == 0) return conflict(cell);
  queue_[queue_size_++] = {cell, static_cast<std::uint8_t>(std::countr_zero(left))};
  return true;
}

// One place less for a value in a house. False when none is left.
template <typename Mask>
inline bool MaskSearch<Mask>::narrow_house(const Membership& m, std::uint8_t value) {
  std::uint32_t item = m.first_item + value;
  Mask left = choices_[item] &= ~(Mask(1) << m.position);
  if (!has_one_bit(left)) [[likely]]
    return true;
  if (left == 0) return conflict(item);
  // A cell that is single already is placed, or in the queue.
  Cell cell = geometry_.house(m.house)[std::countr_zero(left)];
  if (!has_one_bit(choices_[cell])) queue_[queue_size_++] = {cell, value};
  return true;
}

template <typename Mask>
bool MaskSearch<Mask>::conflict(std::uint32_t item) {
  if (weights_[item] < 0x7FFF) ++weights_[item];
  return false;
}

// Takes a candidate that is still there out of all its items.
template <typename Mask>
inline bool MaskSearch<Mask>::eliminate(Candidate candidate) {
  auto [cell, value] = candidate;
  return narrow_cell(cell, Mask(1) << value) & eliminate_from_houses(candidate);
}

template <typename Mask>
inline bool MaskSearch<Mask>::eliminate_from_houses(Candidate candidate) {
  bool fine = true;
  for (const Membership& m : geometry_.houses_of(candidate.cell))
    fine &= narrow_house(m, candidate.value);
  return fine;
}

// The cell loses its other values, and the other cells of its houses lose this value.
template <typename Mask>
inline bool MaskSearch<Mask>::place(Candidate candidate) {
  auto [cell, value] = candidate;
  Mask others = choices_[cell] & ~(Mask(1) << value);
  choices_[cell] = Mask(1) << value;
  for (; others; others &= others - 1) {
    auto other = static_cast<std::uint8_t>(std::countr_zero(others));
    if (!eliminate_from_houses({cell, other})) return false;
  }
  for (const Membership& m : geometry_.houses_of(cell)) {
    Mask elsewhere = choices_[m.first_item + value] & ~(Mask(1) << m.position);
    if (!elsewhere) continue;
    auto house = geometry_.house(m.house);
    for (; elsewhere; elsewhere &= elsewhere - 1) {
      if (!eliminate({house[std::countr_zero(elsewhere)], value})) return false;
    }
  }
  return true;
}

// Carries out all placements that are forced. False on a conflict.
template <typename Mask>
bool MaskSearch<Mask>::propagate() {
  while (queue_read_ < queue_size_) {
    if (!place(queue_[queue_read_++])) return false;
  }
  queue_read_ = queue_size_ = 0;
  return true;
}

template <typename Mask>
void MaskSearch<Mask>::decide(Candidate candidate) {
  ++effort_.guesses;
  if (depth_ == levels_.size()) levels_.push_back({choices_, candidate});
  Level& level = levels_[depth_++];
  level.choices = choices_;
  level.decision = candidate;
  queue_[queue_size_++] = candidate;
}

// Undoes the last decision and strikes its candidate instead. False when none is left.
template <typename Mask>
bool MaskSearch<Mask>::go_back() {
  while (depth_ > 0)
    if (strike_decision()) return true;
  return false;
}

// The same for one level. False when the strike is a conflict.
template <typename Mask>
inline bool MaskSearch<Mask>::strike_decision() {
  const Level& level = levels_[--depth_];
  choices_ = level.choices;
  queue_read_ = queue_size_ = 0;
  if (!eliminate(level.decision)) return false;
  next_ = Next::propagate;
  return true;
}

// The item of two choices with the highest weight; the first of them when several tie.
// Without one, the best ratio of choices to weight. no_item when all are settled.
template <typename Mask>
int MaskSearch<Mask>::choose_item() const {
  const Mask* choices = choices_.data();
  const Mask* weights = weights_.data();
  std::size_t count = choices_.size();
  Mask best = 0;
  for (std::size_t i = 0; i < count; ++i) {
    Mask rest = choices[i] & (choices[i] - 1);
    Mask two = (rest != 0) & ((rest & (rest - 1)) == 0);
    Mask score = weights[i] & (Mask(0) - two);
    best = std::max(best, score);
  }
  if (best == 0) return widest_ratio_item();
  for (std::size_t i = 0;; ++i) {
    Mask rest = choices[i] & (choices[i] - 1);
    if (weights[i] == best && rest != 0 && (rest & (rest - 1)) == 0) return static_cast<int>(i);
  }
}

template <typename Mask>
int MaskSearch<Mask>::widest_ratio_item() const {
  int best = no_item;
  std::uint64_t best_size = 0;
  std::uint64_t best_weight = 0;
  for (std::size_t i = 0; i < choices_.size(); ++i) {
    if (has_one_bit(choices_[i])) continue;
    std::uint64_t size = std::popcount(choices_[i]);
    if (best == no_item || size * best_weight < best_size * weights_[i]) {
      best = static_cast<int>(i);
      best_size = size;
      best_weight = weights_[i];
    }
  }
  return best;
}

template <typename Mask>
auto MaskSearch<Mask>::first_candidate(int item) const -> Candidate {
  auto index = static_cast<std::uint8_t>(std::countr_zero(choices_[item]));
  if (item < geometry_.cells()) return {static_cast<Cell>(item), index};
  int house = (item - geometry_.cells()) / geometry_.size();
  int value = (item - geometry_.cells()) % geometry_.size();
  return {geometry_.house(house)[index], static_cast<std::uint8_t>(value)};
}

template <typename Mask>
bool MaskSearch<Mask>::watch(Frame& frame) {
  frame = {};
  if (next_ == Next::go_back && depth_ == 0) next_ = Next::stop;
  if (next_ == Next::go_back) {
    auto [cell, value] = levels_[depth_ - 1].decision;
    frame.kind = Frame::Kind::back;
    frame.cell = cell;
    frame.value = value + 1;
    strike_decision();
  } else if (next_ == Next::propagate) {
    watch_node(frame);
  }
  frame.depth = static_cast<std::uint32_t>(depth_);
  read_state(frame);
  return true;
}

// The next placement of a node, or what comes after the last.
template <typename Mask>
void MaskSearch<Mask>::watch_node(Frame& frame) {
  if (queue_read_ == 0) ++effort_.nodes;
  auto tell = [&](Frame::Kind kind, Candidate candidate) {
    frame.kind = kind;
    frame.cell = candidate.cell;
    frame.value = candidate.value + 1;
  };
  while (queue_read_ < queue_size_) {
    const Candidate candidate = queue_[queue_read_];
    const auto here = queue_.begin() + queue_read_++;
    // A hidden single of several houses is in the queue for each of them.
    if (std::find(queue_.begin(), here, candidate) != here) continue;
    if (place(candidate)) return tell(Frame::Kind::place, candidate);
    tell(Frame::Kind::conflict, candidate);
    frame.item = static_cast<std::uint32_t>(std::ranges::find(choices_, 0) - choices_.begin());
    next_ = Next::go_back;
    return;
  }
  queue_read_ = queue_size_ = 0;
  const int item = choose_item();
  if (item == no_item) {
    frame.kind = Frame::Kind::solution;
    next_ = Next::go_back;
    return;
  }
  frame.item = static_cast<std::uint32_t>(item);
  frame.options = static_cast<std::uint32_t>(std::popcount(choices_[item]));
  frame.choice = 1;
  tell(Frame::Kind::guess, first_candidate(item));
  decide(first_candidate(item));
}

template <typename Mask>
void MaskSearch<Mask>::read_state(Frame& frame) const {
  const int cells = geometry_.cells();
  frame.masks.assign(choices_.begin(), choices_.begin() + cells);
  frame.values.assign(cells, 0);
  for (int cell = 0; cell < cells; ++cell)
    if (choices_[cell] && has_one_bit(choices_[cell]))
      frame.values[cell] = static_cast<std::uint8_t>(std::countr_zero(choices_[cell]) + 1);
  // Those that wait in the queue, unless they are there a second time.
  for (std::uint32_t i = queue_read_; i < queue_size_; ++i) {
    auto read = queue_.begin() + queue_read_;
    if (std::find(queue_.begin(), read, queue_[i]) == read) frame.values[queue_[i].cell] = 0;
  }
}

template class MaskSearch<std::uint16_t>;
template class MaskSearch<std::uint32_t>;
template class MaskSearch<std::uint64_t>;

}  // namespace squaredance
