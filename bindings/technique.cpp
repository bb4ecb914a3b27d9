// Steps and ratings for Python. A step crosses as plain tuples, which squaredance.explain.step
// takes apart: Python's types stay Python's, and nothing native outlives a call.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "areas.hpp"
#include "geometry.hpp"
#include "scales.hpp"
#include "squaredance/technique/scale.hpp"
#include "watched.hpp"

namespace squaredance::bindings {

namespace {

using namespace technique;

nb::list technique_names() {
  const PointsTable& table = *scale_of(ScaleName::hodoku).points;
  nb::list names;
  for (int i = 0; i < technique_count; ++i) {
    const auto technique = static_cast<Technique>(i);
    names.append(nb::make_tuple(technique::name_of(technique), needs_uniqueness(technique),
                                table[i].points, table[i].level));
  }
  return names;
}

// Anything that goes over a range of things that `wrap` makes objects of.
template <typename Range, typename Wrap>
nb::list listed(const Range& range, Wrap&& wrap) {
  nb::list made;
  for (const auto& item : range) made.append(wrap(item));
  return made;
}

template <typename Range>
nb::list numbers(const Range& range) {
  return listed(range, [](auto number) { return nb::int_(number); });
}

// Declared before `all_wrapped`, which finds only what it has seen.
nb::tuple wrapped(const Set& set);
nb::tuple wrapped(const Pattern& pattern);
nb::tuple wrapped(const Node& node);
nb::tuple wrapped(const Case& one);
nb::tuple wrapped(const Row& row);
nb::tuple wrapped(const Placement& placement);
nb::tuple wrapped(const Lemma& lemma);
nb::tuple wrapped(const Step& step);

template <typename Range>
nb::list all_wrapped(const Range& range) {
  return listed(range, [](const auto& item) { return wrapped(item); });
}

nb::tuple wrapped(const Set& set) {
  return nb::make_tuple(static_cast<int>(set.kind), set.index, set.value, numbers(set.candidates));
}

nb::tuple wrapped(const Pattern& pattern) {
  return nb::make_tuple(static_cast<int>(pattern.kind), numbers(pattern.cells), pattern.values,
                        numbers(pattern.guardians));
}

nb::tuple wrapped(const Node& node) {
  return nb::make_tuple(numbers(node.group), node.on, static_cast<int>(node.cause), node.index,
                        numbers(node.cells), numbers(node.parents));
}

nb::tuple wrapped(const Case& one) {
  return nb::make_tuple(one.assumption, one.end,
                        one.clash == no_node ? -1 : static_cast<std::int64_t>(one.clash));
}

nb::tuple wrapped(const Row& row) { return nb::make_tuple(numbers(row.values), row.excluder); }

nb::tuple wrapped(const Placement& placement) {
  return nb::make_tuple(placement.cell, placement.value);
}

nb::tuple wrapped(const Lemma& lemma) {
  return nb::make_tuple(static_cast<int>(lemma.kind), numbers(lemma.eliminations),
                        all_wrapped(lemma.bases), all_wrapped(lemma.covers),
                        static_cast<int>(lemma.split), lemma.index, lemma.value,
                        all_wrapped(lemma.cases), numbers(lemma.cells), all_wrapped(lemma.rows));
}

nb::tuple wrapped(const Step& step) {
  const Evidence& evidence = step.evidence;
  return nb::make_tuple(
      static_cast<int>(step.technique), step.rating, step.complexity, step.level,
      all_wrapped(step.placements), numbers(step.eliminations),
      nb::make_tuple(all_wrapped(evidence.lemmas), all_wrapped(evidence.patterns),
                     all_wrapped(evidence.nodes), all_wrapped(evidence.inner)));
}

struct Collected final : Report {
  bool take(Step&& step) override {
    steps.push_back(std::move(step));
    return !stopped();
  }
  std::vector<Step> steps;
};

using Masks = std::optional<std::vector<Mask>>;  // none: all values in each cell

// The techniques on one geometry, which the binding below keeps alive.
class PyTechniques {
 public:
  PyTechniques(const PyGeometry& geometry, bool has_boxes) : sight_(geometry, has_boxes) {
    if (has_boxes && geometry.houses() < 3 * geometry.size())
      throw nb::value_error("expected a geometry with boxes");
  }

