#include "band_rows.hpp"

#include <utility>

namespace squaredance::generate {

namespace {

template <typename Visit>
void each_bit(unsigned bits, Visit visit) {
  for (; bits; bits &= bits - 1) visit(bits & -bits);
}

std::uint8_t index_of(unsigned bit) { return static_cast<std::uint8_t>(__builtin_ctz(bit)); }

}  // namespace

BandRows::BandRows(const Cols& cols) {
  for (int stack = 0; stack < 3; ++stack)
    for (int value = 0; value < 9; ++value) {
      const int at = 3 * stack + cols[stack][value];
      held_[at] = static_cast<std::uint16_t>(held_[at] | 1u << value);
      value_sum_[at] = static_cast<std::uint8_t>(value_sum_[at] + value);
      col_sum_[value] = static_cast<std::uint8_t>(col_sum_[value] + at);
    }
  find_matchings();
}

// Those in which the first col has its lowest value. The others are these again, with rows that traded places.
void BandRows::find_matchings() {
  const auto& held = held_;
  const unsigned first = held[0] & -held[0];
  each_bit(held[1], [&](unsigned a) {
    each_bit(held[2], [&](unsigned b) {
      const unsigned stack1 = first | a | b;
      each_bit(held[3] & ~stack1, [&](unsigned c) {
        each_bit(held[4] & ~stack1, [&](unsigned d) {
          each_bit(held[5] & ~stack1, [&](unsigned e) {
            const unsigned stack2 = c | d | e, stack3 = 0x1FF & ~stack1 & ~stack2;
            if (!(stack3 & held[6]) || !(stack3 & held[7]) || !(stack3 & held[8])) return;
            matchings_[count_++] = {{static_cast<std::uint16_t>(stack1), static_cast<std::uint16_t>(stack2),
                                     static_cast<std::uint16_t>(stack3)}};
          });
        });
      });
    });
  });
}

// Numbers the cycles, and writes the two values of each col in the order of the walk: all that come first
// may go into one row. Sums tell what is left of two or three when the others are known.
int BandRows::find_cycles(const Matching& matching) {
  std::array<std::uint8_t, 9> values, cols = col_sum_;  // what the matching leaves: of a col, of a value
  for (int at = 0; at < 9; ++at) {
    const std::uint8_t value = index_of(held_[at] & matching.values[at / 3]);
    taken_[at] = value;
    values[at] = static_cast<std::uint8_t>(value_sum_[at] - value);
    cols[value] = static_cast<std::uint8_t>(cols[value] - at);
  }
  int cycles = 0;
  for (unsigned left = 0x1FF; left; ++cycles) {
    const unsigned start = index_of(left);
    unsigned at = start;
    unsigned value = index_of(held_[at] & ~matching.values[at / 3]);
    do {
      const unsigned other = values[at] - value;
      left &= ~(1u << at);
      pair_[at] = {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(other)};
      cycle_[at] = static_cast<std::uint8_t>(cycles);
      value = other;
      at = cols[value] - at;
    } while (at != start);
  }
  return cycles;
}

std::uint32_t BandRows::ways() {
  std::uint32_t sum = 0;
  for (std::uint32_t i = 0; i < count_; ++i) sum += 1u << find_cycles(matchings_[i]);
  return 3 * sum;
}

// A matching is kept as often as it has ways: 2^cycles times in 16.
void BandRows::draw(Draw& draw, Rows& rows) {
  for (;;) {
    const std::uint64_t bar = draw.below(16);
    if (bar < 1u << find_cycles(matchings_[draw.below(count_)])) break;
  }
  const unsigned ways = static_cast<unsigned>(draw.below(16));
  const unsigned turn = static_cast<unsigned>(draw.below(3));  // the row of the matching
  for (int at = 0; at < 9; ++at) {
    auto [a, b] = pair_[at];
    if (ways >> cycle_[at] & 1) std::swap(a, b);
    rows[at][turn] = taken_[at];
    rows[at][(turn + 1) % 3] = a;
    rows[at][(turn + 2) % 3] = b;
  }
}

}  // namespace squaredance::generate
