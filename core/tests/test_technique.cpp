// The techniques of Sudoku Explainer 1.2.1 but chains: each at work in a puzzle, with what that
// program says; the ratings of whole puzzles; and on grids of other sizes and shapes, that no step
// strikes the solution.
#include <array>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "../src/technique/finders.hpp"
#include "check.hpp"
#include "houses.hpp"
#include "made_puzzle.hpp"
#include "squaredance/technique/scale.hpp"

namespace squaredance::technique {
namespace {

// Puzzles of the Sudoku Exchange puzzle bank (public domain).
struct Known {
  const char* puzzle;
  const char* technique;
  int rating;
  const char* conclusion;
};

constexpr Known known[] = {
    {"030651007600328050000070060108000070000000000050000802080040000010937006700862010", "full-house", 10,
     "R3C4=4"},
    {"000090510040000700001607008600870900000306000005029007500704800002000070097050000", "hidden-single", 12,
     "R3C2=5"},
    {"050147090080000030000000000000020000007000600140705029070060010064302950900000006", "hidden-single", 15,
     "R6C3=6"},
    {"600490000000050300009000052010500080800907004020004060160000800008040000000038005", "direct-pointing", 17,
     "R2C3=1"},
    {"000080000063000190400105002000070000905000407074000530000829000040603080006000200", "direct-hidden-pair", 20,
     "R1C6=6"},
    {"700000000012007008930100200500013060000604000020970003009001034400700510000000009", "naked-single", 23,
     "R2C1=6"},
    {"600490000000050300009000052010500080800907004020004060160000800008040000000038005", "direct-hidden-triple", 25,
     "R1C9=8"},
    {"000090000069001000210003904300007460000000000042800001907100042000900830000050000", "pointing", 26,
     "R1C7-3 R1C9-3"},
    {"070010002000006050100300400004005080900080007080700600008001004010200000600090020", "claiming", 28,
     "R4C7-1 R4C9-1 R5C7-1 R6C9-1"},
    {"600490000000050300009000052010500080800907004020004060160000800008040000000038005", "naked-pair", 30,
     "R2C8-1 R2C8-7 R2C9-1 R2C9-7 R3C7-1 R3C7-7"},
    {"000100000000307150700060300620000400009040500003000076008030009046205000000001000", "x-wing", 32,
     "R1C1-9 R1C5-9 R4C5-9 R6C5-9 R9C1-9 R9C5-9"},
    {"005400000803006070940080600004520001009000200200064700006070028030600507000005100", "hidden-pair", 34,
     "R8C6-1 R8C6-9 R9C4-3 R9C4-9"},
    {"000920030900004000001005700082000007700010005100000890005700600000500002010068000", "naked-triple", 36,
     "R9C3-3 R9C3-4 R9C7-3 R9C7-4 R9C8-4"},
    {"016000570000405000280010094090070040300000008000206000049000860600109005000000000", "swordfish", 38,
     "R6C2-7 R6C3-7 R6C7-7 R9C2-7 R9C3-7 R9C7-7"},
    {"600005300001000060000009501790000000300408005000000012805900000070000400009200006", "hidden-triple", 40,
     "R8C8-2 R8C8-3 R8C9-3"},
    {"490030018700060009000904000005000800260000034009000200000401000900070002680050047", "xy-wing", 42,
     "R2C2-2 R2C3-2"},
    {"000090000069001000210003904300007460000000000042800001907100042000900830000050000", "xyz-wing", 44,
     "R8C5-6"},
    {"006004050500630800040800002400000130010040020025000007800009010009061008030500900", "unique-rectangle-1", 45,
     "R1C5-1 R1C5-9"},
    {"006000002040200000270300400130060004000904000400070059001007095000009060800000100", "unique-rectangle-2", 45,
     "R2C3-3 R7C1-3 R8C1-3"},
    {"205000708700000004000309000000080000850901027000647000002000600000000000430802075", "unique-rectangle-3", 45,
     "R9C3-1"},
    {"000090000470201085000507000007040600680000094200050008009000100730000049500902006", "unique-rectangle-4", 45,
     "R6C2-1 R6C3-1"},
    {"010720080900004000200000005060005100400000003001200060600000004000300009080056070", "unique-loop-1", 46,
     "R5C5-6 R5C5-8"},
    {"700002500095040300000035072080090000004000800000050010160420000007060920009800004", "unique-loop-2", 46,
     "R4C9-7 R5C5-7 R5C6-7"},
    {"092015080100008000650000100900020000006709300000040006004000018000200003070860290", "unique-rectangle-3", 46,
     "R9C3-3"},
    {"360040002040000375070500000000605200800070006004208000000009080187000050500010024", "unique-loop-1", 47,
     "R6C8-3 R6C8-9"},
    {"019005068000060005000001000040800506050000070607002080000700000400050000890100230", "unique-loop-2", 47,
     "R4C3-2"},
    {"009100600000005190000003058200980005030000010800016002740600000063800000002007500", "unique-rectangle-3", 47,
     "R5C9-4"},
    {"700694005004000600300000009000080000030952010010000070053070820000000000908030701", "unique-loop-3", 48,
     "R8C4-4 R8C8-6 R8C9-4"},
    {"300000000040509020260013900700800000024901580000004009003160092010302040000000001", "unique-loop-3", 48,
     "R6C8-1"},
    {"104000802700000006020000050080020090007010500640308021000987000400105009000040000", "naked-quad", 50,
     "R1C4-6 R2C6-3 R3C4-6 R3C6-3 R3C6-6"},
    {"700204006080060050040080020000000000400030005602801309900372008005000600800000003", "jellyfish", 52,
     "R2C3-1 R8C2-1 R8C5-1 R8C8-1"},
    {"000578000902000508000000000004000600100469003007201800030802060006040300400653007", "bug-1", 56,
     "R1C8-2 R1C8-3"},
    {"006080700090000060000426000008000500012000970509341206020000050003504100900207003", "bug-2", 57,
     "R7C9-9 R8C5-9"},
    {"060020031001080507250000080040200000700050006000003040080000079402090800390040060", "bug-3", 58,
     "R5C2-1"},
    {"000000760010086000004070890060031400590060037001890050075020900000750010043000000", "bug-3", 59,
     "R1C3-2"},
    {"005000000024005070001260548050030800008471300009050010473018600010700480000000700", "bug-3", 60,
     "R1C8-3"},
    {"207508601080000050600040009400701002006000500000000000502907106003050700009000400", "bug-3", 61,
     "R6C7-3"},
    {"500167002000050000007000900000408000021000370050000020609000703000000000100534006", "aligned-pair-exclusion", 62,
     "R1C3-8"},
};

// R4C7=1 for placements, R4C7-1 for eliminations, with blanks between.
std::string conclusion_of(const Step& step, const Sight& sight) {
  std::string text;
  const auto add = [&](int cell, int value, char sign) {
    if (!text.empty()) text += ' ';
    text += 'R' + std::to_string(sight.row(cell) + 1) + 'C' + std::to_string(sight.col(cell) + 1) +
            sign + std::to_string(value + 1);
  };
  for (const Placement& placement : step.placements) add(placement.cell, placement.value, '=');
  for (const Candidate c : step.eliminations) add(sight.cell_of(c), sight.value_of(c), '-');
  return text;
}

Values values_of(const std::string& line) {
  Values values;
  for (const char symbol : line) values.push_back(static_cast<std::uint8_t>(symbol - '0'));
  return values;
}

const Scale& scale = scale_of(ScaleName::se121);

// Only the rules before the first chains.
Options without_chains() {
  Options options;
  while (scale.rules[options.rules].find != find_chains) ++options.rules;
  return options;
}

void test_known_steps(const Sight& sight) {
  for (const Known& one : known) {
    State state(sight, values_of(one.puzzle).data());
    bool found = false;
    while (const std::optional<Step> step = next_step(state, scale, without_chains())) {
      found = found || (name_of(step->technique) == std::string(one.technique) &&
                        step->rating == one.rating && conclusion_of(*step, sight) == one.conclusion);
      apply(*step, state);
    }
    if (!found) std::printf("%s %s\n", one.technique, one.conclusion);
    CHECK(found);
  }
}

struct Gathered final : Report {
  bool take(Step&& step) override {
    steps.push_back(std::move(step));
    return true;
  }
  std::vector<Step> steps;
};

// Values, then the candidates of each cell in three digits to the base of 16.
void test_aligned_triple(const Sight& sight) {
  const std::string text =
    "000003409030240001401007020073406000080020047000700650050002704300075080807904000"
    "0520220b20b10210000000600000500001b00000001800900600000001200000b01b0000084000094"
    "11300000000011000018310108213000013001400010110500000010310b10a000184181000000006"
    "1210001200a50a500000010500000012b12a021000000103000022000023000000025000013005032";
  std::vector<Mask> masks;
  for (int cell = 0; cell < 81; ++cell) {
    masks.push_back(std::stoul(text.substr(81 + 3 * cell, 3), nullptr, 16));
  }
  const State state(sight, values_of(text.substr(0, 81)).data(), masks.data());
  Gathered gathered;
  find_aligned_exclusions(state, 3, gathered);
  CHECK(!gathered.steps.empty());
  if (gathered.steps.empty()) return;
  const Step& step = gathered.steps[0];
  CHECK(conclusion_of(step, sight) == "R4C7-1 R4C7-9");
  CHECK(step.rating == 75);
  const Lemma& lemma = step.evidence.lemmas.at(0);
  CHECK(lemma.kind == Lemma::Kind::table && lemma.cells.size() == 3 && !lemma.rows.empty());
}

// As Sudoku Explainer 1.2.1 with gsf's serate rates them.
void test_ratings(const Sight& sight) {
  struct Rated {
    const char* puzzle;
    int er, ep, ed;
  };
  constexpr Rated rated[] = {
      {"000401000001020400700000006950070084007000500863000721000010000000903000090804070", 26, 15, 15},
      {"000000000000512000006704200070050020001000800090123070009301400010000080030946010", 28, 12, 12},
      {"000000000009534200500209004050010060001000700960807031000401000008703900020000070", 30, 12, 12},
      {"600490000000050300009000052010500080800907004020004060160000800008040000000038005", 34, 25, 25},
      {"000002060502004100600030000080070406001060300306090010000040001007900804040300000", 42, 12, 12},
      {"000005000080020400109004850200400500008060200006001003047500308001070060000900000", 44, 12, 12},
      {"000002003007530029005900807900200010004000700070003002706001900140089200800400000", 45, 15, 15},
      {"000000000107090402004201600502000309400030007000804000740020031000060000000307000", 46, 12, 12},
      {"000000000004532600300060009010070080600000004008103700000000000530649017040010090", 50, 12, 12},
      {"000020000730405012040903080000000000300000006081000270010507020050809030900000005", 52, 23, 23},
      {"000018900010400060207063400701000040602000705090000106009140602020009070004630000", 56, 12, 12},
      {"500167002000050000007000900000408000021000370050000020609000703000000000100534006", 62, 12, 12},
  };
  for (const Rated& one : rated) {
    State state(sight, values_of(one.puzzle).data());
    const Rating rating = rate(state, scale, without_chains());
    CHECK(rating.end == Rating::End::solved && state.solved());
    CHECK(rating.er == one.er && rating.ep == one.ep && rating.ed == one.ed);
  }
}

// The same conclusion twice by one technique.
bool repeats(const std::vector<Step>& steps, const Sight& sight) {
  std::set<std::string> seen;
  for (const Step& step : steps) {
    const std::string key = name_of(step.technique) + (' ' + conclusion_of(step, sight));
    if (!seen.insert(key).second) return true;
  }
  return false;
}

void check_true(const Step& step, const Sight& sight, const Values& solution) {
  for (const Candidate c : step.eliminations) {
    CHECK(solution[sight.cell_of(c)] != sight.value_of(c) + 1);
  }
  for (const Placement& p : step.placements) CHECK(solution[p.cell] == p.value + 1);
}

// All steps of every state on the way; where there are none, a value of the solution is told.
void walk(const Sight& sight, const Values& clues, std::array<int, technique_count>& counts) {
  std::vector<std::uint64_t> masks(clues.size(), ~0ULL >> (64 - sight.size()));
  for (std::size_t i = 0; i < clues.size(); ++i) {
    if (clues[i]) masks[i] = 1ULL << (clues[i] - 1);
  }
  const Values solution = solved(sight.geometry(), masks, true);
  State state(sight, clues.data());
  while (!state.solved()) {
    const std::optional<Step> step = next_step(state, scale, without_chains());
    if (!step || step->placements.empty()) {
      Gathered gathered;
      CHECK(all_steps(state, scale, without_chains(), gathered));
      CHECK(gathered.steps.empty() == !step);
      CHECK(!repeats(gathered.steps, sight));
      for (const Step& one : gathered.steps) {
        check_true(one, sight, solution);
        ++counts[static_cast<int>(one.technique)];
      }
    }
    int cell = 0;
    while (!state.open(cell)) ++cell;
    if (!step) {
      state.place(cell, solution[cell] - 1);
      continue;
    }
    check_true(*step, sight, solution);
    apply(*step, state);
  }
}

void test_sizes_and_shapes() {
  std::array<int, technique_count> counts{};
  std::mt19937 random(8);
  struct Shape {
    int size, box_rows, puzzles;
    bool diagonals;
  };
  for (const Shape& shape : {Shape{4, 2, 5, false}, {6, 2, 40, false}, {7, 0, 20, false},
                             {9, 3, 60, false}, {9, 3, 20, true}, {12, 3, 5, false}}) {
    Houses houses = houses_of(shape.size, shape.box_rows);
    if (shape.diagonals) {
      houses.resize(houses.size() + 2);
      for (int i = 0; i < shape.size; ++i) {
        houses.end()[-2].push_back(static_cast<Cell>(i * shape.size + i));
        houses.end()[-1].push_back(static_cast<Cell>((i + 1) * (shape.size - 1)));
      }
    }
    const Geometry geometry(shape.size, houses);
    const Sight sight(geometry, shape.box_rows != 0);
    for (int i = 0; i < shape.puzzles; ++i) walk(sight, made(geometry, random), counts);
  }
  for (const Technique technique :
       {Technique::naked_triple, Technique::claiming, Technique::hidden_pair, Technique::x_wing,
        Technique::naked_quad, Technique::xy_wing, Technique::xyz_wing,
        Technique::unique_rectangle_1, Technique::unique_rectangle_4, Technique::bug_1,
        Technique::aligned_pair_exclusion}) {
    CHECK(counts[static_cast<int>(technique)] > 0);
  }
}

// Both strike in the box and in the line.
void test_locked_pair(const Sight& sight) {
  Values empty(81);
  std::vector<Mask> masks(81, 511);
  masks[0] = masks[1] = 0b11;
  const State state(sight, empty.data(), masks.data());
  Gathered gathered;
  find_locked_subsets(state, 2, gathered);
  CHECK(gathered.steps.size() == 1);
  if (gathered.steps.empty()) return;
  CHECK(gathered.steps[0].technique == Technique::locked_pair);
  CHECK(gathered.steps[0].eliminations.size() == 2 * (7 + 6));
}

}  // namespace
}  // namespace squaredance::technique

void test_technique() {
  using namespace squaredance;
  using namespace squaredance::technique;
  const Geometry geometry(9, houses_of(9, 3));
  const Sight sight(geometry, true);
  test_known_steps(sight);
  test_aligned_triple(sight);
  test_ratings(sight);
  test_sizes_and_shapes();
  test_locked_pair(sight);
}
