// Exact cover for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <vector>

#include "areas.hpp"
#include "drive.hpp"
#include "squaredance/cover/links.hpp"

namespace squaredance::bindings {

namespace {

cover::Problem problem_of(cover::Item primary, cover::Item secondary,
                          const std::vector<std::vector<cover::Item>>& options) {
  // Nodes are numbered with 31 bits: an item and an option's end take one, so does an item
  // in an option.
  std::size_t nodes = std::size_t{primary} + secondary + options.size() + 2;
  for (const auto& option : options) nodes += option.size();
  if (nodes >= std::size_t{1} << 31) throw nb::value_error("expected a smaller problem");
  cover::Problem problem;
  problem.primary = primary;
  problem.secondary = secondary;
  std::vector<std::size_t> last_use(problem.item_count(), 0);
  for (const auto& option : options) {
    for (cover::Item item : option) {
      if (item >= problem.item_count()) throw nb::value_error("expected items of the problem");
      if (last_use[item] == problem.starts.size())
        throw nb::value_error("expected different items in an option");
      last_use[item] = problem.starts.size();
    }
    problem.add_option(option);
  }
  return problem;
}

class PyDance {
 public:
  PyDance(cover::Item primary, cover::Item secondary,
          const std::vector<std::vector<cover::Item>>& options)
      : links_(problem_of(primary, secondary, options)) {}

  int next(std::uint64_t max_nodes, double seconds) {
    return driver_.next(links_, {max_nodes, seconds});
  }
  std::pair<int, std::uint64_t> count(std::uint64_t limit, std::uint64_t max_nodes,
                                      double seconds) {
    return driver_.count(links_, limit, {max_nodes, seconds});
  }
  std::vector<cover::Option> solution() const {
    driver_.check_at_solution();
    return links_.solution();
  }
  std::uint64_t nodes() const { return driver_.effort().nodes; }
  std::uint64_t guesses() const { return driver_.effort().guesses; }

 private:
  cover::Links links_;
  Driver<cover::Links> driver_;
};

}  // namespace

void bind_cover(nb::module_& m) {
  nb::class_<PyDance>(m, "Dance", "One exact cover problem being solved by dancing links.")
      .def(nb::init<cover::Item, cover::Item, const std::vector<std::vector<cover::Item>>&>(),
           nb::arg("primary"), nb::arg("secondary"), nb::arg("options"))
      .def("next", &PyDance::next, nb::arg("max_nodes"), nb::arg("seconds"),
           "Search for the next solution; a negative number of seconds is no limit.")
      .def("count", &PyDance::count, nb::arg("limit"), nb::arg("max_nodes"), nb::arg("seconds"),
           "Count further solutions: the outcome and how many.")
      .def("solution", &PyDance::solution, "The options of the solution just found.")
      .def_prop_ro("nodes", &PyDance::nodes)
      .def_prop_ro("guesses", &PyDance::guesses);
}

}  // namespace squaredance::bindings
