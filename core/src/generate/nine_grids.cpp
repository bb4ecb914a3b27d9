// The standard 9x9, every grid exactly as likely as any other (as far as what is drawn is random), by rejection.
//
//   top band   box 1 is 1..9 in order; then the rows of boxes 2 and 3: 56 splits x 6^6 orders    2,612,736 ways
//   stack 1    the six values that each col still needs, split: three for band 2, three
//              for band 3, so that both boxes get every value                                           56 ways
//   stacks 2, 3                                                                                    56 ways each
//   band 2     values of each col into rows                            A2 ways, which differ from case to case
//   band 3                                                             A3 ways
//
// Each grid with box 1 in order is made by one series of these choices. The first four are drawn evenly and kept
// with probability A2 * A3 / 1728^2, else all is drawn again; so what is kept, with one of its A2 * A3 ways to go on,
// is as likely as any other. Then the values are renamed. 1 of 75 is kept: 6,670,903,752,021,072,936,960 grids /
// (9! * 2,612,736 * 56^3) = 40,065 is the mean of A2 * A3. Nine tenths of the others are known to fail by A2 alone.
//
// The split of rows in a band and that of cols in a stack are the same thing, turned; that there are 56 is the
// first step of Felgenhauer and Jarvis, "Enumerating possible Sudoku grids" (2005).
#include <algorithm>
#include <array>
#include <vector>

#include "../orders_of_3.hpp"
#include "band_rows.hpp"
#include "grid_makers.hpp"

namespace squaredance::generate {

namespace {

using Nine = std::array<std::uint8_t, 9>;  // by value, from 0

constexpr std::uint64_t split_count = 56, order_count = 36;

// The cols (or rows) of the nine values, six bits each: twice the number of the col. So 9, 3 and 1 times the words of
// three stacks, added, hold twice a number below 27 for each value.
using Word = std::uint64_t;

constexpr Word all_ones = 0b000001'000001'000001'000001'000001'000001'000001'000001'000001;

Word packed(const Nine& cols) {
  Word word = 0;
  for (int value = 0; value < 9; ++value) word |= Word{2} * cols[value] << 6 * value;
  return word;
}

unsigned unpacked(Word word, int value) { return word >> 6 * value >> 1 & 31; }

// Several numbers of one draw: each takes the whole part of a product and leaves the fraction. As even as
// Draw::below of the product of all bounds, at a fifth of the price of remainders.
class Digits {
 public:
  explicit Digits(std::uint64_t drawn) : fraction_(drawn) {}

  std::uint64_t below(std::uint64_t n) {
    const unsigned __int128 product = static_cast<unsigned __int128>(fraction_) * n;
    fraction_ = static_cast<std::uint64_t>(product);
    return static_cast<std::uint64_t>(product >> 64);
  }

 private:
  std::uint64_t fraction_;
};

// What all makers share; about 130 kB.
class Tables {
 public:
  static const Tables& shared() {
    static const Tables tables;
    return tables;
  }

  // Of a box in the top band: which values share a col. The cols are in the order of their least values.
  struct Box {
    Word cols;
    std::array<Word, split_count> below;  // the cols in band 2; the col that is left is that of band 3
  };

  // The rows of box 2 by split; box 1 has the values in order, three in a row.
  Word second_rows(std::uint64_t split) const { return rows_[split]; }
  const Box& first_box() const { return boxes_[0]; }
  // `order` is that of the second and third row against the first.
  const Box& second_box(std::uint64_t split, std::uint64_t order) const { return boxes_[ids_[0][split][order]]; }
  const Box& third_box(std::uint64_t split, std::uint64_t order) const { return boxes_[ids_[1][split][order]]; }

 private:
  Tables() {
    boxes_.push_back(box_of({0, 1, 2, 0, 1, 2, 0, 1, 2}));
    const Nine rows{0, 0, 0, 1, 1, 1, 2, 2, 2};
    rows_ = splits_of(rows);
    for (std::uint64_t split = 0; split < split_count; ++split)
      for (std::uint64_t order = 0; order < order_count; ++order) {
        ids_[0][split][order] = id_of(rows_[split], order);
        ids_[1][split][order] = id_of(third_of(packed(rows), rows_[split]), order);
      }
  }

 public:
  static Word third_of(Word first, Word second) { return 6 * all_ones - first - second; }

 private:
  // All ways to send the values of three cols on: those of a col go to the next but some, which go to the one
  // after that; equally many from each col, so that each gets three.
  static std::array<Word, split_count> splits_of(const Nine& cols) {
    std::array<Word, split_count> words;
    std::size_t count = 0;
    std::array<unsigned, 3> in_col{};
    for (unsigned value = 0; value < 9; ++value) in_col[cols[value]] |= 1u << value;
    for (unsigned further = 0; further < 512; ++further) {
      const auto some = [&](int col) { return __builtin_popcount(further & in_col[col]); };
      if (some(0) != some(1) || some(1) != some(2)) continue;
      Nine to;
      for (int value = 0; value < 9; ++value)
        to[value] = static_cast<std::uint8_t>((cols[value] + 1 + (further >> value & 1)) % 3);
      words[count++] = packed(to);
    }
    return words;
  }

  static Box box_of(const Nine& cols) { return {packed(cols), splits_of(cols)}; }

