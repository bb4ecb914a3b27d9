// Exact cover for Python: the engines that give solutions one by one.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "areas.hpp"
#include "cover_engines.hpp"
#include "cover_prepare.hpp"
#include "cover_problem.hpp"
#include "drive.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::bindings {

namespace {

nb::tuple tuple_of(const Options& options) {
  auto tuple = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(options.size())));
  if (!tuple.is_valid()) throw nb::python_error();
  for (std::size_t i = 0; i < options.size(); ++i)
    PyTuple_SET_ITEM(tuple.ptr(), static_cast<Py_ssize_t>(i), nb::cast(options[i]).release().ptr());
  return tuple;
}

class CoverSearch {
 public:
  CoverSearch(const CoverProblem& problem, std::string_view engine, Options forced,
              Options excluded, std::optional<std::uint64_t> seed)
      // `links` is the classic: it sees the problem as it is.
      : prepared_(problem, {std::move(forced), std::move(excluded), seed, engine != "links"}) {
    nb::gil_scoped_release released;
    engine_ = cover_engine_for(engine, prepared_.problem());
    search_ = cover::make_search(engine_, prepared_.problem());
    prepared_.forget_problem();
  }

  int next(std::uint64_t max_nodes, double seconds) {
    return driver_.next(*search_, {max_nodes, seconds});
  }
  std::pair<int, std::uint64_t> count(std::uint64_t limit, std::uint64_t max_nodes,
                                      double seconds) {
    return driver_.count(*search_, limit, {max_nodes, seconds});
  }
  // The next solution, and up to `most` of those that follow it while they are quick to find:
  // a crossing for each takes longer than the search of an easy problem. What Ctrl-C cuts off
  // comes with the next call.
  std::pair<int, nb::list> next_some(std::size_t most, std::uint64_t max_nodes, double seconds) {
    using Clock = std::chrono::steady_clock;
    constexpr double quick = 0.001;
    const auto start = Clock::now();
    int outcome = Outcome::solution;
    while (nb::len(found_) < most && outcome == Outcome::solution) {
      if (nb::len(found_) > 0) {
        const std::chrono::duration<double> took = Clock::now() - start;
        const double left = quick - took.count();
        if (left <= 0) break;
        seconds = seconds < 0 ? left : std::min(seconds, left);
      }
      outcome = next(max_nodes, seconds);
      if (outcome == Outcome::solution) found_.append(solution());
    }
    const bool cut_short = outcome == Outcome::out_of_time && nb::len(found_) > 0;
    return {cut_short ? Outcome::solution : outcome, std::exchange(found_, nb::list())};
  }
  nb::tuple solution() const {
    driver_.check_at_solution();
    Options options = prepared_.original(search_->solution());
    std::ranges::sort(options);
    return tuple_of(options);
  }
  const char* engine() const { return name_of(engine_); }
  double progress() const {
    driver_.check_idle();
    return search_->progress();
  }
  std::uint64_t nodes() const { return driver_.effort().nodes; }
  std::uint64_t guesses() const { return driver_.effort().guesses; }

 private:
  Prepared prepared_;
  cover::Engine engine_{};
  std::unique_ptr<cover::Search> search_;
  Driver<cover::Search> driver_;
  nb::list found_;  // of a next_some that was interrupted
};

bool takes(const CoverProblem& problem, std::string_view engine) {
  return cover::takes(cover_engine_of(engine), problem.native());
}

}  // namespace

void bind_cover(nb::module_& m) {
  nb::exception<NotTakenError>(m, "NotTakenError", PyExc_ValueError);
  m.def("cover_takes", takes, nb::arg("problem"), nb::arg("engine"),
        "Whether the engine takes the problem.");
  nb::class_<CoverSearch>(m, "CoverSearch", "One exact cover problem being solved.")
      .def(nb::init<const CoverProblem&, std::string_view, Options, Options,
                    std::optional<std::uint64_t>>(),
           nb::arg("problem"), nb::arg("engine"), nb::arg("forced"), nb::arg("excluded"),
           nb::arg("seed").none())
      .def("next", &CoverSearch::next, nb::arg("max_nodes"), nb::arg("seconds"),
           "Search for the next solution; a negative number of seconds is no limit.")
      .def("count", &CoverSearch::count, nb::arg("limit"), nb::arg("max_nodes"),
           nb::arg("seconds"), "Count further solutions: the outcome and how many.")
      .def("next_some", &CoverSearch::next_some, nb::arg("most"), nb::arg("max_nodes"),
           nb::arg("seconds"),
           nb::sig("def next_some(self, most: int, max_nodes: int, seconds: float)"
                   " -> tuple[int, list[tuple[int, ...]]]"),
           "The next solution and those that follow it quickly: the outcome and their options.")
      .def("solution", &CoverSearch::solution, nb::sig("def solution(self) -> tuple[int, ...]"),
           "The options of the solution just found, in rising order.")
      .def_prop_ro("engine", &CoverSearch::engine, "The engine at work.")
      .def_prop_ro("progress", &CoverSearch::progress, "The share of the tree that is done.")
      .def_prop_ro("nodes", &CoverSearch::nodes)
      .def_prop_ro("guesses", &CoverSearch::guesses);
}

}  // namespace squaredance::bindings
