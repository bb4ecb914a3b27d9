// Many ratings at once: threads that take puzzles in order, answers that come out in order.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "areas.hpp"
#include "geometry.hpp"
#include "in_order.hpp"
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
};

// What all threads share.
class Rater {
 public:
  Rater(const Geometry& geometry, bool has_boxes, std::vector<const technique::Scale*> scales, bool uniqueness)
      : geometry_(geometry),
        sight_(geometry, has_boxes),
        scales_(std::move(scales)),
        options_{.uniqueness = uniqueness, .evidence = false} {}

  const Geometry& geometry() const { return geometry_; }

  void rate(Job& job, AutoSearch& search, const std::atomic<bool>& stop) const {
    job.solutions = count(job, search, stop);
    for (const technique::Scale* scale : scales_) {
      Rating& rating = job.ratings.emplace_back();
      rating.end = Rating::End::stopped;
      if (job.solutions != 1) continue;
      technique::State state(sight_, job.clues.data(), job.masks.empty() ? nullptr : job.masks.data());
      if (!job.masks.empty()) state.limit(job.masks.data());
      rating = technique::rate(state, *scale, options_, &stop);
    }
  }

 private:
  // How many solutions there are, up to two; -1 when it was stopped.
  int count(const Job& job, AutoSearch& search, const std::atomic<bool>& stop) const {
    if (job.masks.empty()) {
      search.start(job.clues.data());
    } else {
      std::vector<Mask> masks = job.masks;
      for (std::size_t cell = 0; cell < masks.size(); ++cell)
        if (job.clues[cell]) masks[cell] &= Mask{1} << (job.clues[cell] - 1);
      search.start(std::move(masks));
    }
    int found = 0;
    while (!stop.load(std::memory_order_relaxed)) {
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
};

class PyRatings {
 public:
  PyRatings(const PyGeometry& geometry, bool has_boxes, const std::vector<std::string>& scales,
            bool uniqueness, unsigned threads)
      : geometry_(geometry), line_(threads, workers(geometry, has_boxes, scales, uniqueness)) {}

  void add(nb::bytes clues, const std::optional<std::vector<Mask>>& masks) {
    const auto* values = static_cast<const std::uint8_t*>(clues.data());
    const auto cells = static_cast<std::size_t>(geometry_.cells());
    if (clues.size() != cells || (masks && masks->size() != cells) ||
        std::any_of(values, values + clues.size(), [&](int v) { return v > geometry_.size(); }))
      throw nb::value_error("expected a clue from 0 to the size for each cell");
    Job job;
    job.clues.assign(values, values + clues.size());
    if (masks) job.masks = *masks;
    line_.add(std::move(job));
  }

  bool wait(double seconds) { return line_.wait(seconds); }

  nb::list take() {
    nb::list made;
    for (const Job& job : line_.take()) {
      nb::list ratings;
      for (const Rating& rating : job.ratings) ratings.append(rating_tuple(rating));
      made.append(nb::make_tuple(job.solutions, ratings));
    }
    return made;
  }

  void stop() { line_.stop(); }
  void close() { line_.close(); }

 private:
  static std::function<InOrder<Job>::Work()> workers(const Geometry& geometry, bool has_boxes,
                                                     const std::vector<std::string>& scales, bool uniqueness) {
    std::vector<const technique::Scale*> found;
    for (const std::string& name : scales) found.push_back(&scale_named(name));
    auto rater =
        std::make_shared<const Rater>(seen(geometry, has_boxes), has_boxes, std::move(found), uniqueness);
    return [rater] {
      auto search = std::make_shared<AutoSearch>(rater->geometry());
      return [rater, search](Job& job, const std::atomic<bool>& stop) { rater->rate(job, *search, stop); };
    };
  }

  const Geometry& geometry_;
  PyInOrder<Job> line_;
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
