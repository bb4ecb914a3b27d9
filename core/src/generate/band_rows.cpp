#include "band_rows.hpp"

#include <utility>

namespace squaredance::generate {

BandRows::BandRows(const Cols& cols) : cols_(cols) {
  std::array<std::uint8_t, 9> count{};
  for (int stack = 0; stack < 3; ++stack)
    for (int value = 0; value < 9; ++value) {
      std::uint8_t& col = cols_[stack][value];
      col = static_cast<std::uint8_t>(col + 3 * stack);
      held_[col][count[col]++] = static_cast<std::uint8_t>(value);
    }
}

// Goes over the perfect matchings in which col 0 has its first value; the others are those again with rows
// that traded places. `visit` says whether to go on.
template <typename Visit>
void BandRows::each_matching(Visit visit) {
  std::array<unsigned, 9> taken;  // values of the cols before
  taken[1] = 1u << held_[0][0];
  first_[0] = 0;
  int col = 1;
  first_[1] = 0;
  for (;;) {
    unsigned i = first_[col];
    while (i < 3 && taken[col] >> held_[col][i] & 1) ++i;
    if (i == 3) {
      if (--col == 0) return;
      ++first_[col];
      continue;
    }
    first_[col] = static_cast<std::uint8_t>(i);
    if (col < 8) {
      taken[col + 1] = taken[col] | 1u << held_[col][i];
      first_[++col] = 0;
      continue;
    }
    if (!visit()) return;
    ++first_[col];
  }
}

// Numbers the cycles that row 1 leaves, and puts the two values of each col in the order of the walk: all first
// ones may be row 2 together.
int BandRows::find_cycles() {
  for (std::uint8_t col = 0; col < 9; ++col) matched_[held_[col][first_[col]]] = col;
  unsigned seen = 0;
  int cycles = 0;
  for (int start = 0; start < 9; ++start) {
    if (seen >> start & 1) continue;
    int col = start;
    std::uint8_t value = held_[col][(first_[col] + 1) % 3];
    do {
      seen |= 1u << col;
      const auto& held = held_[col];
      const int sum = held[0] + held[1] + held[2] - held[first_[col]];
      rest_[col] = {value, static_cast<std::uint8_t>(sum - value)};
      cycle_[col] = static_cast<std::uint8_t>(cycles);
      value = rest_[col][1];
      // The cols of the value are this one, that of row 1, and the next.
      col = cols_[0][value] + cols_[1][value] + cols_[2][value] - matched_[value] - col;
    } while (col != start);
    ++cycles;
  }
  return cycles;
}

std::uint32_t BandRows::ways() {
  std::uint32_t sum = 0;
  each_matching([&] {
    sum += 1u << find_cycles();
    return true;
  });
  return 3 * sum;
}

void BandRows::read(std::uint32_t way, std::array<std::array<std::uint8_t, 3>, 9>& rows) {
  const std::uint32_t turn = way % 3;  // which row is the one of the matching
  way /= 3;
  each_matching([&] {
    const std::uint32_t here = 1u << find_cycles();
    if (way >= here) {
      way -= here;
      return true;
    }
    for (int col = 0; col < 9; ++col) {
      auto [a, b] = rest_[col];
      if (way >> cycle_[col] & 1) std::swap(a, b);
      rows[col][turn] = held_[col][first_[col]];
      rows[col][(turn + 1) % 3] = a;
      rows[col][(turn + 2) % 3] = b;
    }
    return false;
  });
}

}  // namespace squaredance::generate
