// Bivalue universal grave, types 1 to 4: but for a few candidates (the guardians), every open cell has
// two candidates and every value two places, or none, in each house. Then each solution would have
// a twin with the other candidate in every cell; so one of the guardians is true. The twin takes
// candidates that are left, which the puzzle allows.
//
// The cells with more than two candidates must be the cells of the guardians, and in every type but
// the first some cell sees them all: that test fails after a few cells in nearly every state.
// Order and types of Sudoku Explainer 1.2.1, or of SukakuExplainer 1.18.1: that one knows guardians of one
// value in cells that no house tells apart, and looks for small subsets in all houses before larger.
#include "bits.hpp"
#include "finders.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

class Grave {
 public:
  Grave(const State& state, bool sukaku, Report& report)
      : state_(state), sight_(state.sight()), sukaku_(sukaku), report_(report) {}

  bool find() {
    if (!gather_rich() || !name_guardians() || all_extra_ == 0 || !is_grave()) return true;
    if (rich_.size() == 1) return tell_one();
    if (is_single(all_extra_)) return tell_same_value() && (rich_.size() != 2 || tell_locked());
    return (rich_.size() != 2 || tell_locked()) && tell_subsets();
  }

 private:
  // All cells with more than two candidates. None or one, or there is a cell that sees them all.
  bool gather_rich() {
    for (int cell = 0; cell < sight_.cells(); ++cell) {
      const Mask mask = state_.mask(cell);
      const Mask fewer = mask & (mask - 1);
      if ((fewer & (fewer - 1)) == 0) {
        if (state_.open(cell) && fewer == 0) return false;
        continue;
      }
      rich_.push_back(static_cast<Cell>(cell));
      if (rich_.size() > 1 && !seen_together()) return false;
    }
    extra_.assign(rich_.size(), 0);
    return !rich_.empty();
  }

  bool seen_together() const {
    for (int word = 0; word < sight_.words(); ++word) {
      std::uint64_t seen = ~std::uint64_t{0};
      for (const Cell cell : rich_) seen &= sight_.peer_bits(cell)[word];
      if (seen) return true;
    }
    return false;
  }

  // A value that has neither two places nor none in a house has a guardian there: the only place in
  // a rich cell. When there are several, another house tells which; when there is none, this is no
  // grave.
  bool name_guardians() {
    Mask odd = 0;  // values that have neither two places nor none somewhere
    std::vector<bool> in_odd(rich_.size(), false);
    for (const int house : houses_boxes_rows_cols(sight_)) {
      for (int value = 0; value < state_.size(); ++value) {
        const Mask places = state_.places(house, value);
        if (places == 0 || is_pair(places)) continue;
        int found = -1, count = 0;
        for (std::size_t i = 0; i < rich_.size(); ++i) {
          const int position = sight_.position(house, rich_[i]);
          if (position < 0 || !((places >> position) & 1)) continue;
          found = static_cast<int>(i);
          in_odd[i] = true;
          ++count;
        }
        odd |= bit(value);
        if (count == 0) return false;
        if (count > 1) continue;
        if (all_extra_ == 0) first_ = rich_[found];
        extra_[found] |= bit(value);
        all_extra_ |= bit(value);
      }
    }
    for (std::size_t i = 0; sukaku_ && is_single(odd) && i < rich_.size(); ++i) {
      if (in_odd[i]) extra_[i] = odd;
    }
    return true;
  }

  bool is_grave() const {
    for (std::size_t i = 0; i < rich_.size(); ++i) {
      if (!is_pair(state_.mask(rich_[i]) & ~extra_[i])) return false;
    }
    for (int house = 0; house < sight_.houses(); ++house) {
      for (int value = 0; value < state_.size(); ++value) {
        Mask places = state_.places(house, value);
        for (std::size_t i = 0; i < rich_.size(); ++i) {
          const int position = sight_.position(house, rich_[i]);
          if (position >= 0 && ((extra_[i] >> value) & 1)) places &= ~bit(position);
        }
        if (places && !is_pair(places)) return false;
      }
    }
    return true;
  }

  // Type 1: the only rich cell holds one of its guardians.
  bool tell_one() {
    Step step;
    add_candidates(sight_, rich_[0], state_.mask(rich_[0]) & ~extra_[0], step.eliminations);
    Lemma lemma;
    lemma.bases = {guardians_of(0)};
    lemma.covers = {in_cell(rich_[0])};
    return tell(1, 56, std::move(step), {std::move(lemma)});
  }

  // Type 2: the guardians have the same value, which is in no cell that sees them all.
  bool tell_same_value() {
    const int value = std::countr_zero(all_extra_);
    Step step;
    step.eliminations = seen_by_all(state_, rich_, value);
    std::vector<Candidate> guardians;
    for (const Cell cell : rich_) guardians.push_back(sight_.candidate(cell, value));
    std::vector<Lemma> lemmas = guardian_lemmas(guardians, step.eliminations);
    return tell(2, 57, std::move(step), std::move(lemmas));
  }

