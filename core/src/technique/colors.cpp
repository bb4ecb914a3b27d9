// Simple colors and multi-colors. Cells that are joined by pairs of places of a value, directly or
// through others, take two colors in turn: one of the two colors is true as a whole.
//
//   trap    a candidate sees both colors
//   wrap    two cells of a color see each other: that color is false
//   multi 1 a color of one coloring sees one of another: one of the two other colors is true, and what
//           sees both of these is false
//   multi 2 a color sees both colors of another coloring: it is false
//
// All proofs are counts along a path of pairs: every second pair is a base, those between are covers.
#include <map>
#include <queue>

#include "finders.hpp"
#include "tie.hpp"

namespace squaredance::technique {
namespace {

using Cells = std::vector<Cell>;

bool contains(const Cells& cells, Cell cell) { return std::ranges::count(cells, cell) > 0; }

struct Coloring {
  Cells colors[2];  // rising
  bool has(Cell cell) const { return contains(colors[0], cell) || contains(colors[1], cell); }
};

// A path of pairs: houses[i] has cells[i] and cells[i + 1].
struct Path {
  Cells cells;
  std::vector<int> houses;
  void drop_first() {
    cells.erase(cells.begin());
    houses.erase(houses.begin());
  }
  void drop_last() {
    cells.pop_back();
    houses.pop_back();
  }
};

// The bases and covers of a chain that is put together from paths.
struct Chain {
  std::vector<Set> bases, covers;
  Cells ends;
};

class Colors {
 public:
  Colors(const State& state, int value, Distinct& distinct);

  bool find_simple();
  bool find_multi();

 private:
  bool sees_any(Cell cell, const Cells& color) const {
    return std::ranges::any_of(color, [&](Cell other) { return sight_.sees(cell, other); });
  }
  // The first two cells, one of each, that see each other; false if there are none.
  bool meet(const Cells& from, const Cells& to, Cell& a, Cell& b) const;
  Candidate candidate(Cell cell) const { return sight_.candidate(cell, value_); }
  std::vector<Candidate> candidates(const Cells& color) const;

  std::vector<Candidate> trapped(const Cells& a, const Cells& b) const;
  bool tell_wrap(const Coloring& coloring);
  bool tell_trap(const Coloring& coloring);
  bool tell_multi_1(const Coloring& a, const Coloring& b);
  bool tell_multi_2(const Coloring& a, const Coloring& b);
  bool tell(Technique technique, std::vector<Candidate>&& eliminations, Evidence&& evidence);

  Path path(Cell from, Cell to) const;
  Cell first_seen(Cell by, const Cells& color) const;
  void add(Chain& chain, const Path& path) const;
  void strike(const Chain& chain, Cell target, Evidence& evidence) const;
  void strike_trapped(const Coloring& coloring, Cell target, Evidence& evidence) const;
  void strike_color(const Cells& color, Cell first, Evidence& evidence) const;
  void strike_between(const Coloring& a, const Coloring& b, int color_a, int color_b, Cell target,
                      Evidence& evidence) const;

