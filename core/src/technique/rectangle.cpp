// Unique rectangles types 1 to 6 and hidden rectangles, as HoDoKu has them. Four cells in two rows,
// two cols and two boxes that held nothing but two values could be filled both ways round; so one of
// the other candidates there, the guardians, is true.
//
//   1  guardians in one cell: the two values go from it
//   2  guardians of one value in two cells of a line: what sees both; 5: in three, or two across
//   3  guardians in two cells and a naked subset around their values
//   4  guardians in two cells that must hold one of the values: the other goes from both
//   6  the same across, with the value as an X-wing: it goes from both
//   hidden: a value is in the rectangle for sure in a row and a col: the other goes from their cell
#include "finders.hpp"
#include "rectangle.hpp"

namespace squaredance::technique {
namespace {

// Of the naked subset of type 3.
constexpr int most_values = 8;

struct Rectangle {
  Cell cells[4];  // a row or col of two in one box, then the two across from them
  Mask pair;
  std::vector<Cell> plain, extra;  // without and with guardians
};

// Whether neither a filled cell nor the puzzle itself rules the value out, though it may be struck:
// HoDoKu's rectangles need no more, and the reasoning does not either.
bool allowed(const State& state, Cell cell, int value) {
  if (!state.open(cell) || state.has(cell, value)) return state.open(cell);
  if (!state.allows(cell, Mask{1} << value)) return false;
  return std::ranges::none_of(state.sight().peers(cell),
                              [&](Cell peer) { return state.value(peer) == value; });
}

class Rectangles {
 public:
  Rectangles(const State& state, Technique technique, Report& report)
      : state_(state), sight_(state.sight()), technique_(technique), distinct_(report) {}

  bool find();

 private:
  bool check(const Rectangle& rectangle);
  bool check_1(const Rectangle& rectangle);
  bool check_2_5(const Rectangle& rectangle);
  bool check_3(const Rectangle& rectangle);
  bool grow_3(const Rectangle& rectangle, int house, const std::vector<Cell>& pool,
              std::size_t start, Mask values, std::vector<Cell>& cells);
  bool tell_3(const Rectangle& rectangle, int house, Mask values, const std::vector<Cell>& cells);
  bool check_4(const Rectangle& rectangle);
  bool check_6(const Rectangle& rectangle);
  bool check_hidden(const Rectangle& rectangle);
  bool check_hidden_from(const Rectangle& rectangle, Cell corner);

  bool aligned(Cell a, Cell b) const {
    return sight_.row(a) == sight_.row(b) || sight_.col(a) == sight_.col(b);
  }
  bool alone(const Rectangle& rectangle, int house, int value) const;
  Step started(const Rectangle& rectangle) const;
  bool take(Step&& step) { return step.eliminations.empty() || distinct_.take(std::move(step)); }

