// One puzzle at a time in vectors of 16-bit words: the kernel for machines without byte
// permutations. The including file gives LANES, the lanes of 16 bytes in a vector (1 or 2),
// and its namespace; see single9_avx512.cpp for the method, which is the same.
//
// A word holds the places of one value in one box, a nibble per row:
//
//     bit  0  1  2      the fourth bit of each nibble is free, so that adding 7 to each
//          4  5  6      carries into it when the row has a place
//          8  9 10
//
// A lane has one box, its words are the values 0 to 7. Value 8 has three lanes of its own, one
// per stack, whose words are the bands (again and again, so that no word is idle):
//
//     lane of box 3b + s   value  0 1 2 3 4 5 6 7
//     lane of stack s      band   0 1 2 0 1 2 0 1   of value 8
//
// Vectors are x[g][s], s the stack; the lanes of all g in turn are bands 0, 1, 2 and value 8.
// So the boxes of a band are in step in the three vectors of one g, and those of a stack
// are one lane apart.
//
// A sweep is about 400 instructions with two lanes, half of them the rule for bands and
// stacks. Tried: a product for `kept | kept << 4 | kept << 8` (no gain).

#define SQD_INLINE [[maybe_unused]] static inline __attribute__((always_inline))

namespace {

constexpr int lane_count = LANES, groups = 4 / LANES, width = 8 * LANES;
typedef std::uint16_t Vector __attribute__((vector_size(16 * LANES)));

struct Board {
  Vector x[groups][3];
};

// What a cell has, for all boxes; the words are boxes. With one lane: boxes 0 to 7, then 8.
// With two, side by side: 0 1 2 6 7 8 . . and 3 4 5 . . . . .
#if LANES == 1
struct Cells {
  Vector x[2];
};
constexpr int first_of_band[3] = {0, 3, 6};  // the word of its first box
constexpr Cells used_words = {{{0x777, 0x777, 0x777, 0x777, 0x777, 0x777, 0x777, 0x777},
                               {0x777, 0x777, 0x777, 0x777, 0x777, 0x777, 0x777, 0x777}}};
#else
struct Cells {
  Vector x[1];
};
constexpr int first_of_band[3] = {0, 8, 3};
constexpr Cells used_words = {{{0x777, 0x777, 0x777, 0x777, 0x777, 0x777, 0, 0,  //
                                0x777, 0x777, 0x777, 0, 0, 0, 0, 0}}};
#endif

constexpr std::uint16_t all_cells = 0x777;

constexpr int word_of(int value, int box, int copy = 0) {
  int lane = value < 8 ? box / 3 : 3, stack = box % 3;
  int word = value < 8 ? value : box / 3 + 3 * copy;
  return (lane / LANES * 3 + stack) * width + lane % LANES * 8 + word;
}
constexpr int copies_of(int value, int box) { return value < 8 ? 1 : box / 3 < 2 ? 3 : 2; }
constexpr int box_of(int cell) { return cell / 27 * 3 + cell % 9 / 3; }
constexpr int bit_of(int cell) { return cell / 9 % 3 * 4 + cell % 3; }

struct Tables {
  // For the cells of a band, three boxes of 16 bits side by side.
  struct Place {
    std::uint64_t crowd[3];  // the cell with its peers, by band
    std::uint8_t cell;
  };
  std::array<std::array<Place, 48>, 3> place{};
  struct Home {
    std::uint16_t box, bit;
  };
  std::array<Home, 81> home{};

