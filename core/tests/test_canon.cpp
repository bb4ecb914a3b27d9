// Canonical forms of any shape, against all arrangements tried one by one.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <set>
#include <vector>

#include "check.hpp"
#include "squaredance/canon.hpp"
#include "squaredance/draw.hpp"
#include "squaredance/form_set.hpp"

using namespace squaredance;

namespace {

using Bytes = std::vector<std::uint8_t>;
constexpr std::uint64_t no_end = ~0ull;

// All orders of `size` lines that keep the groups of `width` together.
std::vector<Bytes> all_orders(int size, int width) {
  std::vector<Bytes> orders;
  Bytes order(static_cast<std::size_t>(size));
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  do {
    bool kept = true;
    for (int i = 0; i < size; ++i)
      kept &= order[i] / width == order[i - i % width] / width;
    if (kept) orders.push_back(order);
  } while (std::next_permutation(order.begin(), order.end()));
  return orders;
}

Bytes transposed(const Shape& shape, const Bytes& source) {
  const auto n = static_cast<std::size_t>(shape.size);
  Bytes made(source.size());
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < n; ++c) made[c * n + r] = source[r * n + c];
  return made;
}

struct Slow {
  Bytes form;
  std::uint64_t automorphisms = 0;
};

// The least of all arrangements, and how many of them give it.
Slow slow_canonical(const Shape& shape, const Bytes& given) {
  static std::vector<std::vector<Bytes>> kept(64 * 64);  // the orders of a size and width take long
  auto orders_of = [&](int width) -> const std::vector<Bytes>& {
    auto& orders = kept[shape.size * 64 + width];
    if (orders.empty()) orders = all_orders(shape.size, width);
    return orders;
  };
  const auto& row_orders = orders_of(shape.band_height());
  const auto& col_orders = orders_of(shape.stack_width());
  const auto n = static_cast<std::size_t>(shape.size);
  Slow best{Bytes(n * n, 255), 0};
  for (int turn = 0; turn <= shape.can_transpose(); ++turn) {
    const Bytes source = turn ? transposed(shape, given) : given;
    for (const Bytes& rows : row_orders)
      for (const Bytes& cols : col_orders) {
        std::uint8_t names[65] = {}, used = 0;
        int order = 0;
        for (std::size_t i = 0; i < n * n && order <= 0; ++i) {
          const std::uint8_t value = source[rows[i / n] * n + cols[i % n]];
          if (value && !names[value]) names[value] = ++used;
          if (order == 0) order = names[value] - best.form[i];
          if (order < 0) best.form[i] = names[value];
        }
        if (order < 0) best.automorphisms = 0;
        best.automorphisms += order <= 0;
      }
  }
  return best;
}

struct Quick {
  Bytes form;
  std::uint64_t automorphisms = 1;
};

// Also checks that the transformation leads there.
Quick quick_canonical(const Shape& shape, const Bytes& source) {
  Quick made{Bytes(source.size(), 77)};
  canon::Transformation how;
  std::vector<std::uint32_t> factors;
  CHECK(canon::canonical(shape, source.data(), no_end, nullptr, made.form.data(), &how, &factors));
  for (std::uint32_t factor : factors) made.automorphisms *= factor;
  const Bytes turned = how.transposed ? transposed(shape, source) : source;
  const auto n = static_cast<std::size_t>(shape.size);
  bool leads = true;
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < n; ++c)
      leads &= made.form[r * n + c] == how.values[turned[how.rows[r] * n + how.cols[c]]];
  CHECK(leads);
  Bytes names(how.values.begin() + 1, how.values.begin() + 1 + shape.size);
  std::sort(names.begin(), names.end());
  for (std::size_t i = 0; i < n; ++i) leads &= names[i] == i + 1;
  CHECK(leads);
  return made;
}

void shuffle_lines(Draw& draw, Bytes& order, int width) {
  const auto w = static_cast<std::size_t>(width);
  Bytes groups(order.size() / w);
  std::iota(groups.begin(), groups.end(), std::uint8_t{0});
  draw.shuffle(groups);
  for (std::size_t g = 0; g < groups.size(); ++g) {
    Bytes inside(w);
    std::iota(inside.begin(), inside.end(), std::uint8_t{0});
    draw.shuffle(inside);
    for (std::size_t i = 0; i < w; ++i) order[g * w + i] = static_cast<std::uint8_t>(groups[g] * w + inside[i]);
  }
}

Bytes scrambled(const Shape& shape, const Bytes& given, Draw& draw) {
  const auto n = static_cast<std::size_t>(shape.size);
  const Bytes source = shape.can_transpose() && draw.below(2) ? transposed(shape, given) : given;
  Bytes rows(n), cols(n), names(n), made(n * n);
  shuffle_lines(draw, rows, shape.band_height());
  shuffle_lines(draw, cols, shape.stack_width());
  std::iota(names.begin(), names.end(), std::uint8_t{1});
  draw.shuffle(names);
  for (std::size_t i = 0; i < n * n; ++i) {
    const std::uint8_t value = source[rows[i / n] * n + cols[i % n]];
    made[i] = value ? names[value - 1u] : std::uint8_t{0};
  }
  return made;
}

// The most regular grid there is, with some cells emptied, `most` - 1 of 4 filled at most; `clashes`: values at random.
Bytes some_source(const Shape& shape, Draw& draw, bool clashes, std::uint64_t most = 5) {
  const int n = shape.size, h = shape.band_height(), w = shape.stack_width();
  Bytes made;
  const std::uint64_t share = draw.below(most);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const int regular = shape.has_boxes() ? (r % h * w + r / h + c) % n : (r + c) % n;
      const int value = clashes ? static_cast<int>(draw.below(static_cast<std::uint64_t>(n))) : regular;
      made.push_back(static_cast<std::uint8_t>(draw.below(4) < share ? value + 1 : 0));
    }
  return scrambled(shape, made, draw);
}

