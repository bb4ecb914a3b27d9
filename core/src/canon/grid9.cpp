// The least form of a 9x9 grid. Its first row is 123456789 whatever comes first, so it is the second that
// chooses: of the 36 ways to take two rows a, b of a band, and the orders of the cols for each, few give the
// least second row. From then on all cols have their places and all values their names.
//
// Say p and q are two stacks. How many values of b in p are values of a in q? In three stacks the answer is
// 3 for all (p, next of p), and then the band is `pure`: 456 789 123 or so. Or it is 2 for all (p, next of p),
// for one direction of next, and 1 for all (p, previous of p): `mixed`, 457 and so on. The values of b that
// are in the previous stack in a are `odd`, one for each stack.
//
//     a   1 . 3 | 4 . . | 7 . .         4571 asks for a rectangle: the odd value of b in the second stack (1)
//     b   4 . 7 | 1 . . | . . .         and the value of a above it (4) are in one col of the first as well.
//
// A rectangle leaves the cols no choice: 457189, then 2, 3 and 6 in some order. A random grid has 22 of them,
// and 4 of these tie for the least. A few grids in a million have none; they go the long way.
//
// The search by the second row is how all fast programs known to us do it; the rectangles are ours.
#include <bit>
#include <utility>

#include "nine.hpp"

namespace squaredance::canon {

namespace {

using Nine = std::array<std::uint8_t, 9>;

// A grid with its rows turned inside out.
struct Grid {
  const Views& views;
  std::uint8_t at[2][9][10];        // the col of each value in a row
  std::uint16_t sets[2][9][3];      // the values of a row in a stack

  explicit Grid(const Views& source) : views(source) {}

  // False if a house lacks a value.
  bool fill() {
    constexpr unsigned all = 0x3FE;
    for (int view = 0; view < 2; ++view)
      for (int row = 0; row < 9; ++row) {
        const std::uint8_t* values = views.rows[view][row];
        for (int stack = 0; stack < 3; ++stack)
          sets[view][row][stack] = static_cast<std::uint16_t>(
              1u << values[3 * stack] | 1u << values[3 * stack + 1] | 1u << values[3 * stack + 2]);
        if ((sets[view][row][0] | sets[view][row][1] | sets[view][row][2]) != all) return false;
        for (std::uint8_t col = 0; col < 9; ++col) at[view][row][values[col]] = col;
      }
    for (int row = 0; row < 9; row += 3)
      for (int stack = 0; stack < 3; ++stack)
        if ((sets[0][row][stack] | sets[0][row + 1][stack] | sets[0][row + 2][stack]) != all) return false;
    return true;
  }
};

struct Pair {
  int view, a, b;  // rows of a band
};

// Two rows and the places of all cols, which is all there is to choose.
struct Candidate {
  std::uint8_t view, a, b;
  Nine cols;
};

// Numbers that compare as rows do.
using Row = std::uint64_t;

class GridSearch {
 public:
  explicit GridSearch(const Grid& grid) : grid_(grid) {}

  void run(Least& least) {
    if (!add_pure()) {
      add_rectangles();
      if (size_ == 0) add_mixed();
    }
    finish(least);
  }

 private:
  static constexpr int max_candidates = 36 * 18;  // pure, in all bands

  const std::uint8_t* row(int view, int number) const { return grid_.views.rows[view][number]; }

  // A candidate whose second row compares as `second`; kept if none is less.
  void add(Row second, const Pair& pair, const Nine& cols) {
    if (second > best_) return;
    if (second < best_) size_ = 0;
    best_ = second;
    candidates_[size_++] = {static_cast<std::uint8_t>(pair.view), static_cast<std::uint8_t>(pair.a),
                            static_cast<std::uint8_t>(pair.b), cols};
  }

  void add(const Pair& pair, const Nine& cols) {
    const std::uint8_t *a = row(pair.view, pair.a), *b = row(pair.view, pair.b);
    std::uint8_t names[10];
    for (std::uint8_t i = 0; i < 9; ++i) names[a[cols[i]]] = i;
    Row second = 0;
    for (std::uint8_t col : cols) second = second << 4 | names[b[col]];
    add(second, pair, cols);
  }

  static int third_col(int stack, int first, int second) { return 9 * stack + 3 - first - second; }

  bool is_pure(int view, int band) const {
    const auto &a = grid_.sets[view][3 * band], &b = grid_.sets[view][3 * band + 1];
    return b[0] == a[1] || b[0] == a[2];
  }

  // False if no band is pure.
  bool add_pure() {
    for (int view = 0; view < 2; ++view)
      for (int band = 0; band < 3; ++band)
        if (is_pure(view, band))
          for (const auto& order : orders_of_3)
            add_pure({view, 3 * band + order[0], 3 * band + order[1]});
    return size_ != 0;
  }

