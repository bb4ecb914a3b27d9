// Every finder, by family. See find.hpp for what they share; each is in the file of its name.
#pragma once

#include "squaredance/technique/find.hpp"

namespace squaredance::technique {

// single.cpp. Boxes, then cols, then rows, as Sudoku Explainer looks.
bool find_full_houses(const State& state, int, Report& report);
bool find_hidden_singles(const State& state, int, Report& report);
bool find_naked_singles(const State& state, int, Report& report);

// single_digit.cpp. Duals are told only where all steps are wanted.
bool find_skyscrapers(const State& state, int, Report& report);
bool find_two_string_kites(const State& state, int, Report& report);
bool find_turbot_fish(const State& state, int, Report& report);
bool find_empty_rectangles(const State& state, int, Report& report);

// rectangle.cpp. The number is that of the Technique: unique_rectangle_1 to _6, hidden_rectangle.
bool find_unique_rectangles(const State& state, int technique, Report& report);

// avoidable.cpp
bool find_avoidable_rectangles(const State& state, int type, Report& report);

// finned_fish.cpp. The number is that of the base lines.
bool find_finned_fish(const State& state, int size, Report& report);
bool find_sashimi_fish(const State& state, int size, Report& report);

// w_wing.cpp
bool find_w_wings(const State& state, int, Report& report);

// colors.cpp. Wraps before traps, type 2 before type 1, as HoDoKu looks.
bool find_simple_colors(const State& state, int, Report& report);
bool find_multi_colors(const State& state, int, Report& report);

}  // namespace squaredance::technique
