// The engine `search`: candidate masks, propagation to a fixed point, then a guess.
//
// Layout: one array of masks, an item each (see geometry.hpp).
//
//   choices_  [ cell 0 | cell 1 | ... | house 0: value 1, value 2, ... | house 1: ... ]
//               bit v: value v+1        bit p: position p of the house
//               is still possible       can still take the value
//
// A candidate (cell, value) is one bit in the mask of its cell and one bit in the mask of
// (house, value) for each house of the cell: four bits in a plain Sudoku. All four are kept
// in step, so that
//   naked single   = a cell's mask with one bit,
//   hidden single  = a (house, value) mask with one bit,
//   conflict       = any mask with none,
//   best branch    = the mask with the fewest bits, whichever kind it is.
//
// A decision copies all masks (2 kB at 16x16, 130 kB at 64x64) and going back copies them in
// again. A trail of removed candidates was 1.3 to 1.9 times slower on minimal 16x16 and on
// the hardest 9x9, and 1.1 times at 25x25.
//
// Decisions are two-way: take the candidate, and when that fails strike it, propagate, and
// choose afresh. Ties are broken by weights that grow where conflicts happen (the idea of
// dom/wdeg: Boussemart, Hemery, Lecoutre, Sais, 2004).
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/search.hpp"

namespace squaredance {

template <typename Mask>
class MaskSearch final : public Search {
 public:
  // `masks` have been through strike_clues.
  MaskSearch(const Geometry& geometry, std::span<const std::uint64_t> masks);

  Pause run(std::uint64_t nodes) override;
  void read_solution(std::span<std::uint8_t> values) const override;
  bool watch(Frame& frame) override;
  std::size_t memory() const override {
    return (levels_.size() + 2) * choices_.size() * sizeof(Mask) +
           queue_.capacity() * sizeof(Candidate);
  }

 private:
  struct Candidate {
    Cell cell;
    std::uint8_t value;  // from 0
    bool operator==(const Candidate&) const = default;
  };
  struct Level {
    std::vector<Mask> choices;  // as they were before the decision
    Candidate decision;
  };
  enum class Next : std::uint8_t { propagate, go_back, stop };

  static constexpr int no_item = -1;

  bool propagate();
  bool place(Candidate candidate);
  bool eliminate(Candidate candidate);
  bool eliminate_from_houses(Candidate candidate);
  bool narrow_cell(Cell cell, Mask bit);
  bool narrow_house(const Membership& membership, std::uint8_t value);
  bool conflict(std::uint32_t item);
  bool is_settled(int item) const;
  void decide(Candidate candidate);
  bool go_back();
  bool strike_decision();
  void watch_node(Frame& frame);
  void read_state(Frame& frame) const;

  int choose_item() const;
  int widest_ratio_item() const;
  Candidate first_candidate(int item) const;

  const Geometry& geometry_;
  std::vector<Mask> choices_;
  std::vector<Mask> weights_;  // as wide as the masks, so that both walk in step
  std::vector<Candidate> queue_;  // placements to carry out; read from queue_read_
  std::uint32_t queue_read_ = 0;
  std::uint32_t queue_size_ = 0;
  std::vector<Level> levels_;  // levels_[0 .. depth_) are in use, the rest wait for reuse
  std::size_t depth_ = 0;
  Next next_ = Next::propagate;
};

extern template class MaskSearch<std::uint16_t>;
extern template class MaskSearch<std::uint32_t>;
extern template class MaskSearch<std::uint64_t>;

}  // namespace squaredance
