// Exact cover for Python: the engines that give solutions one by one.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "areas.hpp"
#include "cover_problem.hpp"
#include "drive.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::bindings {

namespace {

class CoverSearch {
 public:
  explicit CoverSearch(const CoverProblem& problem)
      : search_(cover::make_search(cover::Engine::links, problem.native())) {}

  int next(std::uint64_t max_nodes, double seconds) {
    return driver_.next(*search_, {max_nodes, seconds});
  }
  std::pair<int, std::uint64_t> count(std::uint64_t limit, std::uint64_t max_nodes,
                                      double seconds) {
    return driver_.count(*search_, limit, {max_nodes, seconds});
  }
  std::vector<cover::Option> solution() const {
    driver_.check_at_solution();
    return search_->solution();
  }
  std::uint64_t nodes() const { return driver_.effort().nodes; }
  std::uint64_t guesses() const { return driver_.effort().guesses; }

 private:
  std::unique_ptr<cover::Search> search_;
  Driver<cover::Search> driver_;
};

}  // namespace

void bind_cover(nb::module_& m) {
  nb::class_<CoverSearch>(m, "CoverSearch", "One exact cover problem being solved.")
      .def(nb::init<const CoverProblem&>(), nb::arg("problem"))
      .def("next", &CoverSearch::next, nb::arg("max_nodes"), nb::arg("seconds"),
           "Search for the next solution; a negative number of seconds is no limit.")
      .def("count", &CoverSearch::count, nb::arg("limit"), nb::arg("max_nodes"),
           nb::arg("seconds"), "Count further solutions: the outcome and how many.")
      .def("solution", &CoverSearch::solution, "The options of the solution just found.")
      .def_prop_ro("nodes", &CoverSearch::nodes)
      .def_prop_ro("guesses", &CoverSearch::guesses);
}

}  // namespace squaredance::bindings
