// Random grids and puzzles as wished: threads that make the tries of a seed in blocks of consecutive numbers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "areas.hpp"
#include "geometry.hpp"
#include "in_order.hpp"
#include "scales.hpp"
#include "squaredance/generate/grids.hpp"
#include "squaredance/generate/puzzles.hpp"

namespace squaredance::bindings {

namespace {

using generate::Try;
using generate::Verdict;
using generate::Wish;

constexpr std::array verdicts = {
    std::pair{Verdict::made, "made"},
    std::pair{Verdict::several_solutions, "several solutions"},
    std::pair{Verdict::too_many_clues, "too many clues"},
    std::pair{Verdict::too_few_clues, "too few clues"},
    std::pair{Verdict::too_easy, "too easy"},
    std::pair{Verdict::too_hard, "too hard"},
    std::pair{Verdict::other_technique, "another hardest technique"},
    std::pair{Verdict::stopped, "stopped"},
};

// (rows, cols) of a box, or nothing without boxes; where there are other houses there is no shape.
using Box = std::optional<std::pair<int, int>>;

std::optional<squaredance::Shape> shape_of(const Geometry& geometry, const Box& box, bool is_plain) {
  if (!is_plain) return std::nullopt;
  const auto [height, width] = box.value_or(std::pair{0, 0});
  if (box && (height < 1 || width < 1 || height * width != geometry.size()))
    throw nb::value_error("expected a box of as many cells as a house has");
  return squaredance::Shape{geometry.size(), height, width};
}

nb::bytes bytes_of(const std::vector<std::uint8_t>& values) { return nb::bytes(values.data(), values.size()); }

// How long a block took: the next ones are made longer or shorter.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start_ = Clock::now();
};

// What is wrong with a try: the later the graver.
enum class Off { technique, rating, unfinished_rating, no_rating, clues, unfinished };
using Distance = std::pair<Off, int>;  // and by how much

// Consecutive tries of a seed, and what became of them.
struct TryJob {
  std::uint64_t first = 0;
  std::size_t count = 0;

  struct Numbered {
    std::uint64_t number;
    Try made;
  };
  std::vector<Numbered> made;
  std::array<std::size_t, verdicts.size()> tally{};
  std::optional<Numbered> nearest;  // of those that are not as wished
  Distance distance{};
  double seconds = 0;
};

// A rating that comes above the range is not finished, which would take most of the time: then it is known only how
// much it is off at the least. One that a look told from those wished was not rated at all.
Distance off_by_rating(const Try& made, const generate::Difficulty& difficulty) {
  using End = technique::Rating::End;
  const technique::Rating& rating = made.rating;
  if (rating.steps == 0) return {Off::no_rating, 0};
  const bool has_points = technique::scale_of(difficulty.scale).points != nullptr;
  const int value = has_points ? rating.score : rating.er;
  const technique::Range range = generate::range_of(difficulty);
  if (made.verdict == Verdict::too_easy) return {Off::rating, range.least - value};
  // A sum of points does not count what no technique solves.
  const bool is_finished = rating.end == End::stuck && !has_points;
  return {is_finished ? Off::rating : Off::unfinished_rating, std::max(value - range.most, 1)};
}

// How far a try is from the wish. A puzzle that a try with several solutions leaves is none.
std::optional<Distance> distance_of(const Try& made, const Wish& wish) {
  switch (made.verdict) {
    case Verdict::other_technique: return Distance{Off::technique, 0};
    case Verdict::too_easy:
    case Verdict::too_hard: return off_by_rating(made, *wish.difficulty);
    case Verdict::too_few_clues: return Distance{Off::clues, wish.least_clues - made.clues};
    case Verdict::too_many_clues: return Distance{Off::clues, made.clues - wish.most_clues};
    case Verdict::stopped:
      if (made.puzzle.empty()) return std::nullopt;
      return Distance{Off::unfinished, made.clues};
    default: return std::nullopt;
  }
}

// Keeps of the tries what is wanted; nothing after one that was stopped, so that what a stopped call gives are
// the first of those that it would have given. That one is the nearest where there is no other.
void sort_out(std::vector<Try>& tries, const Wish& wish, TryJob& job) {
  for (std::size_t i = 0; i < tries.size(); ++i) {
    Try& made = tries[i];
    ++job.tally[static_cast<std::size_t>(made.verdict)];
    const bool is_stopped = made.verdict == Verdict::stopped;
    if (made.verdict == Verdict::made) {
      job.made.push_back({job.first + i, std::move(made)});
    } else if (auto distance = distance_of(made, wish); distance && (!job.nearest || *distance < job.distance)) {
      job.nearest = TryJob::Numbered{job.first + i, std::move(made)};
      job.distance = *distance;
    }
    if (is_stopped) return;
  }
}

class PyTries {
 public:
  PyTries(const PyGeometry& geometry, const Box& box, bool is_plain, Wish wish, std::uint64_t seed, unsigned threads)
      : is_rated_(wish.difficulty.has_value()),
        line_(threads, workers(geometry, shape_of(geometry, box, is_plain), std::move(wish), seed)) {}

