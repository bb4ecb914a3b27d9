// HoDoKu's chains and almost locked sets: every step told on many states, of several geometries, is
// proved by its evidence and true to the solution.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "../src/technique/finders.hpp"
#include "check.hpp"
#include "houses.hpp"
#include "squaredance/search.hpp"
#include "verify_step.hpp"

namespace squaredance::technique {
namespace {

using Values = std::vector<std::uint8_t>;

struct Finder {
  bool (*find)(const State& state, int parameter, Report& report);
  int parameter;
};

constexpr Finder finders[] = {
    {find_remote_pairs, 0},  {find_x_chains, 0},     {find_xy_chains, 0},
    {find_nice_loops, 0},    {find_nice_loops, 1},   {find_nice_loops, 2},
    {find_als_xz, 0},        {find_als_xy_wings, 0}, {find_als_xy_chains, 0},
    {find_death_blossoms, 0}, {find_sue_de_coq, 0},  {find_forcing_nets, 0},
    {find_forcing_nets, 1},  {find_kraken_fish, 0},
};

struct Collected final : Report {
  bool take(Step&& step) override {
    steps.push_back(std::move(step));
    return all;
  }
  std::vector<Step> steps;
};

// A solution of a grid with some values at random.
Values some_solution(const Geometry& geometry, std::mt19937& random) {
  Values values(geometry.cells());
  for (;;) {
    std::vector<std::uint64_t> masks(geometry.cells(), ~0ULL >> (64 - geometry.size()));
    for (int value = 0; value < geometry.size(); ++value) {
      masks[random() % masks.size()] = 1ULL << value;
    }
    const auto search = make_search(Engine::search, geometry, std::move(masks));
    if (search->run(100000) != Pause::solution) continue;
    search->read_solution(values);
    return values;
  }
}

// The candidates that the clues leave, and fewer: some false ones are struck. The state has the
// solution, and perhaps others; a step must be true to all of them, so to this one.
State some_state(const Sight& sight, const Values& solution, int clues, unsigned one_in,
                 std::mt19937& random) {
  Values values(solution.size());
  for (int i = 0; i < clues; ++i) {
    const std::size_t cell = random() % values.size();
    values[cell] = solution[cell];
  }
  State state(sight, values.data());
  for (int cell = 0; cell < sight.cells(); ++cell) {
    for (Mask left = state.mask(cell); left; left &= left - 1) {
      const int value = std::countr_zero(left);
      if (value != solution[cell] - 1 && random() % one_in == 0) state.strike(cell, left & -left);
    }
  }
  return state;
}

void check_steps(const State& state, const Values& solution, const std::vector<Step>& steps,
                 std::array<int, technique_count>& counts) {
  const Sight& sight = state.sight();
  // Forcing nets tell hundreds, which is more than the slow check needs to see.
  for (std::size_t i = 0; i < steps.size(); i += 1 + steps.size() / 40) {
    const Step& step = steps[i];
    ++counts[static_cast<int>(step.technique)];
    const std::string wrong = StepVerifier(state).check(step);
    if (!wrong.empty()) std::printf("%s: %s\n", name_of(step.technique), wrong.c_str());
    CHECK(wrong.empty());
    CHECK(!step.eliminations.empty() || !step.placements.empty());
    CHECK(std::is_sorted(step.eliminations.begin(), step.eliminations.end()));
    for (const Candidate c : step.eliminations) {
      CHECK(state.has(c));
      CHECK(solution[sight.cell_of(c)] != sight.value_of(c) + 1);
    }
    for (const Placement& p : step.placements) CHECK(solution[p.cell] == p.value + 1);
  }
}

void look_at_states(const Geometry& geometry, bool has_boxes, int states, int clues,
                    std::mt19937& random, std::array<int, technique_count>& counts) {
  const Sight sight(geometry, has_boxes);
  for (int i = 0; i < states; ++i) {
    const Values solution = some_solution(geometry, random);
    const State state = some_state(sight, solution, clues, 3 + i % 3, random);
    for (const Finder& finder : finders) {
      Collected all;
      all.all = true;
      CHECK(finder.find(state, finder.parameter, all));
      check_steps(state, solution, all.steps, counts);
      // On the way to a solution: one step, and when rating without its evidence.
      Collected quick;
      quick.evidence = false;
      const bool none = finder.find(state, finder.parameter, quick);
      CHECK(none == quick.steps.empty());
      for (const Step& step : quick.steps) {
        CHECK(step.evidence.lemmas.empty() && step.evidence.nodes.empty());
        CHECK(!all.steps.empty());
      }
    }
  }
}

// Cells that hold one of two values have nothing but these two.
void look_at_remote_pairs(std::mt19937& random, std::array<int, technique_count>& counts) {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  for (int i = 0; i < 5; ++i) {
    const Values solution = some_solution(geometry, random);
    State state(sight, Values(81).data());
    for (int cell = 0; cell < 81; ++cell) {
      if (solution[cell] <= 2 && random() % 3) state.strike(cell, ~Mask{3});
    }
    Collected all;
    all.all = true;
    find_remote_pairs(state, 0, all);
    check_steps(state, solution, all.steps, counts);
  }
}

void test_every_step_is_proved() {
  std::array<int, technique_count> counts{};
  std::mt19937 random(9);
  for (const auto& [size, box_rows, states, clues] : std::vector<std::array<int, 4>>{
           {9, 3, 12, 45}, {6, 2, 6, 12}, {8, 0, 4, 30}, {12, 3, 1, 120}, {16, 4, 1, 230}}) {
    look_at_states(Geometry(size, houses_of(size, box_rows)), box_rows != 0, states, clues, random,
                   counts);
  }
  Houses diagonals = houses_of(9, 3);
  diagonals.resize(29);
  for (int i = 0; i < 9; ++i) {
    diagonals[27].push_back(static_cast<Cell>(i * 10));
    diagonals[28].push_back(static_cast<Cell>(i * 8 + 8));
  }
  look_at_states(Geometry(9, diagonals), true, 3, 40, random, counts);
  look_at_remote_pairs(random, counts);
  for (int i = static_cast<int>(Technique::remote_pair);
       i <= static_cast<int>(Technique::death_blossom); ++i) {
    if (counts[i] == 0) std::printf("%s: never\n", name_of(static_cast<Technique>(i)));
    CHECK(counts[i] > 0);
  }
  for (int i = static_cast<int>(Technique::forcing_chain_contradiction);
       i <= static_cast<int>(Technique::forcing_net_verity); ++i) {
    CHECK(counts[i] > 0);
  }
  CHECK(counts[static_cast<int>(Technique::kraken_fish_1)] > 0);
  CHECK(counts[static_cast<int>(Technique::kraken_fish_2)] > 0);
}

// A stop is heard: a finder that is stopped before it starts tells nothing.
void test_stop() {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  std::mt19937 random(1);
  const State state = some_state(sight, some_solution(geometry, random), 30, 4, random);
  const std::atomic<bool> stop = true;
  for (const Finder& finder : finders) {
    Collected report;
    report.stop = &stop;
    finder.find(state, finder.parameter, report);
    CHECK(report.steps.empty());
  }
}

// Wide grids with hardly a clue are left in bounded time, and with nothing told.
void test_open_grids() {
  for (const auto& [size, box_rows] : std::vector<std::array<int, 2>>{{25, 5}, {36, 6}}) {
    const Geometry geometry(size, houses_of(size, box_rows));
    const Sight sight(geometry, true);
    const Values values(geometry.cells());
    const State state(sight, values.data());
    for (const Finder& finder : finders) {
      Collected report;
      CHECK(finder.find(state, finder.parameter, report));
      CHECK(report.steps.empty());
    }
  }
}

}  // namespace
}  // namespace squaredance::technique

void test_technique_als() {
  squaredance::technique::test_every_step_is_proved();
  squaredance::technique::test_stop();
  squaredance::technique::test_open_grids();
}
