#include "search.hpp"

namespace squaredance::technique::chain {
namespace {

Technique technique_of(const Kind& kind, const Hint& hint) {
  const bool dynamic = kind && kind->dynamic;
  switch (hint.form) {
    case Hint::Form::cycle:
      return hint.x && hint.y ? Technique::bidirectional_cycle
             : hint.y         ? Technique::bidirectional_y_cycle
                              : Technique::bidirectional_x_cycle;
    case Hint::Form::chain:
      return hint.y ? Technique::forcing_chain : Technique::x_forcing_chain;
    case Hint::Form::contradiction:
      return kind->cells ? Technique::dynamic_contradiction : Technique::nishio;
    case Hint::Form::either: return Technique::dynamic_double_forcing_chains;
    case Hint::Form::cell:
      return dynamic ? Technique::dynamic_cell_forcing_chains : Technique::cell_forcing_chains;
    default:
      return dynamic ? Technique::dynamic_house_forcing_chains : Technique::house_forcing_chains;
  }
}

}  // namespace

void Search::run(const Kind& kind, bool all, const std::atomic<bool>* stop) {
  hints.start(graph.ids(), all);
  if (kind) {
    forcing.find(graph, *kind, hints, stop);
  } else {
    cycles.find({&graph, graph.links().data(), nullptr}, hints);
  }
  hints.sort();
}

Step step_of(const Search& search, const Kind& kind, const Hint& hint) {
  Step step;
  step.technique = technique_of(kind, hint);
  // As the original prints it.
  step.rating = static_cast<int>((hint.rank.difficulty + 0.05) * 10);
  step.complexity = hint.rank.complexity;
  step.level = kind ? kind->level : 0;
  if (hint.form != Hint::Form::cycle && is_on(hint.target)) {
    const Id id = id_of(hint.target);
    step.placements = {{static_cast<Cell>(search.graph.cell(id)),
                        static_cast<std::uint8_t>(search.graph.value(id))}};
  } else {
    for (const Id id : search.hints.struck(hint)) {
      step.eliminations.push_back(search.graph.candidate(id));
    }
  }
  return step;
}

}  // namespace squaredance::technique::chain