  void add(std::uint64_t first, std::size_t count) {
    TryJob job;
    job.first = first;
    job.count = count;
    line_.add(std::move(job));
  }

  bool wait(double seconds) { return line_.wait(seconds); }

  nb::list take() {
    nb::list taken;
    for (const TryJob& job : line_.take()) {
      nb::list made;
      for (const TryJob::Numbered& one : job.made) made.append(tuple_of(one));
      nb::list tally;
      for (std::size_t count : job.tally) tally.append(count);
      nb::object nearest = nb::none();
      if (job.nearest) {
        const auto [off, by] = job.distance;
        nearest = nb::make_tuple(std::pair{static_cast<int>(off), by}, tuple_of(*job.nearest));
      }
      taken.append(nb::make_tuple(made, tally, nearest, job.seconds));
    }
    return taken;
  }

  void stop() { line_.stop(); }
  void close() { line_.close(); }

 private:
  nb::tuple tuple_of(const TryJob::Numbered& one) const {
    using End = technique::Rating::End;
    const technique::Rating& found = one.made.rating;
    const bool is_whole = is_rated_ && found.steps > 0 && (found.end == End::solved || found.end == End::stuck);
    const nb::object rating = is_whole ? nb::object(rating_tuple(found)) : nb::none();
    return nb::make_tuple(one.number, bytes_of(one.made.puzzle), bytes_of(one.made.solution), rating);
  }

  static std::function<InOrder<TryJob>::Work()> workers(const Geometry& geometry,
                                                        std::optional<squaredance::Shape> shape, Wish wish,
                                                        std::uint64_t seed) {
    return [&geometry, shape, wish = std::make_shared<const Wish>(std::move(wish)), seed] {
      std::shared_ptr<generate::PuzzleMaker> maker = generate::make_puzzle_maker(geometry, shape, *wish);
      return [maker, wish, seed](TryJob& job, const std::atomic<bool>& stop) {
        const Stopwatch watch;
        std::vector<Try> tries(job.count);
        const std::span<Try> all(tries);
        const std::size_t handful = std::max<std::size_t>(1, maker->handful());
        for (std::size_t i = 0; i < job.count && !stop; i += handful)
          maker->make(seed, job.first + i, all.subspan(i, std::min(handful, job.count - i)), &stop);
        sort_out(tries, *wish, job);
        job.seconds = watch.seconds();
      };
    };
  }

  const bool is_rated_;
  PyInOrder<TryJob> line_;
};

technique::Technique technique_named(const std::string& name) {
  for (int i = 0; i < technique::technique_count; ++i)
    if (name == technique::name_of(static_cast<technique::Technique>(i))) return static_cast<technique::Technique>(i);
  throw nb::value_error("expected the name of a technique");
}

using Groups = std::vector<std::vector<Cell>>;
using DifficultyArgument = std::tuple<std::string, int, int, std::optional<std::string>>;

// What steps of a technique count on a scale, from least to most; 0 when none comes on its way.
std::pair<int, int> technique_range(const std::string& scale, const std::string& name) {
  const technique::Range range = technique::range_of(scale_named(scale), technique_named(name));
  return {range.least, range.most};
}

void init_tries(PyTries* self, const PyGeometry& geometry, const Box& box, bool is_plain, Groups groups,
                std::pair<int, int> clues, bool minimal, const std::optional<DifficultyArgument>& difficulty,
                std::uint64_t seed, unsigned threads) {
  std::vector<bool> taken(static_cast<std::size_t>(geometry.cells()));
  for (const auto& group : groups) {
    if (group.empty()) throw nb::value_error("expected groups of a cell or more");
    for (Cell cell : group) {
      if (cell >= taken.size() || taken[cell]) throw nb::value_error("expected groups of cells, each in one at the most");
      taken[cell] = true;
    }
  }
  Wish wish;
  wish.groups = std::move(groups);
  std::tie(wish.least_clues, wish.most_clues) = clues;
  wish.minimal = minimal;
  if (difficulty) {
    const auto& [scale, least, most, hardest] = *difficulty;
    wish.difficulty = generate::Difficulty{scale_named(scale).name, least, most, std::nullopt, box.has_value()};
    if (hardest) wish.difficulty->hardest = technique_named(*hardest);
    static_cast<void>(seen(geometry, box.has_value()));
  }
  new (self) PyTries(geometry, box, is_plain, std::move(wish), seed, threads);
}

// Consecutive random grids of a seed.
struct GridJob {
  std::uint64_t first = 0;
  std::size_t count = 0;
  std::vector<std::uint8_t> values;  // of those that were made, up to one that was not
  double seconds = 0;
};

class PyGrids {
 public:
  PyGrids(const PyGeometry& geometry, const Box& box, bool is_plain, std::uint64_t seed, unsigned threads)
      : cells_(static_cast<std::size_t>(geometry.cells())),
        is_uniform_(generate::make_grid_maker(geometry, shape_of(geometry, box, is_plain))->is_uniform()),
        line_(threads, workers(geometry, shape_of(geometry, box, is_plain), seed)) {}

