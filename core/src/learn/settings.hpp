// The numbers that steer the search, tuned on generated 25x25 with 345 balanced holes
// (docs/engine-learn.md, with how much of it is noise). None of them changes an answer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace squaredance::learn {

struct Settings {
  std::uint64_t seed = 0;
  std::size_t memory_cap = std::size_t{64} << 20;  // bytes of the learned clauses

  // The search changes between two modes: focused restarts often and forgets activity fast,
  // stable restarts seldom. Focused alone was 2.3 times slower; stable alone was no different from
  // both, within the noise.
  bool always_stable = false;
  std::uint64_t first_mode = 1000;  // conflicts; the k-th mode lasts k * k times as long
  double focused_decay = 0.80;
  double stable_decay = 0.90;

  std::uint64_t focused_restart = 2;  // conflicts between two restarts, at least
  double restart_margin = 1.1;        // restart when glue is so much worse than on the average
  std::uint64_t stable_restart = 512;  // conflicts, times the numbers of Luby

  std::uint64_t reduce_gap = 300;  // conflicts to the first reduction; each next one so much later
  double reduce_keep = 0.25;       // of the clauses that may go
  std::uint32_t good_glue = 2;     // such clauses stay
  std::uint32_t fair_glue = 6;     // such clauses stay when they were used since the last but one

  std::uint64_t rephase_gap = 1000;  // conflicts; each next one so much later

  std::uint64_t most_blocked = 32;  // solutions blocked by a clause; later ones by flipping
};

}  // namespace squaredance::learn
