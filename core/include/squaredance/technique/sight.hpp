// Sight: a geometry as a solver by hand sees it: which houses are rows, cols, boxes, which cells
// see each other, where two houses cross. Made once per geometry, shared by threads.
//
//   Sight sight(geometry, has_boxes);
//   for (Cell peer : sight.peers(cell)) ...
//   if (sight.sees(a, b)) ...
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/geometry.hpp"

namespace squaredance::technique {

enum class HouseKind : std::uint8_t { row, col, box, extra };

// Positions in a house, or values of a cell: bit i is the position or the value i, from 0.
using Mask = std::uint64_t;

// A candidate is a number: cell * size + value, the value from 0.
using Candidate = std::uint32_t;

// Two houses with two cells or more in common: where in each of them those lie.
struct Overlap {
  std::uint16_t house, other;
  Mask in_house, in_other;
};

class Sight {
 public:
  // Requires the houses in the order of Python's Geometry: rows, cols, boxes (if any), extras.
  // The geometry must outlive it.
  Sight(const Geometry& geometry, bool has_boxes);

  const Geometry& geometry() const { return geometry_; }
  int size() const { return geometry_.size(); }
  int cells() const { return geometry_.cells(); }
  int houses() const { return geometry_.houses(); }
  bool has_boxes() const { return has_boxes_; }
  HouseKind kind(int house) const;

  int row(int cell) const { return cell / size(); }
  int col(int cell) const { return cell % size(); }
  int row_house(int cell) const { return row(cell); }
  int col_house(int cell) const { return size() + col(cell); }
  // The house of the box of a cell; requires has_boxes.
  int box_house(int cell) const { return box_of_[cell]; }
  // Where a cell lies in a house, or -1.
  int position(int house, int cell) const;

  // The cells that share a house with this one, in rising order.
  std::span<const Cell> peers(int cell) const {
    return {peers_.data() + peer_starts_[cell], peers_.data() + peer_starts_[cell + 1]};
  }
  // The same cells by house: those of the box, then of the row, the col and the extras. Sudoku
  // Explainer walks in this order, and which of several steps it tells first depends on it.
  std::span<const Cell> neighbours(int cell) const {
    return {neighbours_.data() + peer_starts_[cell], neighbours_.data() + peer_starts_[cell + 1]};
  }
  // The houses of a cell in that order.
  std::span<const Membership> homes(int cell) const {
    return {homes_.data() + home_starts_[cell], homes_.data() + home_starts_[cell + 1]};
  }
  // All houses: boxes, cols, rows, extras.
  std::span<const std::uint16_t> search_order() const { return search_order_; }
  // Boxes with cols, boxes with rows, cols with boxes, rows with boxes; then those with extras.
  std::span<const Overlap> overlaps() const { return overlaps_; }

  // Whether the two share a house; a cell does not see itself.
  bool sees(int a, int b) const {
    return (sees_[static_cast<std::size_t>(a) * words_ + (b >> 6)] >> (b & 63)) & 1;
  }
  // The peers of a cell as bits, `words` of 64 cells each.
  const std::uint64_t* peer_bits(int cell) const {
    return sees_.data() + static_cast<std::size_t>(cell) * words_;
  }
  int words() const { return words_; }

  // The positions in `house` of its cells that lie in `other`.
  Mask crossing(int house, int other) const {
    return crossings_[static_cast<std::size_t>(house) * houses() + other];
  }

  Candidate candidate(int cell, int value) const {
    return static_cast<Candidate>(cell * size() + value);
  }
  int cell_of(Candidate candidate) const { return static_cast<int>(candidate) / size(); }
  int value_of(Candidate candidate) const { return static_cast<int>(candidate) % size(); }
  // Whether the two exclude each other: same cell, or same value in cells that see each other.
  bool clash(Candidate a, Candidate b) const;

 private:
  void list_neighbours();
  void list_overlaps();

  const Geometry& geometry_;
  bool has_boxes_;
  int words_;
  std::vector<std::uint16_t> box_of_;
  std::vector<std::uint32_t> peer_starts_;
  std::vector<Cell> peers_;
  std::vector<Cell> neighbours_;
  std::vector<std::uint32_t> home_starts_;
  std::vector<Membership> homes_;
  std::vector<std::uint16_t> search_order_;
  std::vector<Overlap> overlaps_;
  std::vector<std::uint64_t> sees_;
  std::vector<Mask> crossings_;
};

}  // namespace squaredance::technique
