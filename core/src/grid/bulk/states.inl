// A board holds all puzzles at once. To put a lane's state aside, and to take one up again, it
// is turned so that each lane has words of its own, one for seven cells:
//
//   board   cell 7 g + k, value v, bit 64 w + j   <->   lane 64 w + j: word g, bit 9 k + v
//
// That is a transposition of 64x64 bits in each word w of 64 registers, all words at once.
// Which cells are known is not kept: it shows.

constexpr int group_cells = 7;
constexpr int state_words = (81 + group_cells - 1) / group_cells;

struct State {
  std::uint64_t word[state_words];
};

struct alignas(64) Group {
  std::uint64_t word[64 * word_count];  // of 64 registers

  Lanes get(int row) const {
    Lanes lanes;
    std::memcpy(&lanes, word + row * word_count, sizeof lanes);
    return lanes;
  }
  void put(int row, Lanes lanes) { std::memcpy(word + row * word_count, &lanes, sizeof lanes); }
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

// Three rounds of the transposition among eight rows `step` apart.
template <int step>
SQD_INLINE void swap_eight(Group& group, int first) {
  Lanes r[8];
  for (int i = 0; i < 8; ++i) r[i] = group.get(first + i * step);
  for (int i = 0; i < 4; ++i) swap_halves<4 * step>(r[i], r[i + 4]);
  for (int i : {0, 1, 4, 5}) swap_halves<2 * step>(r[i], r[i + 2]);
  for (int i = 0; i < 8; i += 2) swap_halves<step>(r[i], r[i + 1]);
  for (int i = 0; i < 8; ++i) group.put(first + i * step, r[i]);
}

SQD_INLINE void turn(Group& group) {
  for (int j = 0; j < 8; ++j) swap_eight<8>(group, j);
  for (int j = 0; j < 8; ++j) swap_eight<1>(group, 8 * j);
}

// Lanes and the states that go with them.
struct Transfer {
  int size = 0;
  std::uint16_t place[lane_count];  // of the lane's word in a turned group
  State* state[lane_count];

  void add(int lane, State* s) {
    place[size] = static_cast<std::uint16_t>(lane % 64 * word_count + lane / 64);
    state[size++] = s;
  }
};

// `read(cell, to)` gives the nine registers of a cell.
template <typename Read>
SQD_INLINE void save_states(const Transfer& transfer, Read&& read) {
  Group group = {};
  for (int g = 0; g < state_words; ++g) {
    for (int k = 0; k < group_cells && group_cells * g + k < 81; ++k) {
      Lanes cell[9];
      read(group_cells * g + k, cell);
      for (int v = 0; v < 9; ++v) group.put(9 * k + v, cell[v]);
    }
    turn(group);
    for (int k = 0; k < transfer.size; ++k)
      transfer.state[k]->word[g] = group.word[transfer.place[k]];
  }
}

SQD_INLINE void fill_group(const Transfer& transfer, int g, Group& group) {
  for (int k = 0; k < transfer.size; ++k)
    group.word[transfer.place[k]] = transfer.state[k]->word[g];
}

SQD_NOINLINE void load_states(const Transfer& transfer, Lanes lanes, Board& board) {
  // One group ahead: vectors read just after their words are written would wait.
  Group group[2] = {};
  fill_group(transfer, 0, group[0]);
  for (int g = 0; g < state_words; ++g) {
    if (g + 1 < state_words) fill_group(transfer, g + 1, group[(g + 1) % 2]);
    Group& here = group[g % 2];
    turn(here);
    for (int k = 0; k < group_cells && group_cells * g + k < 81; ++k) {
      Lanes* cell = board.at[group_cells * g + k];
      Lanes from[9];
      for (int v = 0; v < 9; ++v) from[v] = here.get(9 * k + v);
      for (int v = 0; v < 9; ++v) cell[v] = blend(cell[v], from[v], lanes);
      cell[known] = blend(cell[known], just_one_of_nine(from), lanes);
    }
  }
}