  // 456789 for each stack that comes first, and each order of its cols; what follows decides.
  void add_pure(const Pair& pair) {
    const std::uint8_t *b = row(pair.view, pair.b), *at = grid_.at[pair.view][pair.a];
    Nine next;
    for (int col = 0; col < 9; ++col) next[col] = at[b[col]];
    int closed = 0;
    for (int col = 0; col < 3; ++col) closed += next[next[next[col]]] == col;
    const Row least = closed == 3 ? 0x12 : closed == 1 ? 0x13 : 0x23;  // 123, 132, 231, whatever stack is first
    if (least > best_) return;
    for (std::uint8_t first = 0; first < 9; first += 3)
      for (const auto& order : orders_of_3) {
        Nine cols;
        for (int i = 0; i < 3; ++i) {
          cols[i] = static_cast<std::uint8_t>(first + order[i]);
          cols[i + 3] = next[cols[i]];
          cols[i + 6] = next[cols[i + 3]];
        }
        auto name = [&](int col) -> Row { return next[col] == cols[0] ? 1 : next[col] == cols[1] ? 2 : 3; };
        add(name(cols[6]) << 4 | name(cols[7]), pair, cols);
      }
  }

  // Of two rows of a mixed band, for each stack: the previous one, and the odd value.
  struct Odd {
    int previous[3];
    int value[3];

    Odd(const Grid& grid, const Pair& pair) {
      const auto &a = grid.sets[pair.view][pair.a], &b = grid.sets[pair.view][pair.b];
      const unsigned next_or_odd = b[0] & a[1];
      const int step = (next_or_odd & (next_or_odd - 1)) == 0 ? 1 : 2;
      for (int stack = 0; stack < 3; ++stack) {
        previous[stack] = (stack + step) % 3;
        value[stack] = std::countr_zero(static_cast<unsigned>(b[stack] & a[previous[stack]]));
      }
    }

    // Of the same rows the other way round.
    Odd reversed() const {
      Odd odd;
      for (int stack = 0; stack < 3; ++stack) {
        odd.previous[previous[stack]] = stack;
        odd.value[previous[stack]] = value[stack];
      }
      return odd;
    }

   private:
    Odd() = default;
  };

  template <typename Each>
  static void each_pair(Each each) {
    for (int view = 0; view < 2; ++view)
      for (int band = 0; band < 9; band += 3)
        for (const auto& order : orders_of_3) each(Pair{view, band + order[0], band + order[1]});
  }

  // Both orders of two rows have the same odd values, and the same rectangles.
  void add_rectangles() {
    for (int view = 0; view < 2; ++view)
      for (int band = 0; band < 9; band += 3)
        for (const auto& [a, b] : {std::pair{0, 1}, {0, 2}, {1, 2}}) {
          const Pair pair{view, band + a, band + b};
          const Odd odd(grid_, pair);
          for (int stack = 0; stack < 3; ++stack)
            if (is_rectangle(pair, odd.value[stack])) {
              add_rectangle(pair, odd, stack);
              add_rectangle({view, pair.b, pair.a}, odd.reversed(), odd.previous[stack]);
            }
        }
  }

  bool is_rectangle(const Pair& pair, int value) const {
    const auto& at = grid_.at[pair.view];
    return row(pair.view, pair.a)[at[pair.b][value]] == row(pair.view, pair.b)[at[pair.a][value]];
  }

  void add_rectangle(const Pair& pair, const Odd& odd, int second) {
    const std::uint8_t *a = row(pair.view, pair.a), *b = row(pair.view, pair.b);
    const std::uint8_t *at_a = grid_.at[pair.view][pair.a], *at_b = grid_.at[pair.view][pair.b];
    int first = odd.previous[second], third = 3 - first - second;
    int cols[9];
    cols[0] = at_a[odd.value[second]];
    cols[2] = at_b[odd.value[first]];
    cols[1] = third_col(first, cols[0], cols[2]);
    cols[3] = at_b[odd.value[second]];
    cols[4] = at_a[b[cols[1]]];
    cols[5] = third_col(second, cols[3], cols[4]);
    cols[6] = at_a[odd.value[first]];
    cols[7] = at_a[b[cols[4]]];
    cols[8] = third_col(third, cols[6], cols[7]);
    auto name = [&](int col) -> Row { return b[col] == a[cols[1]] ? 2 : b[col] == a[cols[2]] ? 3 : 6; };
    Row tail = name(cols[6]) << 4 | name(cols[7]);
    if (tail > best_) return;
    Nine places;
    for (int i = 0; i < 9; ++i) places[i] = static_cast<std::uint8_t>(cols[i]);
    add(tail, pair, places);
  }

