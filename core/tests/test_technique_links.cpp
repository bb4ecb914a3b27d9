// Strong links and the large wings: states made by hand have the eliminations that people know, every
// step on random states of many sizes is proved and true to a solution, and what is told first is the
// first of all. Puzzles of the Sudoku Exchange bank (public domain) with the ratings of
// SukakuExplainer 1.18.1.
#include <random>
#include <string>
#include <vector>

#include "../src/technique/finders.hpp"
#include "check.hpp"
#include "count_check.hpp"
#include "houses.hpp"
#include "squaredance/technique/scale.hpp"

namespace squaredance::technique {
namespace {

using Values = std::vector<std::uint8_t>;
using Finder = bool (*)(const State& state, int parameter, Report& report);

struct Collected final : Report {
  explicit Collected(bool want_all) { all = want_all; }
  bool take(Step&& step) override {
    steps.push_back(std::move(step));
    return all;
  }
  std::vector<Step> steps;
};

// The value 1 in these cells of an empty 9x9, given as row and col (11 to 99), and nothing else.
void check_links(int links, const std::vector<int>& places, Technique technique, int rating,
                 const std::vector<int>& struck) {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  const auto cell_of = [](int place) { return 9 * (place / 10 - 1) + place % 10 - 1; };
  std::vector<Mask> masks(81, 0);
  for (const int place : places) masks[cell_of(place)] = 1;
  const State state(sight, Values(81, 0).data(), masks.data());
  Collected report(false);
  find_strong_links(state, links, report);
  CHECK(report.steps.size() == 1);
  if (report.steps.empty()) return;
  const Step& step = report.steps[0];
  CHECK(step.technique == technique);
  CHECK(step.rating == rating);
  std::vector<Candidate> expected;
  for (const int place : struck) expected.push_back(sight.candidate(cell_of(place), 0));
  CHECK(step.eliminations == expected);
  CHECK(proved(state, step) == "");
}

void test_known_shapes() {
  check_links(2, {11, 15, 24, 34, 45, 61, 64}, Technique::skyscraper, 40, {24, 34, 45});
  check_links(2, {12, 17, 33, 47, 83, 84, 87, 97}, Technique::two_string_kite, 41, {87});
  check_links(2, {15, 45, 52, 54, 56, 65, 92, 95, 99}, Technique::empty_rectangle, 43, {95});
  // One end of row 1 is a group in box 1.
  check_links(2, {11, 12, 17, 23, 33, 63, 67}, Technique::strong_links, 43, {23, 33});
  // Three rows in a chain, and three closed to a ring.
  check_links(3, {11, 14, 34, 37, 41, 52, 57}, Technique::strong_links, 54, {41});
  check_links(3, {11, 14, 24, 44, 47, 71, 77, 87, 91}, Technique::strong_links, 54, {24, 87, 91});
}

// A solution of any size: rows shifted against each other, values and lines of a band shuffled.
Values some_solution(int size, int box_rows, std::mt19937& random) {
  const int height = box_rows ? box_rows : 1;
  const int width = size / height;
  std::vector<int> names(size), rows(size);
  for (int i = 0; i < size; ++i) {
    names[i] = rows[i] = i;
    std::swap(names[i], names[random() % (i + 1)]);
    const int first = i / height * height;
    std::swap(rows[i], rows[first + random() % (i - first + 1)]);
  }
  Values values;
  for (int row = 0; row < size; ++row) {
    const int shift = rows[row] % height * width + rows[row] / height;
    for (int col = 0; col < size; ++col) {
      values.push_back(static_cast<std::uint8_t>(names[(col + shift) % size] + 1));
    }
  }
  return values;
}

// A state that has the solution, a part of its values placed, and each other candidate that is
// still possible with a chance of `percent`.
State random_state(const Sight& sight, const Values& solution, int percent, std::mt19937& random) {
  Values clues(solution.size(), 0);
  std::vector<Mask> masks(solution.size(), 0);
  for (std::size_t cell = 0; cell < solution.size(); ++cell) {
    if (random() % 3 == 0) clues[cell] = solution[cell];
    masks[cell] = Mask{1} << (solution[cell] - 1);
    for (int value = 0; value < sight.size(); ++value) {
      if (static_cast<int>(random() % 100) < percent) masks[cell] |= Mask{1} << value;
    }
  }
  return State(sight, clues.data(), masks.data());
}

struct Rules {
  Finder find;
  int parameter;
};
constexpr Rules all_rules[] = {{find_strong_links, 2}, {find_strong_links, 3},
                               {find_strong_links, 4}, {find_strong_links, 5},
                               {find_strong_links, 6}, {find_als_wings, 4},
                               {find_als_wings, 5},    {find_als_wings, 6},
                               {find_als_wings, 7}};

int check_all(const State& state, const Values& solution, const Rules& rule) {
  const Sight& sight = state.sight();
  Collected first(false), every(true);
  rule.find(state, rule.parameter, first);
  rule.find(state, rule.parameter, every);
  CHECK(first.steps.empty() == every.steps.empty());
  if (first.steps.empty()) return 0;
  CHECK(first.steps[0].eliminations == every.steps[0].eliminations);
  CHECK(first.steps[0].rating == every.steps[0].rating);
  for (const Step& step : every.steps) {
    CHECK(step.rating >= first.steps[0].rating);
    const std::string wrong = proved(state, step);
    if (!wrong.empty()) std::printf("%s: %s\n", name_of(step.technique), wrong.c_str());
    CHECK(wrong.empty());
    for (const Candidate c : step.eliminations) {
      CHECK(solution[sight.cell_of(c)] != sight.value_of(c) + 1);
    }
  }
  return static_cast<int>(every.steps.size());
}

void test_every_step_is_proved() {
  std::mt19937 random(7);
  struct Kind {
    int size, box_rows, percent, states;
  };
  // Fewer candidates for larger grids, so that there are links, but not thousands.
  for (const Kind& kind : {Kind{9, 3, 25, 60}, Kind{6, 2, 40, 40}, Kind{9, 0, 25, 30},
                           Kind{12, 3, 14, 20}, Kind{16, 4, 9, 10}, Kind{25, 5, 5, 2}}) {
    const Geometry geometry(kind.size, houses_of(kind.size, kind.box_rows));
    const Sight sight(geometry, kind.box_rows != 0);
    std::vector<int> counts(std::size(all_rules), 0);
    for (int i = 0; i < kind.states; ++i) {
      const Values solution = some_solution(kind.size, kind.box_rows, random);
      const State state = random_state(sight, solution, kind.percent, random);
      for (std::size_t j = 0; j < counts.size(); ++j) {
        if (kind.size > 12 && all_rules[j].find == find_strong_links && all_rules[j].parameter > 4) {
          continue;  // there are any number of long ones
        }
        counts[j] += check_all(state, solution, all_rules[j]);
      }
    }
    CHECK(counts[0] > 0);
    CHECK(counts[1] > 0);
    CHECK(counts[2] > 0);
    CHECK(counts[5] > 0);
  }
}

void test_ratings() {
  struct Rated {
    const char* puzzle;
    int rating;
    Technique hardest;
  };
  const Rated rated[] = {
      {"000000000700206003090103020200000009100907006030485070057000430003000900600000007", 40,
       Technique::skyscraper},
      {"000002000002590004900400308601080000004107200000050407207001009400025600000900000", 41,
       Technique::turbot_fish},
      {"000000590859000010040030002004003000300060008000500100200040030070000281098000000", 43,
       Technique::empty_rectangle},
      {"000000000009728100000143000084000210007000500030090060601902308000000000023050790", 54,
       Technique::strong_links},
      {"000010000064008120010006080028403000900000005000905640080200060092600850000070000", 55,
       Technique::wxyz_wing},
      {"000000000710008320026000074049001000250080037000500180430000750067400018000000000", 60,
       Technique::bug_3},
      {"000000000008040300090176020240030057000701000070000090006409700900805003002010900", 64,
       Technique::vwxyz_wing},
      {"000006080600000700095870600800020400004185300007040005003061290002000007040200000", 66,
       Technique::uvwxyz_wing},
  };
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  for (const Rated& one : rated) {
    Values clues;
    for (const char* c = one.puzzle; *c; ++c) clues.push_back(static_cast<std::uint8_t>(*c - '0'));
    State state(sight, clues.data());
    const Rating rating = rate(state, scale_of(ScaleName::sukaku118), {});
    CHECK(rating.end == Rating::End::solved);
    CHECK(rating.er == one.rating);
    CHECK(rating.hardest == one.hardest);
  }
}

}  // namespace
}  // namespace squaredance::technique

void test_technique_links() {
  squaredance::technique::test_known_shapes();
  squaredance::technique::test_every_step_is_proved();
  squaredance::technique::test_ratings();
}
