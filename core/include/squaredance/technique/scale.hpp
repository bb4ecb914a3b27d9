// Scale: which techniques a solver by hand tries, in which order, and what each counts.
//
//   const Scale& scale = scale_of(ScaleName::se121);
//   std::optional<Step> step = next_step(state, scale, options, stop);
//   apply(*step, state);
//
//   Rating rating = rate(state, scale, options, stop);
//
// Rules are tried in order, and the first step told is taken. So are Sudoku Explainer and HoDoKu.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>

#include "squaredance/technique/find.hpp"

namespace squaredance::technique {

enum class ScaleName : std::uint8_t { se121, sukaku118, hodoku };

// A rule gives its finder and one number for it, such as the size of a subset.
struct Rule {
  bool (*find)(const State& state, int parameter, Report& report);
  int parameter;
  bool needs_uniqueness = false;
  // Where all steps are wanted it is tried only when nothing was found before it, as Sudoku Explainer
  // does with its chains: it takes seconds, and sees every easier step again in a harder way.
  bool last_resort = false;
  // No step of it counts less. 0: not known.
  int least = 0;
};

// For the tables of rules: from(30, {find_naked_subsets, 2}).
constexpr Rule from(int least, Rule rule) {
  rule.least = least;
  return rule;
}

// What a technique counts, and the level (1 to 5) that it makes a puzzle at least.
struct Points {
  int points = 0;
  int level = 0;
};
using PointsTable = std::array<Points, technique_count>;

// What steps of a technique may count, from least to most; 0 when none ever comes on the way.
struct Range {
  int least = 0;
  int most = 0;
};
using RangeTable = std::array<Range, technique_count>;

struct Scale {
  ScaleName name;
  std::span<const Rule> rules;
  // HoDoKu's scale: a step counts what its technique does. Else what its finder said.
  const PointsTable* points = nullptr;
  // Which techniques come on its way; nothing: not known.
  const RangeTable* ranges = nullptr;
};

const Scale& scale_of(ScaleName name);

inline Range range_of(const Scale& scale, Technique technique) {
  return scale.ranges ? (*scale.ranges)[static_cast<int>(technique)] : Range{};
}
// Whether a way by this scale can have a step of the technique.
inline bool tells(const Scale& scale, Technique technique) { return range_of(scale, technique).most != 0; }

// Whether its singles are taken in the order in which they come up: a path that is to have the steps
// that `rate` counts then starts from `state.with_order()`.
inline bool wants_order(const Scale& scale) { return scale.points != nullptr; }

inline constexpr int unbounded = 1 << 30;

struct Options {
  bool uniqueness = true;   // techniques that assume a single solution
  bool evidence = true;
  // Rules from here on are not tried: the number of rules tried at most, e.g. to stop before nested
  // chains on large grids. 0: all.
  int rules = 0;
  // `rate` only. A rating that comes above this (ER in tenths, or score), or has a step that counts more than
  // `most_step`, ends there: rules that count more are not even tried.
  int most = unbounded;
  int most_step = unbounded;
};

// The next easiest step, or nothing: none is known, or it was stopped.
std::optional<Step> next_step(const State& state, const Scale& scale, const Options& options,
                              const std::atomic<bool>* stop = nullptr);

// Every step that the rules of the scale see now, told to the report in the order of the rules; the
// same conclusion by the same technique once. Rules of last resort only where there are no others.
bool all_steps(const State& state, const Scale& scale, const Options& options, Report& report);

// Eliminations are struck, then placements made.
void apply(const Step& step, State& state);

struct Rating {
  enum class End : std::uint8_t {
    solved,
    stuck,
    stopped,
    above,  // what was asked for at most; the rest tells how far it came
  };
  End end = End::stuck;
  // SE scales, in tenths: the hardest step of all, up to the first placement, up to the first
  // elimination. 200 when stuck.
  int er = 0, ep = 0, ed = 0;
  // HoDoKu's scale: the sum of points, and the level 1 to 5 (Easy, Medium, Hard, Unfair, Extreme).
  int score = 0, level = 0;
  int steps = 0;
  Technique hardest = Technique::full_house;
  std::array<std::uint16_t, technique_count> counts{};  // how many steps of each technique
};

// Solves the state by the rules of the scale; without evidence. `state` is left at the end reached.
Rating rate(State& state, const Scale& scale, const Options& options,
            const std::atomic<bool>* stop = nullptr);

}  // namespace squaredance::technique
