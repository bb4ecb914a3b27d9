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
    from(10, {find_full_houses, 0}),
    from(12, {find_hidden_singles, 0}),
    from(17, {find_direct_locked, order}),
    from(20, {find_direct_hidden_subsets, 2}),
    from(23, {find_naked_singles, 0}),
    from(25, {find_direct_hidden_subsets, 3}),
    from(26, {find_locked, order}),
    from(30, {find_naked_subsets, 2}),
    from(32, {find_fish, 2}),
    from(34, {find_hidden_subsets, 2}),
    from(36, {find_naked_subsets, 3}),
    from(38, {find_fish, 3}),
    from(40, {find_hidden_subsets, 3}),
    from(40, {find_strong_links, 2}),
    from(42, {find_xy_wings, order}),
    from(44, {find_xyz_wings, order}),
    from(45, {find_unique_loops, order, true}),
    from(50, {find_naked_subsets, 4}),
    from(52, {find_fish, 4}),
    from(54, {find_hidden_subsets, 4}),
    from(54, {find_strong_links, 3}),
    from(55, {find_als_wings, 4}),
    from(56, {find_graves, order, true}),
    from(58, {find_strong_links, 4}),
    from(62, {find_als_wings, 5}),
    from(62, {find_aligned_exclusions, 2 + order}),
    from(62, {find_on_request<find_strong_links>, 5}),
    from(66, {find_als_wings, 6}),
    from(66, {find_on_request<find_strong_links>, 6}),
    from(65, {find_chains, chains(ChainKind::cycles)}),
    from(75, {find_als_wings, 7}),
    from(75, {find_aligned_exclusions, 3 + order}),
    from(75, {find_chains, chains(ChainKind::nishio)}),
    from(80, {find_chains, chains(ChainKind::multiple)}),
    from(85, last_resort(ChainKind::dynamic)),
    from(90, last_resort(ChainKind::dynamic_plus)),
    from(95, last_resort(ChainKind::nested_2)),
    from(100, last_resort(ChainKind::nested_3)),
    from(105, last_resort(ChainKind::nested_4)),
    from(105, last_resort(ChainKind::nested_4_1)),
    from(105, last_resort(ChainKind::nested_4_2)),
    from(105, last_resort(ChainKind::nested_4_3)),
};

constexpr RangeTable ranges = [] {
  using T = Technique;
  RangeTable table = ranges_of_explainer;
  const auto set = [&](T technique, int least, int most) {
    table[static_cast<int>(technique)] = {least, most};
  };
  // Its subsets and fish end at four.
  for (const T technique : {T::naked_subset, T::hidden_subset, T::large_fish}) set(technique, 0, 0);
  set(T::skyscraper, 40, 43);
  set(T::two_string_kite, 40, 43);
  set(T::turbot_fish, 40, 43);
  set(T::empty_rectangle, 40, 43);
  set(T::strong_links, 40, 61);
  set(T::wxyz_wing, 55, 56);
  set(T::vwxyz_wing, 62, 64);
  set(T::uvwxyz_wing, 66, 66);
  set(T::tuvwxyz_wing, 75, 75);
  return table;
}();

}  // namespace

const Scale scale_sukaku118 = {ScaleName::sukaku118, rules, nullptr, &ranges};

}  // namespace squaredance::technique
