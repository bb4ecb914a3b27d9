// Sudoku Explainer 1.2.1: its rules in its order.
#include "finders.hpp"
#include "scales.hpp"

namespace squaredance::technique {
namespace {

constexpr int chain(ChainKind kind) { return static_cast<int>(kind); }

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
    {find_graves, 0, true},
    {find_aligned_exclusions, 2},
    {find_chains, chain(ChainKind::cycles)},
    {find_aligned_exclusions, 3},
    {find_chains, chain(ChainKind::nishio)},
    {find_chains, chain(ChainKind::multiple)},
    {find_chains, chain(ChainKind::dynamic)},
    {find_chains, chain(ChainKind::dynamic_plus)},
    {find_chains, chain(ChainKind::nested_2)},
    {find_chains, chain(ChainKind::nested_3)},
    {find_chains, chain(ChainKind::nested_4)},
    {find_chains, chain(ChainKind::nested_5)},
};

}  // namespace

const Scale scale_se121 = {ScaleName::se121, rules};

}  // namespace squaredance::technique
