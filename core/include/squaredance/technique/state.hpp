// State: values and candidates of a grid that is being solved by hand.
//
//   State state(sight, clues);          // candidates: what the clues leave
//   state.place(cell, value);           // fills the cell, strikes the value from its peers
//   state.strike(cell, mask);
//   state.places(house, value)          // where the value can go in the house, as positions
//
// A filled cell has no candidates. Both views, by cell and by house, are kept in step.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "squaredance/technique/sight.hpp"

namespace squaredance::technique {

class State {
 public:
  // Values: 0 for an open cell, else value + 1. `masks` (optional) are the candidates of the open
  // cells; what a filled peer has is struck in any case.
  // `keep_order`: singles are noted in the order in which they come up.
  State(const Sight& sight, const std::uint8_t* values, const Mask* masks = nullptr,
        bool keep_order = false);

  // The same state that keeps the order from now on: made anew in the order of the cells, first the
  // clues, then what was placed, then what was struck.
  State with_order() const;

  const Sight& sight() const { return *sight_; }
  int size() const { return sight_->size(); }

  bool open(int cell) const { return values_[cell] == 0; }
  // The value of a filled cell, from 0; -1 for an open one.
  int value(int cell) const { return values_[cell] - 1; }
  Mask mask(int cell) const { return masks_[cell]; }
  int count(int cell) const { return std::popcount(masks_[cell]); }
  bool has(int cell, int value) const { return (masks_[cell] >> value) & 1; }
  bool has(Candidate c) const { return has(sight_->cell_of(c), sight_->value_of(c)); }
  // Positions of the open cells of the house that have the value as a candidate.
  Mask places(int house, int value) const {
    return places_[static_cast<std::size_t>(house) * size() + value];
  }
  // Positions of the open cells of the house.
  Mask open_in(int house) const { return open_in_[house]; }
  int open_cells() const { return open_; }
  bool solved() const { return open_ == 0; }
  // Whether an open cell has no candidate: the state has no solution.
  bool dead() const;
  // Cells of the clues the state was made from, not those placed later.
  bool clue(int cell) const { return clues_[cell] != 0; }

  // What the puzzle itself allows in each cell, before anything is struck: all values, unless said
  // here. The candidates are never more. Only what the puzzle allows can be exchanged in a deadly
  // pattern; what was merely struck can.
  void limit(const Mask* allowed) { allowed_.assign(allowed, allowed + sight_->cells()); }
  bool allows(int cell, Mask values) const {
    return allowed_.empty() || (values & ~allowed_[cell]) == 0;
  }

  // Requires an open cell.
  void place(int cell, int value);
  void strike(int cell, Mask values);
  void strike(Candidate c) { strike(sight_->cell_of(c), Mask{1} << sight_->value_of(c)); }

  // Where the order is kept: candidates that became the only one of their cell, and the only place
  // of their value in a house. Some are placed since.
  bool keeps_order() const { return keeps_order_; }
  const std::vector<Candidate>& naked_in_order() const { return naked_; }
  const std::vector<Candidate>& hidden_in_order() const { return hidden_; }

  const std::vector<std::uint8_t>& values() const { return values_; }
  const std::vector<Mask>& masks() const { return masks_; }

 private:
  const Sight* sight_;
  int open_ = 0;
  std::vector<std::uint8_t> values_;
  std::vector<std::uint8_t> clues_;
  std::vector<Mask> allowed_;  // empty: all values everywhere
  std::vector<Mask> masks_;
  std::vector<Mask> places_;
  std::vector<Mask> open_in_;
  bool keeps_order_ = false;
  std::vector<Candidate> naked_, hidden_;
};

}  // namespace squaredance::technique
