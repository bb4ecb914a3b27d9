// SukakuExplainer 1.18.1: its rules in its order, with the techniques that are on by default. Strong
// links of 5 and 6 houses are not.
#include "finders.hpp"
#include "scales.hpp"

namespace squaredance::technique {
namespace {

constexpr int order = sukaku_order;

constexpr int chains(ChainKind kind) { return static_cast<int>(kind) + order; }

constexpr Rule last_resort(ChainKind kind) {
  return {.find = find_chains, .parameter = chains(kind), .last_resort = true};
}

constexpr Rule rules[] = {
    {find_full_houses, 0},
    {find_hidden_singles, 0},
    {find_direct_locked, order},
    {find_direct_hidden_subsets, 2},
    {find_naked_singles, 0},
    {find_direct_hidden_subsets, 3},
    {find_locked, order},
    {find_naked_subsets, 2},
    {find_fish, 2},
    {find_hidden_subsets, 2},
    {find_naked_subsets, 3},
    {find_fish, 3},
    {find_hidden_subsets, 3},
    {find_strong_links, 2},
    {find_xy_wings, order},
    {find_xyz_wings, order},
    {find_unique_loops, order, true},
    {find_naked_subsets, 4},
    {find_fish, 4},
    {find_hidden_subsets, 4},
    {find_strong_links, 3},
    {find_als_wings, 4},
    {find_graves, order, true},
    {find_strong_links, 4},
    {find_als_wings, 5},
    {find_aligned_exclusions, 2 + order},
    {find_on_request<find_strong_links>, 5},
    {find_als_wings, 6},
    {find_on_request<find_strong_links>, 6},
    {find_chains, chains(ChainKind::cycles)},
    {find_als_wings, 7},
    {find_aligned_exclusions, 3 + order},
    {find_chains, chains(ChainKind::nishio)},
    {find_chains, chains(ChainKind::multiple)},
    last_resort(ChainKind::dynamic),
    last_resort(ChainKind::dynamic_plus),
    last_resort(ChainKind::nested_2),
    last_resort(ChainKind::nested_3),
    last_resort(ChainKind::nested_4),
    last_resort(ChainKind::nested_4_1),
    last_resort(ChainKind::nested_4_2),
    last_resort(ChainKind::nested_4_3),
};

}  // namespace

const Scale scale_sukaku118 = {ScaleName::sukaku118, rules};

}  // namespace squaredance::technique
