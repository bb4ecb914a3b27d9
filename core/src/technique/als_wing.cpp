// WXYZ-wings and larger: an almost locked set and a cell of two values.
//
// n - 1 cells of a house have n values between them, and a cell elsewhere has two of those. When it
// sees every place in the set of one of its values, x, then x is in one of the two at most, so the
// other value, z, is in one of them, and goes from what sees all its places in both. When that is so for
// both of its values, each value of the set is locked too, and goes from what sees all its places.
//
// SukakuExplainer 1.18.1 lists all of a size and sorts them: by rating, most eliminations, then the
// greatest name, which is a text (links, most values in a cell, values in all cells of the set),
// then as listed: by the cells. Here the sets of a house grow cell by cell as long as they have n
// values at most, and what could only be ranked behind the best is not built.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "bits.hpp"
#include "finders.hpp"
#include "junction.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

constexpr int max_cells = 7;

struct Wing {
  std::array<Cell, max_cells> cells{};  // the set in rising order, then the cell of two values
  Mask values = 0;
  int x = 0, z = 0;
  bool both = false;  // linked by both values
  std::vector<Candidate> eliminations;
  // What SukakuExplainer sorts by.
  int rating = 0;
  int links = 1;     // 2 only where that strikes more
  int most = 0;      // values in a cell of the set
  int total = 0;     // values in all cells of the set
};

// Whether the text of a is greater than that of b: 9 comes after 10.
bool text_greater(int a, int b) {
  int scale_a = 1, scale_b = 1;
  for (int left = a; left >= 10; left /= 10) scale_a *= 10;
  for (int left = b; left >= 10; left /= 10) scale_b *= 10;
  while (scale_a && scale_b) {
    const int digit_a = a / scale_a % 10;
    const int digit_b = b / scale_b % 10;
    if (digit_a != digit_b) return digit_a > digit_b;
    scale_a /= 10;
    scale_b /= 10;
  }
  return scale_a > scale_b;
}

bool before(const Wing& a, const Wing& b) {
  if (a.rating != b.rating) return a.rating < b.rating;
  if (a.eliminations.size() != b.eliminations.size()) {
    return a.eliminations.size() > b.eliminations.size();
  }
  if (a.links != b.links) return a.links > b.links;
  if (a.most != b.most) return text_greater(a.most, b.most);
  if (a.total != b.total) return text_greater(a.total, b.total);
  return a.cells < b.cells;
}

// In tenths. A wing whose fullest cell has a middling number of values is the hardest of its size.
int rating_of(int cells, int most) {
  if (cells == 6) return 66;
  if (cells == 7) return 75;
  const int middle = (cells + 2) / 2;
  return (cells == 4 ? 55 : 62) + cells - middle - std::abs(middle - most);
}

class Search {
 public:
  Search(const State& state, int cells, const Report& report)
      : state_(state), sight_(state.sight()), size_(cells), report_(report), all_(report.all),
        words_(sight_.words()) {}

  void look() {
    for (int cell = 0; cell < sight_.cells(); ++cell) {
      if (is_pair(state_.mask(cell))) pairs_.push_back(static_cast<Cell>(cell));
    }
    if (pairs_.empty()) return;
    places_.assign(static_cast<std::size_t>(state_.size()) * words_, 0);
    for (int cell = 0; cell < sight_.cells(); ++cell) {
      for (Mask left = state_.mask(cell); left; left &= left - 1) {
        places_[std::countr_zero(left) * words_ + (cell >> 6)] |= bit(cell & 63);
      }
    }
    seen_.resize(places_.size());
    for (house_ = 0; house_ < sight_.houses(); ++house_) look_in_house();
  }

  std::vector<Wing> found;  // the best one, or all

 private:
  void look_in_house() {
    open_.clear();
    for (const Cell cell : sight_.geometry().house(house_)) {
      if (const int count = state_.count(cell); count > 1 && count <= size_) open_.push_back(cell);
    }
    if (static_cast<int>(open_.size()) >= size_ - 1) grow(0, 0, 0);
  }

  void grow(int first, int count, Mask values) {
    const int last = static_cast<int>(open_.size()) - (size_ - 2 - count);
    for (int i = first; i < last; ++i) {
      const Mask with = values | state_.mask(open_[i]);
      if (std::popcount(with) > size_) continue;
      if (count > 1 && report_.stopped()) return;
      cells_[count] = open_[i];
      if (count < size_ - 2) {
        grow(i + 1, count + 1, with);
      } else if (std::popcount(with) == size_ && !in_earlier_house()) {
        judge(with);
      }
    }
  }

  // A set that lies in two houses is looked at once.
  bool in_earlier_house() const {
    for (const Membership& in : sight_.geometry().houses_of(cells_[0])) {
      if (in.house >= house_) continue;
      if (std::all_of(cells_.begin() + 1, cells_.begin() + size_ - 1,
                      [&](Cell cell) { return sight_.position(in.house, cell) >= 0; })) {
        return true;
      }
    }
    return false;
  }

  void judge(Mask values) {
    most_ = total_ = 0;
    for (int i = 0; i < size_ - 1; ++i) {
      const int count = state_.count(cells_[i]);
      most_ = std::max(most_, count);
      total_ += count;
    }
    if (!all_ && !found.empty() && rating_of(size_, most_) > found[0].rating) return;
    for (Mask left = values; left; left &= left - 1) see(std::countr_zero(left));
    for (const Cell pair : pairs_) {
      const Mask mask = state_.mask(pair);
      if (mask & ~values) continue;
      const int low = std::countr_zero(mask);
      const int high = 63 - std::countl_zero(mask);
      const bool by_low = linked(pair, low);
      const bool by_high = linked(pair, high);
      if (!by_low && !by_high) continue;
      make(pair, values, by_low ? low : high, by_low ? high : low, by_low && by_high);
    }
  }

