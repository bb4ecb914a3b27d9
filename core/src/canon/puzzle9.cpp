// The least form of a 9x9 puzzle, row by row: all ways to lay out the rows so far that tie are kept, and of
// all their next rows the least go on.
//
// A way (`State`) leaves open what no row has decided yet. Cols of a stack that are empty in all rows so far are
// alike: they lie leftmost in their stack (an empty cell is the least there is), and are `loose`. Stacks without
// anything so far are alike too, and lie leftmost.
//
//        position    0  1  2    3  4  5    6  7  8
//                  [ a  b  c ][ d  e  f ][ g  h | i ]       after the row  000 000 001
//        loose        3          3          2
//
// What is not empty is settled at once: a value that the form has seen before has a name, and one row has it
// once only, so two cols can tie in values that are new. Then every order is a way of its own.
//
// Rows are compared as numbers of nine digits, where a new value counts as `fresh`, more than any name: as
// new values are named in the order in which they come, this decides as their names would.
//
// The idea of keeping the ties row by row is old (mladen dobrichev's gridchecker does so for grids).
#include <algorithm>
#include <bit>
#include <utility>

#include "nine.hpp"

namespace squaredance::canon {

namespace {

constexpr std::uint8_t fresh = 10;
constexpr int max_entries = 512;

struct State {
  std::uint8_t cols[9];     // the col at each position
  std::uint8_t names[10];   // of values; `fresh` if there is none yet
  std::uint8_t rows[9];     // those placed
  std::uint8_t loose[3];    // of the three positions for stacks: so many cols, the first, are alike
  std::uint8_t transposed;
  std::uint16_t left;       // rows not placed yet
};

// A state, and the row that comes next.
struct Entry {
  State state;
  std::uint8_t row;
};

// Of all entries that were shown to it, those whose next row becomes the least.
struct Frontier {
  Entry entries[max_entries];
  int size = 0;
  std::uint64_t least = ~std::uint64_t{0};

  // False if there are too many.
  bool add(const State& state, int row, std::uint64_t becomes) {
    if (becomes > least) return true;
    if (becomes < least) size = 0;
    least = becomes;
    if (size == max_entries) return false;
    entries[size++] = {state, static_cast<std::uint8_t>(row)};
    return true;
  }