  constexpr Tables() {
    for (int cell = 0; cell < 81; ++cell) {
      home[cell] = {static_cast<std::uint16_t>(box_of(cell)),
                    static_cast<std::uint16_t>(1 << bit_of(cell))};
      Place& here = place[cell / 27][bit_in_band(cell)];
      here.cell = static_cast<std::uint8_t>(cell);
      for (int other = 0; other < 81; ++other)
        if (cell / 9 == other / 9 || cell % 9 == other % 9 || box_of(cell) == box_of(other))
          here.crowd[other / 27] |= std::uint64_t{1} << bit_in_band(other);
    }
  }
  static constexpr int bit_in_band(int cell) { return cell % 9 / 3 * 16 + bit_of(cell); }
};
constexpr Tables tables;

SQD_INLINE Vector splat(std::uint16_t word) { return Vector{} + word; }

#include "single9_shuffles.inl"

// How many values the cells have: at least one, two, three, four. What a caller does not
// use the compiler does not compute.
struct Tally {
  Vector one, two, three, four;
};
SQD_INLINE Tally merge(const Tally& a, const Tally& b) {
  return {a.one | b.one, a.two | b.two | (a.one & b.one),
          a.three | b.three | (a.two & b.one) | (a.one & b.two),
          a.four | b.four | (a.three & b.one) | (a.one & b.three) | (a.two & b.two)};
}
#define SQD_ZIP(bits)                                                                         \
  SQD_INLINE Tally zip##bits(const Tally& a, const Tally& b) {                                \
    return merge({zip_low##bits(a.one, b.one), zip_low##bits(a.two, b.two),                   \
                  zip_low##bits(a.three, b.three), zip_low##bits(a.four, b.four)},            \
                 {zip_high##bits(a.one, b.one), zip_high##bits(a.two, b.two),                 \
                  zip_high##bits(a.three, b.three), zip_high##bits(a.four, b.four)});         \
  }
SQD_ZIP(16)
SQD_ZIP(32)
SQD_ZIP(64)
#undef SQD_ZIP

SQD_INLINE Tally just(Vector a) { return {a, Vector{}, Vector{}, Vector{}}; }

struct Tallies {
  Tally x[sizeof(Cells) / sizeof(Vector)];
};

// Adds up the eight words of each lane; the sums of eight lanes come to lie in one.
SQD_INLINE Tallies tally(const Vector (&x)[groups][3]) {
  auto pair = [](Vector a, Vector b) { return zip16(just(a), just(b)); };
  Cells last = value_8(x);
#if LANES == 1
  Tally last_pair = pair(x[2][2], x[2][2]), last_four = zip32(last_pair, last_pair);
  Tallies sums{{zip64(zip32(pair(x[0][0], x[0][1]), pair(x[0][2], x[1][0])),
                      zip32(pair(x[1][1], x[1][2]), pair(x[2][0], x[2][1]))),
                zip64(last_four, last_four)}};
  sums.x[1] = merge(sums.x[1], just(last.x[1]));
#else
  Tally last_pair = pair(x[1][1], x[1][2]);
  Tallies sums{{zip64(zip32(pair(x[0][0], x[0][1]), pair(x[0][2], x[1][0])),
                      zip32(last_pair, last_pair))}};
#endif
  sums.x[0] = merge(sums.x[0], just(last.x[0]));
  return sums;
}

// The 3x3 of the mini-rows of a band: kept is what some placement uses.
SQD_INLINE void keep_supported_bands(Board& board) {
  for (auto& x : board.x) {
    Vector open[3], next[3], after[3];
    for (int s = 0; s < 3; ++s) {
      open[s] = (x[s] + splat(0x777)) & splat(0x888);
      next[s] = open[s] >> 4 | open[s] << 8;
      after[s] = open[s] << 4 | open[s] >> 8;
    }
    for (int s = 0; s < 3; ++s) {
      int s1 = (s + 1) % 3, s2 = (s + 2) % 3;
      Vector kept = open[s] & ((next[s1] & after[s2]) | (after[s1] & next[s2]));
      x[s] &= kept - (kept >> 3);
    }
  }
}

SQD_INLINE void keep_supported_stacks(Board& board) {
  Vector open[groups][3], next[groups][3], after[groups][3];
  for (int g = 0; g < groups; ++g)
    for (int s = 0; s < 3; ++s) {
      Vector x = board.x[g][s];
      open[g][s] = (x | x >> 4 | x >> 8) & splat(7);
      open[g][s] |= open[g][s] << 3;  // so that a shift is a turn
    }
  next_bands(open, next, after);
  for (int g = 0; g < groups; ++g)
    for (int s = 0; s < 3; ++s) {
      Vector n = next[g][s], a = after[g][s];
      Vector kept = ((n >> 1 & a >> 2) | (n >> 2 & a >> 1)) & splat(7);
      board.x[g][s] &= kept | kept << 4 | kept << 8;
    }
}

enum class State { dead, open, solved };

SQD_INLINE State propagate(Board& board) {
  Cells forced_before = {};
  for (;;) {
    Board old = board;
    keep_supported_bands(board);
    keep_supported_stacks(board);

    Vector only[groups][3], none = {};  // only: the place that is the last in its box
    for (int g = 0; g < groups; ++g)
      for (int s = 0; s < 3; ++s) {
        Vector x = board.x[g][s], less = x - 1;
        only[g][s] = x & Vector((x & less) == 0);
        none |= less;  // the top bit, if there is no place
      }
    none &= splat(0x8000);
    Tallies values = tally(board.x), lasts = tally(only);
    Cells single, forced;
    Vector unsettled = {};
    for (std::size_t i = 0; i < std::size(single.x); ++i) {
      const Tally& t = values.x[i];
      single.x[i] = t.one & ~t.two;
      forced.x[i] = lasts.x[i].one;
      none |= used_words.x[i] & ((forced_before.x[i] & t.two) | ~t.one);
      unsettled |= used_words.x[i] & t.two;
    }
    if (any(none)) return State::dead;
    forced_before = forced;

    Vector single_here[groups][3], forced_here[groups][3], change = {}, clash = {};
    spread(single, single_here);
    spread(forced, forced_here);
    for (int g = 0; g < groups; ++g)
      for (int s = 0; s < 3; ++s) {
        Vector x = board.x[g][s], here = x & single_here[g][s];
        Vector gone = forced_here[g][s] & ~only[g][s];
        board.x[g][s] = (here | (x & Vector(here == 0))) & ~gone;
        change |= board.x[g][s] ^ old.x[g][s];
      }
    if (any(change)) continue;
    // Two naked singles of one value in a box, two hidden singles in a cell.
    for (int g = 0; g < groups; ++g)
      for (int s = 0; s < 3; ++s) {
        Vector here = board.x[g][s] & single_here[g][s];
        clash |= here & (here - 1) & ~Vector(here == 0);
      }
    for (std::size_t i = 0; i < std::size(forced.x); ++i)
      clash |= used_words.x[i] & forced.x[i] & values.x[i].two;
    if (any(clash)) return State::dead;
    return any(unsettled) ? State::open : State::solved;
  }
}

// The bits of a band, its three boxes side by side.
SQD_INLINE std::uint64_t band_of(const std::uint16_t* words, int band) {
  std::uint64_t bits = 0;
  for (int s = 2; s >= 0; --s) bits = bits << 16 | (words[first_of_band[band] + s] & all_cells);
  return bits;
}

// Of three bands: each nibble has at most 3 bits, so their sum fits in it. (With one lane
// nobody promises that the machine can count bits; a call for each would cost more.)
SQD_INLINE int count_bits(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
#if LANES == 2
  return static_cast<int>(__builtin_popcountll(a) + __builtin_popcountll(b) +
                          __builtin_popcountll(c));
#else
  constexpr std::uint64_t ones = 0x1111111111111111, bytes = 0x0F0F0F0F0F0F0F0F;
  std::uint64_t sum = (a & ones) + (a >> 1 & ones) + (a >> 2 & ones) + (b & ones) +
                      (b >> 1 & ones) + (b >> 2 & ones) + (c & ones) + (c >> 1 & ones) +
                      (c >> 2 & ones);
  return static_cast<int>(((sum & bytes) + (sum >> 4 & bytes)) * 0x0101010101010101 >> 56);
#endif
}

SQD_INLINE int choose(const Board& board) {
  Tallies values = tally(board.x);
  std::uint16_t kinds[3][std::size(values.x) * width];  // two, three, or more than one value
  for (std::size_t i = 0; i < std::size(values.x); ++i) {
    const Tally& t = values.x[i];
    Vector kind[3] = {t.two & ~t.three, t.three & ~t.four, t.two};
    for (int k = 0; k < 3; ++k) std::memcpy(&kinds[k][i * width], &kind[k], sizeof(Vector));
  }
  std::uint64_t wanted[3], unsettled[3];
  for (int b = 0; b < 3; ++b) unsettled[b] = band_of(kinds[2], b);
  int kind = -1;
  do {
    ++kind;
    for (int b = 0; b < 3; ++b) wanted[b] = band_of(kinds[kind], b);
  } while (!(wanted[0] | wanted[1] | wanted[2]));
  int best = -1;  // the count, then the cell from the end
  for (int b = 0; b < 3; ++b)
    for (std::uint64_t rest = wanted[b]; rest; rest &= rest - 1) {
      const Tables::Place& place = tables.place[b][__builtin_ctzll(rest)];
      int count = count_bits(place.crowd[0] & unsettled[0], place.crowd[1] & unsettled[1],
                             place.crowd[2] & unsettled[2]);
      int key = (kind < 2 ? count * 128 : 0) + 80 - place.cell;
      best = best > key ? best : key;
    }
  return 80 - best % 128;
}

SQD_INLINE std::uint16_t get(const Board& board, int value, int box) {
  std::uint16_t word;
  std::memcpy(&word, reinterpret_cast<const char*>(&board) + 2 * word_of(value, box), 2);
  return word;
}
SQD_INLINE void set(Board& board, int value, int box, std::uint16_t word) {
  for (int i = 0; i < copies_of(value, box); ++i)
    std::memcpy(reinterpret_cast<char*>(&board) + 2 * word_of(value, box, i), &word, 2);
}

// Values 0 to 7 of a box.
typedef std::uint16_t Lane __attribute__((vector_size(16)));
SQD_INLINE Lane get_lane(const Board& board, int box) {
  Lane lane;
  std::memcpy(&lane, reinterpret_cast<const char*>(&board) + 2 * word_of(0, box), sizeof lane);
  return lane;
}
SQD_INLINE void set_lane(Board& board, int box, Lane lane) {
  std::memcpy(reinterpret_cast<char*>(&board) + 2 * word_of(0, box), &lane, sizeof lane);
}

// `board` takes the lowest value of the cell; `rest` is the board without it. If that leaves
// one value, it strikes its box at once, which saves a sweep.
SQD_INLINE void branch(Board& board, Board& rest, int cell) {
  rest = board;
  const auto [box, bit] = tables.home[cell];
  unsigned can = 0;
  for (int v = 0; v < 9; ++v) can |= (get(board, v, box) & bit ? 1u : 0u) << v;
  int lowest = __builtin_ctz(can);
  Lane lane = get_lane(board, box);
  set_lane(board, box, lane & ~(Lane{} + bit));
  set(board, 8, box, static_cast<std::uint16_t>(get(board, 8, box) & ~bit));
  set(rest, lowest, box, get(board, lowest, box));
  can &= can - 1;
  if (!(can & (can - 1))) set(rest, __builtin_ctz(can), box, bit);
  set(board, lowest, box, bit);
}

// No branch looks at a clue: none could be predicted.
SQD_INLINE Board read_clues(const std::uint8_t* puzzle) {
  static constexpr std::uint8_t column[16] = {9, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 9, 9};
  alignas(16) std::uint16_t clues[9][16] = {};  // values 0 to 8, and empty
  for (int cell = 0; cell < 81; ++cell)
    clues[tables.home[cell].box][column[puzzle[cell] & 15]] |= tables.home[cell].bit;
  Board board;
  for (int box = 0; box < 9; ++box) {
    const std::uint16_t last = clues[box][8], free = clues[box][9];
    Lane clue;
    std::memcpy(&clue, clues[box], sizeof clue);
    clue |= Lane(clue == 0) & (Lane{} + free);
    set_lane(board, box, clue);
    set(board, 8, box, static_cast<std::uint16_t>(last | (free & -(last == 0))));
  }
  return board;
}

SQD_INLINE void write_values(const Board& board, std::uint8_t* solution, std::uint8_t zero) {
  for (int v = 0; v < 9; ++v)
    for (int box = 0; box < 9; ++box) {
      int bit = __builtin_ctz(get(board, v, box));
      solution[box / 3 * 27 + box % 3 * 3 + bit / 4 * 9 + bit % 4] =
          static_cast<std::uint8_t>(zero + v + 1);
    }
}

#include "single9_walk.inl"

}  // namespace

#undef SQD_INLINE
