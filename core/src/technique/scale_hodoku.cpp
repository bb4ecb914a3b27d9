// HoDoKu 2.2: its rules in its order, its points and levels (Bernhard Hobiger; the defaults of its
// options).
#include <algorithm>
#include <utility>

#include "finders.hpp"
#include "scales.hpp"

namespace squaredance::technique {
namespace {

enum Level { easy = 1, medium, hard, unfair, extreme };

// What is not in the table is no technique of HoDoKu's and counts nothing.
constexpr PointsTable points = [] {
  using T = Technique;
  PointsTable table{};
  const auto set = [&](T technique, int value, Level level) {
    table[static_cast<int>(technique)] = {value, level};
  };
  set(T::full_house, 4, easy);
  set(T::naked_single, 4, easy);
  set(T::hidden_single, 14, easy);
  set(T::locked_pair, 40, medium);
  set(T::locked_triple, 60, medium);
  set(T::pointing, 50, medium);
  set(T::claiming, 50, medium);
  set(T::naked_pair, 60, medium);
  set(T::naked_triple, 80, medium);
  set(T::hidden_pair, 70, medium);
  set(T::hidden_triple, 100, medium);
  set(T::naked_quad, 120, hard);
  set(T::hidden_quad, 150, hard);
  // HoDoKu ends at four, as all its grids are 9x9.
  set(T::naked_subset, 120, hard);
  set(T::hidden_subset, 150, hard);
  set(T::x_wing, 140, hard);
  set(T::swordfish, 150, hard);
  set(T::jellyfish, 160, hard);
  set(T::large_fish, 470, unfair);
  set(T::remote_pair, 110, hard);
  set(T::bug_1, 100, hard);
  set(T::skyscraper, 130, hard);
  set(T::two_string_kite, 150, hard);
  set(T::dual_two_string_kite, 150, hard);
  set(T::turbot_fish, 120, hard);
  set(T::empty_rectangle, 120, hard);
  set(T::dual_empty_rectangle, 120, hard);
  set(T::w_wing, 150, hard);
  set(T::xy_wing, 160, hard);
  set(T::xyz_wing, 180, hard);
  for (int i = static_cast<int>(T::unique_rectangle_1);
       i <= static_cast<int>(T::avoidable_rectangle_2); ++i) {
    set(static_cast<T>(i), 100, hard);
  }
  set(T::finned_x_wing, 130, hard);
  set(T::sashimi_x_wing, 150, hard);
  set(T::finned_swordfish, 200, unfair);
  set(T::sashimi_swordfish, 240, unfair);
  set(T::finned_jellyfish, 250, unfair);
  set(T::sashimi_jellyfish, 260, unfair);
  set(T::sue_de_coq, 250, unfair);
  set(T::simple_colors_trap, 150, hard);
  set(T::simple_colors_wrap, 150, hard);
  set(T::multi_colors_1, 200, hard);
  set(T::multi_colors_2, 200, hard);
  set(T::x_chain, 260, unfair);
  set(T::xy_chain, 260, unfair);
  set(T::continuous_nice_loop, 280, unfair);
  set(T::discontinuous_nice_loop, 280, unfair);
  set(T::aic, 280, unfair);
  set(T::grouped_continuous_nice_loop, 300, unfair);
  set(T::grouped_discontinuous_nice_loop, 300, unfair);
  set(T::grouped_aic, 300, unfair);
  set(T::als_xz, 300, unfair);
  set(T::als_xy_wing, 320, unfair);
  set(T::als_xy_chain, 340, unfair);
  set(T::death_blossom, 360, unfair);
  set(T::franken_x_wing, 300, unfair);
  set(T::franken_swordfish, 350, unfair);
  set(T::franken_jellyfish, 370, unfair);
  set(T::finned_franken_x_wing, 390, unfair);
  set(T::finned_franken_swordfish, 410, unfair);
  set(T::finned_franken_jellyfish, 430, unfair);
  set(T::mutant_x_wing, 450, extreme);
  set(T::mutant_swordfish, 450, extreme);
  set(T::mutant_jellyfish, 450, extreme);
  set(T::finned_mutant_x_wing, 470, extreme);
  set(T::finned_mutant_swordfish, 470, extreme);
  set(T::finned_mutant_jellyfish, 470, extreme);
  set(T::kraken_fish_1, 500, extreme);
  set(T::kraken_fish_2, 500, extreme);
  set(T::forcing_chain_contradiction, 500, extreme);
  set(T::forcing_chain_verity, 500, extreme);
  set(T::forcing_net_contradiction, 700, extreme);
  set(T::forcing_net_verity, 700, extreme);
  return table;
}();

// Hands on the steps of one technique only.
struct Only final : Report {
  Only(Technique wanted, Report& report) : technique(wanted), to(report) {
    evidence = report.evidence;
    all = report.all;
    stop = report.stop;
  }
  bool take(Step&& step) override {
    return step.technique != technique || to.take(std::move(step));
  }
  Technique technique;
  Report& to;
};

bool find_bug_1(const State& state, int, Report& report) {
  Only only(Technique::bug_1, report);
  return find_graves(state, 0, only);
}

constexpr Rule rectangle(Technique technique) {
  return {find_unique_rectangles, static_cast<int>(technique), true};
}

// Of the dear ones only is it said what they count at least: to leave out cheap ones saves nothing.
constexpr Rule rules[] = {
    {find_full_houses_in_order, 0},
    {find_naked_singles_in_order, 0},
    {find_hidden_singles_in_order, 0},
    {find_locked_subsets, 2},
    {find_locked_subsets, 3},
    {find_pointing, 0},
    {find_claiming, 0},
    {find_naked_subsets, hodoku_order + 2},
    {find_naked_subsets, hodoku_order + 3},
    {find_hidden_subsets, hodoku_order + 2},
    {find_hidden_subsets, hodoku_order + 3},
    {find_naked_subsets, hodoku_order + 4},
    {find_hidden_subsets, hodoku_order + 4},
    {find_fish, hodoku_order + 2},
    {find_fish, hodoku_order + 3},
    {find_fish, hodoku_order + 4},
    {find_remote_pairs, 0},
    {find_bug_1, 0, true},
    {find_skyscrapers, 0},
    {find_two_string_kites, 0},
    {find_turbot_fish, 0},
    {find_empty_rectangles, 0},
    {find_w_wings, 0},
    {find_xy_wings, hodoku_order},
    {find_xyz_wings, hodoku_order},
    rectangle(Technique::unique_rectangle_1),
    rectangle(Technique::unique_rectangle_2),
    rectangle(Technique::unique_rectangle_3),
    rectangle(Technique::unique_rectangle_4),
    rectangle(Technique::unique_rectangle_5),
    rectangle(Technique::unique_rectangle_6),
    rectangle(Technique::hidden_rectangle),
    {find_avoidable_rectangles, 1, true},
    {find_avoidable_rectangles, 2, true},
    {find_finned_fish, 2},
    {find_sashimi_fish, 2},
    {find_finned_fish, 3},
    {find_sashimi_fish, 3},
    {find_finned_fish, 4},
    {find_sashimi_fish, 4},
    {find_sue_de_coq, 0},
    {find_simple_colors, 0},
    {find_multi_colors, 0},
    {find_x_chains, 0},
    {find_xy_chains, 0},
    from(280, {find_nice_loops, 0}),
    from(300, {find_nice_loops, 1}),
    from(300, {find_on_request<find_nice_loops>, 2}),
    from(300, {find_als_xz, 0}),
    from(320, {find_als_xy_wings, 0}),
    from(340, {find_als_xy_chains, 0}),
    from(360, {find_on_request<find_death_blossoms>, 0}),
    from(300, {find_franken_fish, 2}),
    from(350, {find_franken_fish, 3}),
    from(370, {find_on_request<find_franken_fish>, 4}),
    from(390, {find_finned_franken_fish, 2}),
    from(410, {find_finned_franken_fish, 3}),
    from(430, {find_on_request<find_finned_franken_fish>, 4}),
    from(450, {find_on_request<find_mutant_fish>, 2}),
    from(450, {find_on_request<find_mutant_fish>, 3}),
    from(450, {find_on_request<find_mutant_fish>, 4}),
    from(470, {find_on_request<find_finned_mutant_fish>, 2}),
    from(470, {find_on_request<find_finned_mutant_fish>, 3}),
    from(470, {find_on_request<find_finned_mutant_fish>, 4}),
    from(500, {find_on_request<find_kraken_fish>, 0}),
    from(500, {find_forcing_nets, 0}),
    from(700, {find_forcing_nets, 1}),
};

// Those of its techniques that it uses only when told to never come on the way; nor do duals, of which it
// takes one half first.
constexpr auto told = [] {
  using T = Technique;
  const auto on_request = [](int i) {
    const auto technique = static_cast<T>(i);
    return technique == T::naked_subset || technique == T::hidden_subset || technique == T::large_fish ||
           technique == T::dual_two_string_kite || technique == T::dual_empty_rectangle ||
           technique == T::death_blossom || technique == T::franken_jellyfish ||
           technique == T::finned_franken_jellyfish ||
           (technique >= T::mutant_x_wing && technique <= T::kraken_fish_2);
  };
  RangeTable table{};
  for (int i = 0; i < technique_count; ++i) {
    if (points[i].points && !on_request(i)) table[i] = {points[i].points, points[i].points};
  }
  return table;
}();

}  // namespace

int level_of(int score, int hardest) {
  constexpr int most[] = {0, 800, 1000, 1600, 1800};
  int level = std::max<int>(hardest, easy);  // without any step too
  while (level < extreme && score > most[level]) ++level;
  return level;
}

const Scale scale_hodoku = {ScaleName::hodoku, rules, &points, &told};

}  // namespace squaredance::technique
