// Aligned exclusion: of the combinations of values of two or three cells, those are impossible that
// repeat a value in cells that see each other, or that leave nothing for a cell that sees them all
// (an excluder). A value that is in no possible combination is struck. Order of Sudoku Explainer 1.2.1,
// or of SukakuExplainer 1.18.1, which takes the neighbours as they come.
#include "bits.hpp"
#include "finders.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

class Aligned {
 public:
  Aligned(const State& state, int size, bool plain_order, Report& report)
      : state_(state),
        sight_(state.sight()),
        size_(size),
        plain_order_(plain_order),
        words_(sight_.words()),
        report_(report),
        cells_(size) {}

  bool find() {
    gather();
    const int count = static_cast<int>(bases_.size());
    if (count < size_) return true;
    for (int second = 1; second < count; ++second) {
      for (int first = 0; first < second; ++first) {
        if (!share_excluders(first, second)) continue;
        cells_[0] = bases_[first];
        cells_[1] = bases_[second];
        if (!(size_ == 2 ? try_pair() : try_triples(first, second))) return false;
      }
      if (report_.stopped()) return false;
    }
    return true;
  }

 private:
  // A base has two candidates or more and sees an excluder, which has no more candidates than there
  // are bases. Sudoku Explainer leaves out bases that see a naked single.
  void gather() {
    excluders_.assign(words_, 0);
    std::vector<std::uint64_t> singles(words_, 0);
    for (int cell = 0; cell < sight_.cells(); ++cell) {
      const Mask mask = state_.mask(cell);
      if (mask == 0) continue;
      const Mask fewer = mask & (mask - 1);
      if (fewer == 0) {
        singles[cell >> 6] |= bit(cell & 63);
      } else if ((fewer & (fewer - 1)) == 0 || (size_ == 3 && is_pair(fewer))) {
        excluders_[cell >> 6] |= bit(cell & 63);
      }
    }
    for (int cell = 0; cell < sight_.cells(); ++cell) {
      if ((state_.mask(cell) & (state_.mask(cell) - 1)) == 0) continue;
      const std::uint64_t* seen = sight_.peer_bits(cell);
      std::uint64_t near_single = 0, near_excluder = 0;
      for (int word = 0; word < words_; ++word) {
        near_single |= seen[word] & singles[word];
        near_excluder |= seen[word] & excluders_[word];
      }
      if (near_single || !near_excluder) continue;
      bases_.push_back(static_cast<Cell>(cell));
      for (int word = 0; word < words_; ++word) near_.push_back(seen[word] & excluders_[word]);
    }
    if (size_ == 3) list_thirds();
  }

  // A third cell is a base, and an excluder of one of the first two: for each base those that it sees,
  // in the order of its neighbours.
  void list_thirds() {
    is_third_.assign(sight_.cells(), false);
    for (const Cell cell : bases_) is_third_[cell] = (excluders_[cell >> 6] >> (cell & 63)) & 1;
    for (const Cell base : bases_) {
      third_starts_.push_back(static_cast<std::uint32_t>(thirds_.size()));
      for (const Cell cell : plain_order_ ? sight_.peers(base) : sight_.neighbours(base)) {
        if (is_third_[cell]) thirds_.push_back(cell);
      }
    }
    third_starts_.push_back(static_cast<std::uint32_t>(thirds_.size()));
  }

  std::span<const Cell> thirds_of(int base) const {
    return {thirds_.data() + third_starts_[base], thirds_.data() + third_starts_[base + 1]};
  }

  // What two bases see in common; two excluders at least, else there is nothing to tell.
  bool share_excluders(int first, int second) {
    const std::uint64_t* near_first = near_.data() + static_cast<std::size_t>(first) * words_;
    const std::uint64_t* near_second = near_.data() + static_cast<std::size_t>(second) * words_;
    shared_.resize(words_);
    std::uint64_t any = 0;
    bool several = false;
    for (int word = 0; word < words_; ++word) {
      const std::uint64_t both = near_first[word] & near_second[word];
      several = several || (both && (any || (both & (both - 1))));
      any |= both;
      shared_[word] = both;
    }
    return several;
  }

  // The shared excluders that `third` sees too, or all (third < 0); whether there are two.
  bool list_excluders(int third) {
    common_.clear();
    for (int word = 0; word < words_; ++word) {
      std::uint64_t left = shared_[word];
      if (third >= 0) left &= sight_.peer_bits(third)[word];
      for (; left; left &= left - 1) {
        common_.push_back(static_cast<Cell>(64 * word + std::countr_zero(left)));
      }
    }
    return common_.size() >= 2;
  }

  bool try_pair() {
    list_excluders(-1);
    // A value that goes is excluded with every value of the other cell: by an excluder each, but for
    // itself.
    const int least = std::min(state_.count(cells_[0]), state_.count(cells_[1]));
    if (least > static_cast<int>(common_.size()) + 1) return true;
    return tell();
  }

  bool try_triples(int first_base, int second_base) {
    const int first = cells_[0], second = cells_[1];
    for (const int from : {first_base, second_base}) {
      for (const Cell third : thirds_of(from)) {
        if (third == first || third == second) continue;
        if (from == second_base && sight_.sees(first, third)) continue;
        if (was_tried(first, second, third) || !list_excluders(third)) continue;
        cells_[2] = third;
        if (!tell()) return false;
      }
    }
    return true;
  }

  // Whether the same three came with another one as the third. Pairs come in the order of their
  // second cell, then of their first.
  bool was_tried(int first, int second, int third) const {
    const auto joins = [&](int cell, int one, int other) {
      return is_third_[cell] && (sight_.sees(cell, one) || sight_.sees(cell, other));
    };
    return (third < second && joins(second, first, third)) ||
           (third < first && joins(first, third, second));
  }

