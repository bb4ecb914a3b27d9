// Exact cover for Python: the diagram of all solutions.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

#include "areas.hpp"
#include "cover_prepare.hpp"
#include "cover_problem.hpp"
#include "drive.hpp"
#include "squaredance/cover/diagram.hpp"

namespace squaredance::bindings {

namespace {

class CoverDiagram {
 public:
  CoverDiagram(const CoverProblem& problem, std::size_t memory, Options forced, Options excluded)
      : prepared_(problem, {std::move(forced), std::move(excluded), std::nullopt, true}),
        building_(begun(prepared_.problem(), memory)) {
    prepared_.forget_problem();
  }

  int next(std::uint64_t max_nodes, double seconds) {
    if (diagram_) return exhausted;
    const int outcome = driver_.next(*building_, {max_nodes, seconds});
    if (outcome == exhausted && !building_->is_out_of_memory) {
      diagram_ = building_->builder.take();
      building_.reset();  // it has the steps and tables of the frontier
    }
    return outcome;
  }

  bool is_out_of_memory() const { return building_ && building_->is_out_of_memory; }
  double progress() const {
    driver_.check_idle();
    return building_ ? building_->builder.progress() : 1;
  }
  std::uint64_t nodes() const { return driver_.effort().nodes; }
  std::uint64_t guesses() const { return driver_.effort().guesses; }

  std::size_t size() const { return whole().nodes().size(); }
  std::size_t memory() const {
    const cover::Diagram& diagram = whole();
    nb::gil_scoped_release released;
    std::lock_guard lock(counts_);
    return diagram.memory();
  }
  nb::bytes count() const {
    const auto digits = total();
    return nb::bytes(digits.data(), digits.size() * sizeof(std::uint64_t));
  }
  // Requires an index below the count, as bytes, the lowest first.
  Options solution(nb::bytes index) const {
    std::vector<std::uint64_t> digits((index.size() + 7) / 8, 0);
    std::memcpy(digits.data(), index.c_str(), index.size());
    while (!digits.empty() && digits.back() == 0) digits.pop_back();
    const auto end = total();
    auto is_below = [&] {
      if (digits.size() != end.size()) return digits.size() < end.size();
      return std::lexicographical_compare(digits.rbegin(), digits.rend(), end.rbegin(),
                                          end.rend());
    };
    if (!is_below()) throw nb::index_error("expected an index below the count");
    return prepared_.original(whole().solution(digits));
  }
  // Whether these options, sorted, are a solution.
  bool contains(const Options& options) const {
    const auto nodes = whole().nodes();
    cover::Diagram::Index at = whole().root();
    Options chosen;
    while (at != cover::Diagram::nothing && at != cover::Diagram::everything) {
      const cover::Option option = nodes[at].option;
      const bool yes = std::ranges::binary_search(options, prepared_.original_option(option));
      if (yes) chosen.push_back(option);
      at = yes ? nodes[at].yes : nodes[at].no;
    }
    if (at == cover::Diagram::nothing) return false;
    Options all = prepared_.original(std::move(chosen));
    std::ranges::sort(all);
    return all == options;
  }

 private:
  struct Building {
    Building(const cover::Problem& problem, std::size_t memory)
        : builder(problem, {.memory = memory}) {}

    Pause run(std::uint64_t nodes) {
      const cover::Halt halt = builder.run(nodes);
      is_out_of_memory = halt == cover::Halt::memory;
      return halt == cover::Halt::budget ? Pause::budget : Pause::exhausted;
    }
    Effort effort() const { return builder.effort(); }

    cover::DiagramBuilder builder;
    bool is_out_of_memory = false;
  };

  static std::unique_ptr<Building> begun(const cover::Problem& problem, std::size_t memory) {
    nb::gil_scoped_release released;
    return std::make_unique<Building>(problem, memory);
  }

  // The first time it counts, which may take long.
  std::vector<std::uint64_t> total() const {
    const cover::Diagram& diagram = whole();
    nb::gil_scoped_release released;
    std::lock_guard lock(counts_);
    return diagram.count();
  }

  const cover::Diagram& whole() const {
    if (!diagram_) throw std::runtime_error("this diagram is not made yet");
    return *diagram_;
  }

  Prepared prepared_;
  std::unique_ptr<Building> building_;  // until the diagram is there
  Driver<Building> driver_;
  std::optional<cover::Diagram> diagram_;
  mutable std::mutex counts_;  // of the diagram, which makes them when it is first asked
};

}  // namespace

void bind_cover_diagram(nb::module_& m) {
  nb::class_<CoverDiagram>(m, "CoverDiagram", "All solutions of a problem as a diagram.")
      .def(nb::init<const CoverProblem&, std::size_t, Options, Options>(), nb::arg("problem"),
           nb::arg("memory"), nb::arg("forced"), nb::arg("excluded"))
      .def("next", &CoverDiagram::next, nb::arg("max_nodes"), nb::arg("seconds"),
           "Build on: EXHAUSTED at the end, or where the memory is too small.")
      .def("count", &CoverDiagram::count, "How many solutions, as bytes, the lowest first.")
      .def("solution", &CoverDiagram::solution, nb::arg("index"),
           "The options of a solution by its number, which is bytes, the lowest first.")
      .def("contains", &CoverDiagram::contains, nb::arg("options"),
           "Whether options, in rising order, are a solution.")
      .def("__len__", &CoverDiagram::size)
      .def_prop_ro("memory", &CoverDiagram::memory)
      .def_prop_ro("is_out_of_memory", &CoverDiagram::is_out_of_memory)
      .def_prop_ro("progress", &CoverDiagram::progress)
      .def_prop_ro("nodes", &CoverDiagram::nodes)
      .def_prop_ro("guesses", &CoverDiagram::guesses);
}

}  // namespace squaredance::bindings
