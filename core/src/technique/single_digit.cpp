// Patterns of one value with two strong links: skyscraper, two-string kite, turbot fish and empty
// rectangle, as HoDoKu defines them. Most are short chains: two pairs of places whose inner ends see
// each other, so that one of the outer ends is true.
#include "finders.hpp"
#include "tie.hpp"

namespace squaredance::technique {
namespace {

struct Chain {
  int value;
  const Pair* first;
  const Pair* second;
  int inner_first, inner_second;  // which cell of each pair is the inner end
  Cell outer_first() const { return first->cells[1 - inner_first]; }
  Cell outer_second() const { return second->cells[1 - inner_second]; }
};

Step step_of(const State& state, Technique technique, const Chain& chain, int inner_house,
             std::vector<Candidate> eliminations, bool evidence) {
  const Sight& sight = state.sight();
  Step step;
  step.technique = technique;
  step.eliminations = std::move(eliminations);
  if (evidence) {
    tie_up(sight,
        {in_house(chain.first->house, chain.value), in_house(chain.second->house, chain.value)},
        {in_house(inner_house, chain.value)},
        {sight.candidate(chain.outer_first(), chain.value),
         sight.candidate(chain.outer_second(), chain.value)},
        step.eliminations, step.evidence);
  }
  return step;
}

std::vector<Candidate> targets_of(const State& state, const Chain& chain) {
  return seen_by_both(state, chain.value, chain.outer_first(), chain.outer_second());
}

// Two lines; the inner ends are aligned, the outer ends are not (that would be an X-wing).
bool find_skyscrapers(const State& state, int value, bool rows, Distinct& distinct) {
  const Sight& sight = state.sight();
  const int size = sight.size();
  const std::vector<Pair> pairs =
      rows ? pairs_of(state, value, 0, size) : pairs_of(state, value, size, 2 * size);
  const auto across = [&](Cell cell) {
    return rows ? sight.col_house(cell) : sight.row_house(cell);
  };
  constexpr int sides[4][2] = {{0, 0}, {1, 1}, {0, 1}, {1, 0}};
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    for (std::size_t j = i + 1; j < pairs.size(); ++j) {
      for (const auto& [a, b] : sides) {
        const int inner = across(pairs[i].cells[a]);
        if (inner != across(pairs[j].cells[b])) continue;
        if (across(pairs[i].cells[1 - a]) == across(pairs[j].cells[1 - b])) break;
        const Chain chain{value, &pairs[i], &pairs[j], a, b};
        std::vector<Candidate> targets = targets_of(state, chain);
        if (targets.empty()) continue;
        Step step = step_of(state, Technique::skyscraper, chain, inner, std::move(targets),
                            distinct.evidence());
        if (!distinct.take(std::move(step))) return false;
      }
    }
  }
  return true;
}

// A step and what a dual shares with its twin: the candidates in the box.
struct InBox {
  Step step;
  std::vector<Cell> cells;
};

bool tell_duals(const std::vector<InBox>& found, Technique technique, Distinct& distinct) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::size_t j = i + 1; j < found.size(); ++j) {
      if (found[i].cells != found[j].cells) continue;
      if (found[i].step.eliminations == found[j].step.eliminations) continue;
      if (!distinct.take(joined(found[i].step, found[j].step, technique))) return false;
    }
  }
  return true;
}

// Keeps it for the duals, and tells it.
bool tell(Step&& step, std::vector<Cell> cells, std::vector<InBox>& kept, Distinct& distinct) {
  if (!distinct.all()) return distinct.take(std::move(step));
  kept.push_back({step, std::move(cells)});
  return distinct.take(std::move(step));
}

bool find_kites(const State& state, int value, Distinct& distinct) {
  const Sight& sight = state.sight();
  const int size = sight.size();
  const std::vector<Pair> rows = pairs_of(state, value, 0, size);
  const std::vector<Pair> cols = pairs_of(state, value, size, 2 * size);
  std::vector<InBox> kept;
  for (const Pair& row : rows) {
    for (const Pair& col : cols) {
      for (int side = 0; side < 4; ++side) {
        const Chain chain{value, &row, &col, side >> 1, side & 1};
        const Cell a = row.cells[chain.inner_first];
        const Cell b = col.cells[chain.inner_second];
        if (sight.box_house(a) != sight.box_house(b)) continue;
        const Cell outer_a = chain.outer_first();
        const Cell outer_b = chain.outer_second();
        if (a == b || a == outer_b || b == outer_a || outer_a == outer_b) break;
        // The cell where the outer ends cross. What else sees both is left to turbot fish, as
        // HoDoKu does.
        const int cross = sight.row(outer_b) * size + sight.col(outer_a);
        if (!state.has(cross, value)) break;
        Step step =
            step_of(state, Technique::two_string_kite, chain, sight.box_house(a),
                    {sight.candidate(cross, value)}, distinct.evidence());
        if (!tell(std::move(step), {std::min(a, b), std::max(a, b)}, kept, distinct)) return false;
        break;
      }
    }
  }
  return tell_duals(kept, Technique::dual_two_string_kite, distinct);
}

// All places of the value in a box lie in one row and one col, and some of each out of the other.
struct Corner {
  int value, box, row, col;  // houses but for the value
  std::vector<Cell> cells;
};

