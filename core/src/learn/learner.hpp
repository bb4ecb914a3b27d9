// Learner: the search of the engine `learn` over a Model. Conflict-driven clause learning
// (Marques-Silva, Sakallah, 1996) made for items of which exactly one member is placed.
//
//   level      0 (root)        1                    2
//   trail_  [ fact fact ... | decision forced ... | decision forced forced ...   ]
//                                                              ^ head_           ^ trail_size_
//              values_[literal]   1 true, -1 false, 0 open     | propagated so far
//              assigned_[v]       level and Reason
//
//   at most one of an item     nowhere stored: a placed candidate strikes its peers
//                              (strike_peers), the Reason is a pair
//   at least one of an item    a watched clause of the Store
//   learned clauses            the same, behind those
//
// A step is: propagate; on a conflict, resolve it with reasons until one literal of the last
// level is left (first UIP), keep that clause, go back to where it forces that literal; else
// decide the open variable of the highest activity, the way it stood in the longest trail
// without conflict of late (target phases, Biere and Fleury, 2020), or else last time.
//
// After a solution. The first few are blocked by the clause "one of the decisions was wrong",
// and the search goes on from the last level but one, free to restart: best for proving that
// there is no second one. When there are many, that would pile up clauses; then the last
// decision is flipped instead, and its level marked. Behind a flipped level (floor_) the search
// goes back no further until nothing is left under it. Learned clauses are then as true as
// before, and memory does not grow. (Enumeration by chronological backtracking: Grumberg,
// Schuster, Yadgar, 2004; Moehle, Biere, 2019.)
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "literal.hpp"
#include "model.hpp"
#include "order.hpp"
#include "proof_log.hpp"
#include "settings.hpp"
#include "store.hpp"

namespace squaredance::learn {

class Learner {
 public:
  // `model` and `proof` (may be null) outlive the Learner.
  Learner(const Model& model, const Settings& settings, ProofLog* proof);

  // Leaves the solution just found, if there is one. False when all have been found.
  bool go_on();

  // One node: propagates; then learns from the conflict, or decides. True at a solution.
  // Requires that go_on said true.
  bool step();

  bool is_true(Lit lit) const { return values_[lit] > 0; }
  std::uint64_t decisions() const { return decisions_; }
  std::uint64_t conflicts() const { return conflicts_; }
  std::size_t memory() const;

 private:
  struct Assignment {
    std::uint32_t level;
    Reason reason;
  };
  struct Level {
    std::uint32_t trail;  // where it begins
    Lit decision;
    bool flipped;  // the other half of its decision has been searched
  };
  // The way each variable stood in the longest trail without conflict: 1 placed, -1 struck.
  struct Phases {
    std::vector<std::int8_t> of;
    std::uint32_t length = 0;
  };

  // propagate.cpp
  bool propagate();
  bool strike_peers(Lit lit);
  bool strike(std::span<const Var> others, Lit lit);
  bool visit_watches(Lit lit);
  void assign(Lit lit, Reason reason) {
    values_[lit] = 1;
    values_[negate(lit)] = -1;
    assigned_[var_of(lit)] = {level(), reason};
    trail_[trail_size_++] = lit;
  }
  std::uint32_t level() const { return static_cast<std::uint32_t>(levels_.size() - 1); }
  std::uint32_t level_of(Lit lit) const { return assigned_[var_of(lit)].level; }
  void decide(Lit lit, bool flipped);
  void go_back(std::uint32_t target);

  // analyze.cpp
  void analyze();
  void see(Lit lit);
  void resolve_to_one_literal();
  bool is_settled(Var v) const;
  std::span<const Lit> reason_lits(Var v, Lit& buffer) const;
  void touch(Ref ref);
  void minimize();
  bool is_implied(Lit lit, std::uint32_t levels);
  void minimize_by_items();
  std::uint32_t glue_of(std::span<const Lit> lits);

  // learner.cpp
  void add_clauses();
  void start_activity();
  bool learn();
  void note_glue();
  void keep_learned();
  void add_fact(Lit lit);
  void end();
  bool leave_solution();
  void block_decisions();
  bool flip_decision();
  bool assert_facts();

  // policy.cpp
  Lit choose();
  void skip_assigned();
  void keep_phases(std::uint32_t consistent);
  void keep_if_longer(Phases& phases, std::uint32_t consistent);
  bool wants_restart();
  void restart();
  void switch_mode();
  void rephase();
  bool wants_reduce() const;
  void reduce();
  std::vector<Ref> droppable();
  bool is_reason(Ref ref) const;
  void compact();
  void log_facts();

  const Model& model_;
  const Settings settings_;
  ProofLog* const proof_;
  Store store_;
  Order order_;

  std::vector<std::int8_t> values_;
  std::vector<Assignment> assigned_;
  std::vector<Lit> trail_;
  std::uint32_t trail_size_ = 0;
  std::uint32_t head_ = 0;
  std::vector<Level> levels_;  // levels_[0] is the root
  std::uint32_t floor_ = 0;    // the last flipped level
  std::vector<Lit> facts_;     // learned behind a flipped level, where they cannot go to the root

  std::array<Lit, 2> conflict_pair_{};
  Ref conflict_ref_ = 0;        // 0: conflict_pair_
  std::vector<Lit> learned_;    // the literal that it forces comes first
  std::uint32_t glue_ = 0;
  std::uint32_t open_paths_ = 0;  // seen literals of the last level that are not yet resolved
  std::vector<std::uint8_t> seen_;
  std::vector<Var> to_clear_;  // the variables of seen_
  std::vector<Lit> stack_;
  std::vector<std::uint64_t> level_stamps_;
  std::uint64_t stamp_ = 0;

  std::vector<std::int8_t> saved_;  // the way each variable stood last
  Phases target_;                   // since the last restart
  Phases best_;                     // since the last rephase

  bool at_solution_ = false;
  bool done_ = false;
  bool stable_ = false;
  double glue_fast_ = 0;  // moving averages
  double glue_slow_ = 0;
  std::uint64_t solutions_ = 0;
  std::uint64_t decisions_ = 0;
  std::uint64_t conflicts_ = 0;
  std::uint64_t modes_ = 1;
  std::uint64_t next_mode_;
  std::uint64_t last_restart_ = 0;
  std::uint64_t luby_index_ = 1;
  std::uint64_t luby_ = 1;
  std::uint64_t reductions_ = 0;
  std::uint64_t next_reduce_;
  std::uint64_t rephases_ = 0;
  std::uint64_t next_rephase_;
  std::uint32_t logged_ = 0;  // facts of the trail that the proof has
};

}  // namespace squaredance::learn
