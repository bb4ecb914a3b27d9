#include "search.hpp"

namespace squaredance::technique::chain {
namespace {

Technique technique_of(const Kind& kind, const Ranked& ranked) {
  const bool dynamic = kind && kind->dynamic;
  switch (ranked.form) {
    case Ranked::Form::cycle:
      return ranked.x && ranked.y ? Technique::bidirectional_cycle
             : ranked.y         ? Technique::bidirectional_y_cycle
                              : Technique::bidirectional_x_cycle;
    case Ranked::Form::chain:
      return ranked.y ? Technique::forcing_chain : Technique::x_forcing_chain;
    case Ranked::Form::contradiction:
      return kind->cells ? Technique::dynamic_contradiction : Technique::nishio;
    case Ranked::Form::either: return Technique::dynamic_double_forcing_chains;
    case Ranked::Form::cell:
      return dynamic ? Technique::dynamic_cell_forcing_chains : Technique::cell_forcing_chains;
    default:
      return dynamic ? Technique::dynamic_house_forcing_chains : Technique::house_forcing_chains;
  }
}

}  // namespace

void Search::run(const Kind& kind, bool all, const std::atomic<bool>* stop) {
  ranking.start(graph.ids(), all);
  if (kind) {
    forcing.find(graph, *kind, ranking, stop);
  } else {
    cycles.find({&graph, graph.links().data(), nullptr}, ranking, stop);
  }
  ranking.sort();
}

Step step_of(const Search& search, const Kind& kind, const Ranked& ranked) {
  Step step;
  step.technique = technique_of(kind, ranked);
  // As the original prints it.
  step.rating = static_cast<int>((ranked.rank.difficulty + 0.05) * 10);
  step.complexity = ranked.rank.complexity;
  step.level = kind ? kind->level : 0;
  if (ranked.form != Ranked::Form::cycle && is_on(ranked.target)) {
    const Id id = id_of(ranked.target);
    step.placements = {{static_cast<Cell>(search.graph.cell(id)),
                        static_cast<std::uint8_t>(search.graph.value(id))}};
  } else {
    for (const Id id : search.ranking.struck(ranked)) {
      step.eliminations.push_back(search.graph.candidate(id));
    }
  }
  return step;
}

}  // namespace squaredance::technique::chain