// One direction: from a place in `line` to the other place across it, from there back to `back`.
bool find_empty_rectangles(const State& state, const Corner& corner, bool by_row,
                           std::vector<InBox>& kept, Distinct& distinct) {
  const Sight& sight = state.sight();
  const int line = by_row ? corner.row : corner.col;
  const int back = by_row ? corner.col : corner.row;
  const int value = corner.value;
  for (Mask left = state.places(line, value); left; left &= left - 1) {
    const Cell first = sight.geometry().house(line)[std::countr_zero(left)];
    const int across = by_row ? sight.col_house(first) : sight.row_house(first);
    const Mask places = state.places(across, value);
    if (sight.box_house(first) == corner.box || across == back) continue;
    if (std::popcount(places) != 2) continue;
    const Mask other = places & ~(Mask{1} << sight.position(across, first));
    const Cell second = sight.geometry().house(across)[std::countr_zero(other)];
    const int home = by_row ? sight.row_house(second) : sight.col_house(second);
    const Mask crossing = sight.crossing(home, back) & state.places(home, value);
    if (crossing == 0) continue;
    const Cell target = sight.geometry().house(home)[std::countr_zero(crossing)];
    if (sight.box_house(target) == corner.box) continue;
    Step step;
    step.technique = Technique::empty_rectangle;
    step.eliminations = {sight.candidate(target, value)};
    if (distinct.evidence()) {
      Lemma& lemma = step.evidence.lemmas.emplace_back();
      lemma.bases = {in_house(corner.box, value), in_house(across, value)};
      lemma.covers = {in_house(line, value), in_house(back, value), in_house(home, value)};
      lemma.eliminations = step.eliminations;
    }
    if (!tell(std::move(step), corner.cells, kept, distinct)) return false;
  }
  return true;
}

bool is_corner(const Sight& sight, const Corner& corner) {
  bool in_row = false;
  bool in_col = false;
  for (const Cell cell : corner.cells) {
    const bool row = sight.row_house(cell) == corner.row;
    const bool col = sight.col_house(cell) == corner.col;
    if (!row && !col) return false;
    in_row |= !col;
    in_col |= !row;
  }
  return in_row && in_col;
}

bool find_empty_rectangles_in(const State& state, Corner corner, Distinct& distinct) {
  const Sight& sight = state.sight();
  const auto cells = sight.geometry().house(corner.box);
  for (Mask left = state.places(corner.box, corner.value); left; left &= left - 1) {
    corner.cells.push_back(cells[std::countr_zero(left)]);
  }
  if (corner.cells.size() < 2) return true;
  std::vector<InBox> kept;
  std::set<int> rows;
  std::set<int> cols;
  for (const Cell cell : corner.cells) {
    rows.insert(sight.row_house(cell));
    cols.insert(sight.col_house(cell));
  }
  for (auto row = rows.rbegin(); row != rows.rend(); ++row) {
    for (auto col = cols.rbegin(); col != cols.rend(); ++col) {
      corner.row = *row;
      corner.col = *col;
      if (!is_corner(sight, corner)) continue;
      for (const bool by_row : {true, false}) {
        if (!find_empty_rectangles(state, corner, by_row, kept, distinct)) return false;
      }
    }
  }
  return tell_duals(kept, Technique::dual_empty_rectangle, distinct);
}

}  // namespace

bool find_skyscrapers(const State& state, int, Report& report) {
  Distinct distinct(report);
  for (const bool rows : {true, false}) {
    for (int value = 0; value < state.size(); ++value) {
      if (!find_skyscrapers(state, value, rows, distinct)) return false;
    }
  }
  return true;
}

bool find_two_string_kites(const State& state, int, Report& report) {
  if (!state.sight().has_boxes()) return true;
  Distinct distinct(report);
  for (int value = 0; value < state.size(); ++value) {
    if (!find_kites(state, value, distinct)) return false;
  }
  return true;
}

bool find_empty_rectangles(const State& state, int, Report& report) {
  const Sight& sight = state.sight();
  if (!sight.has_boxes()) return true;
  Distinct distinct(report);
  for (int value = 0; value < state.size(); ++value) {
    for (int box = 2 * sight.size(); box < 3 * sight.size(); ++box) {
      if (!find_empty_rectangles_in(state, {value, box, 0, 0, {}}, distinct)) return false;
    }
  }
  return true;
}

bool find_turbot_fish(const State& state, int, Report& report) {
  const Sight& sight = state.sight();
  Distinct distinct(report);
  std::vector<Step> found;
  for (int value = 0; value < state.size(); ++value) {
    const std::vector<Pair> pairs = pairs_of(state, value, 0, sight.houses());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      for (std::size_t j = i + 1; j < pairs.size(); ++j) {
        for (int side = 0; side < 4; ++side) {
          const Chain chain{value, &pairs[i], &pairs[j], side >> 1, side & 1};
          const Cell a = pairs[i].cells[chain.inner_first];
          const Cell b = pairs[j].cells[chain.inner_second];
          if (!sight.sees(a, b) || a == chain.outer_second() || b == chain.outer_first()) continue;
          std::vector<Candidate> targets = targets_of(state, chain);
          if (targets.empty()) continue;
          Step step = step_of(state, Technique::turbot_fish, chain, common_house(sight, a, b),
                              std::move(targets), distinct.evidence());
          if (distinct.is_new(step)) found.push_back(std::move(step));
        }
      }
    }
    if (report.stopped()) return false;
  }
  std::ranges::stable_sort(
      found, [&](const Step& a, const Step& b) { return ranks_before(sight, a, b); });
  for (Step& step : found) {
    if (!report.take(std::move(step))) return false;
  }
  return true;
}

}  // namespace squaredance::technique
