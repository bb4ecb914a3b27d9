// The rules of the scales over the chains: one search, then what was found as steps.
#include <cmath>

#include "../finders.hpp"
#include "cycles.hpp"
#include "forcing.hpp"

namespace squaredance::technique {
namespace chain {
namespace {

// A rating calls a finder some thousand times a second: the tables of a search stay with the thread.
struct Workspace {
  Graph graph;
  Hints hints;
  Cycles cycles;
  Forcing forcing;
};

Workspace& workspace() {
  thread_local Workspace kept;
  return kept;
}

Rules rules_of(ChainKind kind, bool sukaku) {
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

Technique technique_of(const Hint& hint, ChainKind kind) {
  const bool dynamic = kind >= ChainKind::dynamic;
  switch (hint.form) {
    case Hint::Form::cycle:
      return hint.x && hint.y ? Technique::bidirectional_cycle
             : hint.y         ? Technique::bidirectional_y_cycle
                              : Technique::bidirectional_x_cycle;
    case Hint::Form::chain:
      return hint.y ? Technique::forcing_chain : Technique::x_forcing_chain;
    case Hint::Form::contradiction:
      return kind == ChainKind::nishio ? Technique::nishio : Technique::dynamic_contradiction;
    case Hint::Form::either: return Technique::dynamic_double_forcing_chains;
    case Hint::Form::cell:
      return dynamic ? Technique::dynamic_cell_forcing_chains : Technique::cell_forcing_chains;
    default:
      return dynamic ? Technique::dynamic_house_forcing_chains : Technique::house_forcing_chains;
  }
}

Step step_of(const Graph& graph, const Hints& hints, const Hint& hint, ChainKind kind) {
  Step step;
  step.technique = technique_of(hint, kind);
  step.rating = static_cast<int>((hint.rank.difficulty + 0.05) * 10);
  step.complexity = hint.rank.complexity;
  if (hint.form != Hint::Form::cycle && is_on(hint.target)) {
    const Id id = id_of(hint.target);
    step.placements = {{static_cast<Cell>(graph.cell(id)), static_cast<std::uint8_t>(graph.value(id))}};
  } else {
    for (const Id id : hints.struck(hint)) step.eliminations.push_back(graph.candidate(id));
  }
  return step;
}

}  // namespace
}  // namespace chain

bool find_chains(const State& state, int kind, Report& report) {
  chain::Workspace& work = chain::workspace();
  if (!work.graph.build(state)) return true;
  work.hints.start(work.graph, report.all);
  const int flags = kind & sukaku_order;
  kind -= flags;
  if (static_cast<ChainKind>(kind) == ChainKind::cycles) {
    work.cycles.find(work.graph, work.hints);
  } else {
    work.forcing.find(work.graph, chain::rules_of(static_cast<ChainKind>(kind), flags != 0), work.hints,
                      report.stop);
  }
  work.hints.sort();
  for (const chain::Hint& hint : work.hints.hints()) {
    if (!report.take(chain::step_of(work.graph, work.hints, hint, static_cast<ChainKind>(kind)))) return false;
  }
  return true;
}

}  // namespace squaredance::technique