  // (whether it is an answer, the step or none): out of time there is none. The moves since the
  // state are replayed, as singles are taken in the order in which they came up.
  nb::tuple next_step(nb::bytes clues, const Masks& allowed, nb::bytes values, const Masks& masks,
                      const std::vector<std::int32_t>& moves, std::string_view scale_name,
                      bool uniqueness, int rules, bool evidence, double seconds) const {
    const Scale& scale = scale_named(scale_name);
    State state = state_of(clues, allowed, values, masks);
    if (wants_order(scale)) state = state.with_order();
    replay(moves, state);
    Options options{.uniqueness = uniqueness, .evidence = evidence, .rules = quick_rules};
    std::optional<Step> step = technique::next_step(state, scale, options);
    bool finished = true;
    if (!step) {
      options.rules = rules;
      finished = watched(seconds, [&](const std::atomic<bool>& stop) {
        step = technique::next_step(state, scale, options, &stop);
      });
    }
    return nb::make_tuple(finished || step, step ? nb::object(wrapped(*step)) : nb::none());
  }

  // (whether these are all, the steps).
  nb::tuple all_steps(nb::bytes clues, const Masks& allowed, nb::bytes values, const Masks& masks,
                      std::string_view scale_name, bool uniqueness, int rules, bool evidence,
                      double seconds) const {
    const Scale& scale = scale_named(scale_name);
    const State state = state_of(clues, allowed, values, masks);
    const Options options{.uniqueness = uniqueness, .evidence = evidence, .rules = rules};
    Collected collected;
    const bool finished = watched(seconds, [&](const std::atomic<bool>& stop) {
      collected.stop = &stop;
      technique::all_steps(state, scale, options, collected);
    });
    return nb::make_tuple(finished, all_wrapped(collected.steps));
  }

  // (end, er, ep, ed, score, level, steps, hardest, {technique: how many}).
  nb::tuple rate(nb::bytes clues, const Masks& allowed, std::string_view scale_name, bool uniqueness,
                 int rules, double seconds) const {
    const Scale& scale = scale_named(scale_name);
    State state = state_of(clues, allowed, clues, allowed);
    const Options options{.uniqueness = uniqueness, .evidence = false, .rules = rules};
    Rating rating;
    watched(seconds, [&](const std::atomic<bool>& stop) {
      rating = technique::rate(state, scale, options, &stop);
    });
    return rating_tuple(rating);
  }

 private:
  // Singles are looked for in the caller's thread: they are most of the steps of any puzzle and
  // take microseconds at every size, less than to start a thread.
  static constexpr int quick_rules = 2;

  // The puzzle, and what has come of it. Clues, and what the puzzle allows, tell apart what was placed
  // and struck since: deadly patterns ask for it.
  State state_of(nb::bytes clues, const Masks& allowed, nb::bytes values, const Masks& masks) const {
    const std::uint8_t* clue = checked(clues);
    const std::uint8_t* value = checked(values);
    for (const Masks* one : {&allowed, &masks}) {
      if (*one && (*one)->size() != static_cast<std::size_t>(sight_.cells()))
        throw nb::value_error("expected candidates for each cell");
    }
    State state(sight_, clue, masks ? masks->data() : nullptr);
    if (allowed) state.limit(allowed->data());
    for (int cell = 0; cell < sight_.cells(); ++cell) {
      if (clue[cell] == value[cell]) continue;
      if (clue[cell]) throw nb::value_error("expected values that keep the clues");
      state.place(cell, value[cell] - 1);
    }
    return state;
  }