  void clear() {
    size = 0;
    least = ~std::uint64_t{0};
  }
};

using Digits = std::uint32_t;  // of a stack in a row, four bits each

Digits stack_digits(Digits a, Digits b, Digits c, int loose) {
  if (loose >= 2) {
    if (a > b) std::swap(a, b);
    if (loose == 3) {
      if (b > c) std::swap(b, c);
      if (a > b) std::swap(a, b);
    }
  }
  return a << 8 | b << 4 | c;
}

// The least that a row can become.
std::uint64_t least_row(const State& state, const std::uint8_t* row) {
  Digits digits[3];
  for (int i = 0; i < 3; ++i) {
    auto name = [&](int position) -> Digits { return state.names[row[state.cols[3 * i + position]]]; };
    digits[i] = stack_digits(name(0), name(1), name(2), state.loose[i]);
  }
  if (state.loose[1] == 3) {
    if (digits[0] > digits[1]) std::swap(digits[0], digits[1]);
    if (state.loose[2] == 3) {
      if (digits[1] > digits[2]) std::swap(digits[1], digits[2]);
      if (digits[0] > digits[1]) std::swap(digits[0], digits[1]);
    }
  }
  return std::uint64_t{digits[0]} << 24 | digits[1] << 12 | digits[2];
}

int count_fresh(std::uint64_t row) {
  int count = 0;
  for (; row != 0; row >>= 4) count += (row & 15) == fresh;
  return count;
}

// Places a row whose cols are settled as far as it goes, and names its new values.
void place(State& state, const std::uint8_t* values, int depth, std::uint8_t row, std::uint8_t count) {
  state.rows[depth] = row;
  state.left = static_cast<std::uint16_t>(state.left & ~(1u << row));
  for (int i = 0; i < 9; ++i) {
    std::uint8_t value = values[state.cols[i]];
    if (state.names[value] == fresh) state.names[value] = ++count;
  }
  for (int i = 0; i < 3; ++i)
    while (state.loose[i] != 0 && values[state.cols[3 * i + state.loose[i] - 1]] != 0) --state.loose[i];
}

// Orders of three things that have increasing digits: several where they tie.
struct Orders {
  std::uint8_t of[6][3]{};
  int size = 0;
};

// For each way in which three digits compare: bits for a > b, b > c, a > c, and a == b, b == c, a == c.
constexpr std::array<Orders, 64> orders_by_comparison = [] {
  std::array<Orders, 64> table{};
  for (int compared = 0; compared < 64; ++compared) {
    auto is_more = [&](int i, int k) {  // of things in increasing order
      int bit = i + k == 1 ? 0 : i + k == 3 ? 1 : 2;
      bool is_same = (compared >> (3 + bit)) & 1, is_first_more = (compared >> bit) & 1;
      return !is_same && (i < k ? is_first_more : !is_first_more);
    };
    for (const auto& order : orders_of_3) {
      if (is_more(order[0], order[1]) || is_more(order[1], order[2]) || is_more(order[0], order[2])) continue;
      Orders& orders = table[compared];
      for (int k = 0; k < 3; ++k) orders.of[orders.size][k] = order[k];
      ++orders.size;
    }
  }
  return table;
}();

// Of the first `loose` of three; the others stay. Of the orders of those that are empty one will do.
const Orders& orders_of(Digits a, Digits b, Digits c, int loose) {
  a = 4 * a;
  b = b == 0 ? 1 : 4 * b;
  c = loose < 3 ? 0xFFFFFF : c == 0 ? 2 : 4 * c;
  if (loose < 2) a = 0, b = 1;
  return orders_by_comparison[(a > b) | (b > c) << 1 | (a > c) << 2 | (a == b) << 3 | (b == c) << 4 |
                              (a == c) << 5];
}

int loose_stacks(const State& state) {
  return (state.loose[0] == 3) + (state.loose[1] == 3) + (state.loose[2] == 3);
}

State first_state(std::uint8_t transposed) {
  State state{};
  for (std::uint8_t i = 0; i < 9; ++i) state.cols[i] = i;
  for (int value = 1; value <= 9; ++value) state.names[value] = fresh;
  for (auto& loose : state.loose) loose = 3;
  state.transposed = transposed;
  state.left = 0x1FF;
  return state;
}

// The least that a first row can become, by which of its cells are filled.
constexpr std::array<std::uint64_t, 512> least_first_row = [] {
  std::array<std::uint64_t, 512> table{};
  constexpr Digits digits[4] = {0, fresh, fresh << 4 | fresh, fresh << 8 | fresh << 4 | fresh};
  for (unsigned filled = 0; filled < 512; ++filled) {
    Digits stacks[3];
    for (int i = 0; i < 3; ++i) stacks[i] = digits[std::popcount(filled >> 3 * i & 7)];
    std::sort(stacks, stacks + 3);
    table[filled] = std::uint64_t{stacks[0]} << 24 | stacks[1] << 12 | stacks[2];
  }
  return table;
}();

class PuzzleSearch {
 public:
  explicit PuzzleSearch(const Views& views) : views_(views) {}

  // False if there are too many ties, or a value is twice in a row or col.
  bool run(Least& least) {
    if (!add_first()) return false;
    for (int depth = 0; depth < 9; ++depth) {
      next_->clear();
      for (int i = 0; i < now_->size; ++i)
        if (!grow(now_->entries[i], depth)) return false;
      count_ = static_cast<std::uint8_t>(count_ + count_fresh(now_->least));
      std::swap(now_, next_);
    }
    tell(least);
    return true;
  }

 private:
  bool add_first() {
    for (std::uint8_t view = 0; view < 2; ++view) {
      std::uint64_t least[9];
      for (int row = 0; row < 9; ++row) {
        unsigned filled = 0, seen = 0, twice = 0;
        for (int col = 0; col < 9; ++col) {
          const unsigned value = views_.rows[view][row][col], bit = 1u << value;
          filled |= static_cast<unsigned>(value != 0) << col;
          twice |= seen & bit;
          seen |= bit;
        }
        if ((twice & ~1u) != 0) return false;
        if (filled == 0) empty_[view] |= 1u << row;
        least[row] = least_first_row[filled];
      }
      const State state = first_state(view);
      for (unsigned rows = next_rows(state, 0); rows != 0; rows &= rows - 1) {
        int row = std::countr_zero(rows);
        if (!now_->add(state, row, least[row])) return false;
      }
    }
    return true;
  }

