// Random grids and the digging of 9x9: all claims of uniformity, and digging beside an engine that shares nothing
// with it.
#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "../src/generate/band_rows.hpp"
#include "check.hpp"
#include "nine.hpp"
#include "squaredance/generate/dig.hpp"
#include "squaredance/generate/grids.hpp"

using namespace squaredance;
using namespace squaredance::generate;

namespace {

using Values = nine::Bytes;

Geometry geometry_of(int size, int box_rows) { return {size, houses_of(size, box_rows)}; }
Shape shape_of(int size, int box_rows) { return {size, box_rows, box_rows ? size / box_rows : 0}; }

bool is_grid(const Geometry& g, const Values& values) {
  for (int h = 0; h < g.houses(); ++h) {
    std::uint64_t seen = 0;
    for (const Cell cell : g.house(h))
      if (values[cell] >= 1 && values[cell] <= g.size()) seen |= std::uint64_t{1} << (values[cell] - 1);
    if (seen != ~std::uint64_t{0} >> (64 - g.size())) return false;
  }
  return true;
}

// Chi-square, as standard deviations from its mean; the draws are fixed, so a bound of 4 is either kept or not.
double deviation(const std::vector<double>& seen, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < seen.size(); ++i)
    sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
  const double freedom = static_cast<double>(seen.size()) - 1;
  return (sum - freedom) / std::sqrt(2 * freedom);
}

// Every grid of a size is seen, and about equally often.
void test_all_grids(int size, int box_rows, std::size_t grids, std::size_t draws, bool reduced) {
  const Geometry g = geometry_of(size, box_rows);
  const auto maker = make_grid_maker(g, shape_of(size, box_rows));
  CHECK(maker->is_uniform());
  std::map<Values, double> seen;
  Values values(g.cells());
  for (std::size_t i = 0; i < draws; ++i) {
    Draw draw(1, i);
    CHECK(maker->make(draw, values.data(), nullptr));
    Values key = values;
    if (reduced) {  // named by the first row
      std::array<std::uint8_t, 64> name{};
      for (int c = 0; c < size; ++c) name[values[c]] = static_cast<std::uint8_t>(c + 1);
      for (auto& value : key) value = name[value];
    }
    ++seen[key];
  }
  CHECK(seen.size() == grids);
  std::vector<double> counts;
  for (const auto& [grid, count] : seen) counts.push_back(count);
  const std::vector<double> expected(counts.size(), static_cast<double>(draws) / static_cast<double>(grids));
  CHECK(std::abs(deviation(counts, expected)) < 4);
}

// Of all bands, given by how many values have the same three cols: 22,620, none with more ways than `most_ways`.
void test_most_ways() {
  std::size_t bands = 0, least = BandRows::most_ways, most = 0;
  std::array<int, 9> places;  // 9 * col 1 + 3 * col 2 + col 3, three values in each col 1, in order
  std::array<std::array<int, 3>, 2> used{};
  auto visit = [&](auto& self, int value) -> void {
    if (value == 9) {
      BandRows::Cols cols;
      for (int v = 0; v < 9; ++v)
        for (int stack = 0, unit = 9; stack < 3; ++stack, unit /= 3)
          cols[stack][v] = static_cast<std::uint8_t>(places[v] / unit % 3);
      ++bands;
      const std::size_t ways = BandRows(cols).ways();
      least = std::min(least, ways);
      most = std::max(most, ways);
      return;
    }
    const int from = value % 3 ? places[value - 1] % 9 : 0;
    for (int place = from; place < 9; ++place) {
      if (used[0][place / 3] == 3 || used[1][place % 3] == 3) continue;
      ++used[0][place / 3], ++used[1][place % 3];
      places[value] = value / 3 * 9 + place;
      self(self, value + 1);
      --used[0][place / 3], --used[1][place % 3];
    }
  };
  visit(visit, 0);
  CHECK(bands == 22620);
  CHECK(least == 96);
  CHECK(most == BandRows::most_ways);
}

// In how many rows of boxes (or cols, if turned) two lines of a band have the same three values in a box: a class of
// the structure of bands that is unlike the way in which they are made.
int pattern(const Values& grid, int band, bool turned) {
  const auto at = [&](int r, int c) { return turned ? grid[9 * c + r] : grid[9 * r + c]; };
  int same = 0, cycles = 0;
  for (int r = 3 * band; r < 3 * band + 3; ++r) {
    unsigned first = 0;
    for (int c = 0; c < 3; ++c) first |= 1u << at(r, c);
    for (int other = 3 * band; other < 3 * band + 3; ++other) {
      unsigned mask = 0;
      for (int c = 3; c < 6; ++c) mask |= 1u << at(other, c);
      same += mask == first;
    }
    for (int c = 0; c < 9; ++c)  // swaps of two in a row pair
      for (int d = c + 1; d < 9; ++d) {
        const int next = r % 3 == 2 ? r - 2 : r + 1;
        cycles += at(r, c) == at(next, d) && at(r, d) == at(next, c);
      }
  }
  return same * 8 + std::min(cycles, 7);
}

