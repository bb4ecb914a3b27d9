// One pass of propagation over all lanes: pure AND, OR and NOT, no branch, no table.
//
// A mini-row is the three cells that a row and a box share. Per value and band, nine of
// them form a 3x3 (rows by boxes) in which the value stands once in each row and once in
// each column: `keep_supported` leaves just the mini-rows that some such placement uses.
// That one rule holds pointing, claiming, and most hidden singles. A stack is the same with
// mini-columns. Between the two, each mini-row settles hidden singles of its row and notes
// which cells are known (one candidate left).

struct alignas(64) Board {
  Lanes at[81][10];  // [cell][value], the tenth: the cell is known
};
constexpr int known = 9;

struct Swept {
  Lanes changed, dead, full;
};

SQD_INLINE void keep_supported(const Lanes* open, const Lanes* must, Lanes* kept, Lanes& changed,
                               Lanes& alive) {
  Lanes free[9];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      free[3 * i + j] = open[3 * i + j] & ~((must[3 * i + j1] | must[3 * i + j2]) |
                                            (must[3 * i1 + j] | must[3 * i2 + j]));
    }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      kept[3 * i + j] = free[3 * i + j] & ((free[3 * i1 + j1] & free[3 * i2 + j2]) |
                                           (free[3 * i1 + j2] & free[3 * i2 + j1]));
    }
  for (int k = 0; k < 9; ++k) changed |= open[k] & ~kept[k];
  alive &= kept[0] | kept[1] | kept[2];
}

// One value in one band: cell m * 3 + k of the band is cell k of mini-row m.
SQD_INLINE void sweep_band(Lanes (*band)[10], int value, Lanes* sole, Lanes& changed,
                           Lanes& alive) {
  Lanes open[9], must[9], kept[9];
  for (int m = 0; m < 9; ++m) {
    Lanes a = band[3 * m][value], b = band[3 * m + 1][value], c = band[3 * m + 2][value];
    open[m] = a | b | c;
    must[m] = (a & band[3 * m][known]) | (b & band[3 * m + 1][known]) |
              (c & band[3 * m + 2][known]);
  }
  keep_supported(open, must, kept, changed, alive);
  for (int m = 0; m < 9; ++m) {
    int row = m / 3 * 3, box = m % 3;
    sole[m] = kept[m] & ~(kept[row + (box + 1) % 3] | kept[row + (box + 2) % 3]);
    for (int k = 0; k < 3; ++k) band[3 * m + k][value] &= kept[m];
  }
}

// One value in one stack: mini-column 3 * b + j is column j of the stack in band b.
SQD_INLINE void sweep_stack(Lanes (*stack)[10], int value, Lanes& changed, Lanes& alive) {
  Lanes open[9], must[9], kept[9];
  for (int m = 0; m < 9; ++m) {
    int top = 27 * (m / 3) + m % 3;
    Lanes a = stack[top][value], b = stack[top + 9][value], c = stack[top + 18][value];
    open[m] = a | b | c;
    must[m] = (a & stack[top][known]) | (b & stack[top + 9][known]) |
              (c & stack[top + 18][known]);
  }
  keep_supported(open, must, kept, changed, alive);
  for (int m = 0; m < 9; ++m) {
    int top = 27 * (m / 3) + m % 3;
    for (int k = 0; k < 3; ++k) stack[top + 9 * k][value] &= kept[m];
  }
}

// Three cells: values whose only place in the row is one of them, then what is known.
SQD_INLINE void settle_minirow(Lanes (*cell)[10], Lanes (*sole)[9], int minirow, Lanes& changed,
                               Lanes& alive, Lanes& full) {
  Lanes forced[9][3], any_forced[3] = {};
  for (int v = 0; v < 9; ++v) {
    Lanes a = cell[0][v], b = cell[1][v], c = cell[2][v], only = sole[v][minirow];
    forced[v][0] = a & ~(b | c) & only;
    forced[v][1] = b & ~(a | c) & only;
    forced[v][2] = c & ~(a | b) & only;
    for (int k = 0; k < 3; ++k) any_forced[k] |= forced[v][k];
  }
  Lanes one[3] = {}, two[3] = {};
  for (int v = 0; v < 9; ++v)
    for (int k = 0; k < 3; ++k) {
      Lanes left = cell[k][v] & ~(any_forced[k] & ~forced[v][k]);
      cell[k][v] = left;
      two[k] |= one[k] & left;
      one[k] |= left;
    }
  for (int k = 0; k < 3; ++k) {
    Lanes single = one[k] & ~two[k];
    alive &= ~(any_forced[k] & two[k]) & one[k];
    changed |= (any_forced[k] | single) & ~cell[k][known];
    cell[k][known] = single;
    full &= single;
  }
}

SQD_NOINLINE void sweep(Board& board, Swept& out) {
  Lanes changed = {}, alive = ~changed, full = ~changed;
  Lanes sole[9][9];
  for (int band = 0; band < 81; band += 27) {
    for (int v = 0; v < 9; ++v) sweep_band(&board.at[band], v, sole[v], changed, alive);
    for (int m = 0; m < 9; ++m)
      settle_minirow(&board.at[band + 3 * m], sole, m, changed, alive, full);
  }
  for (int stack = 0; stack < 9; stack += 3)
    for (int v = 0; v < 9; ++v) sweep_stack(&board.at[stack], v, changed, alive);
  out = {changed, ~alive, full};
}
