// Sue de Coq: cells C where two houses cross, with two or more values more than cells; cells D in the
// rest of the one house and E in the rest of the other, which take up those values: C, D and E have
// as many cells as values between them, none of C's in both D and E. (Extended: D and E may have
// values that C has not, even the same, which counts twice then.) All values are locked in them.
#include <algorithm>

#include "count_proof.hpp"
#include "finders.hpp"
#include "harvest.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

constexpr int points = 250;
// Cells of D and of E on grids beyond 9x9.
constexpr int most_of_large = 3;

class Search {
 public:
  Search(const State& state, Report& report)
      : state_(state),
        report_(report),
        harvest_(state, report),
        most_(state.size() > 9 ? most_of_large : state.size()) {}

  bool run() {
    const Sight& sight = state_.sight();
    for (first_ = 0; first_ < sight.houses(); ++first_) {
      if (report_.stopped()) return false;
      for (second_ = first_ + 1; second_ < sight.houses(); ++second_) {
        const Mask crossing = sight.crossing(first_, second_);
        if (std::popcount(crossing) < 2) continue;
        middle_.clear();
        choose_middle(crossing, 0);
        if (!more_) return false;
      }
    }
    return harvest_.tell();
  }

 private:
  Cell cell_at(int house, int position) const {
    return state_.sight().geometry().house(house)[position];
  }

  static bool holds(const std::vector<Cell>& cells, Cell cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
  }

  void choose_middle(Mask left, Mask values) {
    for (; left && more_; left &= left - 1) {
      const Cell cell = cell_at(first_, std::countr_zero(left));
      if (!state_.open(cell)) continue;
      middle_.push_back(cell);
      const Mask joined = values | state_.mask(cell);
      const int spare = std::popcount(joined) - static_cast<int>(middle_.size());
      if (middle_.size() >= 2 && spare >= 2 && spare <= 2 * most_) {
        values_ = joined;
        choose_first(0, 0, spare);
      }
      choose_middle(left & (left - 1), joined);
      middle_.pop_back();
    }
  }

  // D. `spare`: how many of the values of C that are more than its cells D and E must take up.
  void choose_first(int from, Mask values, int spare) {
    if (static_cast<int>(in_first_.size()) >= most_) return;
    for (int i = from; i < state_.size() && more_; ++i) {
      const Cell cell = cell_at(first_, i);
      if (!state_.open(cell) || holds(middle_, cell)) continue;
      in_first_.push_back(cell);
      const Mask joined = values | state_.mask(cell);
      const int taken = static_cast<int>(in_first_.size()) - std::popcount(joined & ~values_);
      if ((joined & values_) && taken > 0 && taken < spare && spare - taken <= most_) {
        first_values_ = joined;
        choose_second(0, 0, spare - taken);
      }
      choose_first(i + 1, joined, spare);
      in_first_.pop_back();
    }
  }

  // E: it has no value of C that D has.
  void choose_second(int from, Mask values, int spare) {
    if (static_cast<int>(in_second_.size()) >= most_) return;
    for (int i = from; i < state_.size() && more_; ++i) {
      const Cell cell = cell_at(second_, i);
      if (!state_.open(cell) || holds(middle_, cell) || holds(in_first_, cell)) continue;
      if (state_.mask(cell) & first_values_ & values_) continue;
      in_second_.push_back(cell);
      const Mask joined = values | state_.mask(cell);
      const int taken = static_cast<int>(in_second_.size()) - std::popcount(joined & ~values_);
      if ((joined & values_) && taken == spare) look(joined);
      if (taken <= spare) choose_second(i + 1, joined, spare);
      in_second_.pop_back();
    }
  }

  // A cover of the value by the house: the cells chosen in it, and what else has the value there.
  Cover cover_of(int house, int value, const std::vector<Cell>& own, bool with_middle) const {
    Cover cover;
    if (with_middle) cover.core = candidates_in(state_, middle_, value);
    const auto more = candidates_in(state_, own, value);
    cover.core.insert(cover.core.end(), more.begin(), more.end());
    for (Mask left = state_.places(house, value); left; left &= left - 1) {
      const Cell cell = cell_at(house, std::countr_zero(left));
      if (!holds(middle_, cell) && !holds(own, cell)) {
        cover.targets.push_back(state_.sight().candidate(cell, value));
      }
    }
    return cover;
  }

  std::vector<Cover> covers_of(Mask second_values) const {
    std::vector<Cover> covers;
    for (Mask left = values_ | first_values_ | second_values; left; left &= left - 1) {
      const int value = std::countr_zero(left);
      const bool in_middle = (values_ >> value) & 1;
      const bool in_first = (first_values_ >> value) & 1;
      const bool in_second = (second_values >> value) & 1;
      if (in_first) covers.push_back(cover_of(first_, value, in_first_, in_middle));
      if (in_second) covers.push_back(cover_of(second_, value, in_second_, in_middle));
      if (in_first || in_second) continue;
      Cover both = cover_of(first_, value, in_first_, true);
      for (const Candidate c : cover_of(second_, value, in_second_, true).targets) {
        if (std::find(both.targets.begin(), both.targets.end(), c) == both.targets.end()) {
          both.targets.push_back(c);
        }
      }
      covers.push_back(std::move(both));
    }
    return covers;
  }

  void look(Mask second_values) {
    const std::vector<Cover> covers = covers_of(second_values);
    Step step;
    step.technique = Technique::sue_de_coq;
    step.rating = points;
    for (const Cover& cover : covers) {
      step.eliminations.insert(step.eliminations.end(), cover.targets.begin(), cover.targets.end());
    }
    std::sort(step.eliminations.begin(), step.eliminations.end());
    step.eliminations.erase(std::unique(step.eliminations.begin(), step.eliminations.end()),
                            step.eliminations.end());
    const int cells = static_cast<int>(middle_.size() + in_first_.size() + in_second_.size());
    if (!harvest_.wants(step.technique, step.eliminations, cells)) return;
    if (report_.evidence) {
      std::vector<Set> bases;
      for (const auto* part : {&middle_, &in_first_, &in_second_}) {
        for (const Cell cell : *part) bases.push_back(in_cell(cell));
      }
      add_counts(state_, bases, covers, step.evidence);
    }
    if (report_.all) {
      harvest_.keep(std::move(step), cells);
    } else {
      more_ = report_.take(std::move(step));
    }
  }

  const State& state_;
  Report& report_;
  Harvest harvest_;
  int most_;
  int first_ = 0, second_ = 0;
  bool more_ = true;
  Mask values_ = 0, first_values_ = 0;
  std::vector<Cell> middle_, in_first_, in_second_;
};

}  // namespace

bool find_sue_de_coq(const State& state, int, Report& report) {
  return Search(state, report).run();
}

}  // namespace squaredance::technique