// All bands and all stacks have the same law, though the first band is drawn, the others are fitted to it, and
// stacks are not looked at as such. Pairs of values that two rows of the grid hold in the same two cols: each
// pair of lines of a band is like any other.
void test_nine_law() {
  const Geometry g = nine::geometry();
  const auto maker = make_grid_maker(g, Shape{});
  CHECK(maker->is_uniform());
  constexpr int draws = 60000;
  std::map<int, std::array<double, 6>> seen;
  std::vector<double> cells(81 * 9);
  Values values(81);
  for (int i = 0; i < draws; ++i) {
    Draw draw(3, static_cast<std::uint64_t>(i));
    maker->make(draw, values.data(), nullptr);
    if (i < 1000) CHECK(is_grid(g, values));
    for (int band = 0; band < 3; ++band)
      for (const bool turned : {false, true}) ++seen[pattern(values, band, turned)][band + 3 * turned];
    for (int cell = 0; cell < 81; ++cell) ++cells[cell * 9 + values[cell] - 1];
  }
  double pure = 0, sum = 0;
  int freedom = 0;
  for (const auto& [kind, counts] : seen) {
    double total = 0;
    for (const double count : counts) total += count;
    if (kind >= 24) pure += total;
    if (total < 60) continue;
    for (const double count : counts) sum += (count - total / 6) * (count - total / 6) / (total / 6);
    freedom += 5;
  }
  // Counts of one grid are related, so this is looser than chi-square of independent ones.
  CHECK(std::abs(sum - freedom) < 4 * std::sqrt(2.0 * freedom));
  // Two of 56 splits of a band are pure, and bands of all kinds can be completed in nearly the same number of ways.
  CHECK(std::abs(pure / (6.0 * draws) - 2.0 / 56) < 0.002);
  double spread = 0;
  for (const double count : cells) spread += (count - draws / 9.0) * (count - draws / 9.0) / (draws / 9.0);
  CHECK(std::abs(spread - 81 * 8) < 4 * std::sqrt(2.0 * 81 * 8));
}

void test_any_grids() {
  for (const auto [size, box_rows] : {std::array{1, 0}, {2, 0}, {5, 0}, {6, 0}, {6, 3}, {7, 0}, {8, 2}, {9, 0},
                                      {10, 2}, {12, 3}, {16, 4}, {25, 5}}) {
    const Geometry g = geometry_of(size, box_rows);
    const auto maker = make_grid_maker(g, shape_of(size, box_rows)), second = make_grid_maker(g, shape_of(size, box_rows));
    Values values(g.cells()), again(g.cells());
    for (std::uint64_t i = 0; i < 5; ++i) {
      Draw draw(9, i), other(9, i);
      CHECK(maker->make(draw, values.data(), nullptr));
      CHECK(is_grid(g, values));
      if (i % 2) continue;  // the second maker draws only some
      CHECK(second->make(other, again.data(), nullptr));
      CHECK(values == again);
    }
  }
  // Extra houses: both diagonals; and one that makes grids impossible, a row with one cell of it changed.
  for (const int size : {5, 9, 10}) {
    Houses houses = houses_of(size, size == 9 ? 3 : 0);
    std::vector<Cell> down, up, odd;
    for (int i = 0; i < size; ++i) {
      down.push_back(static_cast<Cell>(i * size + i));
      up.push_back(static_cast<Cell>(i * size + size - 1 - i));
      odd.push_back(static_cast<Cell>(i ? i : size));
    }
    houses.push_back(down);
    houses.push_back(up);
    const Geometry g(size, houses);
    Values values(g.cells());
    Draw draw(4, 4);
    CHECK(make_grid_maker(g, {})->make(draw, values.data(), nullptr));
    CHECK(is_grid(g, values));
    houses.push_back(odd);  // R1C1 and R2C1 would be the same
    const Geometry none(size, houses);
    CHECK(!make_grid_maker(none, {})->make(draw, values.data(), nullptr));
  }
}

Groups single_cells() {
  Groups groups(81);
  for (Cell cell = 0; cell < 81; ++cell) groups[cell] = {cell};
  return groups;
}

