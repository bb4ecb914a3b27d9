// Step: one use of a technique, with the evidence that proves it.
//
// The evidence is a list of lemmas. Each strikes candidates, and each holds in the state that the
// ones before have left. A step is proved when its lemmas strike all of its eliminations and leave
// the value of every placement alone in its cell. There are three kinds of lemma.
//
// **Count.** Bases are sets of candidates of which exactly one is true (at least one, for
// guardians); covers are sets of which at most one is true. Let b(c) and k(c) be how many bases and
// covers hold the candidate c. If b(c) <= k(c) for every c, then over the true candidates the sum
// of k - b is at most #covers - #bases, so a candidate with k(c) - b(c) > #covers - #bases is false.
// (The idea is Allan Barker's set logic; written for overlaps by counting.) Singles, subsets, locked
// candidates, fish of all kinds, wings, almost locked sets, and what follows from a deadly pattern
// are all counts:
//
//   naked pair     bases: 2 cells           covers: 2 values in a house both lie in
//   fish           bases: n rows            covers: n cols     (finned: one more cover, the fin's box)
//   XY-wing        bases: 3 cells           covers: x, y, and z twice, through the target
//   unique rect. 1 bases: the guardians     covers: their cell
//
// **Chain.** An implication graph over groups of candidates. A node that is on says that at least
// one candidate of its group is true, a node that is off that all of them are false. A chain splits
// into cases of which one must hold, and in every case it reaches the same end, or a clash.
//
// **Table.** Aligned exclusion: each combination of values of a few cells that has the candidate,
// and why it cannot be.
#pragma once

#include <cstdint>
#include <vector>

#include "squaredance/technique/names.hpp"
#include "squaredance/technique/sight.hpp"

namespace squaredance::technique {

// A set of candidates that a count speaks of.
struct Set {
  enum class Kind : std::uint8_t {
    cell,       // the candidates of cell `index`
    house,      // the places of `value` in house `index`
    guardians,  // of pattern `index`: its candidates outside of the deadly pattern. Only a base
    link,       // `candidates`, any two of which exclude each other. Only a cover
  };
  Kind kind;
  std::uint16_t index = 0;
  std::uint8_t value = 0;
  std::vector<Candidate> candidates = {};
};

// Cells and values that would leave two solutions, were nothing else in those cells.
struct Pattern {
  enum class Kind : std::uint8_t {
    // Every cell holds `values` of two; every house that has one cell of the loop has two. A
    // unique rectangle is a loop of four. No cell is a clue.
    loop,
    // Every open cell of the grid has two candidates that are none of the guardians, and every
    // value has two such places, or none, in each house.
    grave,
    // Filled cells that are no clues, and open ones: with `values` two ways round (avoidable
    // rectangle).
    avoidable,
  };
  Kind kind;
  std::vector<Cell> cells;             // loop: in the order of the loop
  Mask values = 0;                     // loop, avoidable
  std::vector<Candidate> guardians;    // what else is possible in the cells: one of them is true
};

struct Node {
  enum class Cause : std::uint8_t {
    assumption,  // a case starts here
    weak,        // off: each of its candidates excludes every one of the parent, which is on
    cell,        // on: all other candidates of cell `index` are off in the parents, or gone
    house,       // on: all other places of its value in house `index` are off, or gone
    subset,      // on: the cells of `cells` (n of them) have only n values left when the parents
                 // are off, so each of those values is in them; the group is all places of one
    step,        // off: step `index` of `inner` holds when the parents are off
    guardians,   // on: all other guardians of pattern `index` are off in the parents, or gone
  };
  std::vector<Candidate> group;  // one candidate but for groups and subsets
  bool on = false;
  Cause cause = Cause::assumption;
  std::uint16_t index = 0;
  std::vector<Cell> cells = {};               // of a subset
  std::vector<std::uint32_t> parents = {};    // nodes before this one; more than needed is allowed
};

// One case of a chain: from an assumption to its end. When `clash` is a node too, the two say the
// opposite of each other (one on, one off, the group of the one that is on within that of the off
// one), so the case cannot be. clash = no_node: none.
inline constexpr std::uint32_t no_node = 0xffffffff;
struct Case {
  std::uint32_t assumption;
  std::uint32_t end;
  std::uint32_t clash = no_node;
};

// One combination of values of the cells of a table, and why it cannot be: two of its cells see each
// other and hold the same value (excluder < 0), or cell `excluder`, which sees every cell whose
// value it has as a candidate, would be left without one.
struct Row {
  std::vector<std::uint8_t> values;
  std::int32_t excluder = -1;
};

struct Lemma {
  enum class Kind : std::uint8_t { count, chain, table };
  // Why one of the cases of a chain must hold.
  enum class Split : std::uint8_t {
    refute,  // one case; it ends in a clash, or in the opposite of its assumption
    either,  // two: a group on and the same group off
    cell,    // one for each candidate of cell `index`
    house,   // one for each place of `value` in house `index`
    guardians,  // one for each guardian of pattern `index`
  };
  Kind kind = Kind::count;
  std::vector<Candidate> eliminations;
  std::vector<Set> bases, covers;  // count
  Split split = Split::refute;     // chain
  std::uint16_t index = 0;
  std::uint8_t value = 0;
  std::vector<Case> cases;
  std::vector<Cell> cells;  // table
  std::vector<Row> rows;
};

struct Placement {
  Cell cell;
  std::uint8_t value;  // from 0
};

struct Step;

struct Evidence {
  std::vector<Lemma> lemmas;
  std::vector<Pattern> patterns;  // that sets, nodes and splits refer to
  std::vector<Node> nodes;        // of all chains; parents come first
  std::vector<Step> inner;        // steps that hold within a chain
};

struct Step {
  Technique technique = Technique::naked_single;
  // What the scale gives for it: tenths on the SE scales, points on HoDoKu's.
  int rating = 0;
  // Chains: how many nodes it has, as Sudoku Explainer counts; else 0.
  int complexity = 0;
  // Chains: what may be used inside of one. 0 nothing, 1 simple steps, 2 to 5 chains.
  int level = 0;
  std::vector<Placement> placements;
  std::vector<Candidate> eliminations;  // rising, without those that placing strikes by itself
  Evidence evidence;                    // empty when the report wants none
};

}  // namespace squaredance::technique
