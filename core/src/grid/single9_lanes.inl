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
// A sweep is about 340 instructions with two lanes, a half of them the rule for bands and stacks:
// it is their number that counts here, not their latency.

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
constexpr int word_in_set[8] = {0, 1, 2, 3, 4, 5, 6, 7};  // of a box, see CellSet
constexpr Cells used_words = {{{0x777, 0x777, 0x777, 0x777, 0x777, 0x777, 0x777, 0x777},
                               {0x777, 0x777, 0x777, 0x777, 0x777, 0x777, 0x777, 0x777}}};
#else
struct Cells {
  Vector x[1];
};
constexpr int word_in_set[8] = {0, 1, 2, 4, 5, 6, 3, 7};
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

// Cells in two numbers: a word for each of boxes 0 to 7; of box 8 a row each in the upper bits
// of the first three words.
struct CellSet {
  std::uint64_t x[2];

  constexpr bool some() const { return (x[0] | x[1]) != 0; }
};
constexpr int bit_in_set(int cell) {  // from 64 on: of the second
  const int box = box_of(cell), bit = bit_of(cell);
  return box < 8 ? 16 * word_in_set[box] + bit : bit / 4 * 16 + 12 + bit % 4;
}

struct Tables {
  struct Place {
    CellSet crowd;  // the cell with its peers
    int from_end;   // of all cells
  };
  // By the bit in a set; one more, for no cell at all.
  std::array<std::array<Place, 65>, 2> place{};
  struct Home {
    std::uint16_t box, bit;
  };
  std::array<Home, 81> home{};

  constexpr Tables() {
    place[0][64].from_end = place[1][64].from_end = -1;
    for (int cell = 0; cell < 81; ++cell) {
      home[cell] = {static_cast<std::uint16_t>(box_of(cell)),
                    static_cast<std::uint16_t>(1 << bit_of(cell))};
      Place& here = place[bit_in_set(cell) / 64][bit_in_set(cell) % 64];
      here.from_end = 80 - cell;
      for (int other = 0; other < 81; ++other)
        if (cell / 9 == other / 9 || cell % 9 == other % 9 || box_of(cell) == box_of(other))
          here.crowd.x[bit_in_set(other) / 64] |= std::uint64_t{1} << bit_in_set(other) % 64;
    }
  }
};
constexpr Tables tables;

SQD_INLINE Vector splat(std::uint16_t word) { return Vector{} + word; }

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

#if LANES == 1
#include "single9_lanes_portable.inl"
#else
#include "single9_lanes_avx2.inl"
#endif

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

enum class State { dead, open, solved };

SQD_INLINE bool same(const Board& a, const Board& b) {
  Vector change = {};
  for (int g = 0; g < groups; ++g)
    for (int s = 0; s < 3; ++s) change |= a.x[g][s] ^ b.x[g][s];
  return !any(change);
}

// Bands, stacks, then singles, in turn. Each rule for bands or stacks leaves nothing to itself;
// so when the singles change nothing, it is enough to look at the bands once more.
SQD_INLINE State propagate(Board& result) {
  Board board = result;
  Cells forced_before = {};
  keep_supported_bands(board);
  for (;;) {
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

    Vector single_here[groups][3], forced_here[groups][3];
    spread(single, single_here);
    spread(forced, forced_here);
    Board next;
    for (int g = 0; g < groups; ++g)
      for (int s = 0; s < 3; ++s) {
        Vector x = board.x[g][s], here = x & single_here[g][s];
        Vector gone = forced_here[g][s] & ~only[g][s];
        next.x[g][s] = (here | (x & Vector(here == 0))) & ~gone;
      }
    bool quiet = same(board, next);
    Board checked = next;
    keep_supported_bands(checked);
    board = checked;
    if (!quiet || !same(checked, next)) continue;

    // Two naked singles of one value in a box, two hidden singles in a cell.
    Vector clash = {};
    for (int g = 0; g < groups; ++g)
      for (int s = 0; s < 3; ++s) {
        Vector here = board.x[g][s] & single_here[g][s];
        clash |= here & (here - 1) & ~Vector(here == 0);
      }
    for (std::size_t i = 0; i < std::size(forced.x); ++i)
      clash |= used_words.x[i] & forced.x[i] & values.x[i].two;
    if (any(clash)) return State::dead;
    result = board;
    return any(unsettled) ? State::open : State::solved;
  }
}

SQD_INLINE CellSet set_of(const Cells& cells) {
  std::uint64_t halves[sizeof(Cells) / 8];
  std::memcpy(halves, &cells, sizeof cells);
#if LANES == 1
  CellSet set = {{halves[0], halves[1]}};
  const std::uint64_t box_8 = halves[2];
#else
  CellSet set = {{halves[0], halves[2] | halves[1] << 48}};
  const std::uint64_t box_8 = halves[1] >> 16;
#endif
  set.x[0] |= (box_8 & 0x7) << 12 | (box_8 & 0x70) << 24 | (box_8 & 0x700) << 36;
  return set;
}

// Each nibble has at most 3 bits, so the sum of two fits in it. (With one lane nobody promises
// that the machine can count bits; a call for each would cost more.)
SQD_INLINE int count_both(const CellSet& a, const CellSet& b) {
  const std::uint64_t x = a.x[0] & b.x[0], y = a.x[1] & b.x[1];
#if LANES == 2
  return static_cast<int>(__builtin_popcountll(x) + __builtin_popcountll(y));
#else
  constexpr std::uint64_t ones = 0x1111111111111111, bytes = 0x0F0F0F0F0F0F0F0F;
  std::uint64_t sum = (x & ones) + (x >> 1 & ones) + (x >> 2 & ones) + (y & ones) +
                      (y >> 1 & ones) + (y >> 2 & ones);
  return static_cast<int>(((sum & bytes) + (sum >> 4 & bytes)) * 0x0101010101010101 >> 56);
#endif
}

SQD_INLINE int first_bit(std::uint64_t bits) { return bits ? __builtin_ctzll(bits) : 64; }

// Two at a time, so that there is one loop, with an end that is hard to predict, and not two.
SQD_INLINE int most_crowded(CellSet wanted, const CellSet& unsettled) {
  int best = 0;  // the count, then the cell from the end
  while (wanted.some())
    for (int i = 0; i < 2; ++i) {
      const Tables::Place& place = tables.place[i][first_bit(wanted.x[i])];
      const int key = count_both(place.crowd, unsettled) * 128 + place.from_end;
      best = best > key ? best : key;
      wanted.x[i] &= wanted.x[i] - 1;
    }
  return 80 - best % 128;
}

SQD_INLINE int choose(const Board& board) {
  const Tallies values = tally(board.x);
  Cells cells[3];  // with several values, with two, with three
  for (std::size_t i = 0; i < std::size(values.x); ++i) {
    const Tally& t = values.x[i];
    cells[0].x[i] = used_words.x[i] & t.two;
    cells[1].x[i] = used_words.x[i] & t.two & ~t.three;
    cells[2].x[i] = used_words.x[i] & t.three & ~t.four;
  }
  CellSet unsettled = set_of(cells[0]), wanted = set_of(cells[1]);
  if (!wanted.some()) {
    wanted = set_of(cells[2]);
    if (!wanted.some()) wanted = unsettled, unsettled = {};
  }
  return most_crowded(wanted, unsettled);
}

#include "single9_walk.inl"

}  // namespace

#undef SQD_INLINE
