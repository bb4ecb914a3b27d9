// Minimal puzzles and redundant clues, in threads, in order.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "areas.hpp"
#include "geometry.hpp"
#include "in_order.hpp"
#include "squaredance/draw.hpp"
#include "squaredance/generate/minimise.hpp"

namespace squaredance::bindings {

namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::uint8_t unanswered = 255;

// Puzzles of one geometry, and what became of them.
struct Job {
  Bytes puzzles;  // then the minimal ones; where redundant clues are asked for, 1 for each
  Bytes counts;   // of solutions, 2 for several, 255 after a stop
  bool asks_redundant = false;
  std::optional<std::uint64_t> seed;  // of a random order
  std::uint64_t number = 0;           // the stream of the first puzzle
};

std::vector<Cell> order_of(const Job& job, std::size_t index, std::size_t cells) {
  std::vector<Cell> order(cells);
  for (std::size_t i = 0; i < cells; ++i) order[i] = static_cast<Cell>(i);
  if (job.seed) Draw(*job.seed, job.number + index).shuffle(order);
  return order;
}

// The memory of one thread.
class Worker {
 public:
  Worker(const Geometry& geometry, bool standard9)
      : geometry_(geometry), cells_(static_cast<std::size_t>(geometry.cells())) {
    if (standard9)
      nine_ = std::make_unique<generate::Minimiser9>();
    else
      search_ = std::make_unique<AutoSearch>(geometry);
  }

  void work(Job& job, const std::atomic<bool>& stop) {
    job.counts.assign(job.puzzles.size() / cells_, unanswered);
    if (nine_) return work9(job, stop);
    for (std::size_t i = 0; i < job.counts.size(); ++i) work_one(job, i, stop);
  }

 private:
  void work9(Job& job, const std::atomic<bool>& stop) {
    Bytes counts(job.counts.size()), chosen, orders;
    if (!nine_->count(job.puzzles, counts.data(), &stop)) return;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] != 1) continue;
      chosen.insert(chosen.end(), &job.puzzles[i * cells_], &job.puzzles[i * cells_] + cells_);
      if (!job.seed) continue;
      for (const Cell cell : order_of(job, i, cells_)) orders.push_back(static_cast<std::uint8_t>(cell));
    }
    if (job.asks_redundant) {
      Bytes flags(chosen.size());
      if (!nine_->redundant(chosen, flags.data(), &stop)) return;
      chosen = std::move(flags);
    } else if (!nine_->minimise(chosen, job.seed ? orders.data() : nullptr, &stop)) {
      return;
    }
    auto from = chosen.begin();
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] == 1) {
        std::copy_n(from, cells_, &job.puzzles[i * cells_]);
        from += static_cast<std::ptrdiff_t>(cells_);
      }
    job.counts = std::move(counts);
  }

  void work_one(Job& job, std::size_t index, const std::atomic<bool>& stop) {
    std::uint8_t* puzzle = &job.puzzles[index * cells_];
    Bytes solution(cells_);
    const int found = solve(puzzle, solution, stop);
    if (found == 1) {
      if (!answer(job, index, puzzle, solution, stop)) return;
    }
    if (found >= 0) job.counts[index] = static_cast<std::uint8_t>(found);
  }

  bool answer(const Job& job, std::size_t index, std::uint8_t* puzzle, const Bytes& solution,
              const std::atomic<bool>& stop) {
    if (!job.asks_redundant)
      return generate::minimise(geometry_, puzzle, solution.data(), order_of(job, index, cells_), &stop);
    std::vector<Cell> redundant;
    if (!generate::redundant_clues(geometry_, puzzle, solution.data(), redundant, &stop)) return false;
    std::fill_n(puzzle, cells_, std::uint8_t{0});
    for (const Cell cell : redundant) puzzle[cell] = 1;
    return true;
  }

  // The number of solutions, up to two; -1 after a stop.
  int solve(const std::uint8_t* puzzle, Bytes& solution, const std::atomic<bool>& stop) {
    search_->start(puzzle);
    int found = 0;
    while (!stop.load(std::memory_order_relaxed)) {
      const Pause pause = search_->run(std::max<std::uint64_t>(slice, search_->least_slice()));
      if (pause == Pause::exhausted) return found;
      if (pause != Pause::solution) continue;
      if (++found == 2) return found;
      search_->read_solution(solution);
    }
    return -1;
  }

  static constexpr std::uint64_t slice = 1 << 8;  // nodes: some milliseconds at the largest size

  const Geometry& geometry_;
  const std::size_t cells_;
  std::unique_ptr<generate::Minimiser9> nine_;
  std::unique_ptr<AutoSearch> search_;
};

class PyMinimiser {
 public:
  PyMinimiser(const PyGeometry& geometry, bool standard9, unsigned threads)
      : geometry_(geometry), line_(threads, [&geometry, standard9] {
          auto worker = std::make_shared<Worker>(geometry, standard9);
          return [worker](Job& job, const std::atomic<bool>& stop) { worker->work(job, stop); };
        }) {
    if (standard9 && geometry.size() != 9) throw nb::value_error("expected a 9x9 geometry");
  }

  void add(nb::bytes puzzles, bool asks_redundant, std::optional<std::uint64_t> seed, std::uint64_t number) {
    const auto* values = static_cast<const std::uint8_t*>(puzzles.data());
    if (puzzles.size() % static_cast<std::size_t>(geometry_.cells()) != 0 ||
        std::any_of(values, values + puzzles.size(), [&](int v) { return v > geometry_.size(); }))
      throw nb::value_error("expected a clue from 0 to the size for each cell");
    Job job;
    job.puzzles.assign(values, values + puzzles.size());
    job.asks_redundant = asks_redundant;
    job.seed = seed;
    job.number = number;
    line_.add(std::move(job));
  }

  bool wait(double seconds) { return line_.wait(seconds); }

  nb::list take() {
    nb::list made;
    for (const Job& job : line_.take())
      made.append(nb::make_tuple(nb::bytes(job.counts.data(), job.counts.size()),
                                 nb::bytes(job.puzzles.data(), job.puzzles.size())));
    return made;
  }

  void stop() { line_.stop(); }
  void close() { line_.close(); }

 private:
  const Geometry& geometry_;
  PyInOrder<Job> line_;
};

}  // namespace

void bind_minimise(nb::module_& m) {
  nb::class_<PyMinimiser>(m, "Minimiser", "Threads that take redundant clues from puzzles of one geometry, in order.")
      .def(nb::init<const PyGeometry&, bool, unsigned>(), nb::arg("geometry"), nb::arg("standard9"),
           nb::arg("threads"), nb::keep_alive<1, 2>())
      .def("add", &PyMinimiser::add, nb::arg("puzzles"), nb::arg("asks_redundant"), nb::arg("seed").none(),
           nb::arg("number"),
           "A few puzzles, side by side. With a seed clues go in a random order, another for each\n"
           "number.")
      .def("wait", &PyMinimiser::wait, nb::arg("seconds"),
           "Whether the oldest are done (or there are none), after so long at the most.")
      .def("take", &PyMinimiser::take, nb::sig("def take(self) -> list[tuple[bytes, bytes]]"),
           "The oldest that are done: the solutions of each (2 for several, 255 for stopped), and\n"
           "where it has one the minimal puzzles, or a 1 for each redundant clue.")
      .def("stop", &PyMinimiser::stop, "All that is not done ends soon, stopped.")
      .def("close", &PyMinimiser::close, "End the threads.");
}

}  // namespace squaredance::bindings
