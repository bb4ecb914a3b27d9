// A board holds all puzzles at once. To put a lane's state aside, and to take one up again, it
// is turned so that each lane has words of its own, one for seven cells:
//
//   board   cell 7 g + k, value v, bit 64 w + j   <->   lane 64 w + j: word g, bit 9 k + v
//
// First the 64 registers of a group g: a transposition of 64x64 bits in each of their words w,
// all at once. Then as many groups as a register has words: a transposition of words, which
// gives each lane a register's worth of its state. Which cells are known is not kept: it shows.

constexpr int group_cells = 7;
constexpr int state_words = (81 + group_cells - 1) / group_cells;
constexpr int state_parts = state_words / word_count;  // registers that hold a state
static_assert(state_words % word_count == 0);

struct alignas(LANE_BYTES) State {
  Lanes part[state_parts];
};

struct alignas(64) Group {
  Lanes at[64];
};

// Rows a and b, `shift` apart: the high half of a against the low half of b.
template <int shift>
SQD_INLINE void swap_halves(Lanes& a, Lanes& b) {
  constexpr std::uint64_t every = ~std::uint64_t{0} / ((std::uint64_t{1} << shift) + 1);
  const Lanes low = Lanes{} + every;
#if defined(SQD_AVX512)
  Lanes upper = blend(b << shift, a, low);
  b = blend(b, a >> shift, low);
  a = upper;
#else
  Lanes differ = ((a >> shift) ^ b) & low;
  b ^= differ;
  a ^= differ << shift;
#endif
}

// Three rounds of the transposition among eight registers `step` apart.
template <int step>
SQD_INLINE void swap_eight(Lanes* row) {
  Lanes r[8];
  for (int i = 0; i < 8; ++i) r[i] = row[i * step];
  for (int i = 0; i < 4; ++i) swap_halves<4 * step>(r[i], r[i + 4]);
  for (int i : {0, 1, 4, 5}) swap_halves<2 * step>(r[i], r[i + 2]);
  for (int i = 0; i < 8; i += 2) swap_halves<step>(r[i], r[i + 1]);
  for (int i = 0; i < 8; ++i) row[i * step] = r[i];
}

SQD_INLINE void turn(Group& group) {
  for (int j = 0; j < 8; ++j) swap_eight<8>(group.at + j);
  for (int j = 0; j < 8; ++j) swap_eight<1>(group.at + 8 * j);
}

// The same with words: the words of a whose number has the bit `step` against the others of b.
template <int step, int... word>
SQD_INLINE void swap_words(Lanes& a, Lanes& b, std::integer_sequence<int, word...>) {
  Lanes upper = shuffle(
      a, b, std::integer_sequence<int, (word & step ? word_count + word - step : word)...>{});
  b = shuffle(a, b,
              std::integer_sequence<int, (word & step ? word_count + word : word + step)...>{});
  a = upper;
}

SQD_INLINE void turn_words(Lanes* row) {
  [[maybe_unused]] constexpr auto words = std::make_integer_sequence<int, word_count>{};
  if constexpr (word_count == 4)
    for (int i = 0; i < 2; ++i) swap_words<2>(row[i], row[i + 2], words);
  if constexpr (word_count > 1)
    for (int i = 0; i < word_count; i += 2) swap_words<1>(row[i], row[i + 1], words);
}

// Moves states between the lanes and memory, many at once.
class Turner {
 public:
  void start() {
    for (State*& state : states_) state = &nowhere_;
  }
  void add(int lane, State& state) { states_[lane] = &state; }

  // Puts the states of the added lanes aside. `read(cell, to)` gives the nine registers of a
  // cell, all cells in their order.
  template <typename Read>
  void save(Read&& read) {
    for (int part = 0; part < state_parts; ++part) {
      for (int g = 0; g < word_count; ++g) {
        const int first = (part * word_count + g) * group_cells;
        for (int k = 0; k < group_cells && first + k < 81; ++k)
          read(first + k, groups_[g].at + 9 * k);
        turn(groups_[g]);
      }
      for (int j = 0; j < 64; ++j) {
        Lanes row[word_count];
        for (int w = 0; w < word_count; ++w) row[w] = groups_[w].at[j];
        turn_words(row);
        for (int w = 0; w < word_count; ++w) states_[64 * w + j]->part[part] = row[w];
      }
    }
  }

  // Takes them up. `write(cell, from)` gets the nine registers of a cell; in other lanes than
  // those added they hold anything.
  template <typename Write>
  void load(Write&& write) {
    for (int part = 0; part < state_parts; ++part) {
      for (int j = 0; j < 64; ++j) {
        Lanes row[word_count];
        for (int w = 0; w < word_count; ++w) row[w] = states_[64 * w + j]->part[part];
        turn_words(row);
        for (int w = 0; w < word_count; ++w) groups_[w].at[j] = row[w];
      }
      for (int g = 0; g < word_count; ++g) {
        const int first = (part * word_count + g) * group_cells;
        turn(groups_[g]);
        for (int k = 0; k < group_cells && first + k < 81; ++k)
          write(first + k, groups_[g].at + 9 * k);
      }
    }
  }

 private:
  State* states_[lane_count];
  State nowhere_ = {};
  Group groups_[word_count] = {};
};
