// Where each lane branches: the cell of two candidates with the most unsettled peers, then
// of three, then any. Counts are bit-sliced too: an array of Lanes is a binary number per
// lane, lowest bit first, and a full adder adds all lanes at once.

SQD_INLINE void full_add(Lanes a, Lanes b, Lanes c, Lanes& sum, Lanes& carry) {
  Lanes half = a ^ b;
  sum = half ^ c;
  carry = (a & b) | (half & c);
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

// Row rest + box + column rest of a cell: five bits.
SQD_INLINE void crowd_of(const Crowds& crowds, int cell, Lanes* sum) {
  int row = cell / 9, col = cell % 9, box = row / 3 * 3 + col / 3;
  const Lanes* r = crowds.row_rest[row * 3 + col / 3];
  const Lanes* c = crowds.col_rest[row / 3 * 9 + col];
  const Lanes* b = crowds.box[box];
  Lanes part[5], carry, carry2;
  part[0] = r[0] ^ b[0];
  full_add(r[1], b[1], r[0] & b[0], part[1], carry);
  full_add(r[2], b[2], carry, part[2], carry2);
  part[3] = b[3] ^ carry2;
  part[4] = b[3] & carry2;
  sum[0] = part[0] ^ c[0];
  full_add(part[1], c[1], part[0] & c[0], sum[1], carry);
  full_add(part[2], c[2], carry, sum[2], carry2);
  sum[3] = part[3] ^ carry2;
  sum[4] = part[4] | (part[3] & carry2);
}

// For the lanes of `lanes`, sets the lane's bit in chosen[cell] of one cell.
SQD_NOINLINE void choose(const Board& board, const Lanes& lanes, Lanes* chosen) {
  Lanes unsettled[81], two_left[81], three_left[81];
  for (int c = 0; c < 81; ++c) {
    Lanes one = {}, two = {}, three = {}, four = {};
    for (int v = 0; v < 9; ++v) {
      Lanes here = board.at[c][v];
      four |= three & here;
      three |= two & here;
      two |= one & here;
      one |= here;
    }
    unsettled[c] = two & lanes;
    two_left[c] = two & ~three & lanes;
    three_left[c] = three & ~four & lanes;
  }
  Crowds crowds;
  count_crowds(unsettled, crowds);
  Lanes settled = {}, number[7] = {};  // the chosen cell, in binary
  for (const Lanes* eligible : {two_left, three_left}) {
    Lanes wanted = lanes & ~settled, best[5] = {}, found = {};
    if (!any(wanted)) break;
    for (int c = 0; c < 81; ++c) {
      Lanes sum[5], more = {}, equal = ~more;
      crowd_of(crowds, c, sum);
      for (int bit = 4; bit >= 0; --bit) {
        Lanes differs = best[bit] ^ sum[bit];
        more |= equal & differs & sum[bit];
        equal &= ~differs;
      }
      Lanes take = eligible[c] & wanted & (more | ~found);
      for (int bit = 0; bit < 5; ++bit) best[bit] = blend(best[bit], sum[bit], take);
      for (int bit = 0; bit < 7; ++bit)
        number[bit] = c >> bit & 1 ? number[bit] | take : number[bit] & ~take;
      found |= take;
    }
    settled |= found;
  }
  Lanes left = lanes & ~settled;
  for (int c = 0; c < 81; ++c) {
    Lanes here = settled;
    for (int bit = 0; bit < 7; ++bit) here &= c >> bit & 1 ? number[bit] : ~number[bit];
    Lanes other = unsettled[c] & left;
    left &= ~other;
    chosen[c] = here | other;
  }
}
