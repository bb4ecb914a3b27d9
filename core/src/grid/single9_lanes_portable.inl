// What single9_lanes.inl needs of a machine of which nothing is known, with one lane in a vector:
//
//   zip_low16 ...   words (pairs, halves) of two vectors in turn
//   value_8         the lanes of value 8, box by box
//   spread          what is known box by box, to all words that it concerns
//   keep_supported_bands, keep_supported_stacks
//   read_clues, write_values, branch
#if defined(__clang__) || __GNUC__ >= 12
#define SQD_SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SQD_SHUFFLE(a, b, ...) __builtin_shuffle(a, b, Vector{__VA_ARGS__})
#endif
SQD_INLINE Vector zip_low16(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 0, 8, 1, 9, 2, 10, 3, 11);
}
SQD_INLINE Vector zip_high16(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 4, 12, 5, 13, 6, 14, 7, 15);
}
SQD_INLINE Vector zip_low32(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 0, 1, 8, 9, 2, 3, 10, 11);
}
SQD_INLINE Vector zip_high32(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 4, 5, 12, 13, 6, 7, 14, 15);
}
SQD_INLINE Vector zip_low64(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 0, 1, 2, 3, 8, 9, 10, 11);
}
SQD_INLINE Vector zip_high64(Vector a, Vector b) {
  return SQD_SHUFFLE(a, b, 4, 5, 6, 7, 12, 13, 14, 15);
}
SQD_INLINE bool any(Vector a) {
  typedef std::uint64_t Two __attribute__((vector_size(16)));
  Two halves = reinterpret_cast<Two>(a);
  return (halves[0] | halves[1]) != 0;
}
SQD_INLINE void next_bands(const Vector (&t)[4][3], Vector (&next)[4][3], Vector (&after)[4][3]) {
  for (int s = 0; s < 3; ++s) {
    for (int b = 0; b < 3; ++b) {
      next[b][s] = t[(b + 1) % 3][s];
      after[b][s] = t[(b + 2) % 3][s];
    }
    next[3][s] = SQD_SHUFFLE(t[3][s], t[3][s], 1, 2, 0, 1, 2, 0, 1, 2);
    after[3][s] = SQD_SHUFFLE(t[3][s], t[3][s], 2, 0, 1, 2, 0, 1, 2, 0);
  }
}
SQD_INLINE Cells value_8(const Vector (&x)[4][3]) {
  const Vector* v = x[3];
  Vector first = SQD_SHUFFLE(v[0], v[1], 0, 8, 0, 1, 9, 1, 2, 10);
  return {{SQD_SHUFFLE(first, v[2], 0, 1, 8, 3, 4, 9, 6, 7),
           SQD_SHUFFLE(v[2], v[2], 2, 2, 2, 2, 2, 2, 2, 2)}};
}
SQD_INLINE void spread(const Cells& cells, Vector (&to)[4][3]) {
  Vector a = cells.x[0], b = cells.x[1];
  to[0][0] = SQD_SHUFFLE(a, a, 0, 0, 0, 0, 0, 0, 0, 0);
  to[0][1] = SQD_SHUFFLE(a, a, 1, 1, 1, 1, 1, 1, 1, 1);
  to[0][2] = SQD_SHUFFLE(a, a, 2, 2, 2, 2, 2, 2, 2, 2);
  to[1][0] = SQD_SHUFFLE(a, a, 3, 3, 3, 3, 3, 3, 3, 3);
  to[1][1] = SQD_SHUFFLE(a, a, 4, 4, 4, 4, 4, 4, 4, 4);
  to[1][2] = SQD_SHUFFLE(a, a, 5, 5, 5, 5, 5, 5, 5, 5);
  to[2][0] = SQD_SHUFFLE(a, a, 6, 6, 6, 6, 6, 6, 6, 6);
  to[2][1] = SQD_SHUFFLE(a, a, 7, 7, 7, 7, 7, 7, 7, 7);
  to[2][2] = b;
  to[3][0] = SQD_SHUFFLE(a, a, 0, 3, 6, 0, 3, 6, 0, 3);
  to[3][1] = SQD_SHUFFLE(a, a, 1, 4, 7, 1, 4, 7, 1, 4);
  to[3][2] = SQD_SHUFFLE(a, b, 2, 5, 8, 2, 5, 8, 2, 5);
}
#undef SQD_SHUFFLE

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