  const State& state_;
  const Sight& sight_;
  int value_;
  Distinct& distinct_;
  std::map<Cell, std::vector<std::pair<Cell, int>>> links_;  // to the other cell, and the house
  std::vector<Coloring> colorings_;
};

Colors::Colors(const State& state, int value, Distinct& distinct)
    : state_(state), sight_(state.sight()), value_(value), distinct_(distinct) {
  for (const Pair& pair : pairs_of(state, value, 0, sight_.houses())) {
    links_[pair.cells[0]].push_back({pair.cells[1], pair.house});
    links_[pair.cells[1]].push_back({pair.cells[0], pair.house});
  }
  std::map<Cell, int> color;
  for (const auto& [start, unused] : links_) {
    if (color.count(start)) continue;
    Coloring& coloring = colorings_.emplace_back();
    Cells open{start};
    color[start] = 0;
    while (!open.empty()) {
      const Cell cell = open.back();
      open.pop_back();
      coloring.colors[color[cell]].push_back(cell);
      for (const auto& [other, house] : links_[cell]) {
        if (color.emplace(other, 1 - color[cell]).second) open.push_back(other);
      }
    }
    for (Cells& cells : coloring.colors) std::ranges::sort(cells);
  }
}

bool Colors::meet(const Cells& from, const Cells& to, Cell& a, Cell& b) const {
  for (const Cell x : from) {
    for (const Cell y : to) {
      if (!sight_.sees(x, y)) continue;
      a = x;
      b = y;
      return true;
    }
  }
  return false;
}

std::vector<Candidate> Colors::candidates(const Cells& color) const {
  std::vector<Candidate> found;
  for (const Cell cell : color) found.push_back(candidate(cell));
  return found;
}

// The shortest way by pairs. Requires cells of one coloring.
Path Colors::path(Cell from, Cell to) const {
  std::map<Cell, std::pair<Cell, int>> came;
  std::queue<Cell> open;
  open.push(from);
  came[from] = {from, -1};
  while (!came.count(to)) {
    const Cell cell = open.front();
    open.pop();
    for (const auto& [other, house] : links_.at(cell)) {
      if (came.emplace(other, std::pair{cell, house}).second) open.push(other);
    }
  }
  Path found{{to}, {}};
  while (found.cells.back() != from) {
    const auto [cell, house] = came[found.cells.back()];
    found.cells.push_back(cell);
    found.houses.push_back(house);
  }
  std::ranges::reverse(found.cells);
  std::ranges::reverse(found.houses);
  return found;
}

// Goes on with a path of an odd number of pairs, whose first cell sees the end of the chain.
void Colors::add(Chain& chain, const Path& path) const {
  if (!chain.ends.empty()) {
    const Cell before = chain.ends.back();
    chain.covers.push_back(in_house(common_house(sight_, before, path.cells.front()), value_));
  } else {
    chain.ends.push_back(path.cells.front());
  }
  for (std::size_t i = 0; i < path.houses.size(); ++i) {
    (i % 2 == 0 ? chain.bases : chain.covers).push_back(in_house(path.houses[i], value_));
  }
  chain.ends.resize(1);
  chain.ends.push_back(path.cells.back());
}

void Colors::strike(const Chain& chain, Cell target, Evidence& evidence) const {
  tie_up(sight_, chain.bases, chain.covers, candidates(chain.ends), {candidate(target)}, evidence);
}

Cell Colors::first_seen(Cell by, const Cells& color) const {
  return *std::ranges::find_if(color, [&](Cell cell) { return sight_.sees(by, cell); });
}

// The target, of no color, sees both.
void Colors::strike_trapped(const Coloring& coloring, Cell target, Evidence& evidence) const {
  Chain chain;
  add(chain, path(first_seen(target, coloring.colors[0]), first_seen(target, coloring.colors[1])));
  strike(chain, target, evidence);
}

// One cell of the color is struck already; so the cells beside it are true, and the others false.
void Colors::strike_color(const Cells& color, Cell first, Evidence& evidence) const {
  for (const Cell cell : color) {
    if (cell == first) continue;
    const Path way = path(first, cell);
    Lemma& lemma = evidence.lemmas.emplace_back();
    lemma.eliminations = {candidate(cell)};
    for (std::size_t i = 0; i < way.houses.size(); ++i) {
      (i % 2 == 0 ? lemma.bases : lemma.covers).push_back(in_house(way.houses[i], value_));
    }
  }
}

bool Colors::tell(Technique technique, std::vector<Candidate>&& eliminations,
                  Evidence&& evidence) {
  Step step;
  step.technique = technique;
  step.eliminations = std::move(eliminations);
  step.evidence = std::move(evidence);
  return distinct_.take(std::move(step));
}

bool Colors::tell_wrap(const Coloring& coloring) {
  for (const Cells& color : coloring.colors) {
    Cell first = 0;
    Cell second = 0;
    if (!meet(color, color, first, second)) continue;
    Evidence evidence;
    if (distinct_.evidence()) {
      Path way = path(first, second);
      way.drop_first();
      Chain chain;
      add(chain, way);
      strike(chain, first, evidence);
      strike_color(color, first, evidence);
    }
    return tell(Technique::simple_colors_wrap, candidates(color), std::move(evidence));
  }
  return true;
}

// What sees a cell of each and is none of them.
std::vector<Candidate> Colors::trapped(const Cells& a, const Cells& b) const {
  std::vector<Candidate> found;
  for (const Cell cell : a) {
    for (const Cell peer : sight_.peers(cell)) {
      if (!state_.has(peer, value_) || contains(a, peer) || contains(b, peer)) continue;
      if (sees_any(peer, b)) found.push_back(candidate(peer));
    }
  }
  sort_unique(found);
  return found;
}

bool Colors::tell_trap(const Coloring& coloring) {
  std::vector<Candidate> targets = trapped(coloring.colors[0], coloring.colors[1]);
  if (targets.empty()) return true;
  Evidence evidence;
  if (distinct_.evidence()) {
    for (const Candidate target : targets) {
      strike_trapped(coloring, static_cast<Cell>(sight_.cell_of(target)), evidence);
    }
  }
  return tell(Technique::simple_colors_trap, std::move(targets), std::move(evidence));
}

bool Colors::tell_multi_2(const Coloring& a, const Coloring& b) {
  for (const Cells& color : a.colors) {
    Cell first = 0, second = 0, to_first = 0, to_second = 0;
    if (!meet(color, b.colors[0], first, to_first)) continue;
    if (!meet(color, b.colors[1], second, to_second)) continue;
    Evidence evidence;
    if (distinct_.evidence()) {
      Chain chain;
      add(chain, path(to_first, to_second));
      if (first != second) {
        Path way = path(second, first);
        way.drop_last();
        add(chain, way);
      }
      strike(chain, first, evidence);
      strike_color(color, first, evidence);
    }
    return tell(Technique::multi_colors_2, candidates(color), std::move(evidence));
  }
  return true;
}

// Color `color_a` of one coloring sees `color_b` of the other, and the target sees both others. A
// target that has a color itself is where a path ends.
void Colors::strike_between(const Coloring& a, const Coloring& b, int color_a, int color_b,
                            Cell target, Evidence& evidence) const {
  Cell inner_a = 0;
  Cell inner_b = 0;
  meet(a.colors[color_a], b.colors[color_b], inner_a, inner_b);
  Chain chain;
  if (!a.has(target)) {
    add(chain, path(first_seen(target, a.colors[1 - color_a]), inner_a));
  } else if (target != inner_a) {
    Path way = path(target, inner_a);
    way.drop_first();
    add(chain, way);
  }
  if (!b.has(target)) {
    add(chain, path(inner_b, first_seen(target, b.colors[1 - color_b])));
  } else if (target != inner_b) {
    Path way = path(inner_b, target);
    way.drop_last();
    add(chain, way);
  }
  strike(chain, target, evidence);
}

bool Colors::tell_multi_1(const Coloring& a, const Coloring& b) {
  std::vector<Candidate> all;
  Evidence evidence;
  for (int side = 0; side < 4; ++side) {
    const int in_a = side >> 1;
    const int in_b = side & 1;
    Cell unused_a = 0;
    Cell unused_b = 0;
    if (!meet(a.colors[in_a], b.colors[in_b], unused_a, unused_b)) continue;
    for (const Candidate target : trapped(a.colors[1 - in_a], b.colors[1 - in_b])) {
      if (std::ranges::count(all, target)) continue;
      all.push_back(target);
      if (!distinct_.evidence()) continue;
      strike_between(a, b, in_a, in_b, static_cast<Cell>(sight_.cell_of(target)), evidence);
    }
  }
  if (all.empty()) return true;
  std::ranges::sort(all);
  return tell(Technique::multi_colors_1, std::move(all), std::move(evidence));
}

bool Colors::find_simple() {
  for (const Coloring& coloring : colorings_) {
    if (!tell_wrap(coloring) || !tell_trap(coloring)) return false;
  }
  return true;
}

bool Colors::find_multi() {
  for (const Coloring& a : colorings_) {
    for (const Coloring& b : colorings_) {
      if (&a != &b && (!tell_multi_2(a, b) || !tell_multi_1(a, b))) return false;
    }
  }
  return true;
}

}  // namespace

bool find_simple_colors(const State& state, int, Report& report) {
  Distinct distinct(report);
  for (int value = 0; value < state.size(); ++value) {
    if (!Colors(state, value, distinct).find_simple()) return false;
  }
  return true;
}

bool find_multi_colors(const State& state, int, Report& report) {
  Distinct distinct(report);
  for (int value = 0; value < state.size(); ++value) {
    if (!Colors(state, value, distinct).find_multi()) return false;
  }
  return true;
}

}  // namespace squaredance::technique
