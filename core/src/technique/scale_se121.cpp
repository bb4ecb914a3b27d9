// Sudoku Explainer 1.2.1: its rules in its order.
#include "finders.hpp"
#include "scales.hpp"

namespace squaredance::technique {
namespace {

constexpr int chain(ChainKind kind) { return static_cast<int>(kind); }

constexpr Rule last_resort(ChainKind kind) {
  return {.find = find_chains, .parameter = chain(kind), .last_resort = true};
}

constexpr Rule rules[] = {
    {find_full_houses, 0},
    {find_hidden_singles, 0},
    {find_direct_locked, 0},
    {find_direct_hidden_subsets, 2},
    {find_naked_singles, 0},
    {find_direct_hidden_subsets, 3},
    {find_locked, 0},
    {find_naked_subsets, 2},
    {find_fish, 2},
    {find_hidden_subsets, 2},
    {find_naked_subsets, 3},
    {find_fish, 3},
    {find_hidden_subsets, 3},
    {find_xy_wings, 0},
    {find_xyz_wings, 0},
    {find_unique_loops, 0, true},
    {find_naked_subsets, 4},
    {find_fish, 4},
    {find_hidden_subsets, 4},
    // Only larger grids have room for these.
    {find_naked_subsets, 5},
    {find_fish, 5},
    {find_hidden_subsets, 5},
    {find_naked_subsets, 6},
    {find_fish, 6},
    {find_hidden_subsets, 6},
    {find_naked_subsets, 7},
    {find_fish, 7},
    {find_hidden_subsets, 7},
    {find_naked_subsets, 8},
    {find_fish, 8},
    {find_hidden_subsets, 8},
    {find_graves, 0, true},
    {find_aligned_exclusions, 2},
    {find_chains, chain(ChainKind::cycles)},
    {find_aligned_exclusions, 3},
    {find_chains, chain(ChainKind::nishio)},
    {find_chains, chain(ChainKind::multiple)},
    last_resort(ChainKind::dynamic),
    last_resort(ChainKind::dynamic_plus),
    last_resort(ChainKind::nested_2),
    last_resort(ChainKind::nested_3),
    last_resort(ChainKind::nested_4),
    last_resort(ChainKind::nested_5),
};

}  // namespace

const Scale scale_se121 = {ScaleName::se121, rules};

}  // namespace squaredance::technique
