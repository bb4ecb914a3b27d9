// Many ratings at once: threads that take puzzles in order, answers that come out in order.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "areas.hpp"
#include "geometry.hpp"
#include "process.hpp"
#include "scales.hpp"

namespace squaredance::bindings {

namespace {

using technique::Mask;
using technique::Rating;
using technique::Sight;

// One puzzle and what became of it.
struct Job {
  std::vector<std::uint8_t> clues;
  std::vector<Mask> masks;  // none: all that the clues leave
  int solutions = -1;       // 0, 1, 2 for several; -1: stopped before that was known
  std::vector<Rating> ratings;
  bool done = false;
};

// The work of the threads, which may outlive a fork's child: no Python in it.
class RatingCrew {
 public:
  RatingCrew(const Geometry& geometry, bool has_boxes, std::vector<const technique::Scale*> scales,
             bool uniqueness)
      : geometry_(geometry),
        sight_(geometry, has_boxes),
        scales_(std::move(scales)),
        options_{.uniqueness = uniqueness, .evidence = false} {}

  ~RatingCrew() {
    stop();
    {
      std::lock_guard lock(mutex_);
      ending_ = true;
    }
    given_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  // So many threads or more. If the system does not give them, fewer do.
  void grow(std::size_t threads) {
    while (threads_.size() < threads) {
      try {
        threads_.emplace_back([this] { run(); });
      } catch (const std::system_error&) {
        if (threads_.empty()) throw;
        return;
      }
    }
  }

  void add(Job&& job) {
    {
      std::lock_guard lock(mutex_);
      jobs_.push_back(std::move(job));
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
      taken.push_back(std::move(jobs_.front()));
      jobs_.pop_front();
      --next_;
    }
    return taken;
  }

  // All that is not done ends soon, stopped.
  void stop() { stop_.store(true, std::memory_order_relaxed); }

  std::size_t cells() const { return static_cast<std::size_t>(geometry_.cells()); }
  int size() const { return geometry_.size(); }

 private:
  bool is_ready() const { return failed_ || jobs_.empty() || jobs_.front().done; }

  void run() {
    std::unique_ptr<AutoSearch> search;
    std::unique_lock lock(mutex_);
    for (;;) {
      given_.wait(lock, [&] { return ending_ || next_ < jobs_.size(); });
      if (next_ >= jobs_.size()) return;
      Job& job = jobs_[next_++];  // stays where it is: a deque changes at its ends only
      lock.unlock();
      bool failed = false;
      try {
        if (!search) search = std::make_unique<AutoSearch>(geometry_);
        rate(job, *search);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
      lock.lock();
      failed_ |= failed;
      job.done = true;
      done_.notify_all();
    }
  }

  void rate(Job& job, AutoSearch& search) const {
    job.solutions = count(job, search);
    for (const technique::Scale* scale : scales_) {
      Rating& rating = job.ratings.emplace_back();
      rating.end = Rating::End::stopped;
      if (job.solutions != 1) continue;
      technique::State state(sight_, job.clues.data(), job.masks.empty() ? nullptr : job.masks.data());
      if (!job.masks.empty()) state.limit(job.masks.data());
      rating = technique::rate(state, *scale, options_, &stop_);
    }
  }

  // How many solutions there are, up to two; -1 when it was stopped.
  int count(const Job& job, AutoSearch& search) const {
    if (job.masks.empty()) {
      search.start(job.clues.data());
    } else {
      std::vector<Mask> masks = job.masks;
      for (std::size_t cell = 0; cell < masks.size(); ++cell)
        if (job.clues[cell]) masks[cell] &= Mask{1} << (job.clues[cell] - 1);
      search.start(std::move(masks));
    }
    int found = 0;
    while (!stop_.load(std::memory_order_relaxed)) {
      const Pause pause = search.run(std::max<std::uint64_t>(slice, search.least_slice()));
      if (pause == Pause::exhausted) return found;
      if (pause == Pause::solution && ++found == 2) return found;
    }
    return -1;
  }

  static constexpr std::uint64_t slice = 1 << 8;  // nodes: some milliseconds at the largest size

  const Geometry& geometry_;
  const Sight sight_;
  const std::vector<const technique::Scale*> scales_;
  const technique::Options options_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable given_, done_;
  std::deque<Job> jobs_;   // those that nobody has taken back yet
  std::size_t next_ = 0;   // the first of them that no thread has
  bool ending_ = false;
  bool failed_ = false;    // out of memory in a thread
  std::vector<std::thread> threads_;
};

// What Python holds. After a fork the threads are in the parent only: the child lets go of all.
class PyRatings {
 public:
  PyRatings(const PyGeometry& geometry, bool has_boxes, const std::vector<std::string>& scales,
            bool uniqueness, unsigned threads)
      : threads_(threads) {
    if (threads == 0) throw nb::value_error("expected a thread or more");
    if (has_boxes && geometry.houses() < 3 * geometry.size())
      throw nb::value_error("expected a geometry with boxes");
    std::vector<const technique::Scale*> found;
    for (const std::string& name : scales) found.push_back(&scale_named(name));
    crew_ = std::make_unique<RatingCrew>(geometry, has_boxes, std::move(found), uniqueness);
  }
  ~PyRatings() { close(); }

  void add(nb::bytes clues, const std::optional<std::vector<Mask>>& masks) {
    RatingCrew& crew = checked();
    const auto* values = static_cast<const std::uint8_t*>(clues.data());
    if (clues.size() != crew.cells() || (masks && masks->size() != crew.cells()) ||
        std::any_of(values, values + clues.size(), [&](int v) { return v > crew.size(); }))
      throw nb::value_error("expected a clue from 0 to the size for each cell");
    Job job;
    job.clues.assign(values, values + clues.size());
    if (masks) job.masks = *masks;
    crew.grow(std::min<std::size_t>(threads_, ++added_));
    crew.add(std::move(job));
  }

  bool wait(double seconds) {
    RatingCrew& crew = checked();
    nb::gil_scoped_release released;
    return crew.wait(seconds);
  }

  nb::list take() {
    nb::list made;
    for (const Job& job : checked().take()) {
      nb::list ratings;
      for (const Rating& rating : job.ratings) ratings.append(rating_tuple(rating));
      made.append(nb::make_tuple(job.solutions, ratings));
    }
    return made;
  }

  void stop() {
    if (crew_ && process_ == this_process()) crew_->stop();
  }

  void close() {
    if (process_ != this_process()) {
      static_cast<void>(crew_.release());
    } else if (crew_) {
      nb::gil_scoped_release released;
      crew_.reset();
    }
  }

 private:
  RatingCrew& checked() {
    if (!crew_) throw std::runtime_error("these ratings are closed");
    if (process_ != this_process())
      throw std::runtime_error("these ratings are of the process before the fork");
    return *crew_;
  }

  const std::size_t threads_;
  const long process_ = this_process();
  std::size_t added_ = 0;
  std::unique_ptr<RatingCrew> crew_;
};

}  // namespace

void bind_rating(nb::module_& m) {
  nb::class_<PyRatings>(m, "Ratings", "Threads that rate puzzles of one geometry, in order.")
      .def(nb::init<const PyGeometry&, bool, const std::vector<std::string>&, bool, unsigned>(),
           nb::arg("geometry"), nb::arg("has_boxes"), nb::arg("scales"), nb::arg("uniqueness"),
           nb::arg("threads"), nb::keep_alive<1, 2>())
      .def("add", &PyRatings::add, nb::arg("clues"), nb::arg("candidates").none(),
           "One more puzzle.")
      .def("wait", &PyRatings::wait, nb::arg("seconds"),
           "Whether the oldest puzzle is done (or there is none), after so long at the most.")
      .def("take", &PyRatings::take,
           nb::sig("def take(self) -> list[tuple[int, list[tuple[int, int, int, int, int, int, int, "
                   "int, dict[int, int]]]]]"),
           "The oldest ones that are done: their solutions (0, 1, 2 for several, -1 for stopped)\n"
           "and a rating for each scale, as Techniques.rate gives it.")
      .def("stop", &PyRatings::stop, "All that is not done ends soon, stopped.")
      .def("close", &PyRatings::close, "End the threads.");
}

}  // namespace squaredance::bindings
