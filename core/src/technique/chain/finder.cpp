// The rules of the scales over the chains: one search, then what was found as steps.
#include "../finders.hpp"
#include "search.hpp"

namespace squaredance::technique {
namespace chain {
namespace {

// A rating calls a finder some thousand times a second: the tables of a search stay with the thread.
Search& workspace() {
  thread_local Search kept;
  return kept;
}

Kind kind_of(ChainKind kind, bool sukaku) {
  if (kind == ChainKind::cycles) return std::nullopt;
  Rules rules;
  rules.cells = kind != ChainKind::nishio;
  rules.dynamic = kind != ChainKind::multiple;
  rules.sukaku = sukaku;
  if (kind >= ChainKind::nested_4_1) {
    rules.level = 4;
    rules.inner = 1 + static_cast<int>(kind) - static_cast<int>(ChainKind::nested_4_1);
  } else if (kind >= ChainKind::dynamic) {
    rules.level = static_cast<int>(kind) - static_cast<int>(ChainKind::dynamic);
  }
  return rules;
}

}  // namespace
}  // namespace chain

bool find_chains(const State& state, int parameter, Report& report) {
  chain::Search& search = chain::workspace();
  const bool sukaku = parameter >= sukaku_order;
  const chain::Kind kind =
      chain::kind_of(static_cast<ChainKind>(parameter - (sukaku ? sukaku_order : 0)), sukaku);
  if (!search.graph.build(state)) return true;
  search.run(kind, report.all, report.stop);
  // What an interrupted search found need not be the best.
  if (report.stopped()) return false;
  for (const chain::Ranked& ranked : search.ranking.chains()) {
    Step step = step_of(search, kind, ranked);
    if (report.evidence) prove(search, kind, ranked, report.stop, step.evidence);
    if (report.stopped()) return false;
    if (!report.take(std::move(step))) return false;
  }
  return true;
}

}  // namespace squaredance::technique