  // Rows that may come next: of the band begun, or of any other. Of empty rows of a band one will do, and of
  // empty bands.
  unsigned next_rows(const State& state, int depth) const {
    unsigned rows = state.left;
    if (depth % 3 != 0) rows &= 7u << (state.rows[depth - 1] / 3 * 3);
    const unsigned empty = rows & empty_[state.transposed];
    if ((empty & (empty - 1)) == 0) return rows;
    bool has_empty_band = false;
    for (unsigned band = 7; band != 7u << 9; band <<= 3) {
      if (unsigned lowest = empty & band & ~((empty & band) - 1)) rows &= ~band | ~empty | lowest;
      if ((empty & band) != band) continue;
      if (has_empty_band) rows &= ~band;
      has_empty_band = true;
    }
    return rows;
  }

  bool add_next(const State& state, int depth, Frontier& frontier) const {
    for (unsigned rows = next_rows(state, depth); rows != 0; rows &= rows - 1) {
      int row = std::countr_zero(rows);
      if (!frontier.add(state, row, least_row(state, views_.rows[state.transposed][row]))) return false;
    }
    return true;
  }

  bool finish(State& state, const std::uint8_t* values, int depth, std::uint8_t row) {
    place(state, values, depth, row, count_);
    return depth < 8 ? add_next(state, depth + 1, *next_) : next_->add(state, 0, 0);
  }

  // All ways to place the row so that it becomes the least it can. False if there are too many.
  bool grow(const Entry& entry, int depth) {
    const State& state = entry.state;
    const std::uint8_t* values = views_.rows[state.transposed][entry.row];
    if (state.loose[0] < 2 && state.loose[1] < 2 && state.loose[2] < 2) {
      State child = state;
      return finish(child, values, depth, entry.row);
    }
    std::uint8_t digits[9];
    Digits stacks[3];
    const Orders* inner[3];
    for (int i = 0; i < 9; ++i) digits[i] = state.names[values[state.cols[i]]];
    for (int i = 0; i < 3; ++i) {
      const std::uint8_t* of = &digits[3 * i];
      stacks[i] = stack_digits(of[0], of[1], of[2], state.loose[i]);
      inner[i] = &orders_of(of[0], of[1], of[2], state.loose[i]);
    }
    const Orders& outer = orders_of(stacks[0], stacks[1], stacks[2], loose_stacks(state));
    const int ways = outer.size * inner[0]->size * inner[1]->size * inner[2]->size;
    for (int way = 0; way < ways; ++way) {
      State child = state;
      int rest = way / outer.size;
      for (int i = 0; i < 3; ++i) {
        int from = outer.of[way % outer.size][i];
        const std::uint8_t* order = inner[from]->of[rest % inner[from]->size];
        rest /= inner[from]->size;
        child.loose[i] = state.loose[from];
        for (int k = 0; k < 3; ++k) child.cols[3 * i + k] = state.cols[3 * from + order[k]];
      }
      if (!finish(child, values, depth, entry.row)) return false;
    }
    return true;
  }

  // How many arrangements a state at the end stands for.
  std::uint64_t arrangements(const State& state) const {
    constexpr int factorial[4] = {1, 1, 2, 6};
    int product = factorial[loose_stacks(state)], empty_bands = 0;
    for (int loose : state.loose) product *= factorial[loose];
    for (int row = 0; row < 9; row += 3) {
      unsigned empty = empty_[state.transposed] >> row & 7;
      product *= factorial[(empty & 1) + (empty >> 1 & 1) + (empty >> 2)];
      empty_bands += empty == 7;
    }
    return static_cast<std::uint64_t>(product * factorial[empty_bands]);
  }

  void tell(Least& least) const {
    const State& first = now_->entries[0].state;
    least.first.transposed = first.transposed;
    for (int i = 0; i < 9; ++i) {
      least.first.rows[i] = first.rows[i];
      least.first.cols[i] = first.cols[i];
      least.first.names[i + 1] = first.names[i + 1];
    }
    least.count = 0;
    for (int i = 0; i < now_->size; ++i) least.count += arrangements(now_->entries[i].state);
  }

  const Views& views_;
  unsigned empty_[2]{};      // rows without a clue
  std::uint8_t count_ = 0;  // of names so far
  Frontier frontiers_[2];
  Frontier *now_ = &frontiers_[0], *next_ = &frontiers_[1];
};

}  // namespace

bool least_of_puzzle(const Views& views, Least& least) {
  return PuzzleSearch(views).run(least);
}

}  // namespace squaredance::canon
