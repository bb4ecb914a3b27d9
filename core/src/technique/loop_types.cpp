#include "loop_types.hpp"

#include <cmath>

namespace squaredance::technique {

void LoopTypes::take(const std::vector<Cell>& loop, Mask pair) {
  loop_ = &loop;
  pair_ = pair;
  rich_.clear();
  Mask extra = 0;
  for (const Cell cell : loop) {
    const Mask others = state_.mask(cell) & ~pair;
    if (others) rich_.push_back(cell);
    extra |= others;
  }
  // A loop without guardians means that the puzzle has several solutions, or none.
  if (rich_.empty()) return;
  if (rich_.size() == 1) return take_one(rich_[0]);
  if (is_single(extra)) {
    take_same_value(extra);
  } else if (rich_.size() == 2) {
    take_subsets(extra);
  }
  if (rich_.size() == 2) take_locked();
}

// Type 1: the one rich cell holds neither of the two values.
void LoopTypes::take_one(Cell cell) {
  if (!wanted(1, 0)) return;
  std::vector<Candidate> struck;
  add_candidates(state_.sight(), cell, pair_, struck);
  Lemma lemma;
  lemma.bases = {guardians_of(0)};
  lemma.covers = {in_cell(cell)};
  keep(1, 0, std::move(struck), {std::move(lemma)});
}

// Type 2: the extra value is in one of the rich cells, so in no cell that sees them all.
void LoopTypes::take_same_value(Mask extra) {
  if (!wanted(2, 0)) return;
  const int value = std::countr_zero(extra);
  std::vector<Candidate> struck = seen_by_all(state_, rich_, value);
  if (struck.empty()) return;
  std::vector<Candidate> guardians;
  for (const Cell cell : rich_) guardians.push_back(state_.sight().candidate(cell, value));
  keep(2, 0, struck, guardian_lemmas(guardians, struck));
}

// Type 3: the two rich cells, as far as their extra values go, are one cell of a subset.
void LoopTypes::take_subsets(Mask extra) {
  const Sight& sight = state_.sight();
  const int limit = state_.size() - 2;
  for (int size = small_subsets_ ? 2 : std::popcount(extra); size <= limit; ++size) {
    if (!wanted(3, size - 2)) return;
    for (const Membership& in : sight.homes(rich_[0])) {
      if (sight.position(in.house, rich_[1]) < 0) continue;
      const int open = std::popcount(state_.open_in(in.house));
      if (2 * size <= open) take_naked(in.house, size, extra);
      if (2 * size < open) take_hidden(in.house, size, extra);
    }
  }
}

void LoopTypes::take_naked(int house, int size, Mask extra) {
  const Sight& sight = state_.sight();
  const auto cells = sight.geometry().house(house);
  const Mask rich = bit(sight.position(house, rich_[0])) | bit(sight.position(house, rich_[1]));
  // What the two have in common; other values must come from the other cells, so that no value is
  // in one of the two only.
  const Mask common = extra & state_.mask(rich_[0]) & state_.mask(rich_[1]);
  Choices choices;
  for (Mask left = state_.open_in(house) & ~rich; left; left &= left - 1) {
    const int position = std::countr_zero(left);
    const Mask mask = state_.mask(cells[position]);
    if ((mask & (mask - 1)) && std::popcount(mask) <= size) choices.add(position, mask);
  }
  const auto look = [&](Mask chosen, Mask values) {
    if (!wanted(3, size - 1)) return false;
    Mask reached = common;
    Lemma lemma;
    lemma.bases = {guardians_of(0)};
    for (Mask left = chosen; left; left &= left - 1) {
      const Cell cell = cells[std::countr_zero(left)];
      reached |= state_.mask(cell);
      lemma.bases.push_back(in_cell(cell));
    }
    if (reached != values) return true;
    std::vector<Candidate> struck;
    for (Mask left = state_.open_in(house) & ~rich & ~chosen; left; left &= left - 1) {
      const Cell cell = cells[std::countr_zero(left)];
      add_candidates(sight, cell, state_.mask(cell) & values, struck);
    }
    for (Mask left = values; left; left &= left - 1) {
      lemma.covers.push_back(in_house(house, std::countr_zero(left)));
    }
    keep(3, size - 1, std::move(struck), {std::move(lemma)});
    return true;
  };
  combine(choices, choices.count, size - 1, size, 0, extra, look,
          [&] { return report_.stopped(); });
}

// One of the rich cells holds an extra value, so the two values of the loop, and others that are
// hidden with them, have the other rich cell and the chosen ones only.
void LoopTypes::take_hidden(int house, int size, Mask extra) {
  const Sight& sight = state_.sight();
  const auto cells = sight.geometry().house(house);
  const Mask rich = bit(sight.position(house, rich_[0])) | bit(sight.position(house, rich_[1]));
  const Mask second = bit(sight.position(house, rich_[1]));
  Mask begin = 0;
  for (Mask left = pair_; left; left &= left - 1) {
    begin |= state_.places(house, std::countr_zero(left)) & ~second;
  }
  Choices choices;
  for (int value = 0; value < state_.size(); ++value) {
    const Mask places = state_.places(house, value);
    if (((pair_ | extra) >> value) & 1 || places == 0) continue;
    choices.add(value, places);
  }
  if (std::popcount(begin) > size) return;
  const auto look = [&](Mask values, Mask places) {
    if (!wanted(3, size - 2)) return false;
    Lemma lemma;
    lemma.bases = {guardians_of(0)};
    for (Mask left = values; left; left &= left - 1) {
      lemma.bases.push_back(in_house(house, std::countr_zero(left)));
    }
    std::vector<Candidate> struck;
    for (Mask left = places | rich; left; left &= left - 1) {
      const int position = std::countr_zero(left);
      lemma.covers.push_back(in_cell(cells[position]));
      if ((rich >> position) & 1) continue;
      add_candidates(sight, cells[position], state_.mask(cells[position]) & ~values, struck);
    }
    keep(3, size - 2, std::move(struck), {std::move(lemma)});
    return true;
  };
  combine(choices, choices.count, size - 2, size, pair_, begin, look,
          [&] { return report_.stopped(); });
}

// Type 4: one of the two values has no place in a house but the rich cells, so the other is in
// neither. Sudoku Explainer looks at the lower value first, and takes the last such house.
void LoopTypes::take_locked() {
  if (!wanted(4, 0)) return;
  const Sight& sight = state_.sight();
  for (Mask left = pair_; left; left &= left - 1) {
    const int value = std::countr_zero(left);
    int found = -1;
    for (const Membership& in : sight.homes(rich_[0])) {
      const int position = sight.position(in.house, rich_[1]);
      if (position < 0) continue;
      if (state_.places(in.house, value) == (bit(in.position) | bit(position))) found = in.house;
    }
    if (found < 0) continue;
    std::vector<Candidate> struck;
    for (const Cell cell : rich_) add_candidates(sight, cell, pair_ & ~bit(value), struck);
    Lemma lemma;
    lemma.bases = {guardians_of(0), in_house(found, value)};
    lemma.covers = {in_cell(rich_[0]), in_cell(rich_[1])};
    return keep(4, 0, std::move(struck), {std::move(lemma)});
  }
}

// In floating point as the original has it: a loop of 6 with 0.1 more is easier there, by the last
// bit, than a loop of 8.
double LoopTypes::difficulty(int more) const {
  double sum = 4.5;
  if (loop_->size() >= 10) sum += 0.3;
  if (loop_->size() >= 8) {
    sum += 0.2;
  } else if (loop_->size() >= 6) {
    sum += 0.1;
  }
  return sum + more * 0.1;
}

bool LoopTypes::wanted(int type, int more) const {
  if (report_.all || uses_.empty()) return true;
  const double sum = difficulty(more);
  return sum < uses_[0].difficulty || (sum == uses_[0].difficulty && type < uses_[0].type);
}

void LoopTypes::keep(int type, int more, std::vector<Candidate> struck,
                     std::vector<Lemma> lemmas) {
  if (struck.empty()) return;
  std::sort(struck.begin(), struck.end());
  Use use = {difficulty(more), type, {}};
  const Technique first =
      loop_->size() == 4 ? Technique::unique_rectangle_1 : Technique::unique_loop_1;
  use.step.technique = static_cast<Technique>(static_cast<int>(first) + type - 1);
  use.step.rating = static_cast<int>(std::lround(10 * use.difficulty));
  use.step.eliminations = std::move(struck);
  if (report_.evidence) {
    if (lemmas.size() == 1) lemmas[0].eliminations = use.step.eliminations;
    use.step.evidence.lemmas = std::move(lemmas);
    use.step.evidence.patterns.push_back(pattern());
  }
  if (!report_.all) uses_.clear();
  uses_.push_back(std::move(use));
}

Pattern LoopTypes::pattern() const {
  Pattern pattern = {.kind = Pattern::Kind::loop, .cells = *loop_, .values = pair_, .guardians = {}};
  for (const Cell cell : rich_) {
    add_candidates(state_.sight(), cell, state_.mask(cell) & ~pair_, pattern.guardians);
  }
  std::sort(pattern.guardians.begin(), pattern.guardians.end());
  return pattern;
}

bool LoopTypes::tell() {
  std::stable_sort(uses_.begin(), uses_.end(), [](const Use& a, const Use& b) {
    return a.difficulty < b.difficulty || (a.difficulty == b.difficulty && a.type < b.type);
  });
  for (Use& use : uses_) {
    if (!report_.take(std::move(use.step))) return false;
  }
  return true;
}

}  // namespace squaredance::technique