  std::uint16_t id_of(Word rows, std::uint64_t order) {
    const std::array<const std::uint8_t*, 3> order_of{orders_of_3[0], orders_of_3[order / 6], orders_of_3[order % 6]};
    std::array<unsigned, 3> placed{};
    Nine cols;
    std::array<std::uint8_t, 3> name{3, 3, 3};  // of a col, by its least value
    std::uint8_t names = 0;
    for (int value = 0; value < 9; ++value) {
      const unsigned row = unpacked(rows, value);
      std::uint8_t& col = name[order_of[row][placed[row]++]];
      if (col == 3) col = names++;
      cols[value] = col;
    }
    const auto same = [&](const Box& box) { return box.cols == packed(cols); };
    const auto found = std::find_if(boxes_.begin(), boxes_.end(), same);
    const auto id = static_cast<std::uint16_t>(found - boxes_.begin());
    if (found == boxes_.end()) boxes_.push_back(box_of(cols));
    return id;
  }

  std::vector<Box> boxes_;  // 280
  std::array<Word, split_count> rows_;
  std::array<std::array<std::array<std::uint16_t, order_count>, split_count>, 2> ids_;
};

BandRows::Cols cols_of(Word band) {
  BandRows::Cols cols;
  for (int value = 0; value < 9; ++value) {
    const unsigned all = unpacked(band, value);
    cols[0][value] = static_cast<std::uint8_t>(all / 9);
    cols[1][value] = static_cast<std::uint8_t>(all / 3 % 3);
    cols[2][value] = static_cast<std::uint8_t>(all % 3);
  }
  return cols;
}

// How many ways BandRows finds, remembered. They depend on nothing but how many values have the same three cols, which
// is the key: two bits for each of the 27 threes of cols. There are 22,620 keys.
class Ways {
 public:
  std::uint32_t of(Word band) {
    std::uint64_t key = 0;
    Word rest = band;
    for (int value = 0; value < 9; ++value, rest >>= 6) key += std::uint64_t{1} << (rest & 63);
    for (std::uint64_t at = key * 0x9E3779B97F4A7C15 >> (64 - bits);; at = (at + 1) % slots_.size()) {
      std::uint64_t& slot = slots_[at];
      if (slot >> 10 == key) return 6 * (slot & 1023);
      if (slot) continue;
      const BandRows::Cols cols = cols_of(band);
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

  // A microsecond or two, so nobody waits for a look at `stop`.
  bool make(Draw& draw, std::uint8_t* values, const std::atomic<bool>*) override {
    while (!draw_cols(draw)) continue;
    BandRows::Rows top;
    read_top(top);
    names_ = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    draw.shuffle(names_);
    for (int stack = 0; stack < 3; ++stack) order_[stack] = orders_of_3[stack ? draw.below(6) : 0];
    write_band(top, values);
    for (const Word band : {second_, third_}) {
      BandRows::Rows rows;
      const BandRows::Cols cols = cols_of(band);
      BandRows(cols).draw(draw, rows);
      write_band(rows, values += 27);
    }
    return true;
  }

 private:
  // The top band, but for the order of cols in stacks 2 and 3, and the cols of bands 2 and 3. False if they are not
  // kept.
  bool draw_cols(Draw& draw) {
    constexpr std::uint64_t most = BandRows::most_ways;
    Digits top(draw.next()), rest(draw.next());
    split_ = top.below(split_count);
    boxes_ = {&tables_.first_box(), &tables_.second_box(split_, top.below(order_count)),
              &tables_.third_box(split_, top.below(order_count))};
    second_ = 9 * boxes_[0]->below[rest.below(split_count)];
    second_ += 3 * boxes_[1]->below[rest.below(split_count)];
    second_ += boxes_[2]->below[rest.below(split_count)];
    const std::uint64_t bar = rest.below(most * most);
    const std::uint64_t ways = ways_.of(second_);
    if (bar >= ways * most) return false;
    const Word first = 9 * boxes_[0]->cols + 3 * boxes_[1]->cols + boxes_[2]->cols;
    third_ = 13 * 6 * all_ones - first - second_;
    return bar < ways * ways_.of(third_);
  }

  void read_top(BandRows::Rows& rows) const {
    const Word second = tables_.second_rows(split_);
    for (std::uint8_t value = 0; value < 9; ++value) {
      const unsigned row = value / 3u, next = unpacked(second, value);
      rows[unpacked(boxes_[0]->cols, value)][row] = value;
      rows[3 + unpacked(boxes_[1]->cols, value)][next] = value;
      rows[6 + unpacked(boxes_[2]->cols, value)][3 - row - next] = value;
    }
  }

  void write_band(const BandRows::Rows& rows, std::uint8_t* values) const {
    for (int col = 0; col < 9; ++col)
      for (int row = 0; row < 3; ++row)
        values[9 * row + col / 3 * 3 + order_[col / 3][col % 3]] = names_[rows[col][row]];
  }

  const Tables& tables_ = Tables::shared();
  Ways ways_;
  std::uint64_t split_ = 0;                    // of the rows of the top band
  std::array<const Tables::Box*, 3> boxes_{};  // of the top band
  Word second_ = 0, third_ = 0;                // cols of the values in bands 2 and 3, of all stacks
  Nine names_{};
  std::array<const std::uint8_t*, 3> order_{};  // of the cols in each stack
};

}  // namespace

std::unique_ptr<GridMaker> make_nine_grids() { return std::make_unique<NineGrids>(); }

}  // namespace squaredance::generate
