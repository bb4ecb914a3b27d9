// The kernel, included once for each level. A vector is wider than a register on most: the compiler cuts it.
//
// A sweep over the rows, then one over the cols, each with the boxes, until neither changes a lane that is alive.

typedef std::uint32_t Lanes __attribute__((vector_size(64)));
static_assert(sizeof(Lanes) == 4 * deep_lanes);

#define SQD_INLINE static inline __attribute__((always_inline))

// Where values were met in a house or a segment.
struct Places {
  Lanes once, twice;  // in so many cells or more
  Lanes apart;        // in two segments or more
  Lanes solved;       // in a cell that has only this one
  Lanes clash;        // in two such cells
};

SQD_INLINE void merge(Places& house, const Places& part) {
  const Lanes both = house.once & part.once;
  house.twice |= part.twice | both;
  house.apart |= both;
  house.once |= part.once;
  house.clash |= part.clash | (house.solved & part.solved);
  house.solved |= part.solved;
}

SQD_INLINE void turn(Lanes& out, const Lanes& x, int by, int size, std::uint32_t all) {
  out = by == 0 ? x : ((x << by) | (x >> (size - by))) & all;
}

SQD_INLINE void count_bits(Lanes& x) {
  x -= (x >> 1) & 0x55555555;
  x = (x & 0x33333333) + ((x >> 2) & 0x33333333);
  x = (x + (x >> 4)) & 0x0f0f0f0f;
  x = (x * 0x01010101) >> 24;
}

SQD_INLINE bool any(const Lanes& x) {
  std::uint64_t words[8], sum = 0;
  std::memcpy(words, &x, 64);
  for (const std::uint64_t word : words) sum |= word;
  return sum != 0;
}

template <int height>
class Kernel final : public DeepKernel {
 public:
  explicit Kernel(const DeepBoard& board) : board_(board) {}

  void run(std::uint32_t* masks, std::uint32_t* open) override {
    auto* cells = reinterpret_cast<Lanes*>(masks);
    Lanes dead{}, changed;
    do {
      changed = Lanes{};
      sweep(board_.sides[0].data(), cells, changed, dead);
      sweep(board_.sides[1].data(), cells, changed, dead);
      const Lanes is_dead = (Lanes)(dead != 0);
      changed &= ~is_dead;
    } while (any(changed));
    Lanes sum{};
    for (int cell = 0; cell < board_.cells; ++cell) {
      Lanes bits = cells[cell];
      count_bits(bits);
      sum += bits - 1;
    }
    const Lanes is_dead = (Lanes)(dead != 0);
    sum = (sum & ~is_dead) | (is_dead & conflict);
    std::memcpy(open, &sum, 64);
  }

 private:
  static constexpr int size = height * height;
  static constexpr std::uint32_t all = (1u << size) - 1;
  static constexpr int most = size * height;

  __attribute__((noinline)) void sweep(const Segment* segments, Lanes* cells, Lanes& changed, Lanes& dead) {
    const int count = board_.boxes * height;
    for (int box = 0; box < board_.boxes; ++box) boxes_[box] = Places{};
    for (int line = 0; line < board_.boxes; ++line) {
      lines_[line] = Places{};
      for (int i = line * height; i < (line + 1) * height; ++i) look(segments[i], cells, lines_[line], once_[i]);
    }
    for (int i = 0; i < board_.boxes; ++i) {
      end(lines_[i], dead);
      end(boxes_[i], dead);
      line_strikes_[i] = box_strikes_[i] = Lanes{};
    }
    for (int i = 0; i < count; ++i) {
      const Segment& segment = segments[i];
      Lanes apart, in_line;
      turn(apart, lines_[i / height].apart, (size - segment.turn) % size, size, all);
      in_box_[i] = once_[i] & ~boxes_[segment.box].apart;   // the box has them in this line only
      locked_[i] = once_[i] & ~apart;                       // the line has them in this box only
      turn(in_line, in_box_[i], segment.turn, size, all);
      line_strikes_[i / height] |= in_line;
      box_strikes_[segment.box] |= locked_[i];
    }
    for (int i = 0; i < count; ++i) settle(segments[i], i, cells, changed, dead);
  }

  SQD_INLINE void look_cell(Places& places, const Lanes& x) {
    const Lanes is_solved = (Lanes)((x & (x - 1)) == 0);
    const Lanes value = x & is_solved;
    places.twice |= places.once & x;
    places.once |= x;
    places.clash |= places.solved & value;
    places.solved |= value;
  }

  __attribute__((always_inline)) void look(const Segment& segment, const Lanes* cells, Places& line, Lanes& once) {
    Places places{};
    for (int i = 0; i < height; ++i) look_cell(places, cells[segment.cells[i]]);
    once = places.once;
    merge(boxes_[segment.box], places);
    if (segment.turn) {
      turn(places.once, places.once, segment.turn, size, all);
      turn(places.twice, places.twice, segment.turn, size, all);
      turn(places.clash, places.clash, segment.turn, size, all);
      turn(places.solved, places.solved, segment.turn, size, all);
    }
    merge(line, places);
  }

  // From now on `twice` holds the values with one place.
  SQD_INLINE void end(Places& house, Lanes& dead) {
    dead |= house.clash | (house.once ^ all);
    house.twice = house.once & ~house.twice;
  }

  __attribute__((always_inline)) void settle(const Segment& segment, int i, Lanes* cells, Lanes& changed, Lanes& dead) {
    const Places& line = lines_[i / height];
    const Places& box = boxes_[segment.box];
    const int back = (size - segment.turn) % size;
    Lanes hidden, strike, other;
    turn(hidden, line.twice, back, size, all);
    turn(strike, line.solved, back, size, all);
    turn(other, line_strikes_[i / height], back, size, all);
    hidden |= box.twice;
    strike |= box.solved | (other & ~in_box_[i]) | (box_strikes_[segment.box] & ~locked_[i]);
    for (int k = 0; k < height; ++k) {
      Lanes& cell = cells[segment.cells[k]];
      const Lanes x = cell, only = x & hidden;
      const Lanes is_solved = (Lanes)((x & (x - 1)) == 0), is_only = (Lanes)(only != 0);
      const Lanes left = (is_only & only) | (~is_only & x & ~strike);
      const Lanes next = (is_solved & x) | (~is_solved & left);
      // Two values that have no other place, or a cell that has no value.
      dead |= (only & (only - 1)) | (Lanes)(next == 0);
      changed |= next ^ x;
      cell = next;
    }
  }

  const DeepBoard& board_;
  Places lines_[size], boxes_[size];
  Lanes line_strikes_[size], box_strikes_[size];
  Lanes once_[most], in_box_[most], locked_[most];
};

#undef SQD_INLINE

std::unique_ptr<DeepKernel> make(const DeepBoard& board) {
  if (board.height == 3) return std::make_unique<Kernel<3>>(board);
  if (board.height == 4) return std::make_unique<Kernel<4>>(board);
  return std::make_unique<Kernel<5>>(board);
}
