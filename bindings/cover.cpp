// Exact cover for Python: the engines that give solutions one by one.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "areas.hpp"
#include "cover_engines.hpp"
#include "cover_prepare.hpp"
#include "cover_problem.hpp"
#include "drive.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::bindings {

namespace {

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
  Options solution() const {
    driver_.check_at_solution();
    return prepared_.original(search_->solution());
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
};

bool takes(const CoverProblem& problem, std::string_view engine) {
  return cover::takes(cover_engine_of(engine), problem.native());
}

}  // namespace

void bind_cover(nb::module_& m) {
  nb::exception<NotTakenError>(m, "NotTakenError", PyExc_ValueError);
  m.attr("COVER_PATIENCE") = cover::patience;
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
      .def("solution", &CoverSearch::solution, "The options of the solution just found.")
      .def_prop_ro("engine", &CoverSearch::engine, "The engine at work.")
      .def_prop_ro("progress", &CoverSearch::progress, "The share of the tree that is done.")
      .def_prop_ro("nodes", &CoverSearch::nodes)
      .def_prop_ro("guesses", &CoverSearch::guesses);
}

}  // namespace squaredance::bindings
