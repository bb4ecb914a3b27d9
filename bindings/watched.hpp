// Work that cannot be cut into slices, in another thread, while the caller looks at the clock and the
// keyboard.
//
//   bool finished = watched(seconds, [&](const std::atomic<bool>& stop) { ... });
//
// The work looks at `stop` every millisecond or so. The threads stay for the next work: to start one
// takes longer than most steps, and finders keep their tables with the thread.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "process.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

// A thread that waits for work.
class Helper {
 public:
  Helper() : thread_([this] { run(); }) { thread_.detach(); }

  void start(std::function<void()> work) {
    {
      std::lock_guard lock(mutex_);
      work_ = std::move(work);
    }
    changed_.notify_all();
  }

  // True when the work has ended.
  bool wait(double seconds) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return !work_; });
  }

  // One that no work needs now, with the GIL held. After a fork those of the parent are gone, and
  // their locks may be held for ever: they are left alone.
  static Helper* take() {
    if (std::exchange(process(), this_process()) != this_process()) idle().clear();
    if (idle().empty()) return new Helper;
    Helper* helper = idle().back();
    idle().pop_back();
    return helper;
  }
  static void give(Helper* helper) { idle().push_back(helper); }

 private:
  // Never destroyed: a thread may end after the interpreter.
  static std::vector<Helper*>& idle() {
    static auto* kept = new std::vector<Helper*>;
    return *kept;
  }
  static long& process() {
    static long number = this_process();
    return number;
  }

  void run() {
    std::unique_lock lock(mutex_);
    for (;;) {
      changed_.wait(lock, [&] { return static_cast<bool>(work_); });
      lock.unlock();
      work_();
      lock.lock();
      work_ = nullptr;
      changed_.notify_all();
    }
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::function<void()> work_;
  std::thread thread_;
};

// False when the seconds were over first (negative: no limit). Raises KeyboardInterrupt on Ctrl-C.
// The work has ended in any case.
template <typename Work>
bool watched(double seconds, Work&& work) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  std::atomic<bool> stop{false};
  std::exception_ptr failure;  // out of memory: nothing else is thrown there
  Helper* helper = Helper::take();
  helper->start([&] {
    try {
      work(static_cast<const std::atomic<bool>&>(stop));
    } catch (...) {
      failure = std::current_exception();
    }
  });
  bool finished = false;
  bool interrupted = false;
  while (!finished && !interrupted) {
    double slice = 0.01;
    if (seconds >= 0) {
      const double left = seconds - std::chrono::duration<double>(Clock::now() - start).count();
      slice = std::min(slice, std::max(left, 0.0));
    }
    {
      nb::gil_scoped_release released;
      finished = helper->wait(slice);
    }
    if (finished) break;
    interrupted = PyErr_CheckSignals() != 0;
    if (slice == 0) break;
  }
  if (!finished) {
    stop = true;
    nb::gil_scoped_release released;
    while (!helper->wait(1)) {
    }
  }
  Helper::give(helper);
  if (interrupted) throw nb::python_error();
  if (failure) std::rethrow_exception(failure);
  return finished;
}

}  // namespace squaredance::bindings