  // The places of a value that see all those in the set. No cell of the set is among them, for it has
  // the value or has it not. (Only when asked for: no faster.)
  void see(int value) {
    std::uint64_t* now = seen(value);
    std::copy_n(places_.data() + static_cast<std::size_t>(value) * words_, words_, now);
    for (int i = 0; i < size_ - 1; ++i) {
      if (!state_.has(cells_[i], value)) continue;
      const std::uint64_t* peers = sight_.peer_bits(cells_[i]);
      for (int word = 0; word < words_; ++word) now[word] &= peers[word];
    }
  }

  std::uint64_t* seen(int value) { return seen_.data() + static_cast<std::size_t>(value) * words_; }

  bool linked(Cell pair, int value) { return (seen(value)[pair >> 6] >> (pair & 63)) & 1; }

  // Strikes the value from what sees all its places in the set, and the pair if `with_pair`.
  bool strike(Cell pair, int value, bool with_pair) {
    const std::size_t count = wing_.eliminations.size();
    for (int word = 0; word < words_; ++word) {
      std::uint64_t left = seen(value)[word];
      if (with_pair) left &= sight_.peer_bits(pair)[word];
      for (; left; left &= left - 1) {
        const int cell = 64 * word + std::countr_zero(left);
        wing_.eliminations.push_back(sight_.candidate(cell, value));
      }
    }
    return wing_.eliminations.size() > count;
  }

  void make(Cell pair, Mask values, int x, int z, bool both) {
    wing_.eliminations.clear();
    bool weak = false, by_x = false;
    if (both) {
      for (Mask left = values & ~state_.mask(pair); left; left &= left - 1) {
        weak |= strike(pair, std::countr_zero(left), false);
      }
      by_x = strike(pair, x, true);
    }
    const bool by_z = strike(pair, z, true);
    if (wing_.eliminations.empty()) return;
    std::copy_n(cells_.begin(), size_ - 1, wing_.cells.begin());
    std::sort(wing_.cells.begin(), wing_.cells.begin() + size_ - 1);
    wing_.cells[size_ - 1] = pair;
    wing_.values = values;
    wing_.x = x;
    wing_.z = z;
    wing_.both = both;
    wing_.links = both && (weak || (by_x && by_z)) ? 2 : 1;
    wing_.most = most_;
    wing_.total = total_;
    wing_.rating = rating_of(size_, most_);
    if (all_ || found.empty()) {
      found.push_back(wing_);
    } else if (before(wing_, found[0])) {
      found[0] = wing_;
    }
  }

  const State& state_;
  const Sight& sight_;
  const int size_;
  const Report& report_;
  const bool all_;
  const int words_;
  std::vector<Cell> pairs_;  // all cells of two values
  std::vector<Cell> open_;   // cells of the house that can be in a set
  int house_ = 0;
  std::array<Cell, max_cells> cells_{};
  int most_ = 0;
  int total_ = 0;
  std::vector<std::uint64_t> places_;  // by value: its candidates, as bits of cells
  std::vector<std::uint64_t> seen_;    // by value: what sees all its places in the set
  Wing wing_;
};

constexpr Technique techniques[] = {Technique::wxyz_wing, Technique::vwxyz_wing,
                                    Technique::uvwxyz_wing, Technique::tuvwxyz_wing};

void prove(const State& state, const Wing& wing, int size, Step& step) {
  std::vector<Set> bases;
  for (int i = 0; i < size; ++i) bases.push_back(in_cell(wing.cells[i]));
  std::vector<Junction> junctions;
  const Cell pair = wing.cells[size - 1];
  for (Mask left = wing.values; left; left &= left - 1) {
    Junction& places = junctions.emplace_back(Junction{std::countr_zero(left), {}});
    for (int i = 0; i < size - 1; ++i) {
      if (state.has(wing.cells[i], places.value)) places.cells.push_back(wing.cells[i]);
    }
    const bool joined = places.value == wing.x || (wing.both && places.value == wing.z);
    if (joined) places.cells.push_back(pair);
  }
  if (!wing.both) junctions.push_back({wing.z, {pair}});
  prove_by_junctions(state, bases, junctions, step.eliminations, step.evidence);
}

}  // namespace

bool find_als_wings(const State& state, int cells, Report& report) {
  Search search(state, cells, report);
  search.look();
  // What was found until then need not be the best.
  if (report.stopped()) return false;
  std::ranges::sort(search.found, before);
  std::vector<std::vector<Candidate>> told;
  for (Wing& wing : search.found) {
    Step step;
    step.technique = techniques[cells - 4];
    step.rating = wing.rating;
    std::ranges::sort(wing.eliminations);
    step.eliminations = wing.eliminations;
    // Of all wings that strike the same, the first is told.
    if (std::ranges::find(told, step.eliminations) != told.end()) continue;
    if (report.all) told.push_back(step.eliminations);
    if (report.evidence) prove(state, wing, cells, step);
    if (!report.take(std::move(step))) return false;
  }
  return !report.stopped();
}

}  // namespace squaredance::technique
