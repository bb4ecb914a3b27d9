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
  Learner(const Model& model, Settings settings, ProofLog* proof);

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
    bool flipped;  // its other half has been searched: see go_on_by_flipping
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
  void decide(Lit lit, bool flipped);
  void go_back(std::uint32_t level);

  // analyze.cpp
  void analyze();
  void see(Lit lit);
  void see_reason(Var v);
  void touch(Ref ref);
  void minimize();
  void minimize_by_items();
  bool is_implied(Lit lit, std::uint32_t levels);
  std::uint32_t glue_of(std::span<const Lit> lits);
  std::span<const Lit> reason_lits(Var v, Lit& buffer) const;

  // learner.cpp
  void start_activity();
  bool learn();
  void end();
  bool go_on_behind_solution();
  void block_decisions();
  bool go_on_by_flipping();
  bool assert_facts();
  void add_fact(Lit lit);
  void restart();
  bool wants_restart();
  void switch_mode();
  void rephase();
  void keep_phases();
  Lit choose();
  void reduce();
  void drop_worst();

  const Model& model_;
  Settings settings_;
  ProofLog* proof_;
  Store store_;
  Order order_;
  std::vector<std::int8_t> values_;  // of each literal: 1 true, -1 false, 0 open
  std::vector<Assignment> assigned_;
  std::vector<Lit> trail_;
  std::uint32_t trail_size_ = 0;
  std::uint32_t head_ = 0;
  std::vector<Level> levels_;  // levels_[0] is the root
  std::uint32_t floor_ = 0;    // the last flipped level
  std::vector<Lit> facts_;     // learned below a flipped level

  std::array<Lit, 2> conflict_pair_{};
  Ref conflict_ref_ = 0;  // 0: conflict_pair_
  std::vector<Lit> learned_;
  std::uint32_t glue_ = 0;
  std::uint32_t open_paths_ = 0;
  std::vector<std::uint8_t> seen_;
  std::vector<Var> to_clear_;
  std::vector<Lit> stack_;
  std::vector<std::uint64_t> level_stamp_;
  std::uint64_t stamp_ = 0;

  std::vector<std::int8_t> saved_, target_, best_;
  std::uint32_t target_size_ = 0, best_size_ = 0;
  std::uint32_t consistent_ = 0;

  bool at_solution_ = false, done_ = false;
  std::uint64_t solutions_ = 0;
  bool stable_ = false;
  double glue_fast_ = 0, glue_slow_ = 0;
  std::uint64_t decisions_ = 0, conflicts_ = 0;
  std::uint64_t last_restart_ = 0, restarts_ = 0, next_switch_ = 0, switches_ = 0;
  std::uint64_t next_reduce_ = 0, reduce_step_ = 0;
  std::uint64_t next_rephase_ = 0, rephases_ = 0;
  std::uint64_t luby_u_ = 1, luby_v_ = 1;
  std::uint32_t logged_ = 0;
};

}  // namespace squaredance::learn
