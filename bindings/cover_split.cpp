// Exact cover for Python: one problem as thousands of subproblems, for many workers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "areas.hpp"
#include "batch.hpp"
#include "cover_engines.hpp"
#include "cover_prepare.hpp"
#include "cover_problem.hpp"
#include "squaredance/cover/reduce.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::bindings {

namespace {

class CoverSplit {
 public:
  CoverSplit(const CoverProblem& problem, std::string_view engine, Options forced,
             Options excluded, std::size_t wanted)
      : prepared_(problem, {std::move(forced), std::move(excluded), {}, engine != "links"}),
        engine_(cover_engine_for(engine, prepared_.problem())) {
    nb::gil_scoped_release released;
    parts_ = cover::split(prepared_.problem(), wanted);
  }

  std::size_t size() const { return parts_.size(); }
  const char* engine() const { return name_of(engine_); }

  std::vector<Counted> count(const std::vector<std::size_t>& numbers, double seconds,
                             double patience) const {
    check_numbers(numbers, size());
    auto one = [&](std::size_t number, Watch& watch) { return count_one(number, watch); };
    return count_batch(numbers, Watch(stopping_, seconds, patience), one);
  }

  // The options forced and excluded in a subproblem, as the problem numbers them.
  std::pair<Options, Options> options(std::size_t number) const {
    check_numbers({number}, size());
    auto original = [&](Options options) {
      for (cover::Option& o : options) o = prepared_.original_option(o);
      return options;
    };
    return {original(parts_[number].forced), original(parts_[number].excluded)};
  }

  void stop() { stopping_ = true; }

 private:
  std::optional<Counted> count_one(std::size_t number, Watch& watch) const {
    const cover::Part& part = parts_[number];
    const auto search = cover::make_search(
        engine_, cover::reduce(prepared_.problem(), part.forced, part.excluded).problem);
    constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t found = 0;
    while (search->count(watched_slice, no_limit, found) != Pause::exhausted)
      if (!watch.goes_on()) return {};
    return Counted{found, search->effort().nodes, search->effort().guesses};
  }

  Prepared prepared_;
  const cover::Engine engine_;
  std::vector<cover::Part> parts_;
  std::atomic<bool> stopping_{false};
};

}  // namespace

void bind_cover_split(nb::module_& m) {
  nb::class_<CoverSplit>(m, "CoverSplit", "One problem cut into subproblems, for many workers.")
      .def(nb::init<const CoverProblem&, std::string_view, Options, Options, std::size_t>(),
           nb::keep_alive<1, 2>(), nb::arg("problem"), nb::arg("engine"), nb::arg("forced"),
           nb::arg("excluded"), nb::arg("wanted"))
      .def("count", &CoverSplit::count, nb::arg("numbers"), nb::arg("seconds"), nb::arg("patience"),
           "For the first of these subproblems, as far as it got: covers, nodes and guesses.")
      .def("options", &CoverSplit::options, nb::arg("number"),
           "The options forced and those excluded in a subproblem.")
      .def("stop", &CoverSplit::stop, "End what is counted in other threads, for good.")
      .def_prop_ro("size", &CoverSplit::size, "How many subproblems there are.")
      .def_prop_ro("engine", &CoverSplit::engine, "The engine at work.");
}

}  // namespace squaredance::bindings