  // All that come to 457: two orders of the first two cols, two of the last.
  void add_mixed() {
    each_pair([&](const Pair& pair) {
      const Odd odd(grid_, pair);
      const std::uint8_t *b = row(pair.view, pair.b);
      const std::uint8_t *at_a = grid_.at[pair.view][pair.a], *at_b = grid_.at[pair.view][pair.b];
      for (int first = 0; first < 3; ++first) {
        int third = odd.previous[first], second = 3 - first - third;
        int odd_col = at_b[odd.value[first]];
        for (int way = 0; way < 4; ++way) {
          int cols[9];
          cols[2] = odd_col;
          cols[way & 1] = 3 * first + (odd_col + 1) % 3;
          cols[~way & 1] = 3 * first + (odd_col + 2) % 3;
          cols[3] = at_a[b[cols[0]]];
          cols[4] = at_a[b[cols[1]]];
          cols[5] = third_col(second, cols[3], cols[4]);
          cols[6] = at_a[b[odd_col]];
          cols[7 + (way >> 1)] = 3 * third + (cols[6] + 1) % 3;
          cols[8 - (way >> 1)] = 3 * third + (cols[6] + 2) % 3;
          Nine places;
          for (int i = 0; i < 9; ++i) places[i] = static_cast<std::uint8_t>(cols[i]);
          add(pair, places);
        }
      }
    });
  }

  struct Names {
    std::uint8_t of[10];

    Names(const std::uint8_t* first, const Nine& cols) {
      for (std::uint8_t i = 0; i < 9; ++i) of[first[cols[i]]] = i;
    }

    Row row(const std::uint8_t* values, const Nine& cols) const {
      Row digits = 0;
      for (std::uint8_t col : cols) digits = digits << 4 | of[values[col]];
      return digits;
    }
  };

  // Keeps the candidates with the least third row, then compares what is left of them row by row.
  void finish(Least& least) {
    Row best = ~Row{0};
    int size = 0;
    for (int i = 0; i < size_; ++i) {
      const Candidate& candidate = candidates_[i];
      const Names names(row(candidate.view, candidate.a), candidate.cols);
      Row third = names.row(row(candidate.view, third_row(candidate)), candidate.cols);
      if (third > best) continue;
      if (third < best) size = 0;
      best = third;
      candidates_[size++] = candidate;
    }
    least.count = 0;
    std::array<Row, 6> best_rows;
    best_rows.fill(~Row{0});
    for (int i = 0; i < size; ++i) compare(candidates_[i], best_rows, least);
  }

  static int third_row(const Candidate& candidate) {
    return candidate.a / 3 * 9 + 3 - candidate.a - candidate.b;
  }

  // The last six rows: their first col decides which is where.
  void compare(const Candidate& candidate, std::array<Row, 6>& best, Least& least) const {
    const Names names(row(candidate.view, candidate.a), candidate.cols);
    std::uint8_t by_name[9];
    for (std::uint8_t i = 0; i < 9; ++i) by_name[names.of[row(candidate.view, i)[candidate.cols[0]]]] = i;
    Arrangement arrangement{candidate.view, {}, candidate.cols, {}};
    arrangement.rows[0] = candidate.a;
    arrangement.rows[1] = candidate.b;
    arrangement.rows[2] = static_cast<std::uint8_t>(third_row(candidate));
    int used = candidate.a / 3, band = -1, fourth = 3, seventh = 6;
    for (std::uint8_t number : by_name) {
      if (number / 3 == used) continue;
      if (band < 0) band = number / 3;
      arrangement.rows[number / 3 == band ? fourth++ : seventh++] = number;
    }
    bool is_less = false;
    for (int i = 0; i < 6; ++i) {
      Row digits = names.row(row(candidate.view, arrangement.rows[3 + i]), candidate.cols);
      if (!is_less && digits > best[i]) return;
      is_less |= digits < best[i];
      if (is_less) best[i] = digits;
    }
    if (is_less) {
      least.first = arrangement;
      for (int value = 1; value <= 9; ++value)
        least.first.names[value] = static_cast<std::uint8_t>(1 + names.of[value]);
      least.count = 0;
    }
    ++least.count;
  }

  const Grid& grid_;
  std::array<Candidate, max_candidates> candidates_;
  int size_ = 0;
  Row best_ = ~Row{0};
};

}  // namespace

bool least_of_grid(const Views& views, Least& least) {
  Grid grid(views);
  if (!grid.fill()) return false;
  GridSearch(grid).run(least);
  return true;
}

}  // namespace squaredance::canon
