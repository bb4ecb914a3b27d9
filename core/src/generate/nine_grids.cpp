// The standard 9x9, every grid exactly as likely as any other, by rejection.
//
//   top band   box 1 is 1..9 in order; the rows of boxes 2 and 3: 56 splits x 6^6 orders    2,612,736 ways
//   stack 1    the six values that each col still needs, split: three for band 2,
//              three for band 3, so that both boxes get every value                                 56 ways
//   stacks 2 and 3                                                                         56 ways each
//   band 2     values of each col into rows                          A2 ways, which differ from case to case
//   band 3                                                           A3 ways
//
// Each grid with box 1 in order is made by one series of these choices. The first four are drawn evenly and kept
// with probability A2 * A3 / 1728^2, else all is drawn again; so what is kept, with one of its A2 * A3 ways to go
// on, is as likely as any other. Then the values are renamed. On average 1 of 75 is kept, as 6,670,903,752,021,072,936,960
// grids / (9! * 2,612,736 * 56^3) = 40,067 is the mean of A2 * A3; but nine tenths of the others
// are known to fail by A2 alone.
//
// The split of rows in a band and that of cols in a stack are the same thing, turned; that there are 56 is the
// first step of Felgenhauer and Jarvis, "Enumerating possible Sudoku grids" (2005).
#include <algorithm>
#include <array>
#include <vector>

#include "band_rows.hpp"
#include "grid_makers.hpp"

namespace squaredance::generate {

namespace {

using Nine = std::array<std::uint8_t, 9>;  // by value, or by cell of a box: 3 * row + col

constexpr std::uint64_t split_count = 56, order_count = 6 * 6 * 6 * 6 * 6 * 6;
constexpr std::array<std::array<std::uint8_t, 3>, 6> orders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

// For each cell of a box in the top band, the col of its value in band 2 and in band 3. The values of a col
// go to the next col but some, which go to the one after that: equally many from each col, so that each gets
// three.
struct Split {
  Nine second{}, third{};
};

std::array<Split, split_count> all_splits() {
  std::array<Split, split_count> splits;
  std::size_t count = 0;
  for (unsigned further = 0; further < 512; ++further) {  // bit 3 * row + col
    const auto in_col = [&](int col) { return __builtin_popcount(further >> col & 0b001001001); };
    if (in_col(0) != in_col(1) || in_col(1) != in_col(2)) continue;
    Split& split = splits[count++];
    for (unsigned cell = 0; cell < 9; ++cell) {
      const unsigned col = cell % 3, far = further >> cell & 1;
      split.second[cell] = static_cast<std::uint8_t>((col + 1 + far) % 3);
      split.third[cell] = static_cast<std::uint8_t>((col + 2 - far) % 3);
    }
  }
  return splits;
}

// How many ways BandRows finds, remembered. They depend on nothing but how many values have the same cols, which is
// the key: two bits for each of the 27 threes of cols. There are 22,620 keys.
class Ways {
 public:
  std::uint32_t of(const BandRows::Cols& cols) {
    std::uint64_t key = 0;
    for (int value = 0; value < 9; ++value)
      key += std::uint64_t{1} << 2 * (9 * cols[0][value] + 3 * cols[1][value] + cols[2][value]);
    for (std::uint64_t at = key * 0x9E3779B97F4A7C15 >> (64 - bits);; at = (at + 1) % slots_.size()) {
      std::uint64_t& slot = slots_[at];
      if (slot >> 10 == key) return 6 * (slot & 1023);
      if (slot) continue;
      const std::uint32_t ways = BandRows(cols).ways();
      slot = key << 10 | ways / 6;
      return ways;
    }
  }

 private:
  static constexpr int bits = 15;
  std::vector<std::uint64_t> slots_ = std::vector<std::uint64_t>(std::size_t{1} << bits);
};

class NineGrids final : public GridMaker {
 public:
  bool is_uniform() const override { return true; }

  // A microsecond, so nobody waits for a look at `stop`.
  bool make(Draw& draw, std::uint8_t* values, const std::atomic<bool>*) override {
    do {
      draw_top(draw.below(split_count * order_count));
    } while (!draw_below(draw));
    Nine names{1, 2, 3, 4, 5, 6, 7, 8, 9};
    draw.shuffle(names);
    for (std::uint8_t value = 0; value < 9; ++value)
      for (int stack = 0; stack < 3; ++stack) {
        const int cell = cell_of_[stack][value];
        values[cell / 3 * 9 + 3 * stack + cell % 3] = names[value];
      }
    write_band(BandRows(second_), draw.below(second_ways_), names, values + 27);
    write_band(BandRows(third_), draw.below(third_ways_), names, values + 54);
    return true;
  }

 private:
  void draw_top(std::uint64_t number) {
    const Split& split = splits_[number % split_count];
    number /= split_count;
    std::array<std::array<const std::uint8_t*, 3>, 2> order;  // of boxes 2 and 3, by row
    for (auto& box : order)
      for (auto& row : box) {
        row = orders[number % 6].data();
        number /= 6;
      }
    std::array<unsigned, 3> second{}, third{};  // how many values of a row are placed
    for (std::uint8_t value = 0; value < 9; ++value) {
      // Turned: the split is of rows here, and the values of box 1 lie in its cells by their number.
      const int turned = value % 3 * 3 + value / 3;
      const unsigned a = split.second[turned], b = split.third[turned];
      cell_of_[0][value] = value;
      cell_of_[1][value] = static_cast<std::uint8_t>(3 * a + order[0][a][second[a]++]);
      cell_of_[2][value] = static_cast<std::uint8_t>(3 * b + order[1][b][third[b]++]);
    }
  }

  // The cols of bands 2 and 3; false if they are not kept.
  bool draw_below(Draw& draw) {
    constexpr std::uint64_t most = BandRows::most_ways;
    std::uint64_t number = draw.below(split_count * split_count * split_count * most * most);
    const std::uint64_t bar = number % (most * most);
    number /= most * most;
    std::array<const Split*, 3> split;
    for (auto& of_stack : split) {
      of_stack = &splits_[number % split_count];
      number /= split_count;
    }
    for (int stack = 0; stack < 3; ++stack)
      for (int value = 0; value < 9; ++value)
        second_[stack][value] = split[stack]->second[cell_of_[stack][value]];
    second_ways_ = ways_.of(second_);
    if (bar >= second_ways_ * most) return false;
    for (int stack = 0; stack < 3; ++stack)
      for (int value = 0; value < 9; ++value)
        third_[stack][value] = split[stack]->third[cell_of_[stack][value]];
    third_ways_ = ways_.of(third_);
    return bar < std::uint64_t{second_ways_} * third_ways_;
  }

  static void write_band(BandRows band, std::uint64_t way, const Nine& names, std::uint8_t* values) {
    std::array<std::array<std::uint8_t, 3>, 9> rows;
    band.read(static_cast<std::uint32_t>(way), rows);
    for (int col = 0; col < 9; ++col)
      for (int row = 0; row < 3; ++row) values[9 * row + col] = names[rows[col][row]];
  }

  const std::array<Split, split_count> splits_ = all_splits();
  Ways ways_;
  std::array<Nine, 3> cell_of_;  // by box of the top band, then by value
  BandRows::Cols second_, third_;
  std::uint32_t second_ways_ = 0, third_ways_ = 0;
};

}  // namespace

std::unique_ptr<GridMaker> make_nine_grids() { return std::make_unique<NineGrids>(); }

}  // namespace squaredance::generate
