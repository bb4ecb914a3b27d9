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
    from(10, {find_full_houses, 0}),
    from(12, {find_hidden_singles, 0}),
    from(17, {find_direct_locked, 0}),
    from(20, {find_direct_hidden_subsets, 2}),
    from(23, {find_naked_singles, 0}),
    from(25, {find_direct_hidden_subsets, 3}),
    from(26, {find_locked, 0}),
    from(30, {find_naked_subsets, 2}),
    from(32, {find_fish, 2}),
    from(34, {find_hidden_subsets, 2}),
    from(36, {find_naked_subsets, 3}),
    from(38, {find_fish, 3}),
    from(40, {find_hidden_subsets, 3}),
    from(42, {find_xy_wings, 0}),
    from(44, {find_xyz_wings, 0}),
    from(45, {find_unique_loops, 0, true}),
    from(50, {find_naked_subsets, 4}),
    from(52, {find_fish, 4}),
    from(54, {find_hidden_subsets, 4}),
    // Only larger grids have room for these.
    from(56, {find_naked_subsets, 5}),
    from(58, {find_fish, 5}),
    from(60, {find_hidden_subsets, 5}),
    from(62, {find_naked_subsets, 6}),
    from(64, {find_fish, 6}),
    from(66, {find_hidden_subsets, 6}),
    from(68, {find_naked_subsets, 7}),
    from(70, {find_fish, 7}),
    from(72, {find_hidden_subsets, 7}),
    from(74, {find_naked_subsets, 8}),
    from(76, {find_fish, 8}),
    from(78, {find_hidden_subsets, 8}),
    from(56, {find_graves, 0, true}),
    from(62, {find_aligned_exclusions, 2}),
    from(65, {find_chains, chain(ChainKind::cycles)}),
    from(75, {find_aligned_exclusions, 3}),
    from(75, {find_chains, chain(ChainKind::nishio)}),
    from(80, {find_chains, chain(ChainKind::multiple)}),
    from(85, last_resort(ChainKind::dynamic)),
    from(90, last_resort(ChainKind::dynamic_plus)),
    from(95, last_resort(ChainKind::nested_2)),
    from(100, last_resort(ChainKind::nested_3)),
    from(105, last_resort(ChainKind::nested_4)),
    from(110, last_resort(ChainKind::nested_5)),
};

}  // namespace

const Scale scale_se121 = {ScaleName::se121, rules, nullptr, &ranges_of_explainer};

}  // namespace squaredance::technique
