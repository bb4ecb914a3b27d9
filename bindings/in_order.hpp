// Threads that take jobs in the order in which these were given; what is done comes out in the same order.
//
//   PyInOrder<Job> line(threads, [=] { return [memory = ...](Job& job, const std::atomic<bool>& stop) mutable { ... }; });
//   line.add(job);
//   while (!line.wait(0.01)) { /* look at the clock, the keyboard */ }
//   for (Job& job : line.take()) ...
//
// A job is worked on by one thread. Where several share one, and where the caller works too, see crew.hpp.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "process.hpp"
#include "threads.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

// The threads and their jobs. They may outlive a fork's child: no Python in here.
template <typename Job>
class InOrder {
 public:
  using Work = std::function<void(Job&, const std::atomic<bool>& stop)>;

  // `make_work` is called in each thread, at its first job: what it gives holds the memory of that
  // thread. Both throw nothing but std::bad_alloc.
  explicit InOrder(std::function<Work()> make_work) : make_work_(std::move(make_work)) {}

  ~InOrder() {
    stop();
    {
      std::lock_guard lock(mutex_);
      ending_ = true;
    }
    given_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  // So many threads or more, or fewer if the system does not give them; an error if it gives none.
  void grow(std::size_t threads) {
    if (!grow_threads(threads_, threads, [this] { run(); }))
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  }

  void add(Job&& job) {
    {
      std::lock_guard lock(mutex_);
      jobs_.push_back({std::move(job)});
    }
    given_.notify_one();
  }

  // Whether the oldest is done, before the seconds are over.
  bool wait(double seconds) {
    std::unique_lock lock(mutex_);
    done_.wait_for(lock, std::chrono::duration<double>(seconds), [&] { return is_ready(); });
    if (failed_) throw std::bad_alloc();
    return is_ready();
  }

  // The oldest ones that are done.
  std::vector<Job> take() {
    std::lock_guard lock(mutex_);
    std::vector<Job> taken;
    while (!jobs_.empty() && jobs_.front().done) {
      taken.push_back(std::move(jobs_.front().job));
      jobs_.pop_front();
      --next_;
    }
    return taken;
  }

  // All that is not done ends soon, stopped.
  void stop() { stop_.store(true, std::memory_order_relaxed); }

 private:
  struct Entry {
    Job job;
    bool done = false;
  };

  bool is_ready() const { return failed_ || jobs_.empty() || jobs_.front().done; }

  void run() {
    Work work;
    std::unique_lock lock(mutex_);
    for (;;) {
      given_.wait(lock, [&] { return ending_ || next_ < jobs_.size(); });
      if (next_ >= jobs_.size()) return;
      Entry& entry = jobs_[next_++];  // stays where it is: a deque changes at its ends only
      lock.unlock();
      bool failed = false;
      try {
        if (!work) work = make_work_();
        work(entry.job, stop_);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      lock.lock();
      failed_ |= failed;
      entry.done = true;
      done_.notify_all();
    }
  }

  const std::function<Work()> make_work_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable given_, done_;
  std::deque<Entry> jobs_;  // those that nobody has taken back yet
  std::size_t next_ = 0;    // the first of them that no thread has
  bool ending_ = false;
  bool failed_ = false;     // out of memory in a thread
  std::vector<std::thread> threads_;
};

// What Python holds. After a fork the threads are in the parent only: the child lets go of all.
template <typename Job>
class PyInOrder {
 public:
  PyInOrder(unsigned threads, std::function<typename InOrder<Job>::Work()> make_work)
      : threads_(threads), line_(std::make_unique<InOrder<Job>>(std::move(make_work))) {
    if (threads == 0) throw nb::value_error("expected a thread or more");
  }
  ~PyInOrder() { close(); }

  void add(Job&& job) {
    InOrder<Job>& line = checked();
    line.grow(std::min<std::size_t>(threads_, ++added_));
    line.add(std::move(job));
  }

  bool wait(double seconds) {
    InOrder<Job>& line = checked();
    nb::gil_scoped_release released;
    return line.wait(seconds);
  }

  std::vector<Job> take() { return checked().take(); }

  void stop() {
    if (line_ && process_ == this_process()) line_->stop();
  }

  void close() {
    if (process_ != this_process()) {
      static_cast<void>(line_.release());
    } else if (line_) {
      nb::gil_scoped_release released;
      line_.reset();
    }
  }

 private:
  InOrder<Job>& checked() {
    if (!line_) throw std::runtime_error("these threads are closed");
    if (process_ != this_process())
      throw std::runtime_error("these threads are of the process before the fork");
    return *line_;
  }

  const std::size_t threads_;
  const long process_ = this_process();
  std::size_t added_ = 0;
  std::unique_ptr<InOrder<Job>> line_;
};

}  // namespace squaredance::bindings
