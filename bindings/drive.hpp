// The loop that every native search runs in: a slice of work with the GIL released, then a
// look at the clock, the node limit and Ctrl-C. Slices grow and shrink so that one takes
// about two milliseconds, whatever the size of the puzzle and the speed of the machine.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "squaredance/search.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

// Why a search came back to Python. The first three are those of Pause.
enum Outcome : int { solution = 0, exhausted = 1, out_of_nodes = 2, out_of_time = 3 };

struct Limits {
  std::uint64_t max_nodes;  // of the whole search, not of this call
  double seconds;           // of this call; negative: no limit
};

// Runs one engine for Python: `next` and `count`. One thread at a time may run it; the GIL
// guards what is here, not the work, so others see the effort as of the last slice.
template <typename Engine>
class Driver {
 public:
  // Raises KeyboardInterrupt on Ctrl-C; the search can then go on.
  int next(Engine& engine, Limits limits) {
    Turn turn(*this);
    return drive(engine, limits, [&](std::uint64_t nodes) { return engine.run(nodes); });
  }

  // Counts further solutions up to `limit` without telling them: (outcome, how many).
  std::pair<int, std::uint64_t> count(Engine& engine, std::uint64_t limit, Limits limits) {
    if (limit == 0) return {solution, 0};
    Turn turn(*this);
    std::uint64_t found = std::exchange(counted_, 0);
    if (found >= limit) {
      counted_ = found - limit;
      return {solution, limit};
    }
    auto advance = [&](std::uint64_t nodes) {
      if constexpr (requires { engine.count(nodes, limit, found); }) {
        return engine.count(nodes, limit, found);
      } else {
        const std::uint64_t end = engine.effort().nodes + nodes;
        for (;;) {
          Pause pause = engine.run(end - engine.effort().nodes);
          if (pause != Pause::solution) return pause;
          if (++found == limit) return pause;
        }
      }
    };
    try {
      int outcome = drive(engine, limits, advance);
      return {outcome, found};
    } catch (...) {
      counted_ = found;  // Ctrl-C: the next call tells them
      throw;
    }
  }

  bool is_busy() const { return busy_; }

  // For what looks at the engine between two turns.
  void check_idle() const {
    if (busy_) throw std::runtime_error(busy_message);
  }

  // For what reads a solution.
  void check_at_solution() const {
    check_idle();
    if (!at_solution_) throw std::runtime_error("this search is not at a solution");
  }

  Effort effort() const { return effort_; }

 private:
  static constexpr const char* busy_message = "this search is running in another thread";

  struct Turn {
    explicit Turn(Driver& d) : driver(d) {
      if (driver.busy_) throw std::runtime_error(busy_message);
      driver.busy_ = true;
      driver.at_solution_ = false;
    }
    ~Turn() { driver.busy_ = false; }
    Driver& driver;
  };

  // `advance(nodes)` works for at most so many nodes and returns a Pause.
  template <typename Advance>
  Outcome drive(Engine& engine, Limits limits, Advance&& advance) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    const auto start = Clock::now();
    auto slice_start = start;
    for (std::uint64_t slice = first_slice();;) {
      // With no nodes left the engine is still asked: it may know that it is at its end.
      const std::uint64_t used = effort_.nodes;
      const std::uint64_t left = limits.max_nodes > used ? limits.max_nodes - used : 0;
      Pause pause;
      {
        nb::gil_scoped_release released;
        pause = advance(std::min(slice, left));
      }
      effort_ = engine.effort();
      at_solution_ = pause == Pause::solution;
      if (pause != Pause::budget) return static_cast<Outcome>(pause);
      if (slice >= left) return out_of_nodes;
      if (PyErr_CheckSignals() != 0) throw nb::python_error();
      auto now = Clock::now();
      if (limits.seconds >= 0 && Seconds(now - start).count() >= limits.seconds)
        return out_of_time;
      double took = Seconds(now - slice_start).count();
      slice_start = now;
      if (took < 0.001) slice *= 2;
      if (took > 0.004 && slice > 1) slice /= 2;
      slice = std::max(slice, least_slice(engine));
    }
  }

  // Where a single node may take long on a large problem, the engine says `costly_nodes`.
  static constexpr std::uint64_t first_slice() {
    if constexpr (requires { Engine::costly_nodes; })
      return 1;
    else
      return 32;
  }

  static std::uint64_t least_slice(const Engine& engine) {
    if constexpr (requires { engine.least_slice(); })
      return engine.least_slice();
    else
      return 1;
  }

  bool busy_ = false;
  bool at_solution_ = false;
  Effort effort_;
  std::uint64_t counted_ = 0;  // solutions of a count that was interrupted
};

}  // namespace squaredance::bindings