void test_against_slow() {
  Draw draw(7);
  const Shape shapes[] = {{1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 2, 2}, {4, 0, 0}, {5, 0, 0}, {6, 2, 3}, {6, 3, 2}, {8, 4, 2}};
  for (const Shape& shape : shapes)
    for (int i = 0; i < (shape.size < 5 ? 60 : shape.size < 6 ? 20 : 6); ++i) {
      const Bytes source = some_source(shape, draw, i % 2);
      const Slow slow = slow_canonical(shape, source);
      const Quick quick = quick_canonical(shape, source);
      CHECK(quick.form == slow.form);
      CHECK(quick.automorphisms == slow.automorphisms);
    }
}

// Every grid of a shape, cell by cell.
void all_grids(const Shape& shape, Bytes& grid, std::size_t cell, std::vector<Bytes>& found) {
  const auto n = static_cast<std::size_t>(shape.size);
  if (cell == n * n) {
    found.push_back(grid);
    return;
  }
  const std::size_t h = static_cast<std::size_t>(shape.band_height()), w = static_cast<std::size_t>(shape.stack_width());
  const std::size_t r = cell / n, c = cell % n;
  for (std::uint8_t value = 1; value <= n; ++value) {
    bool free = true;
    for (std::size_t i = 0; i < cell; ++i) {
      const bool sees = i / n == r || i % n == c || (i / n / h == r / h && i % n / w == c / w && shape.has_boxes());
      free &= !(sees && grid[i] == value);
    }
    if (!free) continue;
    grid[cell] = value;
    all_grids(shape, grid, cell + 1, found);
  }
}

void test_classes() {
  const Shape four{4, 2, 2};
  std::vector<Bytes> grids;
  Bytes grid(16);
  all_grids(four, grid, 0, grids);
  CHECK(grids.size() == 288);
  std::set<Bytes> classes;
  std::uint64_t orbits = 0;
  for (const Bytes& one : grids) {
    const Quick quick = quick_canonical(four, one);
    if (classes.insert(quick.form).second) orbits += 2 * 8 * 8 * 24 / quick.automorphisms;
  }
  CHECK(classes.size() == 2);
  CHECK(orbits == 288);
}

void test_nine() {
  const Shape nine{9, 3, 3};
  const char* text = "123456789456789123789123456231564897564897231897231564312645978645978312978312645";
  Bytes grid(text, text + 81);
  for (std::uint8_t& value : grid) value = static_cast<std::uint8_t>(value - '0');
  Draw draw(9);
  for (int i = 0; i < 20; ++i) {
    const Quick quick = quick_canonical(nine, scrambled(nine, grid, draw));
    CHECK(quick.form == grid);
    CHECK(quick.automorphisms == 648);
  }
  CHECK(quick_canonical(nine, Bytes(81)).automorphisms == 2ull * 1679616);
  for (int i = 0; i < 4; ++i) {
    const Bytes source = some_source(nine, draw, i % 2);
    const Slow slow = slow_canonical(nine, source);
    const Quick quick = quick_canonical(nine, source);
    CHECK(quick.form == slow.form);
    CHECK(quick.automorphisms == slow.automorphisms);
  }
}

void test_scrambles() {
  Draw draw(11);
  const Shape shapes[] = {{7, 0, 0}, {8, 2, 4}, {9, 0, 0}, {9, 3, 3}, {10, 2, 5}, {12, 3, 4}, {16, 4, 4}, {25, 5, 5}, {64, 8, 8}};
  for (const Shape& shape : shapes)
    for (int i = 0; i < (shape.size < 64 ? 6 : 2); ++i) {
      const Bytes source = some_source(shape, draw, i % 2, shape.size < 64 ? 5 : 4);
      Bytes form(source.size()), again(source.size());
      constexpr std::uint64_t nodes = 100'000;
      const bool done = canon::canonical(shape, source.data(), nodes, nullptr, form.data());
      CHECK(done);
      CHECK(canon::canonical(shape, scrambled(shape, source, draw).data(), 4 * nodes, nullptr, again.data()));
      CHECK(form == again);
    }
}

void test_stop() {
  const Shape nine{9, 3, 3};
  const Bytes source(81);
  Bytes form(81, 77);
  const Bytes untouched = form;
  std::atomic<bool> stop{true};
  CHECK(!canon::canonical(nine, source.data(), no_end, &stop, form.data()));
  CHECK(!canon::canonical(nine, source.data(), 0, nullptr, form.data()));
  CHECK(form == untouched);
}

void test_form_set() {
  Draw draw(13);
  for (int size : {1, 4, 9, 16, 64}) {
    FormSet forms(size);
    std::set<Bytes> known;
    for (int i = 0; i < 3000; ++i) {
      Bytes form(static_cast<std::size_t>(size * size));
      form[draw.below(form.size())] = static_cast<std::uint8_t>(draw.below(static_cast<std::uint64_t>(size + 1)));
      CHECK(forms.insert(form.data()) == known.insert(form).second);
    }
    CHECK(forms.size() == known.size());
  }
}

}  // namespace

void test_canon() {
  test_against_slow();
  test_classes();
  test_nine();
  test_scrambles();
  test_stop();
  test_form_set();
}
