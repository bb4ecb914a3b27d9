// Where each lane branches: the cell of two candidates with the most unsettled peers, then
// of three, then any. Counts are bit-sliced too: an array of Lanes is a binary number per
// lane, lowest bit first, and a full adder adds all lanes at once.

SQD_INLINE void full_add(Lanes a, Lanes b, Lanes c, Lanes& sum, Lanes& carry) {
  sum = xor3(a, b, c);
  carry = majority(a, b, c);
}

// Two bits + two bits = three bits.
SQD_INLINE void add_pairs(const Lanes* a, const Lanes* b, Lanes* sum) {
  sum[0] = a[0] ^ b[0];
  full_add(a[1], b[1], a[0] & b[0], sum[1], sum[2]);
}

// Unsettled cells around each cell, as the parts that neighbours share.
struct Crowds {
  Lanes row_rest[27][3];  // by mini-row: the row outside the box
  Lanes col_rest[27][3];  // by mini-column: the column outside the box
  Lanes box[9][4];
};

SQD_INLINE void count_crowds(const Lanes* unsettled, Crowds& crowds) {
  Lanes minirow[27][2], minicol[27][2];
  for (int i = 0; i < 27; ++i)
    full_add(unsettled[3 * i], unsettled[3 * i + 1], unsettled[3 * i + 2], minirow[i][0],
             minirow[i][1]);
  for (int i = 0; i < 27; ++i) {
    int top = 27 * (i / 9) + i % 9;
    full_add(unsettled[top], unsettled[top + 9], unsettled[top + 18], minicol[i][0],
             minicol[i][1]);
  }
  for (int i = 0; i < 27; ++i) {
    int row = i / 3 * 3, box = i % 3;
    add_pairs(minirow[row + (box + 1) % 3], minirow[row + (box + 2) % 3], crowds.row_rest[i]);
    int col = i % 9, band = i / 9;
    add_pairs(minicol[(band + 1) % 3 * 9 + col], minicol[(band + 2) % 3 * 9 + col],
              crowds.col_rest[i]);
  }
  for (int b = 0; b < 9; ++b) {
    int first = b / 3 * 9 + b % 3;
    const Lanes* third = minirow[first + 6];
    Lanes* sum = crowds.box[b];
    Lanes pair[3], carry;
    add_pairs(minirow[first], minirow[first + 3], pair);
    sum[0] = pair[0] ^ third[0];
    full_add(pair[1], third[1], pair[0] & third[0], sum[1], carry);
    sum[2] = pair[2] ^ carry;
    sum[3] = pair[2] & carry;
  }
}

// Row rest + box of a mini-row: four bits, the fifth is always 0 (6 + 9 cells at most).
SQD_INLINE void minirow_crowd(const Crowds& crowds, int minirow, Lanes* sum) {
  const Lanes* r = crowds.row_rest[minirow];
  const Lanes* b = crowds.box[minirow / 9 * 3 + minirow % 3];
  Lanes carry;
  sum[0] = r[0] ^ b[0];
  full_add(r[1], b[1], r[0] & b[0], sum[1], carry);
  full_add(r[2], b[2], carry, sum[2], carry);
  sum[3] = b[3] | carry;
}

// And the column rest of a cell of it: five bits.
SQD_INLINE void add_column(const Lanes* part, const Lanes* c, Lanes* sum) {
  Lanes carry;
  sum[0] = part[0] ^ c[0];
  full_add(part[1], c[1], part[0] & c[0], sum[1], carry);
  full_add(part[2], c[2], carry, sum[2], carry);
  sum[3] = part[3] ^ carry;
  sum[4] = part[3] & carry;
}

// How many candidates a cell has.
struct Tally {
  Lanes many, two, few;  // two or more, just two, two or three
};

SQD_INLINE Tally tally(const Lanes* value) {
  Lanes sum[3], carry[3], ones, twos, low, fours;
  for (int g = 0; g < 3; ++g)
    full_add(value[3 * g], value[3 * g + 1], value[3 * g + 2], sum[g], carry[g]);
  full_add(sum[0], sum[1], sum[2], ones, low);
  full_add(carry[0], carry[1], carry[2], twos, fours);
  fours = or_and(fours, twos, low);  // or eight
  twos ^= low;
  return {twos | fours, and_nor(twos, ones, fours), twos & ~fours};
}

// Among the cells with few candidates the one with two if there is such a one, of these the one
// with the largest crowd, of these the first: `chosen` is set where a cell is better than those
// before it, so the last one set is the lane's choice. Returns the lanes that have one.
//
// One pass with "has two" as the highest digit: cells of three in a pass of their own, for
// lanes without one of two, took half of the time of `choose`, as some lane always is without.
SQD_INLINE Lanes pick_crowded(const Crowds& crowds, const Lanes* few, const Lanes* two, Lanes lanes,
                              Lanes* chosen) {
  Lanes best[6] = {}, found = {};
  for (int m = 0; m < 27; ++m) {
    Lanes part[4];
    minirow_crowd(crowds, m, part);
    for (int c = 3 * m; c < 3 * m + 3; ++c) {
      Lanes sum[6], more = {};
      add_column(part, crowds.col_rest[c / 27 * 9 + c % 9], sum);
      sum[5] = two[c];
      for (int bit = 0; bit < 6; ++bit) more = exceeds(sum[bit], best[bit], more);
      Lanes take = and_or_not(few[c] & lanes, more, found);
      for (int bit = 0; bit < 6; ++bit) best[bit] = blend(best[bit], sum[bit], take);
      found |= take;
      chosen[c] = take;
    }
  }
  return found;
}

// For the lanes of `lanes`, sets the lane's bit in chosen[cell] of one cell.
SQD_NOINLINE void choose(const Board& board, const Lanes& lanes, Lanes* chosen) {
  Lanes unsettled[81], few[81], two[81];
  for (int c = 0; c < 81; ++c) {
    Tally count = tally(board.at[c]);
    unsettled[c] = count.many;
    few[c] = count.few;
    two[c] = count.two;
  }
  Crowds crowds;
  count_crowds(unsettled, crowds);
  Lanes left = lanes & ~pick_crowded(crowds, few, two, lanes, chosen);
  if (any(left))  // all their cells have four or more: the first
    for (int c = 0; c < 81; ++c) {
      chosen[c] = or_and(chosen[c], unsettled[c], left);
      left &= ~unsettled[c];
    }
  left = lanes;
  for (int c = 80; c >= 0; --c) {
    Lanes last = chosen[c] & left;
    left &= ~last;
    chosen[c] = last;
  }
}
