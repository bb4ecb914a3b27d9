// The engine `auto`: the hand-over to `learn`, and the race of several.
#include <algorithm>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "houses.hpp"
#include "squaredance/auto_search.hpp"

using namespace squaredance;

namespace {

using Values = std::vector<std::uint8_t>;

// Minimal puzzles that take `rows` hundreds to thousands of nodes.
constexpr std::string_view hard[] = {
    "...E...N..D.H......GI.M..L.HP..B.......E.J.B.ND..D.NL..J..M...I."
    "..G....M.C.JBPHE.F.H.APGK....L.MJ.....K.....I.......J...F..O.A.G"
    "..F.M.ICP.O.G...PJ...LA...CF....C....J.D.A...I...IO...H.EB.DLK.F"
    "..KOB.......F...AP.C......ENOG....DI.C.......HP.L....M...H.A....",

    "...F.N....HAOJ...D..M....NFIK......O...E...J..M..NC..GP.L..O...F"
    "I.......A.LE...O......C..B...L....B....J..N..AF...OM..ABD...I..N"
    "P..N.CIHK.D....E..DG.EK..AOL..N....B..M.IE.....H.C.J.L..NM....I."
    "G...CJ.....D.H.L..AKIPOG.HJ..F....E....L....J..D.M.C...N..I..P..",

    ".L..G.H.I.O........G.E.....HIO...BN.C..J.......K.....F.NL.P.DA.E"
    "..A.H..EM..G..K..I......H.N......OM..BI..LE....F.P.L..OM...D.E.G"
    "A.C..M..G...B.N.J...A...DF......B..FD....O..E..C.N.H.G.K.B...LP."
    ".......I.MDKAF....E..ON...F.H..J.J...D...H..KC.P.MK...JP.EA..G.D"};

// Rows, columns and boxes of 4x4; or rows split among diagonals, so that `rows` cannot take it.
Geometry sixteen(bool with_rows = true) {
  Houses houses = houses_of(16, 4);
  if (!with_rows) houses.erase(houses.begin(), houses.begin() + 16);
  return Geometry(16, houses);
}

Values clues_of(std::string_view text) {
  Values clues;
  for (char c : text) clues.push_back(c == '.' ? 0 : static_cast<std::uint8_t>(c - 'A' + 1));
  return clues;
}

// One solution; two or more, with a clue left out; none, with a clue changed.
std::vector<Values> puzzles() {
  std::vector<Values> all;
  for (std::string_view text : hard) {
    all.push_back(clues_of(text));
    Values open = all.back();
    const auto clue = std::ranges::find_if(open, [](int v) { return v != 0; });
    const auto place = clue - open.begin();
    open[place] = 0;
    all.push_back(open);
    Values other = all[all.size() - 2];
    other[place] = static_cast<std::uint8_t>(other[place] % 16 + 1);
    all.push_back(other);
  }
  return all;
}

struct Answer {
  std::vector<Values> solutions;
  bool is_all = false;
  std::uint64_t nodes = 0, guesses = 0;
  bool operator==(const Answer&) const = default;
};

// `ask`: between two calls it is asked whether it is at its end.
Answer answer(Search& search, std::size_t limit, std::uint64_t slice = ~0ULL, bool ask = false) {
  Answer found;
  while (found.solutions.size() < limit && !found.is_all) {
    const std::uint64_t before = search.effort().nodes;
    const Pause pause = search.run(slice);
    CHECK(search.effort().nodes - before <= slice);
    found.is_all = pause == Pause::exhausted;
    if (pause != Pause::solution) continue;
    found.solutions.emplace_back(256);
    search.read_solution(found.solutions.back());
    if (ask && found.solutions.size() < limit) found.is_all = search.run(0) == Pause::exhausted;
  }
  found.nodes = search.effort().nodes;
  found.guesses = search.effort().guesses;
  return found;
}

std::vector<Values> sorted(std::vector<Values> solutions) {
  std::ranges::sort(solutions);
  return solutions;
}

std::vector<Values> all_solutions(const Geometry& g, const Values& clues, std::size_t limit) {
  std::vector<std::uint64_t> masks;
  for (int clue : clues) masks.push_back(clue ? 1ULL << (clue - 1) : 0xFFFF);
  return sorted(answer(*make_search(Engine::search, g, masks), limit).solutions);
}

// With the hand-over early, late and never, and in a race; one object for all puzzles.
void test_the_same_solutions_whoever_finds_them() {
  const Geometry g = sixteen();
  const std::vector<Values> all = puzzles();
  bool seen[3] = {};
  std::vector<std::vector<Values>> expected;
  for (const Values& clues : all) expected.push_back(all_solutions(g, clues, 200));
  for (unsigned threads : {1u, 3u})
    for (std::uint64_t conflicts : {std::uint64_t{0}, std::uint64_t{100}, ~std::uint64_t{0}}) {
      AutoSearch search(g, threads, conflicts);
      bool learned = false;
      for (std::size_t i = 0; i < all.size(); ++i) {
        search.start(all[i].data());
        CHECK(search.engine() == Engine::rows && search.effort().nodes == 0);
        const Answer found = answer(search, 200);
        learned |= search.engine() == Engine::learn;
        if (expected[i].size() < 200)
          CHECK(found.is_all && sorted(found.solutions) == expected[i]);
        seen[std::min<std::size_t>(expected[i].size(), 2)] = true;
      }
      CHECK(learned == (conflicts < 1000));
    }
  CHECK(seen[0] && seen[1] && seen[2]);
}

// The same answers and the same effort, however the work is cut into calls, and each time.
void test_slices_change_nothing() {
  const Geometry g = sixteen();
  const std::vector<Values> all = puzzles();
  for (unsigned threads : {1u, 3u}) {
    AutoSearch search(g, threads, 0);
    for (std::size_t i = 0; i < 6; ++i) {
      search.start(all[i].data());
      const Answer at_once = answer(search, 2);
      for (std::uint64_t slice : {std::uint64_t{1}, std::uint64_t{7}, std::uint64_t{100}, at_once.nodes}) {
        search.start(all[i].data());
        CHECK(answer(search, 2, slice) == at_once);
        search.start(all[i].data());
        CHECK(answer(search, 2, slice, true) == at_once);
      }
      search.start(all[i].data());  // no node more, and no piece of one left over
      Values values(256);
      std::size_t found = 0;
      for (Pause pause = Pause::solution; found < 2 && pause != Pause::exhausted;) {
        pause = search.run(at_once.nodes - search.effort().nodes);
        CHECK(pause != Pause::budget);
        found += pause == Pause::solution;
      }
      CHECK(found == at_once.solutions.size());
    }
  }
}

void test_without_rows() {
  const Geometry g = sixteen(false);
  const Values clues = clues_of(hard[0]);
  AutoSearch search(g, 1, 0);
  search.start(clues.data());
  CHECK(search.engine() == Engine::search);
  const Answer found = answer(search, 2);
  for (const Values& values : found.solutions) {
    for (int house = 0; house < g.houses(); ++house) {
      unsigned seen = 0;
      for (Cell cell : g.house(house)) seen |= 1u << values[cell];
      CHECK(seen == 0x1FFFE);
    }
    for (std::size_t cell = 0; cell < 256; ++cell)
      CHECK(clues[cell] == 0 || clues[cell] == values[cell]);
  }
  CHECK(found.solutions.size() == 2 && found.solutions[0] != found.solutions[1]);
}

}  // namespace

void test_auto() {
  test_the_same_solutions_whoever_finds_them();
  test_slices_change_nothing();
  test_without_rows();
}