  bool is_uniform() const { return is_uniform_; }

  void add(std::uint64_t first, std::size_t count) { line_.add({first, count, {}, 0}); }
  bool wait(double seconds) { return line_.wait(seconds); }

  nb::list take() {
    nb::list taken;
    for (const GridJob& job : line_.take()) {
      nb::list grids;
      for (std::size_t at = 0; at < job.values.size(); at += cells_)
        grids.append(nb::bytes(job.values.data() + at, cells_));
      taken.append(nb::make_tuple(grids, job.count, job.seconds));
    }
    return taken;
  }

  void stop() { line_.stop(); }
  void close() { line_.close(); }

 private:
  static std::function<InOrder<GridJob>::Work()> workers(const Geometry& geometry,
                                                         std::optional<squaredance::Shape> shape,
                                                         std::uint64_t seed) {
    return [&geometry, shape, seed] {
      std::shared_ptr<generate::GridMaker> maker = generate::make_grid_maker(geometry, shape);
      return [maker, seed, cells = static_cast<std::size_t>(geometry.cells())](GridJob& job,
                                                                               const std::atomic<bool>& stop) {
        const Stopwatch watch;
        job.values.resize(job.count * cells);
        std::size_t made = 0;
        for (; made < job.count && !stop; ++made) {
          Draw draw(seed, job.first + made);
          if (!maker->make(draw, job.values.data() + made * cells, &stop)) break;
        }
        job.values.resize(made * cells);
        job.seconds = watch.seconds();
      };
    };
  }

  const std::size_t cells_;
  const bool is_uniform_;
  PyInOrder<GridJob> line_;
};

}  // namespace

void bind_generate(nb::module_& m) {
  m.def("verdicts", [] {
    std::vector<std::string> names;
    for (auto [_, name] : verdicts) names.push_back(name);
    return names;
  }, "What may become of a try.");
  m.def("technique_range", &technique_range, nb::arg("scale"), nb::arg("technique"),
        "What steps of a technique count on a scale, from least to most; 0 when none comes on its way.");

  nb::class_<PyTries>(m, "Tries", "Threads that make the tries of a seed, in order.")
      .def("__init__", &init_tries, nb::arg("geometry"), nb::arg("box").none(), nb::arg("is_plain"),
           nb::arg("groups"), nb::arg("clues"), nb::arg("minimal"), nb::arg("difficulty").none(),
           nb::arg("seed"), nb::arg("threads"), nb::keep_alive<1, 2>(),
           "``difficulty`` is a scale, the least and the most on it, and the hardest technique or None.")
      .def("add", &PyTries::add, nb::arg("first"), nb::arg("count"), "A block of so many tries, from that number on.")
      .def("wait", &PyTries::wait, nb::arg("seconds"),
           "Whether the oldest block is done (or there is none), after so long at the most.")
      .def("take", &PyTries::take,
           nb::sig("def take(self) -> list[tuple[list[tuple[int, bytes, bytes, tuple[int, ...] | None]], list[int], "
                   "tuple[tuple[int, int], tuple[int, bytes, bytes, tuple[int, ...] | None]] | None, float]]"),
           "The oldest blocks that are done: what was made as wished (its number, puzzle, solution and\n"
           "rating), how many tries had each of the verdicts, how far the nearest of the others is from\n"
           "the wish and that one, and how long it took. Nothing of tries behind one that was stopped.")
      .def("stop", &PyTries::stop, "All that is not done ends soon, stopped.")
      .def("close", &PyTries::close, "End the threads.");

  nb::class_<PyGrids>(m, "Grids", "Threads that make random grids of a seed, in order.")
      .def(nb::init<const PyGeometry&, const Box&, bool, std::uint64_t, unsigned>(), nb::arg("geometry"),
           nb::arg("box").none(), nb::arg("is_plain"), nb::arg("seed"), nb::arg("threads"),
           nb::keep_alive<1, 2>())
      .def_prop_ro("is_uniform", &PyGrids::is_uniform, "Whether every grid is exactly as likely as any other.")
      .def("add", &PyGrids::add, nb::arg("first"), nb::arg("count"), "A block of so many grids, from that number on.")
      .def("wait", &PyGrids::wait, nb::arg("seconds"),
           "Whether the oldest block is done (or there is none), after so long at the most.")
      .def("take", &PyGrids::take, nb::sig("def take(self) -> list[tuple[list[bytes], int, float]]"),
           "The oldest blocks that are done: their grids, how many were asked for (there are fewer when\n"
           "it was stopped, or when the geometry has none), and how long that took.")
      .def("stop", &PyGrids::stop, "All that is not done ends soon.")
      .def("close", &PyGrids::close, "End the threads.");
}

}  // namespace squaredance::bindings
