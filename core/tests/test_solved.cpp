// Is a grid a solution: beside a count of every value in every house.
#include "squaredance/solved.hpp"

#include <algorithm>
#include <random>
#include <vector>

#include "check.hpp"
#include "houses.hpp"

using namespace squaredance;

namespace {

using Values = std::vector<std::uint8_t>;

struct Shape {
  int size, box_rows;
};

// Each row is the one before, moved on by a box, or by a cell where boxes end.
Values grid_of(Shape shape) {
  const int rows = std::max(shape.box_rows, 1), cols = shape.size / rows;
  Values values;
  for (int row = 0; row < shape.size; ++row)
    for (int col = 0; col < shape.size; ++col)
      values.push_back(static_cast<std::uint8_t>((row % rows * cols + row / rows + col) % shape.size + 1));
  return values;
}

// Counted the plain way.
bool is_solution(const Geometry& g, const Values& grid, const Values& puzzle) {
  for (int h = 0; h < g.houses(); ++h)
    for (int value = 1; value <= g.size(); ++value) {
      auto has = [&](Cell cell) { return grid[cell] == value; };
      if (std::ranges::count_if(g.house(h), has) != 1) return false;
    }
  for (std::size_t cell = 0; cell < grid.size(); ++cell)
    if (puzzle[cell] && puzzle[cell] != grid[cell]) return false;
  return true;
}

void test_values(Shape shape) {
  const Geometry g(shape.size, houses_of(shape.size, shape.box_rows));
  const auto cells = static_cast<std::size_t>(g.cells());
  const SolutionTest test(g, SolutionTest::values(g.size(), 0),
                          SolutionTest::values(g.size(), SolutionTest::any));
  const Values empty(cells), grid = grid_of(shape);
  CHECK(test.holds(grid.data(), nullptr));
  CHECK(test.holds(grid.data(), empty.data()));
  CHECK(test.holds(grid.data(), grid.data()));
  CHECK(!test.holds(empty.data(), nullptr));
  std::mt19937 random(static_cast<unsigned>(g.size()));
  for (int i = 0; i < 200; ++i) {
    Values changed = grid, puzzle = grid;
    for (std::uint8_t& clue : puzzle)
      if (random() % 2) clue = 0;
    auto any = [&] { return static_cast<std::uint8_t>(random() % static_cast<unsigned>(g.size() + 2)); };
    if (i % 4) changed[random() % cells] = any();
    if (i % 4 == 2) std::swap(changed[random() % cells], changed[random() % cells]);
    if (i % 3 == 0) puzzle[random() % cells] = any();
    const bool wanted = is_solution(g, changed, puzzle);
    CHECK(test.holds(changed.data(), puzzle.data()) == wanted);
    CHECK(test.holds(changed.data(), nullptr) == is_solution(g, changed, empty));
  }
}

// Symbols of text, and some that mean nothing.
void test_symbols() {
  const Geometry g(4, houses_of(4, 2));
  SolutionTest::Bits letters{}, clues{};
  for (std::size_t value = 0; value < 4; ++value)
    for (const std::size_t first : {'A', 'a'}) letters[first + value] = std::uint64_t{1} << value;
  clues = letters;
  clues['.'] = SolutionTest::any;
  const SolutionTest test(g, letters, clues);
  auto holds = [&](const char* grid, const char* puzzle) {
    auto text = [](const char* from) { return reinterpret_cast<const std::uint8_t*>(from); };
    return test.holds(text(grid), puzzle ? text(puzzle) : nullptr);
  };
  CHECK(holds("ABCDCDABBADCDCBA", nullptr));
  CHECK(holds("abcdCDABbadcDCBA", "A......B.A....b."));
  CHECK(!holds("ABCDCDABBADCDCBA", "B......B.A....b."));
  CHECK(!holds("ABCDCDABBADCDCBA", "A......B.A....bx"));
  CHECK(!holds("ABCDCDABBADCDCB.", nullptr));
  CHECK(!holds("ABCDCDABBADCDCBx", nullptr));
}

}  // namespace

void test_solved() {
  for (const Shape shape : {Shape{1, 1}, {2, 0}, {4, 2}, {6, 2}, {9, 3}, {16, 4}, {25, 5}, {64, 8}})
    test_values(shape);
  test_symbols();
}
