// Ranked: a chain that was found, and Ranking: the best of them, or one for each set of eliminations.
//
// Sudoku Explainer collects all chains of a kind, sorts them by difficulty, complexity and a key of
// their form, keeps the first of those that strike the same candidates, and applies the first. Here a
// chain is looked at when it is found: when only the best is wanted, what cannot be better any more is
// dropped before its length is known.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "graph.hpp"

namespace squaredance::technique::chain {

// What a chain adds to the difficulty of its kind. The sums are of doubles as in the original, where
// 6.5 + 0.3 and 6.6 + 0.2 need not be the same: they decide which chain comes first.
double length_difficulty(int complexity);

struct Rank {
  double difficulty = 1e9;
  int complexity = 0;
  int key = 0;

  bool operator<(const Rank& other) const {
    if (difficulty != other.difficulty) return difficulty < other.difficulty;
    if (complexity != other.complexity) return complexity < other.complexity;
    return key < other.key;
  }
};

struct Ranked {
  enum class Form : std::uint8_t { cycle, chain, contradiction, either, cell, house };
  Form form = Form::chain;
  bool x = true, y = true;     // cycle, chain: links in houses, links in cells
  Rank rank;
  std::uint32_t found = 0;     // the order of discovery
  Literal source = 0;          // but for cell and house
  std::uint32_t item = 0;      // cell, house: one case for each member
  Literal target = 0;          // what follows; of a cycle, nothing
  std::uint32_t first_struck = 0, struck = 0;  // in Ranking: what it strikes, rising
  std::uint32_t first_step = 0, steps = 0;     // in Ranking: the path of a cycle or chain
};

// A node of a path without branches, from the end back to the assumption. The slot is that of the
// item that the node follows from.
struct PathStep {
  Literal literal;
  std::uint16_t slot;
};

class Ranking {
 public:
  // With `all` false only the best is kept.
  void start(std::size_t ids, bool all);

  bool all() const { return all_; }
  // Whether a chain of this rank can still matter, whatever it strikes.
  bool wants(const Rank& rank) const { return all_ || rank < best_; }
  const Rank& best() const { return best_; }

  // Takes the chain when it is the first of its rank for what it strikes.
  void add(Ranked ranked, std::span<const Id> struck, std::span<const PathStep> path = {});

  // The end: by rank, then in the order of discovery.
  void sort();

  const std::vector<Ranked>& chains() const { return chains_; }
  std::span<const Id> struck(const Ranked& ranked) const {
    return {struck_.data() + ranked.first_struck, ranked.struck};
  }
  std::span<const PathStep> path(const Ranked& ranked) const {
    return {steps_.data() + ranked.first_step, ranked.steps};
  }

 private:
  static constexpr std::uint32_t none = 0xffffffff;

  bool all_ = false;
  std::uint32_t discovered_ = 0;
  Rank best_;
  std::vector<Ranked> chains_;
  std::vector<Id> struck_;
  std::vector<PathStep> steps_;
  std::vector<std::uint32_t> single_;                      // the chain that strikes only this Id
  std::unordered_map<std::uint64_t, std::uint32_t> many_;  // by a hash of what is struck
};

}  // namespace squaredance::technique::chain
