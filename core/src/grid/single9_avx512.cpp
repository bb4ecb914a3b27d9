// One puzzle at a time, all of it in three registers. Needs AVX-512 with byte permutations.
//
// A word of 16 bits holds the places of one value in one box, a bit per cell:
//
//     bit  0  1  2      so the low byte has the first two rows of the box, the high byte
//          3  4  5      the last: each is an index of six bits, and a table of 64 bytes is
//          8  9 10      a register that `vpermb` looks up for all boxes at once.
//
// Register k has the values 3k, 3k+1 and 3k+2 (0 to 8), a quarter each; the last quarter has
// what did not fit, box 8 of the three:
//
//     word   0 ........ 7   8 ....... 15  16 ....... 23  24    25     26     27 .. 31
//            value 3k       value 3k + 1  value 3k + 2   3k    3k+1   3k+2
//            boxes 0 to 7   boxes 0 to 7  boxes 0 to 7   box 8 box 8  box 8  zero
//
// A sweep applies every rule to the whole board at once, about 100 instructions without a
// branch; that is cheaper than to find out what has changed. With the rule for bands and
// stacks (`keep_supported`) hidden singles of rows and columns become hidden singles of boxes,
// and a naked single has only to strike its box: so rows and columns are looked at nowhere
// else.
//
// It is the latency that counts, not the number of instructions. Tried on the hardest set:
// hidden and naked singles one after the other (10 % slower), all rules side by side on the
// old state (10 % slower, for 40 % more sweeps), an affine transformation of bytes for two
// shifts (no gain).
//
// Learned from: tdoku (a whole board in few registers, shuffles in place of loops), and from
// JCZSolve and its heirs (a table for the 3x3 of mini-rows).
#include "single9_kernels.hpp"

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>

#include <array>