  // Type 3: the guardians are one cell of a naked subset. The other cells must have all its values.
  bool tell_subsets() {
    if (sukaku_) return tell_subsets_by_size();
    for (const Membership& in : sight_.homes(rich_[0])) {
      if (!shared(in.house)) continue;
      const int open = std::popcount(state_.open_in(in.house) & ~rich_in(in.house));
      for (int size = 2; size <= 6; ++size) {
        // Sudoku Explainer counts filled cells too here; those never fit.
        if (open >= size - 1 && !tell_subsets_in(in.house, size)) return false;
      }
    }
    return true;
  }

  bool tell_subsets_by_size() {
    for (int size = 2; size <= 6; ++size) {
      if (state_.size() - static_cast<int>(rich_.size()) < size) return true;
      for (const Membership& in : sight_.homes(rich_[0])) {
        if (shared(in.house) && !tell_subsets_in(in.house, size)) return false;
      }
    }
    return true;
  }

  bool tell_subsets_in(int house, int size) {
    const auto cells = sight_.geometry().house(house);
    const Mask others = state_.open_in(house) & ~rich_in(house);
    Choices choices;
    for (const Cell cell : sukaku_ ? sight_.peers(first_) : sight_.neighbours(first_)) {
      const int position = sight_.position(house, cell);
      if (position >= 0 && ((others >> position) & 1)) choices.add(position, state_.mask(cell));
    }
    return combine(choices, choices.count, size - 1, size, 0, 0, [&](Mask chosen, Mask values) {
      if (all_extra_ & ~values) return true;
      Step step;
      for (Mask left = others & ~chosen; left; left &= left - 1) {
        const Cell cell = cells[std::countr_zero(left)];
        add_candidates(sight_, cell, state_.mask(cell) & values, step.eliminations);
      }
      Lemma lemma;
      lemma.bases = {guardians_of(0)};
      for (Mask left = chosen; left; left &= left - 1) {
        lemma.bases.push_back(in_cell(cells[std::countr_zero(left)]));
      }
      for (Mask left = values; left; left &= left - 1) {
        lemma.covers.push_back(in_house(house, std::countr_zero(left)));
      }
      return tell(3, 57 + size - 1, std::move(step), {std::move(lemma)});
    });
  }

  // Type 4: a value that two rich cells have in common, and that is no guardian, has only them in
  // their house. One of them holds it and the other a guardian.
  bool tell_locked() {
    const Mask common = state_.mask(rich_[0]) & state_.mask(rich_[1]) & ~all_extra_;
    if (!is_single(common)) return true;
    for (const Membership& in : sight_.homes(rich_[0])) {
      if (!shared(in.house)) continue;
      Step step;
      for (std::size_t i = 0; i < 2; ++i) {
        const Mask struck = state_.mask(rich_[i]) & ~extra_[i] & ~common;
        add_candidates(sight_, rich_[i], struck, step.eliminations);
      }
      Lemma lemma;
      lemma.bases = {guardians_of(0), in_house(in.house, std::countr_zero(common))};
      lemma.covers = {in_cell(rich_[0]), in_cell(rich_[1])};
      if (!tell(4, 57, std::move(step), {std::move(lemma)})) return false;
    }
    return true;
  }

  bool shared(int house) const {
    return std::all_of(rich_.begin(), rich_.end(),
                       [&](Cell cell) { return sight_.position(house, cell) >= 0; });
  }

  Mask rich_in(int house) const {
    Mask found = 0;
    for (const Cell cell : rich_) found |= bit(sight_.position(house, cell));
    return found;
  }

  // A single lemma gets all that is struck.
  bool tell(int type, int rating, Step step, std::vector<Lemma> lemmas) {
    if (step.eliminations.empty()) return true;
    std::sort(step.eliminations.begin(), step.eliminations.end());
    step.technique = static_cast<Technique>(static_cast<int>(Technique::bug_1) + type - 1);
    step.rating = rating;
    if (report_.evidence) {
      if (lemmas.size() == 1) lemmas[0].eliminations = step.eliminations;
      step.evidence.lemmas = std::move(lemmas);
      Pattern& pattern = step.evidence.patterns.emplace_back();
      pattern.kind = Pattern::Kind::grave;
      for (std::size_t i = 0; i < rich_.size(); ++i) {
        pattern.cells.push_back(rich_[i]);
        add_candidates(sight_, rich_[i], extra_[i], pattern.guardians);
      }
    }
    return report_.take(std::move(step));
  }

  const State& state_;
  const Sight& sight_;
  const bool sukaku_;
  Report& report_;
  std::vector<Cell> rich_;
  std::vector<Mask> extra_;  // the guardians of each
  Mask all_extra_ = 0;
  Cell first_ = 0;  // the cell of the guardian that was found first; its neighbours give the order
};

}  // namespace

bool find_graves(const State& state, int order, Report& report) {
  return Grave(state, order == sukaku_order, report).find();
}

}  // namespace squaredance::technique
