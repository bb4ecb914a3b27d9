// Threads that work on tasks in the order in which these were given, several on each.
//
//   Crew crew(false);
//   crew.grow(4);
//   crew.start(task);                       // the task must stay until it is done
//   while (!crew.wait(task, 0.01)) { /* look at the clock, the keyboard */ }
//
// A task may be started before the one ahead of it is done: a thread that finds nothing left
// to take there goes on with the next, so that no thread waits for the slowest. Where both are
// jobs of the bulk kernel, it does so with puzzles of the first still in its lanes.
//
// In a crew that works here the one who waits works too, on tasks of the bulk kernel, which can be
// laid down when the time is up. So a crew of one needs no thread at all, and what was just read is
// in the cache of the one who works on it. One who has other things to do meanwhile, files to read
// and to write, leaves it to threads.
#pragma once

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "squaredance/bulk.hpp"
#include "threads.hpp"

namespace squaredance::bindings {

// Solvers that no thread needs now. Their memory has been touched before, which is worth more
// than making them: a call with 20,000 easy puzzles takes 2 ms.
class SolverStore {
 public:
  // The solver of this level that was used last, if there is one.
  // Nobody waits here: after a fork the lock may be held for ever.
  std::unique_ptr<bulk::Solver9> take(cpu::Level level) {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock || kept_.empty() || level_ != level) return nullptr;
    auto solver = std::move(kept_.back());
    kept_.pop_back();
    return solver;
  }

  void give(cpu::Level level, std::unique_ptr<bulk::Solver9> solver) {
    std::unique_lock lock(mutex_, std::try_to_lock);
    if (!lock) return;
    if (level_ != level) kept_.clear();
    level_ = level;
    if (kept_.size() < most) kept_.push_back(std::move(solver));
  }

  // Never destroyed: a thread may end after the interpreter.
  static SolverStore& get() {
    static auto* store = new SolverStore;
    return *store;
  }

 private:
  SolverStore() { kept_.reserve(most); }

  static constexpr std::size_t most = 8;
  std::mutex mutex_;
  cpu::Level level_{};
  std::vector<std::unique_ptr<bulk::Solver9>> kept_;
};

// What a thread keeps from one task to the next.
class Tools {
 public:
  Tools() = default;
  Tools(const Tools&) = delete;
  ~Tools() {
    if (solver9_) SolverStore::get().give(level_, std::move(solver9_));
  }

  bulk::Solver9& solver9() {
    if (!solver9_) {
      level_ = cpu::used();
      solver9_ = SolverStore::get().take(level_);
      if (!solver9_) solver9_ = bulk::make_solver9(level_);
    }
    return *solver9_;
  }

 private:
  cpu::Level level_{};
  std::unique_ptr<bulk::Solver9> solver9_;
};

using Clock = bulk::Clock;

class Task {
 public:
  virtual ~Task() = default;
  virtual void stop() = 0;

  // The work, if it is for the bulk kernel: that can be laid down, and goes on from job to job.
  virtual bulk::Job* bulk_job() { return nullptr; }
  // Else it is done here; returns when nothing is left to take, or soon after `stop`.
  virtual void work() = 0;

 private:
  friend class Crew;
  // All guarded by the crew's mutex.
  bool open_ = false;    // there may be something left to take
  bool failed_ = false;  // out of memory in a thread
  unsigned inside_ = 0;  // threads that work on it
};

class Crew {
 public:
  explicit Crew(bool works_here) : works_here_(works_here) {}
  ~Crew() {
    stop();
    {
      std::lock_guard lock(mutex_);
      ending_ = true;
    }
    while (in_hand_) work_here(*in_hand_, Clock::time_point::max());
    given_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  // So many threads or more, or fewer if the system does not give them; an error if it gives none.
  void grow(std::size_t threads) {
    if (!grow_threads(threads_, threads, [this] { run(); }))
      throw std::system_error(std::make_error_code(std::errc::resource_unavailable_try_again));
  }

  // Requires a thread, or a task for the bulk kernel.
  void start(Task& task) {
    {
      std::lock_guard lock(mutex_);
      task.open_ = true;
      tasks_.push_back(&task);
    }
    given_.notify_all();
  }

  // True when the task is done, false when the time is up first. Throws std::bad_alloc when
  // a thread ran out of memory over it.
  bool wait(Task& task, double seconds) {
    const auto until = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(seconds));
    auto done = [&] { return !task.open_ && task.inside_ == 0; };
    for (;;) {
      work_here(task, until);
      // Now and then another look: one who waited and worked may have gone.
      const auto next_look = std::min(until, Clock::now() + std::chrono::milliseconds(10));
      std::unique_lock lock(mutex_);
      if (done_.wait_until(lock, next_look, done)) break;
      if (Clock::now() >= until) return false;
    }
    std::lock_guard lock(mutex_);
    if (task.failed_) throw std::bad_alloc();
    return true;
  }