  // A move is a candidate that was placed, or -1 minus one that was struck.
  void replay(const std::vector<std::int32_t>& moves, State& state) const {
    const int candidates = sight_.cells() * sight_.size();
    for (const int move : moves) {
      const int number = move < 0 ? -1 - move : move;
      if (number >= candidates) throw nb::value_error("expected moves with candidates of the grid");
      const Candidate candidate = static_cast<Candidate>(number);
      if (move < 0) {
        state.strike(candidate);
      } else if (state.open(sight_.cell_of(candidate))) {
        state.place(sight_.cell_of(candidate), sight_.value_of(candidate));
      }
    }
  }

  const std::uint8_t* checked(const nb::bytes& bytes) const {
    const auto* values = static_cast<const std::uint8_t*>(bytes.data());
    if (bytes.size() != static_cast<std::size_t>(sight_.cells()) ||
        std::any_of(values, values + bytes.size(), [&](int v) { return v > sight_.size(); }))
      throw nb::value_error("expected a value from 0 to the size for each cell");
    return values;
  }

  Sight sight_;
};

}  // namespace

void bind_technique(nb::module_& m) {
  m.def("technique_names", &technique_names,
        nb::sig("def technique_names() -> list[tuple[str, bool, int, int]]"),
        "The techniques by number: name, whether it assumes one solution, HoDoKu's points and level.");

  nb::class_<PyTechniques>(m, "Techniques", "What a solver by hand sees on one geometry.")
      .def(nb::init<const PyGeometry&, bool>(), nb::arg("geometry"), nb::arg("has_boxes"),
           nb::keep_alive<1, 2>())
      .def("next_step", &PyTechniques::next_step, nb::arg("clues"), nb::arg("allowed").none(),
           nb::arg("values"), nb::arg("candidates").none(), nb::arg("moves"),
           nb::arg("scale"), nb::arg("uniqueness"), nb::arg("rules"), nb::arg("evidence"), nb::arg("seconds"),
           nb::sig("def next_step(self, clues: bytes, allowed: Sequence[int] | None, values: bytes, "
                   "candidates: Sequence[int] | None, moves: Sequence[int], scale: str, "
                   "uniqueness: bool, rules: int, evidence: bool, seconds: float) -> tuple[bool, object]"),
           "The easiest step after the moves: (True, step or None), or (False, None) out of time.\n\n"
           "Clues, and the candidates allowed, are the puzzle's; values and candidates the state's.\n"
           "A move is cell * size + value - 1 for a placement, and -1 minus that for an elimination.")
      .def("all_steps", &PyTechniques::all_steps, nb::arg("clues"), nb::arg("allowed").none(),
           nb::arg("values"), nb::arg("candidates").none(), nb::arg("scale"),
           nb::arg("uniqueness"), nb::arg("rules"), nb::arg("evidence"), nb::arg("seconds"),
           nb::sig("def all_steps(self, clues: bytes, allowed: Sequence[int] | None, values: bytes, "
                   "candidates: Sequence[int] | None, scale: str, uniqueness: bool, rules: int, "
                   "evidence: bool, seconds: float) -> tuple[bool, list[object]]"),
           "Every step there is now, and whether these are all of them.")
      .def("rate", &PyTechniques::rate, nb::arg("clues"), nb::arg("allowed").none(),
           nb::arg("scale"), nb::arg("uniqueness"), nb::arg("rules"), nb::arg("seconds"),
           nb::sig("def rate(self, clues: bytes, allowed: Sequence[int] | None, scale: str, "
                   "uniqueness: bool, rules: int, seconds: float) -> "
                   "tuple[int, int, int, int, int, int, int, int, dict[int, int]]"),
           "(end, er, ep, ed, score, level, steps, hardest, counts).\n\n"
           "The end is 0 solved, 1 stuck, 2 stopped.");
}

}  // namespace squaredance::bindings
