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

// The rounds of the transposition that are among the `count` rows given, `step` rows apart.
template <int count, int step>
SQD_INLINE void swap_rows(Lanes* row) {
  if constexpr (count > 1) {
    for (int i = 0; i < count / 2; ++i) swap_halves<count / 2 * step>(row[i], row[i + count / 2]);
    swap_rows<count / 2, step>(row);
    swap_rows<count / 2, step>(row + count / 2);
  }
}

// First the rounds among rows that are `near` apart, then those among `near` that follow each
// other: as many at a time as there are registers for.
#if defined(SQD_AVX512) || defined(__aarch64__)
constexpr int near = 4;
#else
constexpr int near = 8;
#endif
constexpr int far = 64 / near;

SQD_INLINE void turn_far(Group& group) {
  for (int j = 0; j < near; ++j) {
    Lanes row[far];
    for (int i = 0; i < far; ++i) row[i] = group.at[j + near * i];
    swap_rows<far, near>(row);
    for (int i = 0; i < far; ++i) group.at[j + near * i] = row[i];
  }
}

SQD_INLINE void turn(Group& group) {
  turn_far(group);
  for (int j = 0; j < 64; j += near) swap_rows<near, 1>(group.at + j);
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

  // Puts the states of the added lanes aside.
  void save(const Board& board) {
    for (int part = 0; part < state_parts; ++part) {
      for (int g = 0; g < word_count; ++g) {
        const Lanes* first = board.at[(part * word_count + g) * group_cells];
#pragma GCC unroll 8
        for (int j = 0; j < near; ++j) {
          Lanes row[far];
          for (int i = 0; i < far; ++i) row[i] = first[place(j + near * i)];
          swap_rows<far, near>(row);
          for (int i = 0; i < far; ++i) groups_[g].at[j + near * i] = row[i];
        }
      }
      for (int j = 0; j < 64; j += near) {
        Lanes row[word_count][near];
        for (int g = 0; g < word_count; ++g) {
          for (int i = 0; i < near; ++i) row[g][i] = groups_[g].at[j + i];
          swap_rows<near, 1>(row[g]);
        }
        for (int i = 0; i < near; ++i) {
          Lanes words[word_count];
          for (int g = 0; g < word_count; ++g) words[g] = row[g][i];
          turn_words(words);
          for (int w = 0; w < word_count; ++w) states_[64 * w + j + i]->part[part] = words[w];
        }
      }
    }
  }

  // Takes them up in the lanes of `moved`, which are those added.
  void load(Board& board, Lanes moved) {
    for (int part = 0; part < state_parts; ++part) {
      for (int j = 0; j < 64; j += near) {
        Lanes row[word_count][near];
        for (int i = 0; i < near; ++i) {
          Lanes words[word_count];
          for (int w = 0; w < word_count; ++w) words[w] = states_[64 * w + j + i]->part[part];
          turn_words(words);
          for (int g = 0; g < word_count; ++g) row[g][i] = words[g];
        }
        for (int g = 0; g < word_count; ++g) {
          swap_rows<near, 1>(row[g]);
          for (int i = 0; i < near; ++i) groups_[g].at[j + i] = row[g][i];
        }
      }
      for (int g = 0; g < word_count; ++g) {
        Lanes* first = board.at[(part * word_count + g) * group_cells];
#pragma GCC unroll 8
        for (int j = 0; j < near; ++j) {
          Lanes row[far];
          for (int i = 0; i < far; ++i) row[i] = groups_[g].at[j + near * i];
          swap_rows<far, near>(row);
          for (int i = 0; i < far; ++i)
            if (j + near * i < 9 * group_cells) {
              Lanes& to = first[place(j + near * i)];
              to = blend(to, row[i], moved);
            }
        }
      }
    }
    for (int c = 0; c < 81; ++c)
      board.at[c][known] = blend(board.at[c][known], just_one_of_nine(board.at[c]), moved);
  }

 private:
  // Where the row of a group is among the registers of its cells; the last row is no one's.
  static constexpr int place(int row) { return row + std::min(row / 9, group_cells - 1); }

  State* states_[lane_count];
  State nowhere_ = {};
  Group groups_[word_count] = {};
};
