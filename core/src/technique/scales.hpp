// The scales, each in the file of its name.
#pragma once

#include "squaredance/technique/scale.hpp"

namespace squaredance::technique {

extern const Scale scale_se121;
extern const Scale scale_sukaku118;
extern const Scale scale_hodoku;

// What steps of Sudoku Explainer 1.2.1 count. Chains count more the longer they are, without end.
inline constexpr RangeTable ranges_of_explainer = [] {
  using T = Technique;
  RangeTable table{};
  const auto set = [&](T technique, int least, int most) {
    table[static_cast<int>(technique)] = {least, most};
  };
  set(T::full_house, 10, 10);
  set(T::hidden_single, 12, 15);
  set(T::direct_pointing, 17, 17);
  set(T::direct_claiming, 19, 19);
  set(T::direct_hidden_pair, 20, 20);
  set(T::naked_single, 23, 23);
  set(T::direct_hidden_triple, 25, 25);
  set(T::pointing, 26, 26);
  set(T::claiming, 28, 28);
  set(T::naked_pair, 30, 30);
  set(T::x_wing, 32, 32);
  set(T::hidden_pair, 34, 34);
  set(T::naked_triple, 36, 36);
  set(T::swordfish, 38, 38);
  set(T::hidden_triple, 40, 40);
  set(T::xy_wing, 42, 42);
  set(T::xyz_wing, 44, 44);
  set(T::unique_rectangle_1, 45, 45);
  set(T::unique_rectangle_2, 45, 45);
  set(T::unique_rectangle_3, 45, unbounded);
  set(T::unique_rectangle_4, 45, 45);
  set(T::unique_loop_1, 46, 50);
  set(T::unique_loop_2, 46, 50);
  set(T::unique_loop_3, 46, unbounded);
  set(T::unique_loop_4, 46, 50);
  set(T::naked_quad, 50, 50);
  set(T::jellyfish, 52, 52);
  set(T::hidden_quad, 54, 54);
  set(T::naked_subset, 56, 74);
  set(T::large_fish, 58, 76);
  set(T::hidden_subset, 60, 78);
  set(T::bug_1, 56, 56);
  set(T::bug_2, 57, 57);
  set(T::bug_3, 57, unbounded);
  set(T::bug_4, 57, 57);
  set(T::aligned_pair_exclusion, 62, 62);
  set(T::aligned_triple_exclusion, 75, 75);
  set(T::bidirectional_x_cycle, 65, unbounded);
  set(T::bidirectional_y_cycle, 65, unbounded);
  set(T::bidirectional_cycle, 70, unbounded);
  set(T::x_forcing_chain, 66, unbounded);
  set(T::forcing_chain, 70, unbounded);
  set(T::nishio, 75, unbounded);
  set(T::cell_forcing_chains, 80, unbounded);
  set(T::house_forcing_chains, 80, unbounded);
  for (int i = static_cast<int>(T::dynamic_cell_forcing_chains);
       i <= static_cast<int>(T::dynamic_contradiction); ++i) {
    set(static_cast<T>(i), 85, unbounded);
  }
  return table;
}();

// Rules that a program has, but uses only when told to: not on the way, only where all steps are wanted.
template <bool (*find)(const State&, int, Report&)>
bool find_on_request(const State& state, int parameter, Report& report) {
  return !report.all || find(state, parameter, report);
}

// The level of a puzzle on HoDoKu's scale: that of its hardest technique, raised while the sum of
// points is above what a level may have.
int level_of(int score, int hardest);

}  // namespace squaredance::technique
