// Strong links of one value: houses whose places for the value fall into two ends, one of which
// must hold it. Found once per value, for chains of any number of links.
#pragma once

#include <cstdint>
#include <vector>

#include "squaredance/technique/state.hpp"

namespace squaredance::technique {

struct StrongLink {
  std::uint16_t house;
  // 0 box, 1 row, 2 col, 3 extra: the digit by which SukakuExplainer names and ranks it.
  std::uint8_t kind;
  bool grouped;  // more than two places
  bool crossed;  // grouped in a box, the ends in a row and in a col: an empty rectangle
  Mask ends[2];  // positions in the house
};

// In the order in which SukakuExplainer looks at them: boxes, rows, cols, extras.
void strong_links_of(const State& state, int value, std::vector<StrongLink>& links);

}  // namespace squaredance::technique
