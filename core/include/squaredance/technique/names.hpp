// Technique: every kind of deduction by its name. The name with dashes is what Python, JSON, the
// command line and the pages of docs/techniques use.
#pragma once

#include <cstdint>

namespace squaredance::technique {

// From easy to hard, by family. A variant with another proof, picture or page has a name of its own;
// what differs in size only (a chain of 6 or of 8) has not.
#define SQUAREDANCE_TECHNIQUES(X)                                                               \
  X(full_house) X(hidden_single) X(naked_single)                                                \
  X(direct_pointing) X(direct_claiming) X(direct_hidden_pair) X(direct_hidden_triple)           \
  X(pointing) X(claiming) X(locked_pair) X(locked_triple)                                       \
  X(naked_pair) X(naked_triple) X(naked_quad) X(hidden_pair) X(hidden_triple) X(hidden_quad)    \
  X(naked_subset) X(hidden_subset)                                                              \
  X(x_wing) X(swordfish) X(jellyfish) X(large_fish)                                             \
  X(finned_x_wing) X(finned_swordfish) X(finned_jellyfish)                                      \
  X(sashimi_x_wing) X(sashimi_swordfish) X(sashimi_jellyfish)                                   \
  X(franken_x_wing) X(franken_swordfish) X(franken_jellyfish)                                   \
  X(finned_franken_x_wing) X(finned_franken_swordfish) X(finned_franken_jellyfish)              \
  X(mutant_x_wing) X(mutant_swordfish) X(mutant_jellyfish)                                      \
  X(finned_mutant_x_wing) X(finned_mutant_swordfish) X(finned_mutant_jellyfish)                 \
  X(kraken_fish_1) X(kraken_fish_2)                                                             \
  X(skyscraper) X(two_string_kite) X(dual_two_string_kite) X(turbot_fish)                       \
  X(empty_rectangle) X(dual_empty_rectangle) X(strong_links)                                    \
  X(xy_wing) X(xyz_wing) X(w_wing) X(wxyz_wing) X(vwxyz_wing) X(uvwxyz_wing) X(tuvwxyz_wing)    \
  X(unique_rectangle_1) X(unique_rectangle_2) X(unique_rectangle_3) X(unique_rectangle_4)       \
  X(unique_rectangle_5) X(unique_rectangle_6) X(hidden_rectangle)                               \
  X(avoidable_rectangle_1) X(avoidable_rectangle_2)                                             \
  X(unique_loop_1) X(unique_loop_2) X(unique_loop_3) X(unique_loop_4)                           \
  X(bug_1) X(bug_2) X(bug_3) X(bug_4)                                                           \
  X(simple_colors_trap) X(simple_colors_wrap) X(multi_colors_1) X(multi_colors_2)               \
  X(remote_pair) X(x_chain) X(xy_chain)                                                         \
  X(discontinuous_nice_loop) X(grouped_discontinuous_nice_loop)                                 \
  X(continuous_nice_loop) X(grouped_continuous_nice_loop) X(aic) X(grouped_aic)                 \
  X(sue_de_coq)                                                                                 \
  X(als_xz) X(als_xy_wing) X(als_xy_chain) X(death_blossom)                                     \
  X(aligned_pair_exclusion) X(aligned_triple_exclusion)                                         \
  X(bidirectional_x_cycle) X(bidirectional_y_cycle) X(bidirectional_cycle)                      \
  X(x_forcing_chain) X(forcing_chain) X(nishio)                                                 \
  X(cell_forcing_chains) X(house_forcing_chains)                                                \
  X(dynamic_cell_forcing_chains) X(dynamic_house_forcing_chains)                                \
  X(dynamic_double_forcing_chains) X(dynamic_contradiction)                                     \
  X(forcing_chain_contradiction) X(forcing_chain_verity)                                        \
  X(forcing_net_contradiction) X(forcing_net_verity)

enum class Technique : std::uint8_t {
#define SQUAREDANCE_TECHNIQUE(name) name,
  SQUAREDANCE_TECHNIQUES(SQUAREDANCE_TECHNIQUE)
#undef SQUAREDANCE_TECHNIQUE
};

inline constexpr int technique_count = 0
#define SQUAREDANCE_TECHNIQUE(name) +1
    SQUAREDANCE_TECHNIQUES(SQUAREDANCE_TECHNIQUE)
#undef SQUAREDANCE_TECHNIQUE
    ;

// "naked-pair" for Technique::naked_pair.
const char* name_of(Technique technique);

// Whether it assumes that the puzzle has one solution.
bool needs_uniqueness(Technique technique);

}  // namespace squaredance::technique