  // The values of each cell that are in a possible combination. For all values but those of one cell
  // (the one with the most) a pass gives what is left for that cell: so few passes do.
  void reach(Mask* reached) const {
    const int wide = state_.count(cells_[0]) > state_.count(cells_[1]) ? 0 : 1;
    const int narrow = 1 - wide;
    const Mask in_wide = state_.mask(cells_[wide]), in_narrow = state_.mask(cells_[narrow]);
    const bool sees = sight_.sees(cells_[0], cells_[1]);
    Mask thirds = size_ == 3 ? state_.mask(cells_[2]) : 1;
    const bool wide_sees = size_ == 3 && sight_.sees(cells_[wide], cells_[2]);
    const bool narrow_sees = size_ == 3 && sight_.sees(cells_[narrow], cells_[2]);
    for (const Mask all = thirds; thirds; thirds &= thirds - 1) {
      const Mask third = size_ == 3 ? thirds & -thirds : 0;
      Mask left = in_narrow;
      if (narrow_sees) left &= ~third;
      for (; left; left &= left - 1) {
        const Mask value = left & -left;
        Mask allowed = in_wide;
        if (sees) allowed &= ~value;
        if (wide_sees) allowed &= ~third;
        allowed &= ~excluded(value | third);
        if (allowed == 0) continue;
        reached[narrow] |= value;
        reached[wide] |= allowed;
        if (size_ == 3) reached[2] |= third;
        if (reached[narrow] == in_narrow && reached[wide] == in_wide &&
            (size_ == 2 || reached[2] == all)) {
          return;
        }
      }
    }
  }

  // The values that would leave nothing for an excluder, where these are used already.
  Mask excluded(Mask used) const {
    Mask gone = 0;
    for (const Cell excluder : common_) {
      const Mask left = state_.mask(excluder) & ~used;
      if (left == 0) return ~Mask{0};
      if ((left & (left - 1)) == 0) gone |= left;
    }
    return gone;
  }

  bool tell() {
    Mask reached[3] = {};
    reach(reached);
    Mask struck = 0;
    for (int at = 0; at < size_; ++at) struck |= state_.mask(cells_[at]) & ~reached[at];
    if (struck == 0) return true;
    Step step;
    for (int at = 0; at < size_; ++at) {
      add_candidates(sight_, cells_[at], state_.mask(cells_[at]) & ~reached[at], step.eliminations);
    }
    std::sort(step.eliminations.begin(), step.eliminations.end());
    step.technique =
        size_ == 2 ? Technique::aligned_pair_exclusion : Technique::aligned_triple_exclusion;
    step.rating = size_ == 2 ? 62 : 75;
    if (report_.evidence) step.evidence.lemmas = {table(step.eliminations)};
    return report_.take(std::move(step));
  }

  // Every combination that has one of the candidates that go, and why it cannot be.
  Lemma table(const std::vector<Candidate>& struck) const {
    Lemma lemma;
    lemma.kind = Lemma::Kind::table;
    lemma.eliminations = struck;
    lemma.cells = cells_;
    Row row;
    row.values.resize(size_);
    add_rows(struck, 0, row, lemma.rows);
    return lemma;
  }

  void add_rows(const std::vector<Candidate>& struck, int at, Row& row, std::vector<Row>& rows) const {
    if (at < size_) {
      for (Mask left = state_.mask(cells_[at]); left; left &= left - 1) {
        row.values[at] = static_cast<std::uint8_t>(std::countr_zero(left));
        add_rows(struck, at + 1, row, rows);
      }
      return;
    }
    const auto goes = [&](int i) {
      return std::binary_search(struck.begin(), struck.end(),
                                sight_.candidate(cells_[i], row.values[i]));
    };
    bool wanted = false;
    for (int i = 0; i < size_; ++i) wanted = wanted || goes(i);
    if (!wanted) return;
    row.excluder = repeats(row) ? -1 : excluder_of(row);
    rows.push_back(row);
  }

  bool repeats(const Row& row) const {
    for (int i = 0; i < size_; ++i) {
      for (int j = 0; j < i; ++j) {
        if (row.values[i] == row.values[j] && sight_.sees(cells_[i], cells_[j])) return true;
      }
    }
    return false;
  }

  int excluder_of(const Row& row) const {
    Mask used = 0;
    for (const std::uint8_t value : row.values) used |= bit(value);
    for (const Cell cell : common_) {
      if ((state_.mask(cell) & ~used) == 0) return cell;
    }
    return -1;
  }

  const State& state_;
  const Sight& sight_;
  const int size_;
  const bool plain_order_;  // of third cells: by number, not by house
  const int words_;
  Report& report_;
  std::vector<Cell> cells_;  // the two or three that are tried
  std::vector<Cell> bases_;
  std::vector<std::uint64_t> excluders_;  // cells as bits, as are the next two
  std::vector<std::uint64_t> near_;       // by base: the excluders that it sees
  std::vector<std::uint64_t> shared_;     // those that the first two see
  std::vector<char> is_third_;
  std::vector<std::uint32_t> third_starts_;  // by base, into the next
  std::vector<Cell> thirds_;
  std::vector<Cell> common_;  // the excluders that all see
};

}  // namespace

bool find_aligned_exclusions(const State& state, int size, Report& report) {
  const bool plain_order = size & sukaku_order;
  return Aligned(state, size & ~sukaku_order, plain_order, report).find();
}

}  // namespace squaredance::technique
