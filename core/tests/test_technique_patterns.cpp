// HoDoKu's patterns: every step that is told on many states is proved by its evidence and true to
// the solution; states made by hand have the eliminations that people know.
#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"
#include "count_check.hpp"
#include "houses.hpp"
#include "squaredance/search.hpp"
#include "squaredance/technique/scale.hpp"

namespace squaredance::technique {
namespace {

using Values = std::vector<std::uint8_t>;

struct Checked final : Report {
  Checked(const State& at, const Values& answer) : state(at), solution(answer) {}
  bool take(Step&& step) override {
    const Sight& sight = state.sight();
    ++counts[static_cast<int>(step.technique)];
    bool counted = true;
    for (const Lemma& lemma : step.evidence.lemmas) counted &= lemma.kind == Lemma::Kind::count;
    const std::string wrong = counted ? proved(state, step) : "";
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

// A solution, or nothing; `only`: nothing as well if there are two.
Values solved(const Geometry& geometry, std::vector<std::uint64_t> masks, bool only) {
  Values values(geometry.cells());
  const auto search = make_search(Engine::search, geometry, std::move(masks));
  if (search->run(100000) != Pause::solution) return {};
  search->read_solution(values);
  return !only || search->run(100000) == Pause::exhausted ? values : Values{};
}

// A puzzle from a seed: clues of some solution are taken away while it stays the only one.
Values made(const Geometry& geometry, std::mt19937& random) {
  const std::uint64_t all = ~0ULL >> (64 - geometry.size());
  std::vector<std::uint64_t> masks;
  Values clues;
  while (clues.empty()) {
    masks.assign(geometry.cells(), all);
    for (int value = 0; value < geometry.size(); ++value) {
      masks[random() % masks.size()] = 1ULL << value;
    }
    clues = solved(geometry, masks, false);
  }
  std::vector<int> order(clues.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[i] = static_cast<int>(i);
    std::swap(order[i], order[random() % (i + 1)]);
    masks[i] = 1ULL << (clues[i] - 1);
  }
  for (const int cell : order) {
    masks[cell] = all;
    if (solved(geometry, masks, true).empty()) masks[cell] = 1ULL << (clues[cell] - 1);
    else clues[cell] = 0;
  }
  return clues;
}

using Counts = std::array<int, technique_count>;

// Looks at every state on the way to the solution. Where no rule of the scale helps, a candidate of
// the solution is told, so that the way goes on.
void walk(const Geometry& geometry, bool has_boxes, const Values& clues, Counts& counts) {
  const Sight sight(geometry, has_boxes);
  const Scale& scale = scale_of(ScaleName::hodoku);
  std::vector<std::uint64_t> masks(clues.size(), ~0ULL >> (64 - geometry.size()));
  for (std::size_t i = 0; i < clues.size(); ++i) {
    if (clues[i]) masks[i] = 1ULL << (clues[i] - 1);
  }
  const Values solution = solved(geometry, masks, true);
  CHECK(!solution.empty());
  if (solution.empty()) return;
  State state(sight, clues.data());
  while (!state.solved()) {
    std::optional<Step> step = next_step(state, scale, {});
    if (!step || step->placements.empty()) {
      Checked checked(state, solution);
      all_steps(state, scale, {}, checked);
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
       std::vector<std::array<int, 3>>{{9, 3, 400}, {6, 2, 20}, {8, 2, 10}, {7, 0, 10}}) {
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
        Technique::avoidable_rectangle_1}) {
    const bool seen = counts[static_cast<int>(technique)] > 0;
    if (!seen) std::printf("%s: never\n", name_of(technique));
    CHECK(seen);
  }
}

}  // namespace
}  // namespace squaredance::technique

void test_technique_patterns() {
  squaredance::technique::test_every_step_is_proved();
}
