// Work that cannot be cut into slices, in a thread of its own, while the caller looks at the clock
// and the keyboard.
//
//   bool finished = watched(seconds, [&](const std::atomic<bool>& stop) { ... });
//
// The work looks at `stop` every millisecond or so. A thread takes some 20 microseconds to start, so
// what is shorter is better done before.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

namespace squaredance::bindings {

namespace nb = nanobind;

// False when the seconds were over first (negative: no limit). Raises KeyboardInterrupt on Ctrl-C.
// The work has ended in any case.
template <typename Work>
bool watched(double seconds, Work&& work) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::atomic<bool> stop{false};
  std::mutex mutex;
  std::condition_variable ended;
  bool done = false;
  std::exception_ptr failure;  // out of memory: nothing else is thrown there
  std::thread thread([&] {
    try {
      work(static_cast<const std::atomic<bool>&>(stop));
    } catch (...) {
      failure = std::current_exception();
    }
    std::lock_guard lock(mutex);
    done = true;
    ended.notify_one();
  });
  const auto join = [&] {
    nb::gil_scoped_release released;
    thread.join();
  };
  bool finished = false;
  for (;;) {
    double slice = 0.01;
    if (seconds >= 0) {
      const double left = seconds - std::chrono::duration<double>(Clock::now() - start).count();
      slice = std::min(slice, std::max(left, 0.0));
    }
    {
      nb::gil_scoped_release released;
      std::unique_lock lock(mutex);
      finished = ended.wait_for(lock, std::chrono::duration<double>(slice), [&] { return done; });
    }
    if (finished) break;
    if (PyErr_CheckSignals() != 0) {
      stop = true;
      join();
      throw nb::python_error();
    }
    if (slice == 0) {
      stop = true;
      break;
    }
  }
  join();
  if (failure) std::rethrow_exception(failure);
  return finished;
}

}  // namespace squaredance::bindings
