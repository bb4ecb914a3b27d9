// The vicinities of 9x9 puzzles, in threads, in order.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "areas.hpp"
#include "in_order.hpp"
#include "squaredance/canon.hpp"
#include "squaredance/generate/vicinity.hpp"

namespace squaredance::bindings {

namespace {

constexpr std::size_t cells = 81;
using Puzzle = std::array<std::uint8_t, cells>;

// Ways to drop that a thread takes at once: enough to keep the lanes of the minimising busy. One of them finds 20 MB of
// puzzles where four clues are added in all ways to one with 30 that has one solution already, so these come alone.
std::size_t ways_of_job(const generate::Move& move) { return move.minimal || move.add <= 2 ? 32 : 1; }

struct Job {
  Puzzle puzzle;
  generate::Move move;
  bool canonical;
  std::vector<std::uint64_t> ways;
  std::vector<std::uint8_t> found;  // 81 values each, in order, each once
  bool done = false;
};

// The memory of one thread.
class Worker {
 public:
  void work(Job& job, const std::atomic<bool>& stop) {
    const auto key = std::make_tuple(job.move.drop, job.move.add, job.move.minimal);
    auto& vicinity = vicinities_[key];
    if (!vicinity) vicinity = std::make_unique<generate::Vicinity9>(job.move);
    if (!vicinity->look(job.puzzle.data(), job.ways, job.found, &stop)) return;
    std::vector<Puzzle> found(job.found.size() / cells);
    if (!found.empty()) std::memcpy(found.data(), job.found.data(), job.found.size());
    if (job.canonical)
      for (Puzzle& puzzle : found) {
        Puzzle form;
        canon::canonical9(puzzle.data(), form.data());
        puzzle = form;
        if (stop.load(std::memory_order_relaxed)) return;
      }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    job.found.resize(found.size() * cells);
    if (!found.empty()) std::memcpy(job.found.data(), found.data(), job.found.size());
    job.done = true;
  }

 private:
  std::map<std::tuple<int, int, bool>, std::unique_ptr<generate::Vicinity9>> vicinities_;
};

class PyVicinities {
 public:
  explicit PyVicinities(unsigned threads)
      : line_(threads, [] {
          auto worker = std::make_shared<Worker>();
          return [worker](Job& job, const std::atomic<bool>& stop) { worker->work(job, stop); };
        }) {}

  std::size_t add(nb::bytes puzzle, int drop, int add, bool minimal, bool canonical, std::size_t sample,
                  std::uint64_t seed) {
    const auto* values = static_cast<const std::uint8_t*>(puzzle.data());
    if (puzzle.size() != cells || std::any_of(values, values + cells, [](int v) { return v > 9; }))
      throw nb::value_error("expected 81 clues from 0 to 9");
    if (drop < 0 || drop > generate::most_dropped || add < 0 || add > generate::most_added)
      throw nb::value_error("expected fewer clues to drop and add");
    Job job{{}, {drop, add, minimal}, canonical, {}, {}};
    std::copy_n(values, cells, job.puzzle.begin());
    const auto clues = static_cast<int>(cells - std::count(values, values + cells, 0));
    const auto ways = generate::ways_to_drop(clues, drop, sample, Draw(seed));
    const std::size_t step = ways_of_job(job.move);
    std::size_t jobs = 0;
    for (std::size_t at = 0; at < ways.size(); at += step, ++jobs) {
      Job part = job;
      const std::size_t end = std::min(ways.size(), at + step);
      part.ways.assign(ways.begin() + static_cast<std::ptrdiff_t>(at), ways.begin() + static_cast<std::ptrdiff_t>(end));
      line_.add(std::move(part));
    }
    return jobs;
  }

  bool wait(double seconds) { return line_.wait(seconds); }

  nb::list take() {
    nb::list made;
    for (const Job& job : line_.take()) {
      if (job.done)
        made.append(nb::bytes(job.found.data(), job.found.size()));
      else
        made.append(nb::none());
    }
    return made;
  }

  void stop() { line_.stop(); }
  void close() { line_.close(); }

 private:
  PyInOrder<Job> line_;
};

}  // namespace

void bind_vicinity(nb::module_& m) {
  m.attr("MOST_DROPPED") = generate::most_dropped;
  m.attr("MOST_ADDED") = generate::most_added;
  nb::class_<PyVicinities>(m, "Vicinities", "Threads that look for the vicinities of 9x9 puzzles, in order.")
      .def(nb::init<unsigned>(), nb::arg("threads"))
      .def("add", &PyVicinities::add, nb::arg("puzzle"), nb::arg("drop"), nb::arg("add"), nb::arg("minimal"),
           nb::arg("canonical"), nb::arg("sample"), nb::arg("seed"),
           "One more puzzle and move, with `sample` ways to drop clues at the most: in how many parts\n"
           "it is done.")
      .def("wait", &PyVicinities::wait, nb::arg("seconds"),
           "Whether the oldest part is done (or there is none), after so long at the most.")
      .def("take", &PyVicinities::take, nb::sig("def take(self) -> list[bytes | None]"),
           "The oldest parts that are done: what they found, 81 values each, in order and each once;\n"
           "None for a part that was stopped.")
      .def("stop", &PyVicinities::stop, "All that is not done ends soon, stopped.")
      .def("close", &PyVicinities::close, "End the threads.");
}

}  // namespace squaredance::bindings
