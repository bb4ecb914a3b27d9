// Chains: the ratings of Sudoku Explainer 1.2.1 on puzzles that need them, a proof for every chain
// that is told, at several sizes.
#include <array>
#include <random>
#include <string>
#include <vector>

#include "../src/technique/finders.hpp"
#include "check.hpp"
#include "houses.hpp"
#include "squaredance/technique/scale.hpp"
#include "verify_step.hpp"

namespace squaredance::technique {
namespace {

using Values = std::vector<std::uint8_t>;

Values values_of(const std::string& puzzle) {
  Values values;
  for (const char symbol : puzzle) values.push_back(symbol == '.' ? 0 : symbol - '0');
  return values;
}

struct Checked final : Report {
  explicit Checked(const State& at) : state(at) {}
  bool take(Step&& step) override {
    const std::string wrong = StepVerifier(state).check(step);
    if (!wrong.empty()) std::printf("%s: %s\n", name_of(step.technique), wrong.c_str());
    CHECK(wrong.empty());
    CHECK(!step.placements.empty() || !step.eliminations.empty());
    CHECK(step.complexity >= 4);
    // Ranked: the next one is not easier.
    CHECK(step.rating >= last);
    last = step.rating;
    ++counts[static_cast<int>(step.technique)];
    return all || ++told < 1;
  }
  const State& state;
  int last = 0;
  int told = 0;
  std::array<int, technique_count> counts{};
};

struct Known {
  const char* puzzle;
  int er, ep, ed;
};

// Minimal puzzles made at random; the ratings are those of 1.2.1.
constexpr Known knowns[] = {
    {"6..5...8.....1.4.5..1..4......4...32.432......2..5..4..78..1.......6...7......95.", 89, 12, 12},
    {"3...9.1..6...7...8.......3.......4......85..6.2.....971..86....5387......7.1.3...", 89, 12, 12},
    {"3.8.............4.4....539...69..5...13.....68.7.16..4....6......18.3........928.", 83, 12, 12},
    {".82..53..1.6.....44........73..49.6.......2...1.7........9...1.54........9..82...", 73, 12, 12},
    {"2....3....6.9..1...8.....24...34.....45.....98......13..9...2..........7...529..8", 72, 12, 12},
};

void test_ratings() {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  for (const Known& known : knowns) {
    State state(sight, values_of(known.puzzle).data());
    const Rating rating = rate(state, scale_of(ScaleName::se121), {});
    CHECK(rating.end == Rating::End::solved);
    CHECK(rating.er == known.er && rating.ep == known.ep && rating.ed == known.ed);
  }
}

// Every kind of chain in every state of a path that simple steps do not lead out of.
void test_proofs() {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  std::array<int, technique_count> counts{};
  for (const Known& known : knowns) {
    State state(sight, values_of(known.puzzle).data());
    int looked = 0;
    while (const auto step = next_step(state, scale_of(ScaleName::se121), {.evidence = false})) {
      if (step->complexity && ++looked <= 3) {
        for (int kind = 0; kind <= static_cast<int>(ChainKind::dynamic_plus); ++kind) {
          Checked checked(state);
          checked.all = kind <= static_cast<int>(ChainKind::multiple);
          find_chains(state, kind, checked);
          for (int i = 0; i < technique_count; ++i) counts[i] += checked.counts[i];
        }
      }
      apply(*step, state);
    }
  }
  for (const Technique technique :
       {Technique::x_forcing_chain, Technique::forcing_chain, Technique::bidirectional_cycle,
        Technique::nishio, Technique::cell_forcing_chains, Technique::house_forcing_chains}) {
    CHECK(counts[static_cast<int>(technique)] > 0);
  }
}

// Chains inside of chains, found again for the proof, at every level.
void test_nested_proofs() {
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  State state(sight, values_of(knowns[0].puzzle).data());
  while (const auto step = next_step(state, scale_of(ScaleName::se121), {.evidence = false})) {
    int candidates = 0;
    for (int cell = 0; cell < sight.cells(); ++cell) candidates += state.count(cell);
    if (step->complexity && candidates < 110) break;
    apply(*step, state);
  }
  CHECK(!state.solved());
  for (int kind = static_cast<int>(ChainKind::nested_2);
       kind <= static_cast<int>(ChainKind::nested_4_1); ++kind) {
    Checked checked(state);
    CHECK(!find_chains(state, kind, checked));
  }
}

// Clues of a solution made by shifting rows, and what the clues leave.
void test_sizes() {
  std::mt19937 random(7);
  for (const auto& [size, box_rows, keep] :
       std::vector<std::array<int, 3>>{
           {4, 2, 40}, {6, 2, 45}, {7, 0, 45}, {8, 2, 45}, {12, 3, 45}, {16, 4, 45}}) {
    const Geometry geometry(size, houses_of(size, box_rows));
    const Sight sight(geometry, box_rows != 0);
    for (int round = 0; round < 3; ++round) {
      Values values(geometry.cells());
      for (int cell = 0; cell < geometry.cells(); ++cell) {
        const int row = cell / size;
        const int shift = box_rows ? row % box_rows * (size / box_rows) + row / box_rows : row;
        if (static_cast<int>(random() % 100) < keep) {
          values[cell] = static_cast<std::uint8_t>((shift + cell % size) % size + 1);
        }
      }
      State state(sight, values.data());
      for (int kind = 0; kind <= static_cast<int>(ChainKind::dynamic_plus); ++kind) {
        Checked checked(state);
        find_chains(state, kind, checked);
      }
    }
  }
}

}  // namespace
}  // namespace squaredance::technique

void test_technique_chains() {
  squaredance::technique::test_ratings();
  squaredance::technique::test_proofs();
  squaredance::technique::test_nested_proofs();
  squaredance::technique::test_sizes();
}
