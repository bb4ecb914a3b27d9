// HoDoKu's patterns: every step that is told on many states is proved by its evidence and true to
// the solution; states made by hand have the eliminations that people know.
#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "../src/technique/finders.hpp"
#include "check.hpp"
#include "count_check.hpp"
#include "houses.hpp"
#include "made_puzzle.hpp"
#include "squaredance/technique/scale.hpp"

namespace squaredance::technique {
namespace {

constexpr Rule rectangle(Technique technique) {
  return {find_unique_rectangles, static_cast<int>(technique), true};
}

// The patterns, and before them what keeps a way going.
constexpr Rule rules[] = {
    {find_full_houses, 0},
    {find_naked_singles, 0},
    {find_hidden_singles, 0},
    {find_pointing, 0},
    {find_claiming, 0},
    {find_naked_subsets, hodoku_order + 2},
    {find_hidden_subsets, hodoku_order + 2},
    {find_fish, hodoku_order + 2},
    {find_skyscrapers, 0},
    {find_two_string_kites, 0},
    {find_turbot_fish, 0},
    {find_empty_rectangles, 0},
    {find_w_wings, 0},
    rectangle(Technique::unique_rectangle_1),
    rectangle(Technique::unique_rectangle_2),
    rectangle(Technique::unique_rectangle_3),
    rectangle(Technique::unique_rectangle_4),
    rectangle(Technique::unique_rectangle_5),
    rectangle(Technique::unique_rectangle_6),
    rectangle(Technique::hidden_rectangle),
    {find_avoidable_rectangles, 1, true},
    {find_avoidable_rectangles, 2, true},
    {find_finned_fish, 2},
    {find_sashimi_fish, 2},
    {find_finned_fish, 3},
    {find_sashimi_fish, 3},
    {find_finned_fish, 4},
    {find_sashimi_fish, 4},
    {find_simple_colors, 0},
    {find_multi_colors, 0},
    {find_franken_fish, 2},
    {find_franken_fish, 3},
    {find_finned_franken_fish, 2},
    {find_finned_franken_fish, 3},
    {find_mutant_fish, 3},
    {find_finned_mutant_fish, 2},
    {find_finned_mutant_fish, 3},
};
constexpr Scale patterns{ScaleName::hodoku, rules};

struct Checked final : Report {
  Checked(const State& at, const Values& answer) : state(at), solution(answer) {}
  bool take(Step&& step) override {
    const Sight& sight = state.sight();
    ++counts[static_cast<int>(step.technique)];
    const std::string wrong = proved(state, step);
    if (!wrong.empty()) std::printf("%s: %s\n", name_of(step.technique), wrong.c_str());
    CHECK(wrong.empty());
    for (const Candidate c : step.eliminations) {
      CHECK(solution[sight.cell_of(c)] != sight.value_of(c) + 1);
    }
    for (const Placement& p : step.placements) CHECK(solution[p.cell] == p.value + 1);
    return true;
  }
  const State& state;
  const Values& solution;
  std::array<int, technique_count> counts{};
};

using Counts = std::array<int, technique_count>;

// Looks at every state on the way to the solution. Where no rule of the scale helps, a candidate of
// the solution is told, so that the way goes on.
void walk(const Geometry& geometry, bool has_boxes, const Values& clues, Counts& counts) {
  const Sight sight(geometry, has_boxes);
  std::vector<std::uint64_t> masks(clues.size(), ~0ULL >> (64 - geometry.size()));
  for (std::size_t i = 0; i < clues.size(); ++i) {
    if (clues[i]) masks[i] = 1ULL << (clues[i] - 1);
  }
  const Values solution = solved(geometry, masks, true);
  CHECK(!solution.empty());
  if (solution.empty()) return;
  State state(sight, clues.data());
  while (!state.solved()) {
    std::optional<Step> step = next_step(state, patterns, {});
    if (!step || step->placements.empty()) {
      Checked checked(state, solution);
      all_steps(state, patterns, {}, checked);
      for (int i = 0; i < technique_count; ++i) counts[i] += checked.counts[i];
    }
    int cell = 0;
    while (!state.open(cell)) ++cell;
    if (step) apply(*step, state);
    else state.place(cell, solution[cell] - 1);
  }
}

void test_every_step_is_proved() {
  Counts counts{};
  std::mt19937 random(6);
  for (const auto& [size, box_rows, puzzles] :
       std::vector<std::array<int, 3>>{{9, 3, 120}, {6, 2, 20}, {8, 2, 10}, {7, 0, 10}}) {
    const Geometry geometry(size, houses_of(size, box_rows));
    for (int i = 0; i < puzzles; ++i) {
      walk(geometry, box_rows != 0, made(geometry, random), counts);
    }
  }
  for (const Technique technique :
       {Technique::skyscraper, Technique::two_string_kite, Technique::turbot_fish,
        Technique::empty_rectangle, Technique::dual_two_string_kite,
        Technique::dual_empty_rectangle, Technique::w_wing, Technique::simple_colors_trap,
        Technique::simple_colors_wrap, Technique::multi_colors_1, Technique::multi_colors_2,
        Technique::finned_x_wing, Technique::sashimi_x_wing, Technique::finned_swordfish,
        Technique::sashimi_swordfish, Technique::finned_jellyfish, Technique::sashimi_jellyfish,
        Technique::unique_rectangle_1, Technique::unique_rectangle_2,
        Technique::unique_rectangle_3, Technique::unique_rectangle_4,
        Technique::unique_rectangle_6, Technique::hidden_rectangle,
        Technique::franken_swordfish, Technique::finned_franken_x_wing, Technique::finned_franken_swordfish,
        Technique::finned_mutant_swordfish}) {
    const bool seen = counts[static_cast<int>(technique)] > 0;
    if (!seen) std::printf("%s: never\n", name_of(technique));
    CHECK(seen);
  }
}

struct Kept final : Report {
  bool take(Step&& step) override {
    steps.push_back(std::move(step));
    return true;
  }
  std::vector<Step> steps;
};

// A 9x9 with one value only: its places as rows of 0 and 1. The rest of the candidates is out of the way.
State places_of(const Sight& sight, const std::array<const char*, 9>& rows) {
  std::vector<Mask> masks(81, 0x1fe);
  for (int cell = 0; cell < 81; ++cell) masks[cell] |= rows[cell / 9][cell % 9] == '1';
  return State(sight, Values(81).data(), masks.data());
}

bool tells(const State& state, bool (*find)(const State&, int, Report&), int parameter,
           Technique technique, const std::vector<Candidate>& eliminations) {
  Kept kept;
  kept.all = true;
  find(state, parameter, kept);
  bool found = false;
  for (const Step& step : kept.steps) {
    CHECK(proved(state, step).empty());
    found |= step.technique == technique && step.eliminations == eliminations;
  }
  return found;
}

Candidate at(int row, int col, int value = 1) { return ((row - 1) * 9 + col - 1) * 9 + value - 1; }

void test_a_skyscraper_and_a_kite() {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  // Rows 1 and 4 share col 2; the outer ends are R1C7 and R4C8.
  const State sky = places_of(sight, {"010000100", "000000010", "000000000", "010000010", "000000100",
                                      "000000000", "000100000", "000000000", "000000000"});
  CHECK(tells(sky, find_skyscrapers, 0, Technique::skyscraper, {at(2, 8), at(5, 7)}));
  // Row 9 and col 3 meet in box 7; the outer ends R9C8 and R2C3 cross in R2C8.
  const State kite = places_of(sight, {"000000000", "001000010", "000000000", "000000000", "000000000",
                                       "000000000", "001000000", "000000000", "010000010"});
  CHECK(tells(kite, find_two_string_kites, 0, Technique::two_string_kite, {at(2, 8)}));
}

void test_a_finned_x_wing_and_its_sashimi() {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  const State finned = places_of(sight, {"000000000", "010000011", "000000000", "000000000",
                                         "000000000", "000000000", "010000010", "000000010",
                                         "000000000"});
  CHECK(!tells(finned, find_finned_fish, 2, Technique::finned_x_wing, {at(8, 8)}));
  const State near = places_of(sight, {"000000010", "010000011", "000000000", "000000000",
                                       "000000000", "000000000", "010000010", "000000000",
                                       "000000000"});
  CHECK(tells(near, find_finned_fish, 2, Technique::finned_x_wing, {at(1, 8)}));
  const State sashimi = places_of(sight, {"000000010", "010000001", "000000000", "000000000",
                                          "000000000", "000000000", "010000010", "000000000",
                                          "000000000"});
  CHECK(tells(sashimi, find_sashimi_fish, 2, Technique::sashimi_x_wing, {at(1, 8)}));
}

// Values in two boxes' corners, with a third value in one, two or three of them.
State corners(const Sight& sight, const std::array<Mask, 4>& masks) {
  std::vector<Mask> all(81, 0x1ff);
  constexpr int cells[4] = {0, 1, 27, 28};
  for (int i = 0; i < 4; ++i) all[cells[i]] = masks[i];
  return State(sight, Values(81).data(), all.data());
}

void test_rectangles() {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  CHECK(tells(corners(sight, {3, 3, 3, 7}), find_unique_rectangles,
              static_cast<int>(Technique::unique_rectangle_1), Technique::unique_rectangle_1,
              {at(4, 2, 1), at(4, 2, 2)}));
  CHECK(tells(corners(sight, {3, 7, 7, 3}), find_unique_rectangles,
              static_cast<int>(Technique::unique_rectangle_5), Technique::unique_rectangle_5,
              {}) == false);  // nothing is seen by both but the corners themselves
  CHECK(tells(corners(sight, {3, 3, 7, 7}), find_unique_rectangles,
              static_cast<int>(Technique::unique_rectangle_2), Technique::unique_rectangle_2,
              {at(4, 3, 3), at(4, 4, 3), at(4, 5, 3), at(4, 6, 3), at(4, 7, 3), at(4, 8, 3),
               at(4, 9, 3), at(5, 1, 3), at(5, 2, 3), at(5, 3, 3), at(6, 1, 3), at(6, 2, 3),
               at(6, 3, 3)}));
  // With a diagonal as a house the corners do not pair up.
  Houses houses = houses_of(9, 3);
  houses.push_back({0, 10, 20, 30, 40, 50, 60, 70, 80});
  const Geometry crossed(9, houses);
  const Sight other(crossed, true);
  CHECK(!tells(corners(other, {3, 3, 3, 7}), find_unique_rectangles,
               static_cast<int>(Technique::unique_rectangle_1), Technique::unique_rectangle_1,
               {at(4, 2, 1), at(4, 2, 2)}));
}

// A search without bounds would not come to an end here: 36 cells of all values in every house around
// the rectangle, and diagonals that all rows and cols meet.
void test_large_grids_have_bounds() {
  const int size = 36;
  Houses houses = houses_of(size, 6);
  houses.resize(houses.size() + 2);
  for (int i = 0; i < size; ++i) {
    houses[3 * size].push_back(static_cast<Cell>(i * (size + 1)));
    houses[3 * size + 1].push_back(static_cast<Cell>((i + 1) * (size - 1)));
  }
  const Geometry geometry(size, houses);
  const Sight sight(geometry, true);
  const Mask all = ~Mask{0} >> (64 - size);
  std::vector<Mask> masks(geometry.cells(), all & ~Mask{3});
  masks[1] = masks[1 + 6 * size] = 3;
  masks[2] = 7;
  masks[2 + 6 * size] = 11;
  const Values clues(geometry.cells());
  Kept kept;
  const State corners(sight, clues.data(), masks.data());
  CHECK(find_unique_rectangles(corners, static_cast<int>(Technique::unique_rectangle_3), kept));
  const State open(sight, clues.data());
  for (int fish = 2; fish <= 4; ++fish) {
    CHECK(find_finned_fish(open, fish, kept));
    CHECK(find_sashimi_fish(open, fish, kept));
  }
  CHECK(kept.steps.empty());
}

void test_avoidable_rectangles() {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  for (const bool clue : {false, true}) {
    std::vector<Mask> masks(81, 0x1ff);
    masks[27] = 6;
    masks[28] = 5;
    Values clues(81);
    clues[0] = clue ? 1 : 0;
    State state(sight, clues.data(), masks.data());
    if (!clue) state.place(0, 0);
    state.place(1, 1);
    const bool two = tells(state, find_avoidable_rectangles, 2, Technique::avoidable_rectangle_2,
                           {at(4, 3, 3), at(4, 4, 3), at(4, 5, 3), at(4, 6, 3), at(4, 7, 3),
                            at(4, 8, 3), at(4, 9, 3), at(5, 1, 3), at(5, 2, 3), at(5, 3, 3),
                            at(6, 1, 3), at(6, 2, 3), at(6, 3, 3)});
    CHECK(two != clue);  // a clue cannot be the other way round
    state.place(27, 1);
    const bool one = tells(state, find_avoidable_rectangles, 1, Technique::avoidable_rectangle_1,
                           {at(4, 2, 1)});
    CHECK(one != clue);
  }
}

// What the puzzle does not allow cannot be exchanged; what was struck can.
void test_what_the_puzzle_allows() {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  for (const bool allowed : {true, false}) {
    std::vector<Mask> limits(81, 0x1ff);
    if (!allowed) limits[0] = 1;
    std::vector<Mask> masks(81, 0x1ff);
    masks[27] = 6;
    masks[28] = 5;
    State placed(sight, Values(81).data(), masks.data());
    placed.limit(limits.data());
    placed.place(0, 0);
    placed.place(1, 1);
    placed.place(27, 1);
    for (const State& state : {placed, placed.with_order()}) {
      CHECK(tells(state, find_avoidable_rectangles, 1, Technique::avoidable_rectangle_1,
                  {at(4, 2, 1)}) == allowed);
    }
    State struck = corners(sight, {5, 3, 3, 3});
    struck.limit(limits.data());
    CHECK(tells(struck, find_unique_rectangles, static_cast<int>(Technique::unique_rectangle_1),
                Technique::unique_rectangle_1, {at(1, 1, 1)}) == allowed);
  }
}

// The first single to come up is the first to be taken.
void test_singles_in_order() {
  const Geometry geometry(4, houses_of(4, 2));
  const Sight sight(geometry, true);
  State state(sight, Values{1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}.data(), nullptr, true);
  CHECK(state.naked_in_order().size() == 1);
  state.strike(15, 7);
  state.strike(4, 4);
  CHECK(state.naked_in_order() == (std::vector<Candidate>{15, 63, 19}));
  Kept kept;
  find_naked_singles_in_order(state, 0, kept);
  CHECK(kept.steps.size() == 3 && kept.steps[1].placements[0].cell == 15);
}

void test_levels_and_points() {
  const Scale& scale = scale_of(ScaleName::hodoku);
  CHECK(scale.points != nullptr);
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  std::mt19937 random(3);
  for (int i = 0; i < 5; ++i) {
    State state(sight, made(geometry, random).data());
    const Rating rating = rate(state, scale, {});
    int sum = 0;
    for (int t = 0; t < technique_count; ++t) sum += rating.counts[t] * (*scale.points)[t].points;
    CHECK(rating.end == Rating::End::solved);
    CHECK(rating.score == sum);
    CHECK(rating.level >= (*scale.points)[static_cast<int>(rating.hardest)].level);
  }
}

}  // namespace
}  // namespace squaredance::technique

void test_technique_patterns() {
  using namespace squaredance::technique;
  test_a_skyscraper_and_a_kite();
  test_a_finned_x_wing_and_its_sashimi();
  test_rectangles();
  test_avoidable_rectangles();
  test_what_the_puzzle_allows();
  test_large_grids_have_bounds();
  test_singles_in_order();
  test_levels_and_points();
  test_every_step_is_proved();
}
