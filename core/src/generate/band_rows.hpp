// Rows of a band of a 9x9 when it is known which three values each of its nine cols holds.
//
// Each value is in three cols, one of each stack: so cols and values are the two sides of a graph in which
// every node has three edges, and to give the values of each col to the three rows is to color the edges.
// Row 1 is a perfect matching; what it leaves are cycles, each of which goes to rows 2 and 3 in two ways.
// So there are 2^cycles ways for each matching.
#pragma once

#include <array>
#include <cstdint>

namespace squaredance::generate {

class BandRows {
 public:
  // The most ways there can be: 12^3, where three times three cols hold the same values (test_grids.cpp goes
  // over all bands).
  static constexpr std::uint32_t most_ways = 1728;

  // col_of[stack][value]: the col of the value in that stack, 0 to 2. Three values in each.
  using Cols = std::array<std::array<std::uint8_t, 9>, 3>;

  explicit BandRows(const Cols& cols);

  // In how many ways the rows can be filled.
  std::uint32_t ways();

  // Writes the way with this number, below `ways`: rows[3 * stack + col][row], values from 0.
  void read(std::uint32_t way, std::array<std::array<std::uint8_t, 3>, 9>& rows);

 private:
  template <typename Visit>
  void each_matching(Visit visit);
  int find_cycles();

  Cols cols_;                                           // numbered 0 to 8
  std::array<std::array<std::uint8_t, 3>, 9> held_{};   // values of a col
  std::array<std::uint8_t, 9> first_{};                 // row 1: which of the values held
  std::array<std::uint8_t, 9> matched_{};               // the col in which row 1 has the value
  std::array<std::array<std::uint8_t, 2>, 9> rest_{};   // the other two values of a col, in the order of a walk
  std::array<std::uint8_t, 9> cycle_{};                 // of a col
};

}  // namespace squaredance::generate