  // Asks all tasks to end early. `wait` for them still.
  void stop() {
    std::lock_guard lock(mutex_);
    for (Task* task : tasks_) task->stop();
  }

 private:
  // The jobs of one thread, as the bulk kernel asks for them.
  class Row final : public bulk::Jobs {
   public:
    explicit Row(Crew& crew) : crew_(crew) {}

    bulk::Job* next(bulk::Job& job) override {
      std::lock_guard lock(crew_.mutex_);
      crew_.task_of(job)->open_ = false;
      Task* task = crew_.first_open();
      bulk::Job* next = task ? task->bulk_job() : nullptr;
      if (!next || next->zero != job.zero) return nullptr;
      ++task->inside_;
      return next;
    }

    void leave(bulk::Job& job) override {
      std::lock_guard lock(crew_.mutex_);
      crew_.leave(*crew_.task_of(job), false);
    }

   private:
    Crew& crew_;
  };

  void run() {
    Tools tools;
    Row row(*this);
    std::unique_lock lock(mutex_);
    for (;;) {
      Task* task = nullptr;
      given_.wait(lock, [&] { return ending_ || (task = first_open()) != nullptr; });
      if (task == nullptr && (task = first_open()) == nullptr) return;
      ++task->inside_;
      lock.unlock();
      bool failed = false, has_left = false;
      try {
        if (bulk::Job* job = task->bulk_job()) {
          bulk::Solver9& solver = tools.solver9();
          has_left = true;
          solver.work(*job, row);
        } else {
          task->work();
        }
      } catch (...) {  // out of memory: nothing else is thrown there
        fail();
        failed = true;
      }
      lock.lock();
      if (!has_left) leave(*task, failed);
    }
  }

  // Works on the task in this thread, and before it on what is in hand, and without threads on
  // those that were started before it; until the time is up.
  void work_here(Task& task, Clock::time_point until) {
    std::unique_lock hands(hands_, std::try_to_lock);
    if (!hands) return;  // another thread waits and works
    for (bool is_done = false; !is_done;) {
      {
        std::lock_guard lock(mutex_);
        if (!in_hand_) take_in_hand(task);
        if (!in_hand_) return;
      }
      bool failed = false;
      try {
        if (!tools_.solver9().work(*in_hand_->bulk_job(), until)) return;
      } catch (...) {
        fail();
        failed = true;
      }
      std::lock_guard lock(mutex_);
      is_done = in_hand_ == &task;
      leave(*std::exchange(in_hand_, nullptr), failed);
    }
  }

  // Ends all tasks: a thread that is stopped leaves those before it, too, with what it has of them.
  void fail() {
    std::lock_guard lock(mutex_);
    for (Task* task : tasks_) {
      task->stop();
      task->failed_ = true;
    }
  }

  void take_in_hand(Task& task) {
    if (!works_here_) return;
    Task* next = threads_.empty() && !ending_ ? first_open() : &task;
    if (!next || !next->open_ || !next->bulk_job()) return;
    in_hand_ = next;
    ++next->inside_;
  }

  Task* first_open() {
    auto found = std::find_if(tasks_.begin(), tasks_.end(), [](Task* t) { return t->open_; });
    return found == tasks_.end() ? nullptr : *found;
  }

  // That of a job which is not done.
  Task* task_of(bulk::Job& job) {
    return *std::find_if(tasks_.begin(), tasks_.end(),
                         [&](Task* t) { return t->bulk_job() == &job; });
  }

  // A thread found nothing more to take, and has answered all that it took.
  void leave(Task& task, bool failed) {
    task.open_ = false;
    task.failed_ |= failed;
    if (--task.inside_ > 0) return;
    tasks_.erase(std::find(tasks_.begin(), tasks_.end(), &task));
    done_.notify_all();
  }

  const bool works_here_;
  std::mutex mutex_;
  std::condition_variable given_, done_;
  std::deque<Task*> tasks_;  // those that are not done
  bool ending_ = false;
  std::mutex hands_;         // held by the one who waits and works
  Task* in_hand_ = nullptr;  // what that one has begun
  Tools tools_;
  std::vector<std::thread> threads_;
};

}  // namespace squaredance::bindings
