// Puzzles with fewer clues than digging reaches: they have the clues wished and one solution, and a try is alone.
#include <algorithm>
#include <optional>
#include <vector>

#include "../src/generate/deep_board.hpp"
#include "check.hpp"
#include "houses.hpp"
#include "squaredance/draw.hpp"
#include "squaredance/generate/puzzles.hpp"
#include "squaredance/search.hpp"

using namespace squaredance;
using namespace squaredance::generate;

namespace {

struct Deep {
  Deep(int height, int least, int most)
      : shape{height * height, height, height}, geometry(shape.size, houses_of(shape.size, height)) {
    wish.least_clues = least;
    wish.most_clues = most;
    for (int cell = 0; cell < shape.cells(); ++cell) wish.groups.push_back({static_cast<Cell>(cell)});
  }

  std::vector<Try> tries(std::uint64_t seed, std::uint64_t first, std::size_t count) const {
    std::vector<Try> made(count);
    make_puzzle_maker(geometry, shape, wish)->make(seed, first, made, nullptr);
    return made;
  }

  // By an engine that shares nothing with the maker.
  bool is_unique(const Try& made) const {
    std::vector<std::uint64_t> masks(made.puzzle.size(), ~0ULL >> (64 - shape.size));
    for (std::size_t cell = 0; cell < masks.size(); ++cell)
      if (made.puzzle[cell]) masks[cell] = 1ULL << (made.puzzle[cell] - 1);
    const auto search = make_search(Engine::search, geometry, std::move(masks));
    std::vector<std::uint8_t> found(made.puzzle.size());
    if (search->run(100000) != Pause::solution) return false;
    search->read_solution(found);
    return found == made.solution && search->run(100000) == Pause::exhausted;
  }

  // How many are made as wished; all others are what they say.
  int check(const std::vector<Try>& tries) const {
    int as_wished = 0;
    for (const Try& one : tries) {
      const auto clues = static_cast<int>(one.puzzle.size()) - static_cast<int>(std::ranges::count(one.puzzle, 0));
      CHECK(one.verdict != Verdict::stopped);
      CHECK(one.clues == clues);
      if (one.verdict == Verdict::several_solutions) continue;
      CHECK(is_unique(one));
      CHECK((one.verdict == Verdict::made) == (clues >= wish.least_clues && clues <= wish.most_clues));
      as_wished += one.verdict == Verdict::made;
    }
    return as_wished;
  }

  Shape shape;
  Geometry geometry;
  Wish wish;
};

void test_clues() {
  const std::vector<Try> exact = Deep(4, 80, 80).tries(7, 0, 16);
  CHECK(Deep(4, 80, 80).check(exact) > 8);
  CHECK(Deep(4, 74, 78).check(Deep(4, 74, 78).tries(7, 0, 16)) > 4);
  CHECK(Deep(5, 215, 225).check(Deep(5, 215, 225).tries(7, 0, 8)) > 0);
  for (std::size_t i = 1; i < exact.size(); ++i) CHECK(exact[i].puzzle != exact[0].puzzle);
}

void test_a_try_is_alone() {
  const Deep deep(4, 78, 84);
  const std::vector<Try> together = deep.tries(9, 100, 20);
  for (const std::size_t i : {0, 7, 19}) {
    const Try one = deep.tries(9, 100 + i, 1)[0];
    CHECK(one.verdict == together[i].verdict && one.puzzle == together[i].puzzle);
    CHECK(one.solution == together[i].solution);
  }
}

void test_too_few_clues_are_not_made() {
  for (const int most : {2, 40}) CHECK(Deep(4, 0, most).check(Deep(4, 0, most).tries(7, 0, 4)) == 0);
}

// The same puzzles on every machine: all levels leave the same candidates.
void test_levels() {
  struct alignas(64) Masks {
    std::uint32_t lane[deep_lanes];
  };
  for (const bool symmetric : {false, true}) {
    const DeepBoard board(5, symmetric);
    const auto portable = deep_portable::make(board), used = make_deep_kernel(board);
    Draw draw(3);
    int alive = 0;
    for (int round = 0; round < 20; ++round) {
      std::vector<Masks> a(static_cast<std::size_t>(board.cells));
      for (Masks& masks : a)
        for (std::uint32_t& mask : masks.lane) mask = draw.below(8) ? (1u << 25) - 1 : 1u << draw.below(25);
      std::vector<Masks> b = a;
      std::uint32_t open_a[deep_lanes], open_b[deep_lanes];
      portable->run(a[0].lane, open_a);
      used->run(b[0].lane, open_b);
      for (int lane = 0; lane < deep_lanes; ++lane) {
        CHECK(open_a[lane] == open_b[lane]);
        alive += open_a[lane] != DeepKernel::conflict;
      }
      bool is_same = true;
      for (std::size_t cell = 0; cell < a.size(); ++cell) is_same &= std::ranges::equal(a[cell].lane, b[cell].lane);
      CHECK(is_same);
    }
    CHECK(alive > 0 || !symmetric);
  }
}

void test_stop() {
  const Deep deep(5, 208, 208);
  std::vector<Try> tries(3);
  const std::atomic<bool> stop{true};
  make_puzzle_maker(deep.geometry, deep.shape, deep.wish)->make(7, 0, tries, &stop);
  for (const Try& one : tries) CHECK(one.verdict == Verdict::stopped);
}

}  // namespace

void test_generate_deep() {
  test_clues();
  test_a_try_is_alone();
  test_too_few_clues_are_not_made();
  test_levels();
  test_stop();
}
