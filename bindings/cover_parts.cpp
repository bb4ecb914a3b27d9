// Exact cover for Python: counting by search on several threads.
//
// The search is cut into parts, the same whatever the number of threads; a thread takes the
// next part, counts it to its end, and so on. The sum and the effort are those of the parts, so
// they do not depend on which thread was faster.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include "areas.hpp"
#include "cover_engines.hpp"
#include "cover_prepare.hpp"
#include "cover_problem.hpp"
#include "crew.hpp"
#include "drive.hpp"

namespace squaredance::bindings {

namespace {

// All parts of a count. It can be stopped and goes on later, in other threads.
class Parts final : public Task {
 public:
  Parts(const cover::Problem& problem, cover::Engine engine)
      : problem_(problem), engine_(engine), plans_(cover::split(problem, wanted)) {
    for (std::size_t i = 0; i < plans_.size(); ++i) parts_.push_back(std::make_unique<Part>());
  }

  // Allows so many nodes more, and to begin.
  void allow(std::uint64_t nodes) {
    nodes_left_ = nodes;
    stopping_ = false;
    next_ = 0;
  }

  void work() override {
    for (std::size_t i; !stopping_ && (i = next_.fetch_add(1)) < parts_.size();)
      if (!count(*parts_[i], plans_[i])) return;
  }
  void stop() override { stopping_ = true; }

  bool are_done() const {
    return std::ranges::all_of(parts_, [](const auto& part) { return part->is_done; });
  }

  struct Sum {
    std::uint64_t found = 0;
    Effort effort;
    double share = 0;
  };
  Sum sum() const {
    std::lock_guard lock(mutex_);
    Sum sum;
    for (const auto& part : parts_) {
      sum.found += part->told.found;
      sum.effort.nodes += part->told.effort.nodes;
      sum.effort.guesses += part->told.effort.guesses;
      sum.share += part->told.share / static_cast<double>(parts_.size());
    }
    return sum;
  }

 private:
  static constexpr std::size_t wanted = 256;          // threads have 64 at the most
  static constexpr std::uint64_t slice = 1 << 12;     // nodes between two looks at `stopping_`

  struct Part {
    std::unique_ptr<cover::Search> search;  // made when a thread takes it, gone when it is done
    std::uint64_t found = 0;
    bool is_done = false;
    Sum told;  // guarded by the mutex: what others see
  };

  // False when it was stopped, by a call or for lack of nodes.
  bool count(Part& part, const cover::Part& plan) {
    if (part.is_done) return true;
    if (!part.search)
      part.search = cover::make_search(
          engine_, cover::reduce(problem_, plan.forced, plan.excluded).problem);
    while (!stopping_) {
      const std::uint64_t granted = take_nodes(slice);
      const std::uint64_t before = part.search->effort().nodes;
      constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();
      const Pause pause = part.search->count(granted, no_limit, part.found);
      nodes_left_ += granted - (part.search->effort().nodes - before);
      part.is_done = pause == Pause::exhausted;
      tell(part);
      if (part.is_done) {
        part.search.reset();
        return true;
      }
      if (granted == 0) return false;
    }
    return false;
  }

  std::uint64_t take_nodes(std::uint64_t most) {
    std::uint64_t left = nodes_left_;
    while (!nodes_left_.compare_exchange_weak(left, left - std::min(left, most))) {
    }
    return std::min(left, most);
  }

  void tell(Part& part) {
    std::lock_guard lock(mutex_);
    part.told = {part.found, part.search->effort(), part.is_done ? 1.0 : part.search->progress()};
  }

  const cover::Problem& problem_;
  const cover::Engine engine_;
  const std::vector<cover::Part> plans_;
  std::vector<std::unique_ptr<Part>> parts_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::uint64_t> nodes_left_{0};
  std::atomic<bool> stopping_{false};
  mutable std::mutex mutex_;
};

class CoverParts {
 public:
  CoverParts(const CoverProblem& problem, std::string_view engine, unsigned threads,
             Options forced, Options excluded, std::optional<std::uint64_t> seed)
      : threads_(std::clamp(threads, 1u, 64u)),
        prepared_(problem, {std::move(forced), std::move(excluded), seed, engine != "links"}),
        engine_(cover_engine_for(engine, prepared_.problem())) {
    nb::gil_scoped_release released;
    parts_ = std::make_unique<Parts>(prepared_.problem(), engine_);
  }

  // How it ended, and how many more were found.
  std::pair<int, std::uint64_t> count(std::uint64_t, std::uint64_t max_nodes, double seconds) {
    if (busy_) throw std::runtime_error("this search is running in another thread");
    const Busy busy(busy_);
    const std::uint64_t used = parts_->sum().effort.nodes;
    parts_->allow(max_nodes > used ? max_nodes - used : 0);
    const bool late = !run(seconds);
    const std::uint64_t more = parts_->sum().found - std::exchange(told_, parts_->sum().found);
    if (parts_->are_done()) return {exhausted, more};
    return {late ? out_of_time : out_of_nodes, more};
  }

  const char* engine() const { return name_of(engine_); }
  double progress() const { return parts_->sum().share; }
  std::uint64_t nodes() const { return parts_->sum().effort.nodes; }
  std::uint64_t guesses() const { return parts_->sum().effort.guesses; }

 private:
  struct Busy {
    explicit Busy(bool& b) : busy(b) { busy = true; }
    ~Busy() { busy = false; }
    bool& busy;
  };

  // False when the time is up first. Raises KeyboardInterrupt on Ctrl-C; it can then go on.
  bool run(double seconds) {
    const auto start = Clock::now();
    Crew crew(false);
    crew.grow(threads_);
    crew.start(*parts_);
    for (;;) {
      bool done;
      {
        nb::gil_scoped_release released;
        done = crew.wait(*parts_, 0.01);
      }
      if (done) return true;
      const bool interrupted = PyErr_CheckSignals() != 0;
      const std::chrono::duration<double> took = Clock::now() - start;
      if (!interrupted && (seconds < 0 || took.count() < seconds)) continue;
      crew.stop();
      {
        nb::gil_scoped_release released;
        while (!crew.wait(*parts_, 1)) {
        }
      }
      if (interrupted) throw nb::python_error();
      return false;
    }
  }

  const unsigned threads_;
  Prepared prepared_;
  const cover::Engine engine_;
  std::unique_ptr<Parts> parts_;
  std::uint64_t told_ = 0;
  bool busy_ = false;
};

}  // namespace

void bind_cover_parts(nb::module_& m) {
  nb::class_<CoverParts>(m, "CoverParts", "One problem being counted on several threads.")
      .def(nb::init<const CoverProblem&, std::string_view, unsigned, Options, Options,
                    std::optional<std::uint64_t>>(),
           nb::keep_alive<1, 2>(), nb::arg("problem"), nb::arg("engine"), nb::arg("threads"),
           nb::arg("forced"), nb::arg("excluded"), nb::arg("seed").none())
      .def("count", &CoverParts::count, nb::arg("limit"), nb::arg("max_nodes"),
           nb::arg("seconds"), "Count on: the outcome and how many more. There is no limit.")
      .def_prop_ro("engine", &CoverParts::engine, "The engine at work.")
      .def_prop_ro("progress", &CoverParts::progress, "The share of the parts that is done.")
      .def_prop_ro("nodes", &CoverParts::nodes)
      .def_prop_ro("guesses", &CoverParts::guesses);
}

}  // namespace squaredance::bindings
