// A board holds all puzzles at once. To put a lane's state aside, and to take one up again, it
// is turned so that each lane has words of its own, one for seven cells:
//
//   cell 7 g + k, value v   <->   word g, bit 9 k + v
//
// Which cells are known is not kept: it shows.

constexpr int group_cells = 7;
constexpr int state_words = (81 + group_cells - 1) / group_cells;
constexpr int state_parts = state_words / word_count;  // registers that hold a state
static_assert(state_words % word_count == 0);

struct alignas(LANE_BYTES) State {
  Lanes part[state_parts];
};

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
        const Lanes* cells = board.at[(part * word_count + g) * group_cells];
        turn_far([&](int row) { return cells[place(row)]; },
                 [&](int row, Lanes lanes) { groups_[g].at[row] = lanes; });
      }
      turn_to_words(groups_, [&](int lane) -> Lanes& { return states_[lane]->part[part]; });
    }
  }

  // Takes them up in the lanes of `moved`, which are those added.
  void load(Board& board, Lanes moved) {
    for (int part = 0; part < state_parts; ++part) {
      turn_from_words(groups_, [&](int lane) -> Lanes& { return states_[lane]->part[part]; });
      for (int g = 0; g < word_count; ++g) {
        Lanes* cells = board.at[(part * word_count + g) * group_cells];
        turn_far([&](int row) { return groups_[g].at[row]; },
                 [&](int row, Lanes lanes) {
                   if (row < last_row) cells[place(row)] = blend(cells[place(row)], lanes, moved);
                 });
      }
    }
    for (int c = 0; c < 81; ++c)
      board.at[c][known] = blend(board.at[c][known], just_one_of_nine(board.at[c]), moved);
  }

 private:
  // Where a row is among the registers of its cells. The last row is no one's: it reads anything.
  static constexpr int last_row = 9 * group_cells;
  static constexpr int place(int row) { return row < last_row ? row + row / 9 : 0; }

  State* states_[lane_count];
  State nowhere_ = {};
  Group groups_[word_count] = {};
};
