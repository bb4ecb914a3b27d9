// One pass of propagation over all lanes: pure AND, OR and NOT, no branch, no table.
//
// A mini-row is the three cells that a row and a box share. Per value and band, nine of
// them form a 3x3 (rows by boxes) in which the value stands once in each row and once in
// each column: `keep_supported` leaves just the mini-rows that some such placement uses.
// That one rule holds pointing, claiming, and most hidden singles. A stack is the same with
// mini-columns. Between the two, each mini-row settles hidden singles of its row and notes
// which cells are known (one candidate left).

struct alignas(64) Board {
  Lanes at[84][10];  // [cell][value], the tenth: the cell is known; the last three fill a group
};
constexpr int known = 9;

SQD_INLINE Lanes just_one_of_nine(const Lanes* value) {
  Lanes one[3], two[3];
  for (int g = 0; g < 3; ++g) {
    one[g] = or3(value[3 * g], value[3 * g + 1], value[3 * g + 2]);
    two[g] = majority(value[3 * g], value[3 * g + 1], value[3 * g + 2]);
  }
  return and_nor(or3(one[0], one[1], one[2]), or3(two[0], two[1], two[2]),
                 majority(one[0], one[1], one[2]));
}

struct Swept {
  // What the bands have lost does not count: if nothing followed from it in the rest of the
  // sweep, the next one would find nothing either.
  Lanes changed, dead;
  Lanes full;  // every cell known, every column and box right: solved if every row is right too
};

// `open` are the mini-rows with a place for the value, `must` those with a known cell that has
// it. The six placements fall into two families of three; those of a family share no cell and
// cover all nine, so a placement misses a cell that must be used just if another of its
// family has it. Cell (i, j) is in placement j - i of the one and i + j of the other (mod 3).
SQD_INLINE void keep_supported(const Lanes* open, const Lanes* must, Lanes* kept, Lanes& alive) {
  Lanes place[2][3];
  for (int family = 0; family < 2; ++family) {
    Lanes possible[3], needed[3];
    for (int p = 0; p < 3; ++p) {
      int a = p, b = 3 + (family ? p + 2 : p + 1) % 3, c = 6 + (family ? p + 1 : p + 2) % 3;
      possible[p] = and3(open[a], open[b], open[c]);
      needed[p] = or3(must[a], must[b], must[c]);
    }
    for (int p = 0; p < 3; ++p)
      place[family][p] = and_nor(possible[p], needed[(p + 1) % 3], needed[(p + 2) % 3]);
  }
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      kept[3 * i + j] = place[0][(j - i + 3) % 3] | place[1][(i + j) % 3];
  alive &= or3(kept[0], kept[1], kept[2]);
}

// What the band keeps of a mini-row, and which of that is sole: the row has no other place for
// the value, and the mini-row one cell.
struct Verdict {
  Lanes kept[9], sole[9];  // by value
};

// One value in one band: cell m * 3 + k of the band is cell k of mini-row m. The cells are left
// to `settle_minirow`, which reads and writes them anyway.
SQD_INLINE void sweep_band(const Lanes (*band)[10], int value, Verdict* verdict, Lanes& alive) {
  Lanes open[9], must[9], kept[9];
  for (int m = 0; m < 9; ++m) {
    Lanes a = band[3 * m][value], b = band[3 * m + 1][value], c = band[3 * m + 2][value];
    open[m] = or3(a, b, c);
    must[m] = or_and(or_and(a & band[3 * m][known], b, band[3 * m + 1][known]), c,
                     band[3 * m + 2][known]);
  }
  keep_supported(open, must, kept, alive);
  for (int m = 0; m < 9; ++m) {
    int row = m / 3 * 3, box = m % 3;
    Lanes a = band[3 * m][value], b = band[3 * m + 1][value], c = band[3 * m + 2][value];
    verdict[m].kept[value] = kept[m];
    verdict[m].sole[value] = just_one(a, b, c) & and_nor(kept[m], kept[row + (box + 1) % 3],
                                                         kept[row + (box + 2) % 3]);
  }
}

// One value in one stack: mini-column 3 * b + j is column j of the stack in band b.
SQD_INLINE void sweep_stack(Lanes (*stack)[10], int value, Lanes& struck, Lanes& alive) {
  Lanes open[9], must[9], kept[9];
  for (int m = 0; m < 9; ++m) {
    int top = 27 * (m / 3) + m % 3;
    Lanes a = stack[top][value], b = stack[top + 9][value], c = stack[top + 18][value];
    open[m] = or3(a, b, c);
    must[m] = or_and(or_and(a & stack[top][known], b, stack[top + 9][known]), c,
                     stack[top + 18][known]);
  }
  keep_supported(open, must, kept, alive);
  for (int m = 0; m < 9; ++m) {
    struck = or_and_not(struck, open[m], kept[m]);
    int top = 27 * (m / 3) + m % 3;
    for (int k = 0; k < 3; ++k) stack[top + 9 * k][value] &= kept[m];
  }
}

// Three cells: sets what is sole, strikes what is not kept, then notes what is known.
SQD_INLINE void settle_minirow(Lanes (*cell)[10], const Verdict& verdict, Lanes& changed,
                               Lanes& alive, Lanes& full) {
  const Lanes *kept = verdict.kept, *sole = verdict.sole;
  Lanes forced[3] = {};
  for (int v = 0; v < 9; ++v)
    for (int k = 0; k < 3; ++k) forced[k] = or_and(forced[k], sole[v], cell[k][v]);
  for (int k = 0; k < 3; ++k) {
    Lanes one[3], two[3];
    for (int g = 0; g < 3; ++g) {
      Lanes now[3];
      for (int i = 0; i < 3; ++i) {
        int v = 3 * g + i;
        now[i] = cell[k][v] & kept[v] & (sole[v] | ~forced[k]);
        cell[k][v] = now[i];
      }
      one[g] = or3(now[0], now[1], now[2]);
      two[g] = majority(now[0], now[1], now[2]);
    }
    Lanes some = or3(one[0], one[1], one[2]);
    Lanes more = or3(two[0], two[1], two[2]) | majority(one[0], one[1], one[2]);
    Lanes single = some & ~more;
    alive = and_nand(alive & some, forced[k], more);
    changed = or_and_not(changed, single, cell[k][known]);
    cell[k][known] = single;
    full &= single;
  }
}

SQD_NOINLINE void sweep(Board& board, Swept& out) {
  Lanes changed = {}, alive = ~changed, full = ~changed;
  Verdict verdict[9];  // by mini-row
  for (int band = 0; band < 81; band += 27) {
    for (int v = 0; v < 9; ++v) sweep_band(&board.at[band], v, verdict, alive);
    for (int m = 0; m < 9; ++m)
      settle_minirow(&board.at[band + 3 * m], verdict[m], changed, alive, full);
  }
  Lanes struck = {};
  for (int stack = 0; stack < 9; stack += 3)
    for (int v = 0; v < 9; ++v) sweep_stack(&board.at[stack], v, struck, alive);
  out = {changed | struck, ~alive, full & ~struck};
}

// The lanes in which every row has every value.
SQD_NOINLINE Lanes complete_rows(const Board& board) {
  Lanes complete = ~Lanes{};
  for (int row = 0; row < 81; row += 9)
    for (int v = 0; v < 9; ++v) {
      Lanes third[3];
      for (int i = 0; i < 3; ++i)
        third[i] = or3(board.at[row + 3 * i][v], board.at[row + 3 * i + 1][v],
                       board.at[row + 3 * i + 2][v]);
      complete &= or3(third[0], third[1], third[2]);
    }
  return complete;
}
