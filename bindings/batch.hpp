// A problem cut into subproblems, and these counted one after the other in one call: a crossing for
// each would cost more than the smallest of them, and another thread has the GIL meanwhile.
#pragma once

#include <nanobind/nanobind.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <optional>
#include <tuple>
#include <vector>

#include "squaredance/search.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

using Counted = std::tuple<std::uint64_t, std::uint64_t, std::uint64_t>;  // found, nodes, guesses

// Whether the work goes on: asked after each slice of it, with the GIL released.
class Watch {
 public:
  // A negative number of seconds is no limit. After `patience` no other subproblem is begun. The
  // work is over when `is_wanted`, a callable that outlives this, says no.
  Watch(const std::atomic<bool>& stopping, nb::handle is_wanted, double seconds, double patience)
      : stopping_(stopping),
        is_wanted_(is_wanted),
        start_(Clock::now()),
        signals_(start_),
        seconds_(seconds),
        patience_(patience) {}

  bool begins_another() const { return patience_ < 0 || took() < patience_; }

  bool goes_on() {
    if (stopping_.load(std::memory_order_relaxed) || is_over_) return false;
    const auto now = Clock::now();
    if (seconds_ >= 0 && took() >= seconds_) return false;
    if (now - signals_ < std::chrono::milliseconds(20)) return true;
    signals_ = now;
    nb::gil_scoped_acquire acquired;
    is_over_ = PyErr_CheckSignals() != 0;
    if (!is_over_) {
      PyObject* wanted = PyObject_CallNoArgs(is_wanted_.ptr());
      is_over_ = !wanted || PyObject_IsTrue(wanted) != 1;
      Py_XDECREF(wanted);
    }
    return !is_over_;
  }

  // What a signal or the callable has raised. Requires the GIL.
  void raise_if_failed() const {
    if (PyErr_Occurred()) throw nb::python_error();
  }

 private:
  using Clock = std::chrono::steady_clock;
  double took() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

  const std::atomic<bool>& stopping_;
  const nb::handle is_wanted_;
  const Clock::time_point start_;
  Clock::time_point signals_;
  const double seconds_;
  const double patience_;
  bool is_over_ = false;
};

// `count_one(number, watch)` gives what it counted, or nothing when the watch ended it. What
// comes back is for the first of the numbers, as far as it got.
template <typename CountOne>
std::vector<Counted> count_batch(const std::vector<std::size_t>& numbers, Watch watch,
                                 CountOne&& count_one) {
  std::vector<Counted> counted;
  {
    nb::gil_scoped_release released;
    for (std::size_t number : numbers) {
      if (!watch.goes_on() || (!counted.empty() && !watch.begins_another())) break;
      std::optional<Counted> one = count_one(number, watch);
      if (!one) break;
      counted.push_back(*one);
    }
  }
  watch.raise_if_failed();
  return counted;
}

// Goes on with a cut until the watch ends it: whether it is done, and its parts are there. One slice
// runs in any case, so that a small problem is cut even in no time.
template <typename Cutting, typename Parts>
bool cut_watched(std::optional<Cutting>& cutting, Parts& parts, Watch watch) {
  if (!cutting) return true;
  constexpr std::uint64_t slice = 1 << 24;  // ten to twenty milliseconds
  bool is_done = false;
  {
    nb::gil_scoped_release released;
    while (!(is_done = cutting->run(slice)) && watch.goes_on()) {}
  }
  watch.raise_if_failed();
  if (!is_done) return false;
  parts = cutting->take();
  cutting.reset();
  return true;
}

// Numbers of 32 bits as bytes, for another process.
inline nb::bytes as_bytes(const std::vector<std::uint32_t>& numbers) {
  return nb::bytes(numbers.data(), numbers.size() * sizeof(std::uint32_t));
}

inline std::vector<std::uint32_t> as_numbers(const nb::bytes& bytes) {
  if (bytes.size() % sizeof(std::uint32_t)) throw nb::value_error("expected whole parts");
  std::vector<std::uint32_t> numbers(bytes.size() / sizeof(std::uint32_t));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

// Nodes between two looks at the watch, which take a tenth of a microsecond.
inline constexpr std::uint64_t watched_slice = 1 << 12;

inline void check_numbers(const std::vector<std::size_t>& numbers, std::size_t size) {
  for (std::size_t number : numbers)
    if (number >= size) throw nb::value_error("expected numbers of subproblems");
}

}  // namespace squaredance::bindings
