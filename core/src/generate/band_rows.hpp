// Rows of a band of a 9x9 when it is known which three values each of its nine cols holds.
//
// Each value is in three cols, one of each stack: so cols and values are the two sides of a graph in which
// every node has three edges, and to give the values of each col to the three rows is to color the edges.
// One row is a perfect matching; what it leaves are cycles, each of which goes to the other two rows in two ways.
// So there are 2^cycles ways for each matching. Each value has two cols in a cycle, so a cycle has two cols or more,
// and there are four cycles at most.
#pragma once

#include <array>
#include <cstdint>

#include "squaredance/draw.hpp"

namespace squaredance::generate {

class BandRows {
 public:
  // The most ways there can be: 12^3, where three times three cols hold the same values. (The tests go over
  // all bands.)
  static constexpr std::uint32_t most_ways = 1728;

  // By stack, then value (both from 0): the col within the stack, 0 to 2. Each has three values.
  using Cols = std::array<std::array<std::uint8_t, 9>, 3>;
  // By col, then row: the value.
  using Rows = std::array<std::array<std::uint8_t, 3>, 9>;

  explicit BandRows(const Cols& cols);

  // In how many ways the rows can be filled.
  std::uint32_t ways();

  // Any of the ways, all equally likely.
  void draw(Draw& draw, Rows& rows);

 private:
  struct Matching {
    std::array<std::uint16_t, 3> values;  // those it takes from the cols of each stack, a bit each
  };

  void find_matchings();
  int find_cycles(const Matching& matching);

  // By col, 0 to 8, or by value.
  std::array<std::uint16_t, 9> held_{};  // values of a col, a bit each
  std::array<std::uint8_t, 9> value_sum_{}, col_sum_{};
  std::array<Matching, 72> matchings_;  // 6^3 at most, a third of them here
  std::uint32_t count_ = 0;
  std::array<std::uint8_t, 9> taken_;                // the value that the last matching takes of a col
  std::array<std::array<std::uint8_t, 2>, 9> pair_;  // the others, in the order of a walk
  std::array<std::uint8_t, 9> cycle_;                // of a col
};

}  // namespace squaredance::generate
