// Puzzles as wished: what is made is as wished, and depends on the seed and the number of the try only.
#include <algorithm>
#include <chrono>
#include <numeric>
#include <optional>
#include <thread>
#include <vector>

#include "check.hpp"
#include "houses.hpp"
#include "made_puzzle.hpp"
#include "squaredance/generate/puzzles.hpp"
#include "squaredance/technique/state.hpp"

using namespace squaredance;
using namespace squaredance::generate;

namespace {

using technique::Rating;
using technique::ScaleName;
using technique::Technique;

Groups single_cells(int cells) {
  Groups groups(static_cast<std::size_t>(cells));
  for (int cell = 0; cell < cells; ++cell) groups[cell] = {static_cast<Cell>(cell)};
  return groups;
}

struct Board {
  Shape shape;
  Geometry geometry{shape.size, houses_of(shape.size, shape.box_height)};
  technique::Sight sight{geometry, shape.has_boxes()};

  std::vector<Try> tries(const Wish& wish, std::uint64_t first, std::size_t count) const {
    std::vector<Try> made(count);
    make_puzzle_maker(geometry, shape, wish)->make(7, first, made, nullptr);
    return made;
  }
  bool is_unique(const Try& made) const {
    const std::uint64_t all = ~0ULL >> (64 - shape.size);
    std::vector<std::uint64_t> masks(made.puzzle.size(), all);
    for (std::size_t cell = 0; cell < masks.size(); ++cell)
      if (made.puzzle[cell]) masks[cell] = 1ULL << (made.puzzle[cell] - 1);
    return solved(geometry, masks, true) == made.solution;
  }
  Rating rating(const Try& made, ScaleName scale) const {
    technique::State state(sight, made.puzzle.data());
    return technique::rate(state, technique::scale_of(scale), {.evidence = false});
  }
};

const Board four{{4, 2, 2}}, six{{6, 2, 3}}, nine{{9, 3, 3}};

Wish wish_for(const Board& board, std::optional<Difficulty> difficulty = {}) {
  Wish wish;
  wish.groups = single_cells(board.shape.cells());
  wish.difficulty = difficulty;
  return wish;
}

int clues_of(const Try& made) {
  return static_cast<int>(made.puzzle.size() - std::ranges::count(made.puzzle, 0));
}

bool same(const Try& a, const Try& b) {
  return a.verdict == b.verdict && a.clues == b.clues && a.puzzle == b.puzzle && a.solution == b.solution &&
         a.rating.er == b.rating.er;
}

void test_a_try_is_alone() {
  for (Wish wish : {wish_for(nine), wish_for(nine, Difficulty{.least = 40, .most = 72}),
                    wish_for(nine, Difficulty{.least = 10, .most = 15})}) {
    const std::vector<Try> together = nine.tries(wish, 100, 12);
    for (std::size_t i = 0; i < together.size(); i += 5)
      CHECK(same(nine.tries(wish, 100 + i, 1)[0], together[i]));
  }
}

void test_clues() {
  Wish wish = wish_for(nine);
  wish.least_clues = 30;
  wish.most_clues = 33;
  std::vector<int> seen;
  for (const Try& made : nine.tries(wish, 0, 40)) {
    CHECK(made.verdict == Verdict::made);
    CHECK(made.clues == clues_of(made));
    CHECK(made.clues >= 30 && made.clues <= 33);
    CHECK(nine.is_unique(made));
    seen.push_back(made.clues);
  }
  for (const int clues : {30, 31, 32, 33}) CHECK(std::ranges::count(seen, clues) > 0);
}

void test_minimal_within_a_range() {
  Wish wish = wish_for(nine);
  wish.minimal = true;
  wish.least_clues = 24;
  wish.most_clues = 25;
  for (const Try& made : nine.tries(wish, 0, 60)) {
    CHECK(made.clues == clues_of(made));
    CHECK(made.verdict == (made.clues < 24   ? Verdict::too_few_clues
                           : made.clues > 25 ? Verdict::too_many_clues
                                             : Verdict::made));
    Try fewer = made;
    for (std::uint8_t& value : fewer.puzzle) {
      if (const std::uint8_t clue = std::exchange(value, 0)) {
        CHECK(!nine.is_unique(fewer));
        value = clue;
      }
    }
  }
}

void test_a_pattern_that_leaves_several_solutions() {
  Wish wish = wish_for(nine);
  wish.groups.resize(54);  // three rows without clues
  for (const Try& made : nine.tries(wish, 0, 5)) {
    CHECK(made.verdict == Verdict::several_solutions);
    CHECK(!nine.is_unique(made));
  }
}

void test_difficulty() {
  struct Case {
    const Board& board;
    ScaleName scale;
    int least, most;
    std::size_t tries;
  };
  for (const Case& c : {Case{four, ScaleName::se121, 10, 12, 20}, Case{six, ScaleName::se121, 15, 30, 40},
                        Case{nine, ScaleName::se121, 10, 15, 20}, Case{nine, ScaleName::se121, 65, 75, 40},
                        Case{nine, ScaleName::sukaku118, 40, 50, 150},
                        Case{nine, ScaleName::hodoku, 400, 700, 40}}) {
    const Difficulty difficulty{.scale = c.scale, .least = c.least, .most = c.most};
    int made = 0;
    for (const Try& one : c.board.tries(wish_for(c.board, difficulty), 0, c.tries)) {
      const Rating rating = c.board.rating(one, c.scale);
      const int number = c.scale == ScaleName::hodoku ? rating.score : rating.er;
      CHECK(c.board.is_unique(one));
      CHECK(one.clues == clues_of(one));
      if (one.verdict != Verdict::made) continue;
      ++made;
      CHECK(number >= c.least && number <= c.most);
      CHECK(rating.er == one.rating.er && rating.score == one.rating.score);
    }
    CHECK(made > 0);
  }
}

// With a number of clues too: those that are too hard get some back.
void test_difficulty_and_clues() {
  Wish wish = wish_for(nine, Difficulty{.least = 12, .most = 20});
  wish.least_clues = 26;
  wish.most_clues = 30;
  int made = 0;
  for (const Try& one : nine.tries(wish, 0, 40)) {
    if (one.verdict != Verdict::made) continue;
    ++made;
    CHECK(clues_of(one) >= 26 && clues_of(one) <= 30);
    const int er = nine.rating(one, ScaleName::se121).er;
    CHECK(er >= 12 && er <= 20);
  }
  CHECK(made > 10);
}

// What the hardest technique allows narrows a range, and of a sum only its least.
void test_range() {
  const auto range = [](const Difficulty& difficulty) {
    const technique::Range found = range_of(difficulty);
    return std::pair{found.least, found.most};
  };
  CHECK(range({.least = 20, .most = 30}) == std::pair(20, 30));
  CHECK(range({.least = 20, .most = 30, .hardest = Technique::naked_single}) == std::pair(23, 23));
  CHECK(range({.hardest = Technique::naked_single}) == std::pair(23, 23));
  const Difficulty points{.scale = ScaleName::hodoku, .most = 500, .hardest = Technique::naked_single};
  const int least = technique::range_of(technique::scale_of(ScaleName::hodoku), Technique::naked_single).least;
  CHECK(least > 0 && range(points) == std::pair(least, 500));
}

void test_technique() {
  const Difficulty difficulty{.hardest = Technique::naked_single};
  int made = 0;
  for (const Try& one : nine.tries(wish_for(nine, difficulty), 0, 400)) {
    const Rating rating = nine.rating(one, ScaleName::se121);
    if (one.verdict == Verdict::made) CHECK(rating.hardest == Technique::naked_single && rating.er == 23);
    made += one.verdict == Verdict::made;
  }
  CHECK(made > 0);
}

void test_stop() {
  const auto maker = make_puzzle_maker(nine.geometry, nine.shape, wish_for(nine, Difficulty{.least = 95}));
  std::vector<Try> tries(100000);
  std::atomic<bool> stop{true};
  maker->make(1, 0, tries, &stop);
  CHECK(std::ranges::all_of(tries, [](const Try& one) { return one.verdict == Verdict::stopped; }));
  stop = false;
  std::jthread worker([&] { maker->make(1, 0, tries, &stop); });
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  stop = true;
  worker.join();  // or the test takes a minute
  CHECK(tries.back().verdict == Verdict::stopped);
}

// What the tables of the scales say of their rules and techniques holds on the way of some puzzles; and a rating that
// may end early ends when it should.
void test_scales() {
  for (const ScaleName name : {ScaleName::se121, ScaleName::sukaku118, ScaleName::hodoku}) {
    const technique::Scale& scale = technique::scale_of(name);
    for (const Try& one : nine.tries(wish_for(nine), 40, 30)) {
      technique::State state(nine.sight, one.puzzle.data());
      if (technique::wants_order(scale)) state = state.with_order();
      while (const auto step = technique::next_step(state, scale, {.evidence = false})) {
        const technique::Range range = technique::range_of(scale, step->technique);
        CHECK(step->rating >= range.least && step->rating <= range.most);
        technique::apply(*step, state);
      }
      const Rating whole = nine.rating(one, name);
      const int number = scale.points ? whole.score : whole.er;
      for (const int most : {number - 1, number}) {
        technique::State again(nine.sight, one.puzzle.data());
        const Rating early = technique::rate(again, scale, {.evidence = false, .most = most});
        CHECK(early.end == (most < number ? Rating::End::above : whole.end));
      }
    }
  }
  CHECK(technique::tells(technique::scale_of(ScaleName::se121), Technique::x_wing));
  CHECK(!technique::tells(technique::scale_of(ScaleName::se121), Technique::skyscraper));
  CHECK(!technique::tells(technique::scale_of(ScaleName::hodoku), Technique::death_blossom));
}

// No rule tells a step that counts less than it says.
void test_least_of_rules() {
  struct Least final : technique::Report {
    bool take(technique::Step&& step) override {
      CHECK(step.rating >= least);
      return true;
    }
    int least = 0;
  };
  for (const ScaleName name : {ScaleName::se121, ScaleName::sukaku118}) {
    for (const Try& one : nine.tries(wish_for(nine), 80, 6)) {
      technique::State state(nine.sight, one.puzzle.data());
      for (const technique::Rule& rule : technique::scale_of(name).rules) {
        if (rule.last_resort) break;
        Least report;
        report.evidence = false;
        report.least = rule.least;
        rule.find(state, rule.parameter, report);
      }
    }
  }
}

}  // namespace

void test_generate_puzzles() {
  test_a_try_is_alone();
  test_clues();
  test_minimal_within_a_range();
  test_a_pattern_that_leaves_several_solutions();
  test_difficulty();
  test_difficulty_and_clues();
  test_range();
  test_technique();
  test_stop();
  test_scales();
  test_least_of_rules();
}
