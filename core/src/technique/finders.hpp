// Every finder, by family. See find.hpp for what they share; each is in the file of its name.
#pragma once

#include "squaredance/technique/find.hpp"

namespace squaredance::technique {

// Added to the parameter of a finder of Sudoku Explainer: as SukakuExplainer 1.18.1 has it, which looks
// in another order and finds a little more.
inline constexpr int sukaku_order = 64;
// The order in which HoDoKu 2.2 looks, and where, added to a size or alone.
inline constexpr int hodoku_order = 128;

// single.cpp. Boxes, then cols, then rows, as Sudoku Explainer looks.
bool find_full_houses(const State& state, int, Report& report);
bool find_hidden_singles(const State& state, int, Report& report);
bool find_naked_singles(const State& state, int, Report& report);

// single_in_order.cpp. First the single that came up first, where the state has kept that.
bool find_full_houses_in_order(const State& state, int, Report& report);
bool find_naked_singles_in_order(const State& state, int, Report& report);
bool find_hidden_singles_in_order(const State& state, int, Report& report);

// locked.cpp. Pointing and claiming; direct, when they leave a single. One of them alone: in HoDoKu's
// order.
bool find_pointing(const State& state, int, Report& report);
bool find_claiming(const State& state, int, Report& report);
bool find_direct_locked(const State& state, int order, Report& report);
bool find_locked(const State& state, int order, Report& report);

// subset.cpp. By size: 2 or more; locked and direct ones 2 or 3. With hodoku_order added also where
// the other cells of the house are a smaller subset, which Sudoku Explainer leaves out and HoDoKu does not,
// and in HoDoKu's order.
bool find_naked_subsets(const State& state, int size, Report& report);
bool find_hidden_subsets(const State& state, int size, Report& report);
bool find_direct_hidden_subsets(const State& state, int size, Report& report);
bool find_locked_subsets(const State& state, int size, Report& report);

// fish.cpp. By size: 2 or more; with hodoku_order added as HoDoKu looks.
bool find_fish(const State& state, int size, Report& report);

// wing.cpp
bool find_xy_wings(const State& state, int order, Report& report);
bool find_xyz_wings(const State& state, int order, Report& report);

// unique_loop.cpp. Rectangles and longer loops, types 1 to 4; the easiest only, unless all are wanted.
bool find_unique_loops(const State& state, int order, Report& report);

// grave.cpp. Bivalue universal grave, types 1 to 4.
bool find_graves(const State& state, int order, Report& report);

// aligned.cpp. Of 2 or 3 cells.
bool find_aligned_exclusions(const State& state, int size, Report& report);
// chain/. All chains of Sudoku Explainer; the parameter is a ChainKind, with sukaku_order added for
// the order in which SukakuExplainer 1.18.1 looks for what follows inside of dynamic chains.
enum class ChainKind : int {
  cycles,   // bidirectional cycles and forcing chains
  nishio,
  multiple,  // cell and house forcing chains
  dynamic,
  dynamic_plus,  // with locked candidates, pairs and X-wings inside
  nested_2,      // and with cycles and forcing chains inside
  nested_3,      // and multiple ones
  nested_4,      // and dynamic ones
  nested_5,      // and dynamic ones that have forcing chains inside
  // SukakuExplainer: level 4, with dynamic chains of level 1, 2 or 3 inside.
  nested_4_1,
  nested_4_2,
  nested_4_3,
};
bool find_chains(const State& state, int kind, Report& report);
// strong_links.cpp. `links`: how many, 2 to 6. Rated by SukakuExplainer 1.18.1.
bool find_strong_links(const State& state, int links, Report& report);

// als_wing.cpp. `cells`: how many, 4 (WXYZ-wing) to 7. Rated by SukakuExplainer 1.18.1.
bool find_als_wings(const State& state, int cells, Report& report);
// single_digit.cpp. Duals are told only where all steps are wanted.
bool find_skyscrapers(const State& state, int, Report& report);
bool find_two_string_kites(const State& state, int, Report& report);
bool find_turbot_fish(const State& state, int, Report& report);
bool find_empty_rectangles(const State& state, int, Report& report);
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

// rectangle.cpp. The number is that of the Technique: unique_rectangle_1 to _6, hidden_rectangle.
bool find_unique_rectangles(const State& state, int technique, Report& report);

// avoidable.cpp
bool find_avoidable_rectangles(const State& state, int type, Report& report);

// finned_fish.cpp. The number is that of the base lines.
bool find_finned_fish(const State& state, int size, Report& report);
bool find_sashimi_fish(const State& state, int size, Report& report);

// complex_fish.cpp. The number is that of the bases.
bool find_franken_fish(const State& state, int size, Report& report);
bool find_finned_franken_fish(const State& state, int size, Report& report);
bool find_mutant_fish(const State& state, int size, Report& report);
bool find_finned_mutant_fish(const State& state, int size, Report& report);

// w_wing.cpp
bool find_w_wings(const State& state, int, Report& report);

// colors.cpp. Wraps before traps, type 2 before type 1, as HoDoKu looks.
bool find_simple_colors(const State& state, int, Report& report);
bool find_multi_colors(const State& state, int, Report& report);

// nice_loop.cpp. 0: candidates only; 1: with groups; 2: with groups and almost locked sets (HoDoKu's
// option). 1 and 2 tell only what has a group or a set in it.
bool find_nice_loops(const State& state, int parameter, Report& report);

// kraken_fish.cpp. Types 1 and 2, of rows and cols, all sizes together.
bool find_kraken_fish(const State& state, int, Report& report);

// forcing_net.cpp. Contradictions and verities; 0: by chains, 1: by nets.
bool find_forcing_nets(const State& state, int nets, Report& report);

}  // namespace squaredance::technique