  const State& state_;
  const Sight& sight_;
  Technique technique_;
  Distinct distinct_;
};

bool Rectangles::find() {
  std::set<std::pair<std::vector<Cell>, Mask>> seen;
  for (int first = 0; first < sight_.cells(); ++first) {
    if (state_.count(first) != 2) continue;
    if (distinct_.stopped()) return false;
    const Mask pair = state_.mask(first);
    const int low = std::countr_zero(pair);
    const int high = 63 - std::countl_zero(pair);
    const auto fits = [&](Cell cell) {
      return allowed(state_, cell, low) && allowed(state_, cell, high);
    };
    const bool more = for_rectangles(sight_, static_cast<Cell>(first), fits, [&](const auto& cells) {
      std::vector<Cell> key(cells.begin(), cells.end());
      std::ranges::sort(key);
      if (!seen.emplace(std::move(key), pair).second) return true;
      Rectangle rectangle{{cells[0], cells[1], cells[2], cells[3]}, pair, {}, {}};
      for (const Cell cell : cells) {
        (state_.mask(cell) & ~pair ? rectangle.extra : rectangle.plain).push_back(cell);
      }
      return check(rectangle);
    });
    if (!more) return false;
  }
  return true;
}

bool Rectangles::check(const Rectangle& rectangle) {
  const std::size_t plain = rectangle.plain.size();
  const bool across = plain == 2 && !aligned(rectangle.extra[0], rectangle.extra[1]);
  switch (technique_) {
    case Technique::unique_rectangle_1: return plain != 3 || check_1(rectangle);
    case Technique::unique_rectangle_2: return plain != 2 || across || check_2_5(rectangle);
    case Technique::unique_rectangle_5: return !(plain == 1 || across) || check_2_5(rectangle);
    case Technique::unique_rectangle_3: return plain != 2 || check_3(rectangle);
    case Technique::unique_rectangle_4: return plain != 2 || across || check_4(rectangle);
    case Technique::unique_rectangle_6: return !across || check_6(rectangle);
    default: return !(plain == 1 || across) || check_hidden(rectangle);
  }
}

// The step with its pattern, still without lemmas.
Step Rectangles::started(const Rectangle& rectangle) const {
  Step step;
  step.technique = technique_;
  if (distinct_.evidence()) {
    step.evidence.patterns.push_back(
        pattern_of(state_, Pattern::Kind::loop, rectangle.cells, rectangle.pair));
  }
  return step;
}

bool Rectangles::check_1(const Rectangle& rectangle) {
  const Cell cell = rectangle.extra[0];
  Step step = started(rectangle);
  add_candidates(state_, cell, rectangle.pair, step.eliminations);
  if (distinct_.evidence()) {
    Lemma& lemma = step.evidence.lemmas.emplace_back();
    lemma.bases = {guardians_of(0)};
    lemma.covers = {in_cell(cell)};
    lemma.eliminations = step.eliminations;
  }
  return take(std::move(step));
}

bool Rectangles::check_2_5(const Rectangle& rectangle) {
  Mask values = 0;
  for (const Cell cell : rectangle.extra) values |= state_.mask(cell) & ~rectangle.pair;
  if (std::popcount(values) != 1) return true;
  const int value = std::countr_zero(values);
  Step step = started(rectangle);
  std::vector<Candidate> loose;
  for (const Cell cell : rectangle.extra) loose.push_back(sight_.candidate(cell, value));
  for (const Candidate c : seen_by_both(state_, value, rectangle.extra[0], rectangle.extra[1])) {
    const bool all = std::ranges::all_of(loose, [&](Candidate l) { return sight_.clash(c, l); });
    if (all) step.eliminations.push_back(c);
  }
  if (distinct_.evidence()) {
    tie_up(sight_, {guardians_of(0)}, {}, loose, step.eliminations, step.evidence);
  }
  return take(std::move(step));
}

bool Rectangles::check_3(const Rectangle& rectangle) {
  const Mask values =
      (state_.mask(rectangle.extra[0]) | state_.mask(rectangle.extra[1])) & ~rectangle.pair;
  for (const Membership& in : sight_.geometry().houses_of(rectangle.extra[0])) {
    if (sight_.position(in.house, rectangle.extra[1]) < 0) continue;
    std::vector<Cell> pool;
    for (const Cell cell : sight_.geometry().house(in.house)) {
      const bool corner = std::ranges::count(rectangle.cells, cell) > 0;
      if (!corner && state_.open(cell) && !(state_.mask(cell) & rectangle.pair)) {
        pool.push_back(cell);
      }
    }
    std::vector<Cell> cells = rectangle.extra;
    if (!grow_3(rectangle, in.house, pool, 0, values, cells)) return false;
  }
  return true;
}

bool Rectangles::grow_3(const Rectangle& rectangle, int house, const std::vector<Cell>& pool,
                        std::size_t start, Mask values, std::vector<Cell>& cells) {
  if (distinct_.stopped()) return false;
  // A subset of more than half of the house is a smaller one seen from the other side, and none is
  // looked for beyond the size of the largest plain subsets.
  const int most = std::min(sight_.size() / 2 + 2, most_values);
  for (std::size_t i = start; i < pool.size(); ++i) {
    const Mask now = values | state_.mask(pool[i]);
    const int count = std::popcount(now);
    if (count > most) continue;
    cells.push_back(pool[i]);
    // The two cells with guardians count as one.
    const int subset = static_cast<int>(cells.size()) - 1;
    const bool more = (count != subset || tell_3(rectangle, house, now, cells)) &&
                      (subset >= most || grow_3(rectangle, house, pool, i + 1, now, cells));
    cells.pop_back();
    if (!more) return false;
  }
  return true;
}

bool Rectangles::tell_3(const Rectangle& rectangle, int house, Mask values,
                        const std::vector<Cell>& cells) {
  Step step = started(rectangle);
  for (const Membership& in : sight_.geometry().houses_of(cells[0])) {
    // What lies in another house too is seen there as well.
    const auto inside = [&](Cell cell) { return sight_.position(in.house, cell) >= 0; };
    if (!std::ranges::all_of(cells, inside)) continue;
    if (in.house != house && in.house < house) return true;  // told when that house was looked at
    Lemma lemma;
    lemma.bases = {guardians_of(0)};
    for (const Cell cell : cells) {
      if (!std::ranges::count(rectangle.extra, cell)) lemma.bases.push_back(in_cell(cell));
    }
    for (Mask left = values; left; left &= left - 1) {
      lemma.covers.push_back(in_house(in.house, std::countr_zero(left)));
    }
    for (const Cell cell : sight_.geometry().house(in.house)) {
      if (std::ranges::count(cells, cell)) continue;
      add_candidates(state_, cell, values, lemma.eliminations);
    }
    step.eliminations.insert(step.eliminations.end(), lemma.eliminations.begin(),
                             lemma.eliminations.end());
    if (distinct_.evidence() && !lemma.eliminations.empty()) {
      step.evidence.lemmas.push_back(std::move(lemma));
    }
  }
  sort_unique(step.eliminations);
  return take(std::move(step));
}

bool Rectangles::check_4(const Rectangle& rectangle) {
  const auto [a, b] = std::pair{rectangle.extra[0], rectangle.extra[1]};
  for (Mask left = rectangle.pair; left; left &= left - 1) {
    const int value = std::countr_zero(left);
    if (!seen_by_both(state_, value, a, b).empty()) continue;
    Step step = started(rectangle);
    const Mask other = rectangle.pair & ~(Mask{1} << value);
    add_candidates(state_, a, other, step.eliminations);
    add_candidates(state_, b, other, step.eliminations);
    std::ranges::sort(step.eliminations);
    if (distinct_.evidence()) {
      Lemma& lemma = step.evidence.lemmas.emplace_back();
      lemma.bases = {guardians_of(0), in_house(common_house(sight_, a, b), value)};
      lemma.covers = {in_cell(a), in_cell(b)};
      lemma.eliminations = step.eliminations;
    }
    return take(std::move(step));  // HoDoKu looks at the first such value only
  }
  return true;
}

// Whether the value has no place in the house but in the rectangle.
bool Rectangles::alone(const Rectangle& rectangle, int house, int value) const {
  Mask places = state_.places(house, value);
  for (const Cell cell : rectangle.cells) {
    const int position = sight_.position(house, cell);
    if (position >= 0) places &= ~(Mask{1} << position);
  }
  return places == 0;
}

bool Rectangles::check_6(const Rectangle& rectangle) {
  for (Mask left = rectangle.pair; left; left &= left - 1) {
    const int value = std::countr_zero(left);
    const auto lonely = [&](Cell cell) {
      return alone(rectangle, sight_.row_house(cell), value) &&
             alone(rectangle, sight_.col_house(cell), value);
    };
    if (!std::ranges::all_of(rectangle.extra, lonely)) continue;
    Step step = started(rectangle);
    for (int i = 0; i < 2; ++i) {
      // Were the value in this cell, so it would be in the one across, and no guardian were true.
      const Cell cell = rectangle.extra[i];
      const Cell across = rectangle.extra[1 - i];
      if (!state_.has(cell, value)) continue;
      step.eliminations.push_back(sight_.candidate(cell, value));
      if (!distinct_.evidence()) continue;
      Lemma& lemma = step.evidence.lemmas.emplace_back();
      lemma.bases = {guardians_of(0), in_house(sight_.row_house(across), value)};
      lemma.covers = {in_cell(cell), in_cell(across), in_house(sight_.col_house(cell), value)};
      lemma.eliminations = {sight_.candidate(cell, value)};
    }
    std::ranges::sort(step.eliminations);
    return take(std::move(step));
  }
  return true;
}

bool Rectangles::check_hidden(const Rectangle& rectangle) {
  for (const Cell corner : rectangle.plain) {
    if (!check_hidden_from(rectangle, corner)) return false;
  }
  return true;
}

// Looks at the cell across from a corner without guardians.
bool Rectangles::check_hidden_from(const Rectangle& rectangle, Cell corner) {
  const auto opposite = [&](Cell cell) { return !aligned(cell, corner); };
  const Cell cell = *std::ranges::find_if(rectangle.cells, opposite);
  const int row = sight_.row_house(cell);
  const int col = sight_.col_house(cell);
  for (Mask left = rectangle.pair; left; left &= left - 1) {
    const int value = std::countr_zero(left);
    if (!alone(rectangle, row, value) || !alone(rectangle, col, value)) continue;
    Step step = started(rectangle);
    add_candidates(state_, cell, rectangle.pair & ~(Mask{1} << value), step.eliminations);
    if (distinct_.evidence()) {
      Lemma& lemma = step.evidence.lemmas.emplace_back();
      lemma.bases = {guardians_of(0), in_house(row, value), in_house(col, value)};
      // The cell is in both houses, so it is covered twice.
      lemma.covers = {in_cell(cell)};
      for (const Cell other : rectangle.cells) {
        if (other != corner) lemma.covers.push_back(in_cell(other));
      }
      lemma.eliminations = step.eliminations;
    }
    if (!take(std::move(step))) return false;
  }
  return true;
}

}  // namespace

bool find_unique_rectangles(const State& state, int technique, Report& report) {
  return Rectangles(state, static_cast<Technique>(technique), report).find();
}

}  // namespace squaredance::technique
