// Exact cover for Python: the cheapest solution, and how large a search would be.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <tuple>

#include "areas.hpp"
#include "cover_prepare.hpp"
#include "cover_problem.hpp"
#include "drive.hpp"
#include "squaredance/cover/estimate.hpp"
#include "squaredance/cover/minimum.hpp"

namespace squaredance::bindings {

namespace {

class CoverMinimum {
 public:
  CoverMinimum(const CoverProblem& problem, Options forced, Options excluded,
               std::optional<std::uint64_t> seed)
      : prepared_(problem, {std::move(forced), std::move(excluded), seed, true}),
        minimum_(begun(prepared_.problem())) {
    prepared_.forget_problem();
  }

  int next(std::uint64_t max_nodes, double seconds) {
    return driver_.next(minimum_, {max_nodes, seconds});
  }
  Options solution() const {
    driver_.check_at_solution();
    return prepared_.original(minimum_.solution());
  }
  double progress() const {
    driver_.check_idle();
    return minimum_.progress();
  }
  std::uint64_t nodes() const { return driver_.effort().nodes; }
  std::uint64_t guesses() const { return driver_.effort().guesses; }

 private:
  static cover::Minimum begun(const cover::Problem& problem) {
    nb::gil_scoped_release released;
    return cover::Minimum(problem);
  }

  Prepared prepared_;
  cover::Minimum minimum_;
  Driver<cover::Minimum> driver_;
};

// Its nodes, to the Driver, are its probes.
class Probing {
 public:
  static constexpr bool costly_nodes = true;
  Probing(const cover::Problem& problem, std::uint64_t seed)
      : estimator_(begun(problem, seed)) {}

  Pause run(std::uint64_t probes) {
    for (; probes > 0; --probes) estimator_.probe();
    return Pause::budget;
  }
  Effort effort() const { return {.nodes = estimator_.probes(), .guesses = 0}; }
  const cover::Estimator& estimator() const { return estimator_; }

 private:
  static cover::Estimator begun(const cover::Problem& problem, std::uint64_t seed) {
    nb::gil_scoped_release released;
    return cover::Estimator(problem, seed);
  }

  cover::Estimator estimator_;
};

class CoverEstimator {
 public:
  CoverEstimator(const CoverProblem& problem, Options forced, Options excluded,
                 std::uint64_t seed)
      : probing_(
            Prepared(problem, {std::move(forced), std::move(excluded), std::nullopt, false})
                .problem(),
            seed) {}

  int next(std::uint64_t max_nodes, double seconds) {
    wanted_ = max_nodes;
    return driver_.next(probing_, {max_nodes, seconds});
  }
  std::tuple<double, double, double, double> means() const {
    driver_.check_idle();
    const auto nodes = probing_.estimator().nodes();
    const auto solutions = probing_.estimator().solutions();
    return {nodes.mean, nodes.error, solutions.mean, solutions.error};
  }
  double progress() const {
    return wanted_ == 0 ? 1 : static_cast<double>(nodes()) / static_cast<double>(wanted_);
  }
  std::uint64_t nodes() const { return driver_.effort().nodes; }
  std::uint64_t guesses() const { return 0; }

 private:
  Probing probing_;
  Driver<Probing> driver_;
  std::uint64_t wanted_ = 0;
};

}  // namespace

void bind_cover_minimum(nb::module_& m) {
  nb::class_<CoverMinimum>(m, "CoverMinimum", "One problem whose cheapest solution is sought.")
      .def(nb::init<const CoverProblem&, Options, Options, std::optional<std::uint64_t>>(),
           nb::arg("problem"), nb::arg("forced"), nb::arg("excluded"), nb::arg("seed").none())
      .def("next", &CoverMinimum::next, nb::arg("max_nodes"), nb::arg("seconds"),
           "Search for a cheaper solution than all before.")
      .def("solution", &CoverMinimum::solution, "The options of the solution just found.")
      .def_prop_ro("progress", &CoverMinimum::progress)
      .def_prop_ro("nodes", &CoverMinimum::nodes)
      .def_prop_ro("guesses", &CoverMinimum::guesses);
  nb::class_<CoverEstimator>(m, "CoverEstimator", "Random dives into a search tree.")
      .def(nb::init<const CoverProblem&, Options, Options, std::uint64_t>(), nb::arg("problem"),
           nb::arg("forced"), nb::arg("excluded"), nb::arg("seed"))
      .def("next", &CoverEstimator::next, nb::arg("max_nodes"), nb::arg("seconds"),
           "Dive so often in all.")
      .def("means", &CoverEstimator::means,
           "The mean of the nodes and its standard error, and those of the solutions.")
      .def_prop_ro("progress", &CoverEstimator::progress)
      .def_prop_ro("nodes", &CoverEstimator::nodes)
      .def_prop_ro("guesses", &CoverEstimator::guesses);
}

}  // namespace squaredance::bindings
