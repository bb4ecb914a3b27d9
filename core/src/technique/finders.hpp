// Every finder, by family. See find.hpp for what they share; each is in the file of its name.
#pragma once

#include "squaredance/technique/find.hpp"

namespace squaredance::technique {

// single.cpp. Boxes, then cols, then rows, as Sudoku Explainer looks.
bool find_full_houses(const State& state, int, Report& report);
bool find_hidden_singles(const State& state, int, Report& report);
bool find_naked_singles(const State& state, int, Report& report);

// als_xz.cpp, als_xy_wing.cpp, als_xy_chain.cpp, death_blossom.cpp, sue_de_coq.cpp
bool find_als_xz(const State& state, int, Report& report);
bool find_als_xy_wings(const State& state, int, Report& report);
bool find_als_xy_chains(const State& state, int, Report& report);
bool find_death_blossoms(const State& state, int, Report& report);
bool find_sue_de_coq(const State& state, int, Report& report);

// xy_chain.cpp
bool find_remote_pairs(const State& state, int, Report& report);
bool find_x_chains(const State& state, int, Report& report);
bool find_xy_chains(const State& state, int, Report& report);

// nice_loop.cpp. 0: candidates only; 1: with groups; 2: with groups and almost locked sets (HoDoKu's
// option). 1 and 2 tell only what has a group or a set in it.
bool find_nice_loops(const State& state, int parameter, Report& report);

}  // namespace squaredance::technique
