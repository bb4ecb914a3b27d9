// Tests of the core alone, without Python; also the program that the sanitizers watch.
#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "check.hpp"
#include "houses.hpp"
#include "squaredance/geometry.hpp"
#include "squaredance/search.hpp"

using namespace squaredance;

namespace {

constexpr std::array engines{Engine::search, Engine::dance, Engine::rows, Engine::learn};

Geometry geometry_of(int size, int box_rows) { return {size, houses_of(size, box_rows)}; }

// Symbols 1-9 then A-Z; anything else is an empty cell.
std::vector<std::uint64_t> masks_of(const Geometry& g, const std::string& line) {
  std::uint64_t all = g.size() == 64 ? ~0ULL : (1ULL << g.size()) - 1;
  std::vector<std::uint64_t> masks(g.cells(), all);
  for (std::size_t i = 0; i < line.size(); ++i) {
    char c = line[i];
    if (c >= '1' && c <= '9') masks[i] = 1ULL << (c - '1');
    if (c >= 'A' && c <= 'Z') masks[i] = 1ULL << (c - 'A' + 9);
  }
  return masks;
}

bool is_solution(const Geometry& g, const std::vector<std::uint64_t>& masks,
                 const std::vector<std::uint8_t>& values) {
  for (int cell = 0; cell < g.cells(); ++cell) {
    if (values[cell] < 1 || values[cell] > g.size()) return false;
    if (!(masks[cell] >> (values[cell] - 1) & 1)) return false;
  }
  for (int h = 0; h < g.houses(); ++h) {
    std::set<int> seen;
    for (Cell cell : g.house(h)) seen.insert(values[cell]);
    if (seen.size() != static_cast<std::size_t>(g.size())) return false;
  }
  return true;
}

struct Tally {
  std::uint64_t count = 0;
  bool all_valid = true;
  bool all_different = true;
  Effort effort;
};

Tally enumerate(Engine engine, const Geometry& g, const std::vector<std::uint64_t>& masks,
                std::uint64_t slice = 1 << 16, std::uint64_t limit = ~0ULL) {
  auto search = make_search(engine, g, masks);
  Tally tally;
  std::set<std::string> seen;
  std::vector<std::uint8_t> values(g.cells());
  for (Pause pause; tally.count < limit && (pause = search->run(slice)) != Pause::exhausted;) {
    if (pause == Pause::budget) continue;
    ++tally.count;
    search->read_solution(values);
    tally.all_valid &= is_solution(g, masks, values);
    tally.all_different &= seen.emplace(values.begin(), values.end()).second;
  }
  tally.effort = search->effort();
  return tally;
}

void check_count(const Geometry& g, const std::string& line, std::uint64_t expected) {
  for (Engine engine : engines) {
    Tally tally = enumerate(engine, g, masks_of(g, line));
    CHECK(tally.count == expected);
    CHECK(tally.all_valid);
    CHECK(tally.all_different);
  }
}

void test_geometry() {
  auto houses = houses_of(4, 2);
  CHECK(Geometry::valid(4, houses));
  CHECK(!Geometry::valid(0, {}));
  CHECK(!Geometry::valid(65, {}));
  houses[3][2] = 16;
  CHECK(!Geometry::valid(4, houses));
  houses[3][2] = houses[3][1];
  CHECK(!Geometry::valid(4, houses));
  Geometry g = geometry_of(6, 2);
  CHECK(g.houses() == 18);
  CHECK(g.items() == 36 + 18 * 6);
  CHECK(g.houses_of(35).size() == 3);
  CHECK(g.houses_of(35)[2].house == 17);
  CHECK(g.houses_of(35)[2].position == 5);
}

void test_published_counts() {
  check_count(geometry_of(1, 0), "", 1);
  check_count(geometry_of(2, 0), "", 2);
  check_count(geometry_of(3, 0), "", 12);
  check_count(geometry_of(4, 0), "", 576);
  check_count(geometry_of(4, 2), "", 288);
  check_count(geometry_of(5, 0), "12345", 161280 / 120);
  check_count(geometry_of(6, 2), "123456", 28200960 / 720);
}

void test_no_solution() {
  Geometry g = geometry_of(4, 2);
  check_count(g, "11..............", 0);  // a clash
  check_count(g, "123....4........", 0);  // R1C4 has no value left
  auto masks = masks_of(g, "");
  masks[5] = 0;  // a cell without candidates
  for (Engine engine : engines) CHECK(enumerate(engine, g, masks).count == 0);
}

void test_extra_houses() {
  auto houses = houses_of(4, 2);
  houses.push_back({0, 5, 10, 15});
  houses.push_back({3, 6, 9, 12});
  check_count(Geometry(4, houses), "", 48);
}

void test_pausing_changes_nothing() {
  Geometry g = geometry_of(6, 2);
  auto masks = masks_of(g, "1.....2......3...........4......6...");
  for (Engine engine : engines) {
    Tally whole = enumerate(engine, g, masks);
    Tally sliced = enumerate(engine, g, masks, 1);
    CHECK(whole.count > 10);
    CHECK(whole.count == sliced.count);
    CHECK(whole.effort.nodes == sliced.effort.nodes);
    CHECK(whole.effort.guesses == sliced.effort.guesses);
  }
}

// The same solutions in the same order with the same effort, in slices of any length.
void test_slices_of_any_length() {
  std::mt19937 random(4);
  Geometry g = geometry_of(9, 3);
  auto masks = masks_of(g, "12345678.4567891");
  for (Engine engine : engines) {
    auto whole = make_search(engine, g, masks);
    auto sliced = make_search(engine, g, masks);
    std::vector<std::uint8_t> expected(g.cells()), found(g.cells());
    for (int solution = 0; solution < 500; ++solution) {
      CHECK(whole->run(~0ULL) == Pause::solution);
      while (sliced->run(1 + random() % 7) == Pause::budget) {
      }
      whole->read_solution(expected);
      sliced->read_solution(found);
      CHECK(expected == found);
      CHECK(whole->effort().nodes == sliced->effort().nodes);
      CHECK(whole->effort().guesses == sliced->effort().guesses);
    }
  }
}

void test_a_run_takes_no_more_nodes_than_it_is_given() {
  Geometry g = geometry_of(16, 4);
  for (Engine engine : engines) {
    auto search = make_search(engine, g, masks_of(g, ""));
    for (std::uint64_t nodes : {1, 2, 3, 10, 100, 1000}) {
      std::uint64_t before = search->effort().nodes;
      Pause pause = search->run(nodes);
      std::uint64_t used = search->effort().nodes - before;
      CHECK(used <= nodes);
      CHECK(used == nodes || pause == Pause::solution);
    }
  }
}

void test_an_end_is_an_end() {
  Geometry g = geometry_of(4, 2);
  for (const char* line : {"1......2.3....4.", "11..............", "2..1....4.....3."}) {
    for (Engine engine : engines) {
      auto search = make_search(engine, g, masks_of(g, line));
      while (search->run(1) != Pause::exhausted) {
      }
      Effort effort = search->effort();
      for (int again = 0; again < 3; ++again) CHECK(search->run(1000) == Pause::exhausted);
      CHECK(search->effort().nodes == effort.nodes);
      CHECK(search->effort().guesses == effort.guesses);
    }
  }
}

// A search that is watched finds the same solutions with the same effort as one that runs.
void test_watching() {
  const struct { int size, box; const char* clues; } puzzles[] = {
      {4, 2, "1......2.3....4."},
      {4, 2, "11.............."},
      {4, 2, "2..1....4.....3."},
      {6, 2, "1.....2......3...........4......6..."},
      {9, 3, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."},
  };
  for (const auto& puzzle : puzzles) {
    Geometry g = geometry_of(puzzle.size, puzzle.box);
    auto masks = masks_of(g, puzzle.clues);
    for (Engine engine : {Engine::search, Engine::dance}) {
      auto run = make_search(engine, g, masks);
      auto watched = make_search(engine, g, masks);
      std::vector<std::uint8_t> expected(g.cells());
      Frame frame;
      for (Pause pause = Pause::solution; pause == Pause::solution;) {
        pause = run->run(~0ULL);
        do CHECK(watched->watch(frame));
        while (frame.kind != Frame::Kind::solution && frame.kind != Frame::Kind::end);
        CHECK((frame.kind == Frame::Kind::solution) == (pause == Pause::solution));
        CHECK(run->effort().nodes == watched->effort().nodes);
        CHECK(run->effort().guesses == watched->effort().guesses);
        if (pause != Pause::solution) continue;
        run->read_solution(expected);
        CHECK(frame.values == expected);
      }
    }
  }
  Geometry g = geometry_of(4, 2);
  Frame frame;
  CHECK(!make_search(Engine::rows, g, masks_of(g, ""))->watch(frame));
}

void test_effort_of_the_obvious() {
  Geometry g = geometry_of(4, 2);
  for (Engine engine : engines) {
    // A clash costs nothing; what follows by singles costs no guess.
    CHECK(enumerate(engine, g, masks_of(g, "11..............")).effort.nodes == 0);
    Tally easy = enumerate(engine, g, masks_of(g, "1......2.3....4."));
    CHECK(easy.count == 1);
    CHECK(easy.effort.guesses == 0);
    CHECK(easy.effort.nodes > 0);
    CHECK(enumerate(engine, g, masks_of(g, "")).effort.guesses > 0);
  }
}

void test_every_width() {
  for (auto [size, box_rows] : {std::pair{16, 4}, {17, 0}, {25, 5}, {32, 4}, {33, 3}, {36, 6},
                                {64, 8}}) {
    Geometry g = geometry_of(size, box_rows);
    Tally tally = enumerate(Engine::search, g, masks_of(g, ""), 1 << 16, 3);
    CHECK(tally.count == 3);
    CHECK(tally.all_valid);
    CHECK(tally.all_different);
  }
}

// Random candidate puzzles of 4x4: both engines against each other, solution by solution.
void test_engines_agree() {
  std::mt19937 random(20261115);
  Geometry g = geometry_of(4, 2);
  for (int round = 0; round < 2000; ++round) {
    std::vector<std::uint64_t> masks(16);
    for (auto& mask : masks) mask = (random() | random()) & 15;
    Tally a = enumerate(Engine::search, g, masks);
    Tally b = enumerate(Engine::dance, g, masks);
    CHECK(a.count == b.count);
    CHECK(a.all_valid && b.all_valid && a.all_different && b.all_different);
  }
}

// Puzzles of 6x6 and 9x9 dug out of a solution, with extra houses that the solution fills,
// some of them the same house twice.
void test_engines_agree_on_dug_puzzles() {
  std::mt19937 random(99);
  for (int round = 0; round < 60; ++round) {
    int box_rows = round % 2 ? 3 : 2, size = round % 2 ? 9 : 6;
    auto houses = houses_of(size, box_rows);
    if (round % 3 == 0) houses.push_back(houses[random() % houses.size()]);
    Geometry plain = geometry_of(size, box_rows);
    auto first = make_search(Engine::search, plain, masks_of(plain, ""));
    std::vector<std::uint8_t> values(plain.cells());
    for (unsigned skip = random() % 50 + 1; skip; --skip) first->run(~0ULL);
    first->read_solution(values);
    if (round % 3 == 1) {  // one cell of each value, wherever it stands
      std::vector<Cell> house;
      for (int value = 1; value <= size; ++value) {
        std::vector<Cell> places;
        for (int cell = 0; cell < plain.cells(); ++cell)
          if (values[cell] == value) places.push_back(static_cast<Cell>(cell));
        house.push_back(places[random() % places.size()]);
      }
      houses.push_back(house);
    }
    Geometry g(size, houses);
    std::vector<std::uint64_t> masks = masks_of(g, "");
    for (int cell = 0; cell < g.cells(); ++cell)
      if (random() % 10 < 5) masks[cell] = 1ULL << (values[cell] - 1);
    Tally a = enumerate(Engine::search, g, masks, 1 << 16, 2000);
    Tally b = enumerate(Engine::dance, g, masks, 3, 2000);
    CHECK(a.count >= 1);
    CHECK(a.count == b.count);
    CHECK(a.all_valid && b.all_valid && a.all_different && b.all_different);
  }
}

}  // namespace

void test_auto();           // in test_auto.cpp
void test_bulk();           // in test_bulk.cpp
void test_canon();          // in test_canon.cpp
void test_canon9();         // in test_canon9.cpp
void test_cover();          // in test_cover.cpp
void test_cover_bits();     // in test_cover_bits.cpp
void test_cover_count();    // in test_cover_count.cpp
void test_cover_diagram();  // in test_cover_diagram.cpp
void test_cover_learn();    // in test_cover_learn.cpp
void test_cover_minimum();  // in test_cover_minimum.cpp
void test_generate_any();  // in test_generate_any.cpp
void test_generate_nine();  // in test_generate_nine.cpp
void test_generate_deep();  // in test_generate_deep.cpp
void test_generate_puzzles();  // in test_generate_puzzles.cpp
void test_learn();          // in test_learn.cpp
void test_lines();          // in test_lines.cpp
void test_checksum();       // in test_checksum.cpp
void test_generate_vicinity();  // in test_generate_vicinity.cpp
void test_many();           // in test_many.cpp
void test_reduce();         // in test_reduce.cpp
void test_rows();           // in test_rows.cpp
void test_single9();        // in test_single9.cpp
void test_solved();         // in test_solved.cpp
void test_snappy();         // in test_snappy.cpp
void test_split();          // in test_split.cpp
void test_technique_chains();    // in test_technique_chains.cpp
void test_technique();           // in test_technique.cpp
void test_technique_links();  // in test_technique_links.cpp
void test_technique_als();       // in test_technique_als.cpp
void test_technique_patterns();  // in test_technique_patterns.cpp

// All of them, or with the argument 1/2 or 2/2 a half: so two processes share them. The halves take
// about as long as each other where the long ones are spread, as they are here.
int main(int argc, char** argv) {
  constexpr void (*tests[])() = {
      test_auto,
      test_bulk,
      test_canon,
      test_canon9,
      test_checksum,
      test_cover,
      test_cover_learn,
      test_cover_minimum,
      test_cover_bits,
      test_cover_count,
      test_cover_diagram,
      test_generate_any,
      test_generate_deep,
      test_generate_puzzles,
      test_learn,
      test_lines,
      test_generate_vicinity,
      test_many,
      test_reduce,
      test_rows,
      test_single9,
      test_solved,
      test_snappy,
      test_split,
      test_technique_chains,
      test_technique,
      test_technique_links,
      test_technique_als,
      test_technique_patterns,
      test_generate_nine,
      test_geometry,
      test_published_counts,
      test_no_solution,
      test_extra_houses,
      test_pausing_changes_nothing,
      test_slices_of_any_length,
      test_watching,
      test_a_run_takes_no_more_nodes_than_it_is_given,
      test_an_end_is_an_end,
      test_effort_of_the_obvious,
      test_every_width,
      test_engines_agree,
      test_engines_agree_on_dug_puzzles,
  };
  int part = 1, parts = 1;
  if (argc > 1 && (std::sscanf(argv[1], "%d/%d", &part, &parts) != 2 || part < 1 || part > parts)) {
    std::fprintf(stderr, "expected a part such as 1/2, found %s\n", argv[1]);
    return 2;
  }
  for (std::size_t i = part - 1; i < std::size(tests); i += parts) tests[i]();
  std::printf("%d passed, %d failed\n", passed_checks, failed_checks);
  return failed_checks ? 1 : 0;
}