Groups half_turn() {
  Groups groups;
  for (Cell cell = 0; cell < 40; ++cell) groups.push_back({cell, static_cast<Cell>(80 - cell)});
  groups.push_back({40});
  return groups;
}

std::vector<Dig> digs_of(std::size_t count, std::uint64_t seed, int target = 0, int least = 0) {
  const Geometry g = nine::geometry();
  const auto maker = make_grid_maker(g, Shape{});
  std::vector<Dig> digs;
  for (std::size_t i = 0; i < count; ++i) {
    Dig dig{.draw = Draw(seed, i), .solution = Values(81), .target = target, .least = least, .puzzle = {}, .removed = {}};
    maker->make(dig.draw, dig.solution.data(), nullptr);
    digs.push_back(dig);
  }
  return digs;
}

// One group after the other, by another engine.
void dig_slowly(const Geometry& g, const Groups& groups, Dig& dig) {
  std::vector<std::uint16_t> order(groups.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<std::uint16_t>(i);
  dig.draw.shuffle(order);
  dig.puzzle.assign(81, 0);
  dig.clues = 0;
  for (const auto& group : groups)
    for (const Cell cell : group) dig.puzzle[cell] = dig.solution[cell], ++dig.clues;
  dig.done = true;
  dig.unique = nine::count_by_search(g, dig.puzzle.data(), 2) == 1;
  if (!dig.unique) return;
  dig.is_minimal = true;
  for (const auto index : order) {
    const auto& group = groups[index];
    const int fewer = dig.clues - static_cast<int>(group.size());
    if (dig.clues <= dig.target || fewer < dig.least) {
      dig.is_minimal = false;
      continue;
    }
    for (const Cell cell : group) dig.puzzle[cell] = 0;
    if (nine::count_by_search(g, dig.puzzle.data(), 2) == 1) {
      dig.clues = fewer;
      dig.removed.push_back(index);
    } else {
      for (const Cell cell : group) dig.puzzle[cell] = dig.solution[cell];
    }
  }
}

bool same(const Dig& a, const Dig& b) {
  return a.puzzle == b.puzzle && a.removed == b.removed && a.clues == b.clues && a.unique == b.unique &&
         a.is_minimal == b.is_minimal && a.done == b.done;
}

void test_dig(const Groups& groups, std::size_t count, int target, int least) {
  const Geometry g = nine::geometry();
  std::vector<Dig> digs = digs_of(count, 6, target, least), expected = digs;
  make_nine_digger(groups)->dig(digs, nullptr);
  for (std::size_t i = 0; i < count; ++i) {
    dig_slowly(g, groups, expected[i]);
    CHECK(same(expected[i], digs[i]));
  }
}

void test_digs() {
  test_dig(single_cells(), 60, 0, 0);
  test_dig(half_turn(), 60, 0, 0);
  test_dig(single_cells(), 20, 30, 0);
  test_dig(single_cells(), 20, 0, 27);
  test_dig(half_turn(), 20, 33, 30);
  test_dig({}, 2, 0, 0);
  test_dig({{0}, {1, 2, 3}}, 3, 0, 0);
  Groups pattern = single_cells();  // a ring: unique for some grids only
  std::erase_if(pattern, [](const auto& group) {
    const int row = group[0] / 9, col = group[0] % 9;
    return row > 2 && row < 6 && col > 1 && col < 7;
  });
  test_dig(pattern, 40, 0, 0);
  std::erase_if(pattern, [](const auto& group) { return group[0] % 7 == 3; });
  test_dig(pattern, 40, 0, 0);
}

// What becomes of a Dig does not depend on those beside it; and a digger can be used again.
void test_company() {
  const auto digger = make_nine_digger(single_cells());
  std::vector<Dig> all = digs_of(3000, 8), few = all;
  digger->dig(all, nullptr);
  digger->dig({few.data(), 1}, nullptr);
  digger->dig({few.data() + 1, 99}, nullptr);
  for (std::size_t i = 0; i < 100; ++i) CHECK(same(all[i], few[i]));
  CHECK(std::all_of(all.begin(), all.end(), [](const Dig& dig) { return dig.done && dig.unique && dig.is_minimal; }));
  const std::atomic<bool> stop{true};
  digger->dig({few.data() + 100, 10}, &stop);
  CHECK(!few[100].done);
}

}  // namespace

void test_generate_nine() {
  test_all_grids(4, 2, 288, 30000, false);
  test_all_grids(5, 0, 1344, 30000, true);
  test_all_grids(6, 2, 39168, 800000, true);
  test_most_ways();
  test_nine_law();
  test_any_grids();
  test_digs();
  test_company();
}
