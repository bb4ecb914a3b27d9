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
#include <bit>
#include <utility>

#include "nine.hpp"

namespace squaredance::canon {

namespace {

constexpr std::uint8_t fresh = 10;
constexpr int max_states = 512;

struct State {
  std::uint8_t cols[9];     // the col at each position
  std::uint8_t names[10];   // of values; `fresh` if there is none yet
  std::uint8_t rows[9];     // those placed
  std::uint8_t loose[3];    // of the three positions for stacks: so many cols, the first, are alike
  std::uint8_t transposed;
  std::uint16_t left;       // rows not placed yet
};

struct Frontier {
  State states[max_states];
  int size = 0;
};

struct Pick {
  std::uint16_t state;
  std::uint8_t row;
};

struct Picks {
  Pick picks[2 * max_states];
  int size = 0;
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

// All ways to place the row so that it becomes the least it can. False if there are too many.
bool grow(const State& state, const std::uint8_t* values, int depth, std::uint8_t row, std::uint8_t count,
          Frontier& next) {
  if (state.loose[0] < 2 && state.loose[1] < 2 && state.loose[2] < 2) {
    if (next.size == max_states) return false;
    State& child = next.states[next.size++] = state;
    place(child, values, depth, row, count);
    return true;
  }
  std::uint8_t digits[9];
  Digits stacks[3];
  for (int i = 0; i < 9; ++i) digits[i] = state.names[values[state.cols[i]]];
  for (int i = 0; i < 3; ++i)
    stacks[i] = stack_digits(digits[3 * i], digits[3 * i + 1], digits[3 * i + 2], state.loose[i]);
  const Orders& outer = orders_of(stacks[0], stacks[1], stacks[2], loose_stacks(state));
  const Orders* inner[3];
  for (int i = 0; i < 3; ++i)
    inner[i] = &orders_of(digits[3 * i], digits[3 * i + 1], digits[3 * i + 2], state.loose[i]);
  const int ways = outer.size * inner[0]->size * inner[1]->size * inner[2]->size;
  if (next.size + ways > max_states) return false;
  for (int way = 0; way < ways; ++way) {
    State& child = next.states[next.size++] = state;
    int rest = way;
    const std::uint8_t* outer_order = outer.of[rest % outer.size];
    rest /= outer.size;
    for (int i = 0; i < 3; ++i) {
      int from = outer_order[i];
      const std::uint8_t* order = inner[from]->of[rest % inner[from]->size];
      rest /= inner[from]->size;
      child.loose[i] = state.loose[from];
      for (int k = 0; k < 3; ++k) child.cols[3 * i + k] = state.cols[3 * from + order[k]];
    }
    place(child, values, depth, row, count);
  }
  return true;
}

// Rows that may come next: of the band begun, or of any other.
unsigned next_rows(const State& state, int depth) {
  return depth % 3 == 0 ? state.left : state.left & (7u << (state.rows[depth - 1] / 3 * 3));
}

// The states and rows whose least is least. False if there are too many.
bool pick(const Views& views, const Frontier& frontier, int depth, std::uint64_t& best, Picks& picks) {
  best = ~std::uint64_t{0};
  picks.size = 0;
  for (int i = 0; i < frontier.size; ++i) {
    const State& state = frontier.states[i];
    for (unsigned rows = next_rows(state, depth); rows != 0; rows &= rows - 1) {
      int row = std::countr_zero(rows);
      std::uint64_t least = least_row(state, views.rows[state.transposed][row]);
      if (least > best) continue;
      if (least < best) picks.size = 0;
      best = least;
      if (picks.size == 2 * max_states) return false;
      picks.picks[picks.size++] = {static_cast<std::uint16_t>(i), static_cast<std::uint8_t>(row)};
    }
  }
  return true;
}

bool has_value_twice(const Views& views) {
  unsigned twice = 0;
  for (const auto& view : views.rows)
    for (const auto& row : view) {
      unsigned seen = 0;
      for (int i = 0; i < 9; ++i) {
        unsigned bit = 1u << row[i];
        twice |= seen & bit;
        seen |= bit;
      }
    }
  return (twice & ~1u) != 0;
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

// How many arrangements a state at the end stands for.
std::uint64_t arrangements(const State& state) {
  constexpr int factorial[4] = {1, 1, 2, 6};
  int product = factorial[loose_stacks(state)];
  for (int loose : state.loose) product *= factorial[loose];
  return static_cast<std::uint64_t>(product);
}

}  // namespace

bool least_of_puzzle(const Views& views, Least& least) {
  if (has_value_twice(views)) return false;
  Frontier frontiers[2];
  Frontier *now = &frontiers[0], *next = &frontiers[1];
  now->states[now->size++] = first_state(0);
  now->states[now->size++] = first_state(1);
  Picks picks;
  std::uint8_t count = 0;
  for (int depth = 0; depth < 9; ++depth) {
    std::uint64_t best;
    if (!pick(views, *now, depth, best, picks)) return false;
    next->size = 0;
    for (int i = 0; i < picks.size; ++i) {
      const State& state = now->states[picks.picks[i].state];
      std::uint8_t row = picks.picks[i].row;
      if (!grow(state, views.rows[state.transposed][row], depth, row, count, *next)) return false;
    }
    count = static_cast<std::uint8_t>(count + count_fresh(best));
    std::swap(now, next);
  }
  const State& first = now->states[0];
  least.first.transposed = first.transposed;
  for (int i = 0; i < 9; ++i) {
    least.first.rows[i] = first.rows[i];
    least.first.cols[i] = first.cols[i];
    least.first.names[i + 1] = first.names[i + 1];
  }
  least.count = 0;
  for (int i = 0; i < now->size; ++i) least.count += arrangements(now->states[i]);
  return true;
}

}  // namespace squaredance::canon
