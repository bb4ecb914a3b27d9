// Search: one kind of chain in one graph, and what was found there as steps.
#pragma once

#include <atomic>
#include <optional>

#include "cycles.hpp"
#include "forcing.hpp"
#include "graph.hpp"
#include "ranking.hpp"
#include "squaredance/technique/step.hpp"

namespace squaredance::technique::chain {

// Nothing: cycles and forcing chains.
using Kind = std::optional<Rules>;

struct Search {
  Graph graph;
  Ranking ranking;
  Cycles cycles;
  Forcing forcing;

  // Ranks the chains of the graph. What a search that was stopped has ranked is not all.
  void run(const Kind& kind, bool all, const std::atomic<bool>* stop);
};

// Without evidence.
Step step_of(const Search& search, const Kind& kind, const Ranked& ranked);

// Adds the lemmas that prove a chain of the search, with all they stand on. Chains inside are looked for
// again; when that was stopped, the evidence is none.
void prove(Search& search, const Kind& kind, const Ranked& ranked, const std::atomic<bool>* stop,
           Evidence& evidence);

}  // namespace squaredance::technique::chain
