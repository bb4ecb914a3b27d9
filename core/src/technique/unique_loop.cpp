// Unique rectangles and loops, types 1 to 4. Two values in every cell of a loop, two cells of the loop in
// every house that has one: were nothing else in its cells, the values could be swapped. So one of the
// other candidates of its cells (the guardians) is true. As all cells still have both values, the puzzle
// allows them: State::allows need not be asked.
//
// The search and its order are those of Sudoku Explainer 1.2.1, which collects all loops and tells
// the easiest first. Here a branch is left as soon as a house would have two cells of the same parity,
// and only cells are tried that can be in a loop at all, which is seldom any.
#include "loop_types.hpp"

namespace squaredance::technique {
namespace {

// A loop longer than this in large grids is for no one, and there may be any number of them.
constexpr int max_loop_large = 12;
constexpr int max_tries_large = 20000;

class LoopSearch {
 public:
  LoopSearch(const State& state, bool repaired, LoopTypes& types)
      : state_(state), sight_(state.sight()), repaired_(repaired), types_(types) {}

  void run() {
    for (int cell = 0; cell < sight_.cells(); ++cell) {
      const Mask mask = state_.mask(cell);
      if (!is_pair(mask)) continue;
      if (!find_core(mask) || !in_core(cell)) continue;
      pair_ = mask;
      cells_.clear();
      for (Seen& seen : seen_) seen = {};
      extend(cell, 2, 0, -1);
    }
  }

 private:
  struct Seen {
    bool by[2] = {false, false};  // has a cell of the loop at an even, at an odd place
  };

  Mask both(int house, Mask pair) const {
    const int low = std::countr_zero(pair);
    return state_.places(house, low) & state_.places(house, std::countr_zero(pair & (pair - 1)));
  }

  // The cells with both values that have another one in each of their houses, again and again. Says
  // whether there are any; remembers the last pair, as cells with the same pair come in rows.
  bool find_core(Mask pair) {
    if (pair == core_pair_) return core_size_ >= 4;
    core_pair_ = pair;
    core_size_ = 0;
    const int rows = state_.size();
    int lines = 0;
    for (int row = 0; row < rows; ++row) {
      const Mask cells = both(row, pair);
      lines += (cells & (cells - 1)) != 0;
    }
    if (lines < 2) return false;
    core_.assign(sight_.houses(), 0);
    for (int house = 0; house < sight_.houses(); ++house) core_[house] = both(house, pair);
    for (bool changed = true; changed;) {
      changed = false;
      for (int house = 0; house < sight_.houses(); ++house) {
        if (!is_single(core_[house])) continue;
        drop(sight_.geometry().house(house)[std::countr_zero(core_[house])]);
        changed = true;
      }
    }
    for (int row = 0; row < rows; ++row) core_size_ += std::popcount(core_[row]);
    if (core_size_ >= 4) seen_.resize(sight_.houses());
    return core_size_ >= 4;
  }

  void drop(int cell) {
    for (const Membership& in : sight_.geometry().houses_of(cell)) core_[in.house] &= ~bit(in.position);
  }

  bool in_core(int cell) const { return (core_[sight_.row(cell)] >> sight_.col(cell)) & 1; }

  bool in_loop(int cell) const {
    return std::find(cells_.begin(), cells_.end(), static_cast<Cell>(cell)) != cells_.end();
  }

  bool free_at(int cell, int parity) const {
    for (const Membership& in : sight_.homes(cell)) {
      if (seen_[in.house].by[parity]) return false;
    }
    return true;
  }

  void mark(int cell, int parity, bool value) {
    for (const Membership& in : sight_.homes(cell)) seen_[in.house].by[parity] = value;
  }

  // Every house has a cell of either parity, or none.
  bool closed() const {
    for (const Seen& seen : seen_) {
      if (seen.by[0] != seen.by[1]) return false;
    }
    return true;
  }

  // Goes on from a cell that continues the loop. Two cells may have other candidates (`rich`); more
  // only if there is one other value in all. `others` gathers those of every cell that was looked at
  // from here, taken or not, as in the original: so some loops of type 2 are found from one side
  // only, and the order of what is found depends on it. SukakuExplainer has it repaired.
  void extend(int cell, int rich, Mask others, int last_house) {
    const int parity = static_cast<int>(cells_.size() & 1);
    cells_.push_back(static_cast<Cell>(cell));
    mark(cell, parity, true);
    for (const Membership& in : sight_.homes(cell)) {
      if (in.house == last_house) continue;
      const auto house = sight_.geometry().house(in.house);
      for (Mask left = both(in.house, pair_); left; left &= left - 1) {
        const Cell next = house[std::countr_zero(left)];
        if (next == cells_[0] && cells_.size() >= 4) {
          if (closed()) types_.take(cells_, pair_);
          continue;
        }
        if (in_loop(next)) continue;
        const Mask mask = state_.mask(next);
        const Mask more = others | (mask & ~pair_);
        if (!repaired_) others = more;
        const bool plain = mask == pair_;
        if (!plain && !is_single(more) && rich <= 0) continue;
        if (!in_core(next) || !free_at(next, 1 - parity) || spent()) continue;
        extend(next, plain ? rich : rich - 1, more, in.house);
      }
    }
    mark(cell, parity, false);
    cells_.pop_back();
  }

  bool spent() {
    if (state_.size() <= 9) return false;
    return static_cast<int>(cells_.size()) >= max_loop_large || ++tries_ > max_tries_large;
  }

  const State& state_;
  const Sight& sight_;
  const bool repaired_;
  LoopTypes& types_;
  Mask pair_ = 0;
  Mask core_pair_ = 0;
  int core_size_ = 0;
  std::vector<Mask> core_;  // by house
  std::vector<Seen> seen_;  // by house
  std::vector<Cell> cells_;
  int tries_ = 0;
};

}  // namespace

bool find_unique_loops(const State& state, int order, Report& report) {
  const bool sukaku = order == sukaku_order;
  LoopTypes types(state, sukaku, report);
  LoopSearch(state, sukaku, types).run();
  return types.tell();
}

}  // namespace squaredance::technique