#if defined(__clang__)
#pragma clang attribute push( \
    __attribute__((target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi,bmi2,popcnt"))), \
    apply_to = function)
#else
#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi,bmi,bmi2,popcnt")
#endif

#define SQD_INLINE_MEMBER inline __attribute__((always_inline))
#define SQD_INLINE static inline __attribute__((always_inline))

namespace squaredance::single9 {

namespace {

using Register = __m512i;
using Byte64 = std::array<std::uint8_t, 64>;

constexpr int bit_of(int row, int col) { return row < 2 ? 3 * row + col : 8 + col; }
constexpr int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }
constexpr int bit_of(int cell) { return bit_of(cell / 9 % 3, cell % 3); }
constexpr int cell_at(int box, int bit) {  // -1 if the bit has no cell
  int row = bit < 6 ? bit / 3 : 2, col = bit < 6 ? bit % 3 : bit - 8;
  if (col < 0 || col > 2) return -1;
  return (box / 3 * 3 + row) * 9 + box % 3 * 3 + col;
}
constexpr int word_of(int value, int box) {  // value 0 to 2 of a register
  return box < 8 ? 8 * value + box : 24 + value;
}

constexpr std::uint32_t used_words = 0x7FFFFFF;
constexpr int all_cells = 0x73F;
constexpr int open_bits = 0x3807;

struct Tables {
  // Two rows of a box -> bits 0, 1: which have a cell; bits 3 to 5: which columns have.
  alignas(64) Byte64 open{};
  // Rows (columns) where two boxes can stand -> where they leave a place for the third; twice.
  alignas(64) Byte64 support{};
  // Bits 0, 1: two rows, bits 3 to 5: three columns -> their cells.
  alignas(64) Byte64 spread{};
  // The next box, and the one after it: for a low byte to the right, for a high byte down.
  alignas(64) std::array<Byte64, 2> next_box{};
  alignas(64) std::array<Byte64, 2> next_value{};
  // From row-major bytes to words of 16 bytes a box, and back.
  alignas(64) Byte64 boxes_0_to_3{}, boxes_4_to_7{}, box_8{}, first_64{}, last_64{};
  std::uint64_t first_64_in_box_8 = 0, last_64_in_box_8 = 0;
  // Cells in row-major order: the byte that has it, and its bit.
  alignas(64) std::array<Byte64, 2> byte_of_cell{}, bit_of_cell{};
  struct Crowd {
    std::uint64_t low, high;
  };
  std::array<Crowd, 81> crowd{};  // a cell with its peers
  std::array<std::uint16_t, 81> bit{};
  std::array<std::uint32_t, 81> words{};  // of the cell's box

  constexpr Tables() {
    for (unsigned i = 0; i < 64; ++i) {
      unsigned a = i & 7, b = i >> 3;
      open[i] = byte((a ? 1 : 0) | (b ? 2 : 0) | (a | b) << 3);
      spread[i] = byte((i & 1 ? b : 0) | (i & 2 ? b << 3 : 0));
      for (unsigned p = 0; p < 3; ++p) {
        unsigned q = (p + 1) % 3, r = (p + 2) % 3;
        if (((a >> q) & (b >> r) & 1) || ((a >> r) & (b >> q) & 1))
          support[i] = byte(support[i] | 011u << p);
      }
    }
    for (unsigned turn = 1; turn < 3; ++turn) {
      for (unsigned i = 0; i < 64; ++i) next_box[turn - 1][i] = next_value[turn - 1][i] = byte(i);
      for (int v = 0; v < 3; ++v)
        for (int box = 0; box < 9; ++box) {
          int to = 2 * word_of(v, box), right = box / 3 * 3 + (box + turn) % 3;
          int down = (box + 3 * turn) % 9, other = 2 * word_of((v + turn) % 3, box);
          next_box[turn - 1][to] = byte(2 * word_of(v, right));
          next_box[turn - 1][to + 1] = byte(2 * word_of(v, down) + 1);
          next_value[turn - 1][to] = byte(other);
          next_value[turn - 1][to + 1] = byte(other + 1);
        }
    }
    for (int i = 0; i < 64; ++i) {
      int a = cell_at(i / 16, i % 16), b = cell_at(4 + i / 16, i % 16), c = cell_at(8, i % 16);
      if (a >= 0) boxes_0_to_3[i] = byte(a);
      if (b >= 0) boxes_4_to_7[i] = byte(b - 17);
      if (c >= 0) box_8[i] = byte(c - 17);
    }
    for (int cell = 0; cell < 81; ++cell) {
      int box = box_of(cell), from = 16 * box + bit_of(cell);
      if (cell < 64) first_64[cell] = byte(from);
      if (cell < 64 && box == 8) first_64_in_box_8 |= 1ull << cell;
      if (cell >= 17) last_64[cell - 17] = byte(from);
      if (cell >= 17 && box == 8) last_64_in_box_8 |= 1ull << (cell - 17);
      byte_of_cell[cell / 64][cell % 64] = byte(2 * word_of(0, box) + bit_of(cell) / 8);
      bit_of_cell[cell / 64][cell % 64] = byte(1 << bit_of(cell) % 8);
      bit[cell] = static_cast<std::uint16_t>(1 << bit_of(cell));
      for (int v = 0; v < 3; ++v) words[cell] |= 1u << word_of(v, box);
      for (int other = 0; other < 81; ++other)
        if (cell / 9 == other / 9 || cell % 9 == other % 9 || box == box_of(other))
          (other < 64 ? crowd[cell].low : crowd[cell].high) |= 1ull << other % 64;
    }
  }
  static constexpr std::uint8_t byte(unsigned long i) { return static_cast<std::uint8_t>(i); }
};
constexpr Tables tables;

struct Board {
  Register x[3];

  Board() = default;
  // By element, or else gcc 12 copies the whole through memory.
  SQD_INLINE_MEMBER Board(const Board& b) : x{b.x[0], b.x[1], b.x[2]} {}
  SQD_INLINE_MEMBER Board& operator=(const Board& b) {
    x[0] = b.x[0], x[1] = b.x[1], x[2] = b.x[2];
    return *this;
  }
};

SQD_INLINE Register load(const Byte64& bytes) { return _mm512_load_si512(bytes.data()); }
// Not the plain intrinsic: gcc 12 warns of the undefined value inside of it.
SQD_INLINE Register look_up(Register table, Register index) {
  return _mm512_maskz_permutexvar_epi8(~0ull, index, table);
}
SQD_INLINE Register and_not(Register gone, Register a) { return ~gone & a; }
SQD_INLINE Register or3(Register a, Register b, Register c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xFE);
}
SQD_INLINE Register xor3(Register a, Register b, Register c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0x96);
}
SQD_INLINE Register most(Register a, Register b, Register c) {
  return _mm512_ternarylogic_epi32(a, b, c, 0xE8);
}

// Bands and stacks. The low byte of `open` has the rows of the box that are open, in bits 0
// to 2, the high byte the columns, in bits 3 to 5: one lookup serves both.
SQD_INLINE Register keep_supported(Register x) {
  Register seen = look_up(load(tables.open), x);
  Register open = or3(seen, _mm512_srli_epi16(seen, 6), _mm512_slli_epi16(seen, 8)) &
                  _mm512_set1_epi16(open_bits);
  Register second = look_up(open, load(tables.next_box[0]));
  Register third = look_up(open, load(tables.next_box[1]));
  Register both = or3(second, _mm512_slli_epi16(third, 3), _mm512_srli_epi16(third, 3));
  Register kept = open & look_up(load(tables.support), both);
  Register index = or3(kept, _mm512_srli_epi16(kept, 8), _mm512_slli_epi16(kept, 6));
  return x & look_up(load(tables.spread), index);
}

// How many values the cells have, the same in all quarters: odd + 2 * (carry + the pairs).
struct Counts {
  Register odd, carry, pairs[3];
};
SQD_INLINE Counts count_values(const Board& b) {
  Register turn1 = load(tables.next_value[0]), turn2 = load(tables.next_value[1]);
  Register sum = xor3(b.x[0], b.x[1], b.x[2]), pair = most(b.x[0], b.x[1], b.x[2]);
  Register sum1 = look_up(sum, turn1), sum2 = look_up(sum, turn2);
  return {xor3(sum, sum1, sum2),
          most(sum, sum1, sum2),
          {pair, look_up(pair, turn1), look_up(pair, turn2)}};
}
SQD_INLINE Register two_or_more(const Counts& c) {
  return c.carry | or3(c.pairs[0], c.pairs[1], c.pairs[2]);
}
// `odd` tells which.
SQD_INLINE Register two_or_three(const Counts& c) {
  Register odd = xor3(c.pairs[0], c.pairs[1], c.pairs[2]);
  Register two = most(c.pairs[0], c.pairs[1], c.pairs[2]);
  return _mm512_ternarylogic_epi32(two, odd, c.carry, 0x06);  // ~two & (odd ^ carry)
}

// Hidden singles of boxes.
struct Hidden {
  __mmask32 sole[3];  // words with one place
  Register only[3];   // these places
  Register forced;    // the cells of all of them, the same in all quarters
};
SQD_INLINE Hidden find_hidden(const Board& b) {
  Hidden h;
  for (int k = 0; k < 3; ++k) {
    Register less = _mm512_add_epi16(b.x[k], _mm512_set1_epi16(-1));
    h.sole[k] = _mm512_testn_epi16_mask(b.x[k], less);
    h.only[k] = _mm512_maskz_mov_epi16(h.sole[k], b.x[k]);
  }
  Register some = or3(h.only[0], h.only[1], h.only[2]);
  h.forced = or3(some, look_up(some, load(tables.next_value[0])),
                 look_up(some, load(tables.next_value[1])));
  return h;
}

SQD_INLINE bool differ(const Board& a, const Board& b) {
  Register change = a.x[0] ^ b.x[0];
  for (int k = 1; k < 3; ++k)
    change = _mm512_ternarylogic_epi32(change, a.x[k], b.x[k], 0xF6);  // change | (a ^ b)
  return _mm512_test_epi32_mask(change, change) != 0;
}

enum class State { dead, open, solved };

SQD_INLINE State propagate(Board& board) {
  Board b = board;
  const Register cells = _mm512_set1_epi16(all_cells);
  Register forced_before = {};
  for (;;) {
    Board old = b;
    for (Register& x : b.x) x = keep_supported(x);

    const Hidden hidden = find_hidden(b);
    Counts counts = count_values(b);
    Register two = two_or_more(counts);
    Register single = and_not(two, counts.odd);
    // (forced_before & two) | ~(two | odd): two hidden singles in a cell, or no value
    Register wrong = _mm512_ternarylogic_epi32(forced_before, two, counts.odd, 0xD1);
    forced_before = hidden.forced;
    Register least = _mm512_min_epu16(_mm512_min_epu16(b.x[0], b.x[1]), b.x[2]);
    __mmask32 dead = _mm512_test_epi16_mask(wrong, cells) |
                     _mm512_mask_testn_epi16_mask(used_words, least, least);
    if (dead & used_words) return State::dead;

    __mmask32 naked[3];
    for (int k = 0; k < 3; ++k) {
      naked[k] = _mm512_test_epi16_mask(b.x[k], single);
      Register left = _mm512_mask_mov_epi16(b.x[k], naked[k], b.x[k] & single);
      // left & (~forced | only)
      b.x[k] = _mm512_ternarylogic_epi32(left, hidden.forced, hidden.only[k], 0xB0);
    }
    if (differ(old, b)) continue;

    board = b;
    // Two naked singles of one value in a box, two hidden singles in a cell.
    __mmask32 clash = _mm512_test_epi16_mask(two, hidden.forced) & used_words;
    for (int k = 0; k < 3; ++k) clash |= naked[k] & ~hidden.sole[k];
    if (clash) return State::dead;
    return _mm512_test_epi16_mask(two, cells) & used_words ? State::open : State::solved;
  }
}

struct Cells {
  std::uint64_t low, high;
};

SQD_INLINE Cells row_major(Register cells) {
  return {_mm512_test_epi8_mask(look_up(cells, load(tables.byte_of_cell[0])),
                                load(tables.bit_of_cell[0])),
          _mm512_test_epi8_mask(look_up(cells, load(tables.byte_of_cell[1])),
                                load(tables.bit_of_cell[1]))};
}

SQD_INLINE int most_crowded(Cells wanted, Cells unsettled) {
  int best = 0;  // count, then the cell from the end
  auto look = [&](int cell) {
    const Tables::Crowd& crowd = tables.crowd[cell];
    int count = static_cast<int>(__builtin_popcountll(crowd.low & unsettled.low) +
                                 __builtin_popcountll(crowd.high & unsettled.high));
    int key = count * 128 + (80 - cell);
    best = best > key ? best : key;
  };
  for (; wanted.low; wanted.low &= wanted.low - 1) look(__builtin_ctzll(wanted.low));
  for (; wanted.high; wanted.high &= wanted.high - 1) look(64 + __builtin_ctzll(wanted.high));
  return 80 - best % 128;
}

SQD_INLINE int choose(const Board& board) {
  Counts counts = count_values(board);
  Register few = two_or_three(counts);
  Cells unsettled = row_major(two_or_more(counts));
  Cells wanted = row_major(and_not(counts.odd, few));
  if (!(wanted.low | wanted.high)) wanted = row_major(counts.odd & few);
  if (wanted.low | wanted.high) return most_crowded(wanted, unsettled);
  return unsettled.low ? __builtin_ctzll(unsettled.low) : 64 + __builtin_ctzll(unsettled.high);
}

// `board` takes the lowest value of the cell; `rest` is the board without it. If that leaves
// one value, it strikes its box at once, which saves a sweep (7 % on the hardest set).
SQD_INLINE void branch(Board& board, Board& rest, int cell) {
  Register bits = _mm512_maskz_set1_epi16(tables.words[cell], static_cast<short>(tables.bit[cell]));
  __mmask32 can[3], lowest[3];
  for (int k = 0; k < 3; ++k) can[k] = _mm512_test_epi16_mask(board.x[k], bits);
  // No branch: nobody could predict it.
  std::uint64_t low = can[0] | std::uint64_t{can[1]} << 32, low_bit = low & -low;
  lowest[0] = static_cast<__mmask32>(low_bit);
  lowest[1] = static_cast<__mmask32>(low_bit >> 32);
  lowest[2] = can[2] & (low ? 0 : -can[2]);
  int values = static_cast<int>(__builtin_popcountll(low)) + __builtin_popcount(can[2]);
  __mmask32 two = values == 2 ? ~__mmask32{0} : 0;
  for (int k = 0; k < 3; ++k) {
    Register tried = _mm512_maskz_mov_epi16(lowest[k], bits), x = board.x[k];
    rest.x[k] = _mm512_mask_mov_epi16(and_not(tried, x), two & (can[k] ^ lowest[k]), bits);
    board.x[k] = _mm512_mask_mov_epi16(and_not(bits, x), lowest[k], bits);
  }
}

constexpr std::uint64_t cell_bytes = 0x073F073F073F073F;

SQD_INLINE Board read_clues(const std::uint8_t* puzzle) {
  const Register nibble = _mm512_set1_epi8(15);
  Register from_0 = _mm512_loadu_si512(puzzle) & nibble;
  Register from_17 = _mm512_loadu_si512(puzzle + 17) & nibble;
  Register first = look_up(from_0, load(tables.boxes_0_to_3));
  Register second = look_up(from_17, load(tables.boxes_4_to_7));
  Register last = look_up(from_17, load(tables.box_8));

  alignas(64) std::uint64_t clue[3][8] = {}, empty[8] = {};
  for (int v = 0; v < 9; ++v) {
    std::uint64_t* to = clue[v / 3];
    to[v % 3 * 2] = _mm512_mask_cmpeq_epi8_mask(cell_bytes, first, _mm512_set1_epi8(char(v + 1)));
    to[v % 3 * 2 + 1] =
        _mm512_mask_cmpeq_epi8_mask(cell_bytes, second, _mm512_set1_epi8(char(v + 1)));
    to[6] |= _mm512_mask_cmpeq_epi8_mask(cell_bytes & 0xFFFF, last, _mm512_set1_epi8(char(v + 1)))
             << (v % 3 * 16);
  }
  std::uint64_t used[3] = {};
  for (int k = 0; k < 3; ++k) {
    used[0] |= clue[k][0] | clue[k][2] | clue[k][4];
    used[1] |= clue[k][1] | clue[k][3] | clue[k][5];
    used[2] |= clue[k][6] | clue[k][6] >> 16 | clue[k][6] >> 32;
  }
  for (int j = 0; j < 3; ++j) {
    empty[2 * j] = cell_bytes & ~used[0];
    empty[2 * j + 1] = cell_bytes & ~used[1];
  }
  empty[6] = (cell_bytes & 0xFFFF & ~used[2]) * 0x100010001;
  Board board;
  Register free = _mm512_load_si512(empty);
  for (int k = 0; k < 3; ++k) {
    Register clues = _mm512_load_si512(clue[k]);
    board.x[k] = _mm512_mask_mov_epi16(free, _mm512_test_epi16_mask(clues, clues), clues);
  }
  return board;
}

SQD_INLINE void write_values(const Board& board, std::uint8_t* solution, std::uint8_t zero) {
  alignas(64) std::uint64_t words[3][8];
  for (int k = 0; k < 3; ++k) _mm512_store_si512(words[k], board.x[k]);
  Register first = {}, second = {}, last = {};
  for (int v = 0; v < 9; ++v) {
    const std::uint64_t* from = words[v / 3];
    Register value = _mm512_set1_epi8(static_cast<char>(zero + v + 1));
    first = _mm512_mask_mov_epi8(first, from[v % 3 * 2], value);
    second = _mm512_mask_mov_epi8(second, from[v % 3 * 2 + 1], value);
    last = _mm512_mask_mov_epi8(last, from[6] >> (v % 3 * 16) & 0xFFFF, value);
  }
  auto put = [&](const Byte64& order, std::uint64_t in_last, std::uint8_t* to) {
    Register index = load(order);
    Register bytes = _mm512_permutex2var_epi8(first, index, second);
    _mm512_storeu_si512(to, _mm512_mask_permutexvar_epi8(bytes, in_last, index, last));
  };
  put(tables.first_64, tables.first_64_in_box_8, solution);
  put(tables.last_64, tables.last_64_in_box_8, solution + 17);
}

#include "single9_walk.inl"

}  // namespace

Answer9 solve_avx512(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                     std::uint8_t* solution, std::uint8_t zero) noexcept {
  return solve(puzzle, limit, max_guesses, solution, zero);
}

Answer9 list_avx512(const std::uint8_t* puzzle, std::uint32_t limit, std::uint64_t max_guesses,
                    std::uint8_t* solutions) noexcept {
  return list(puzzle, limit, max_guesses, solutions);
}

}  // namespace squaredance::single9

#undef SQD_INLINE
#undef SQD_INLINE_MEMBER
#if defined(__clang__)
#pragma clang attribute pop
#endif
#endif
