// Web: what follows at once from a candidate being on or off, and the shortest ways from there.
//
//   Web web(state, {.groups = true});
//   Spread spread(web);
//   spread.from(web.literal(candidate, false));
//   for (int literal : spread.reached()) ...
//   std::vector<int> way = spread.way_to(literal);
//
// A **literal** is a node that is on, or off. Nodes are
//   - candidates,
//   - groups: the places of a value where two houses cross, two or more,
//   - almost locked sets that lack a value, which are always off: then all else in them is fixed.
// On leads to what it excludes (off), off to the one that is left in a cell or a house (on).
//
//   literal      0, 1        2, 3 ...    ... groups: off, on ...    sets without a value
//   node         candidate 0, candidate 1 ...
//
// The order in which links are followed is HoDoKu's (its tables of implications), since it decides
// which of several ways of the same length is told.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "als.hpp"
#include "squaredance/technique/state.hpp"

namespace squaredance::technique {

class Web {
 public:
  struct Wishes {
    bool groups = false;
    bool sets = false;  // almost locked sets of two cells or more; requires groups
    const std::atomic<bool>* stop = nullptr;  // a web that was stopped has less: of no use
  };
  struct Link {
    int to;
    int cost;
  };

  // Empty for a state with more than 20,000 candidates.
  Web(const State& state, Wishes wishes);

  int literals() const { return static_cast<int>(links_.size()); }
  // How many of the nodes are candidates; they come first, in rising order.
  int candidates() const { return candidate_count_; }
  int literal(Candidate candidate, bool on) const { return node_of_[candidate] * 2 + on; }

  bool is_on(int literal) const { return literal < first_set_literal_ && (literal & 1); }
  bool is_candidate(int literal) const { return literal < 2 * candidate_count_; }
  bool is_set(int literal) const { return literal >= first_set_literal_; }
  // The candidates of a node; of a set: the places of the value that it lacks.
  const std::vector<Candidate>& group(int literal) const {
    return groups_[is_set(literal) ? first_set_literal_ / 2 + literal - first_set_literal_
                                   : literal / 2];
  }
  Candidate candidate(int literal) const { return group(literal).front(); }
  int set_of(int literal) const { return set_of_[literal - first_set_literal_]; }
  const AlsTable& sets() const { return sets_; }

  const std::vector<Link>& links(int literal) const { return links_[literal]; }

  // How many literals may be reached from each candidate, on and off, so that about `effort` links
  // are followed in all. HoDoKu's limit of 1,000 at the most.
  int most_within(std::int64_t effort) const;

 private:
  struct Crossing {
    int value, first, second;
    std::vector<Cell> cells;
  };

  void link_candidates(const State& state);
  void find_crossings(const State& state);
  void link_groups(const State& state);
  void link_group_with_cells(const State& state, std::size_t index);
  void link_sets(const State& state, const std::atomic<bool>* stop);
  void link_set(const State& state, int set, int value);
  bool useful(int set, int value) const;
  int literal_of_set(const State& state, int set, int value);
  int group_literal(std::size_t index, bool on) const {
    return static_cast<int>(candidate_count_ + index) * 2 + on;
  }
  // `link` looks whether it is known; `join` is for those that cannot be.
  void link(int from, int to, int cost = 1);
  void join(int from, int to, int cost = 1) { links_[from].push_back({to, cost}); }

  int candidate_count_ = 0;
  int first_set_literal_ = 0;
  std::vector<int> node_of_;  // by candidate
  std::vector<std::vector<Candidate>> groups_;
  std::vector<Crossing> crossings_;
  AlsTable sets_;
  std::vector<int> set_of_;
  std::vector<int> set_literals_;  // by set * size + value, or -1
  std::vector<std::vector<Link>> links_;
};

// The ways from one literal. As in HoDoKu's tables, literals are gone through in the order in which
// they were first reached, and a shorter way found later takes the place of a longer one.
class Spread {
 public:
  // `most`: literals reached at most.
  Spread(const Web& web, int most);

  void from(int start);

  // Without the start, which has distance 0.
  const std::vector<int>& reached() const { return reached_; }
  bool reaches(int literal) const { return stamps_[literal] == stamp_; }
  int distance(int literal) const { return distances_[literal]; }
  // What it follows from; -1 for the start.
  int parent(int literal) const { return parents_[literal]; }
  // From the start to the literal, both included.
  std::vector<int> way_to(int literal) const;

 private:
  const Web& web_;
  int most_;
  int start_ = 0;
  int stamp_ = 0;
  std::vector<int> stamps_, distances_, parents_, reached_;
};

}  // namespace squaredance::technique
