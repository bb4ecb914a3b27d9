// Exact cover for Python: counting without listing.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "areas.hpp"
#include "cover_engines.hpp"
#include "cover_prepare.hpp"
#include "cover_problem.hpp"
#include "drive.hpp"
#include "squaredance/cover/count.hpp"

namespace squaredance::bindings {

namespace {

cover::Method method_of(std::string_view name) {
  if (name == "auto") return cover::Method::best;
  if (name == "memo") return cover::Method::memo;
  if (name == "frontier") return cover::Method::frontier;
  throw nb::value_error("expected a way to count");
}

// A Counter as the Driver wants it: it has no solutions, only an end.
class Counting {
 public:
  explicit Counting(std::unique_ptr<cover::Counter> counter) : counter_(std::move(counter)) {}

  Pause run(std::uint64_t nodes) {
    const cover::Halt halt = counter_->run(nodes);
    is_out_of_memory_ = halt == cover::Halt::memory;
    return halt == cover::Halt::budget ? Pause::budget : Pause::exhausted;
  }
  Effort effort() const { return counter_->effort(); }
  bool is_out_of_memory() const { return is_out_of_memory_; }
  const cover::Counter& counter() const { return *counter_; }

 private:
  std::unique_ptr<cover::Counter> counter_;
  bool is_out_of_memory_ = false;
};

class CoverCounter {
 public:
  CoverCounter(const CoverProblem& problem, std::string_view engine, std::size_t memory,
               Options forced, Options excluded, std::optional<std::uint64_t> seed)
      : counting_(made(problem, method_of(engine), memory,
                       {std::move(forced), std::move(excluded), seed, true})) {}

  int next(std::uint64_t max_nodes, double seconds) {
    return driver_.next(counting_, {max_nodes, seconds});
  }
  // The number as bytes, the lowest first.
  nb::bytes total() const {
    driver_.check_idle();
    const auto digits = counting_.counter().total();
    return nb::bytes(digits.data(), digits.size() * sizeof(std::uint64_t));
  }
  const char* engine() const {
    driver_.check_idle();
    switch (counting_.counter().method()) {
      case cover::Method::memo: return "memo";
      case cover::Method::frontier: return "frontier";
      case cover::Method::search: return "search";
      case cover::Method::best: break;
    }
    return "auto";
  }
  double progress() const {
    driver_.check_idle();
    return counting_.counter().progress();
  }
  bool is_out_of_memory() const { return counting_.is_out_of_memory(); }
  std::uint64_t nodes() const { return driver_.effort().nodes; }
  std::uint64_t guesses() const { return driver_.effort().guesses; }

 private:
  static Counting made(const CoverProblem& problem, cover::Method method, std::size_t memory,
                       const Wishes& wishes) {
    const Prepared prepared(problem, wishes);
    if (!cover::takes(method, prepared.problem())) throw NotTakenError();
    nb::gil_scoped_release released;
    return Counting(cover::make_counter(method, prepared.problem(), {.memory = memory}));
  }

  Counting counting_;
  Driver<Counting> driver_;
};

}  // namespace

void bind_cover_count(nb::module_& m) {
  nb::class_<CoverCounter>(m, "CoverCounter", "The solutions of one problem being counted.")
      .def(nb::init<const CoverProblem&, std::string_view, std::size_t, Options, Options,
                    std::optional<std::uint64_t>>(),
           nb::arg("problem"), nb::arg("engine"), nb::arg("memory"), nb::arg("forced"),
           nb::arg("excluded"), nb::arg("seed").none())
      .def("next", &CoverCounter::next, nb::arg("max_nodes"), nb::arg("seconds"),
           "Count on: EXHAUSTED at the end, or where the memory is too small.")
      .def("total", &CoverCounter::total, "The number so far as bytes, the lowest first.")
      .def_prop_ro("is_out_of_memory", &CoverCounter::is_out_of_memory)
      .def_prop_ro("engine", &CoverCounter::engine, "The engine at work.")
      .def_prop_ro("progress", &CoverCounter::progress, "The share that is done, roughly.")
      .def_prop_ro("nodes", &CoverCounter::nodes)
      .def_prop_ro("guesses", &CoverCounter::guesses);
}

}  // namespace squaredance::bindings
