// Aligned exclusion: of the combinations of values of two or three cells, those are impossible that
// repeat a value in cells that see each other, or that leave nothing for a cell that sees them all
// (an excluder). A value that is in no possible combination is struck. Order of Sudoku Explainer 1.2.1.
#include "bits.hpp"
#include "finders.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

class Aligned {
 public:
  Aligned(const State& state, int size, Report& report)
      : state_(state),
        sight_(state.sight()),
        size_(size),
        words_(sight_.words()),
        report_(report),
        cells_(size) {}

  bool find() {
    gather();
    const int count = static_cast<int>(bases_.size());
    if (count < size_) return true;
    for (int second = 1; second < count; ++second) {
      for (int first = 0; first < second; ++first) {
        cells_[0] = bases_[first];
        cells_[1] = bases_[second];
        if (!(size_ == 2 ? try_pair() : try_triples())) return false;
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
    is_base_.assign(words_, 0);
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
      is_base_[cell >> 6] |= bit(cell & 63);
    }
  }

  bool is_base(int cell) const { return (is_base_[cell >> 6] >> (cell & 63)) & 1; }
  bool is_excluder(int cell) const { return (excluders_[cell >> 6] >> (cell & 63)) & 1; }

  // The excluders that all cells see; two at least, else there is nothing to tell.
  bool share_excluders() {
    common_.clear();
    for (int word = 0; word < words_; ++word) {
      std::uint64_t left = excluders_[word];
      for (int i = 0; i < size_; ++i) left &= sight_.peer_bits(cells_[i])[word];
      for (; left; left &= left - 1) {
        common_.push_back(static_cast<Cell>(64 * word + std::countr_zero(left)));
      }
    }
    return common_.size() >= 2;
  }

  bool try_pair() {
    // A value that goes is excluded with every value of the other cell: by an excluder each, but for
    // itself.
    if (!share_excluders()) return true;
    const int least = std::min(state_.count(cells_[0]), state_.count(cells_[1]));
    if (least > static_cast<int>(common_.size()) + 1) return true;
    return tell();
  }

  // The third cell is an excluder of one of the two, taken in the order of their neighbours.
  bool try_triples() {
    const int first = cells_[0], second = cells_[1];
    for (const int from : {first, second}) {
      for (const Cell third : sight_.neighbours(from)) {
        if (!is_excluder(third) || !is_base(third) || third == first || third == second) continue;
        if (from == second && sight_.sees(first, third)) continue;  // has been tried
        cells_[2] = third;
        if (share_excluders() && !tell()) return false;
      }
    }
    return true;
  }

  // The values of cell `last` that cannot be together with those of the others, `used`.
  Mask excluded(int last, const int* values) const {
    Mask gone = 0, used = 0;
    for (int i = 0; i < size_; ++i) {
      if (i == last) continue;
      used |= bit(values[i]);
      if (sight_.sees(cells_[last], cells_[i])) gone |= bit(values[i]);
    }
    for (const Cell excluder : common_) {
      const Mask left = state_.mask(excluder) & ~used;
      if (left == 0) return ~Mask{0};
      if (is_single(left)) gone |= left;
    }
    return gone;
  }

  // Whether some combination with this value of cell `at` is possible.
  bool possible(int at, int value) const {
    int values[3] = {};
    values[at] = value;
    const int last = at == size_ - 1 ? size_ - 2 : size_ - 1;
    if (size_ == 2) return state_.mask(cells_[last]) & ~excluded(last, values);
    const int middle = 3 - at - last;
    Mask left = state_.mask(cells_[middle]);
    if (sight_.sees(cells_[middle], cells_[at])) left &= ~bit(value);
    for (; left; left &= left - 1) {
      values[middle] = std::countr_zero(left);
      if (state_.mask(cells_[last]) & ~excluded(last, values)) return true;
    }
    return false;
  }

  bool tell() {
    Step step;
    for (int at = 0; at < size_; ++at) {
      for (Mask left = state_.mask(cells_[at]); left; left &= left - 1) {
        const int value = std::countr_zero(left);
        if (possible(at, value)) continue;
        step.eliminations.push_back(sight_.candidate(cells_[at], value));
      }
    }
    if (step.eliminations.empty()) return true;
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
  const int words_;
  Report& report_;
  std::vector<Cell> cells_;  // the two or three that are tried
  std::vector<Cell> bases_, common_;
  std::vector<std::uint64_t> excluders_, is_base_;
};

}  // namespace

bool find_aligned_exclusions(const State& state, int size, Report& report) {
  return Aligned(state, size, report).find();
}

}  // namespace squaredance::technique
