// Every finder, by family. See find.hpp for what they share; each is in the file of its name.
#pragma once

#include "squaredance/technique/find.hpp"

namespace squaredance::technique {

// single.cpp. Boxes, then cols, then rows, as Sudoku Explainer looks.
bool find_full_houses(const State& state, int, Report& report);
bool find_hidden_singles(const State& state, int, Report& report);
bool find_naked_singles(const State& state, int, Report& report);

// strong_links.cpp. `links`: how many, 2 to 6. Rated by SukakuExplainer 1.18.1.
bool find_strong_links(const State& state, int links, Report& report);

// als_wing.cpp. `cells`: how many, 4 (WXYZ-wing) to 7. Rated by SukakuExplainer 1.18.1.
bool find_als_wings(const State& state, int cells, Report& report);

}  // namespace squaredance::technique
