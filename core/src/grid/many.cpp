#include "squaredance/many.hpp"

#include <chrono>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "rows/rows_search.hpp"
#include "squaredance/search.hpp"

namespace squaredance::many {

namespace {

std::vector<std::uint64_t> masks_of(const Geometry& geometry, const std::uint8_t* values) {
  const int size = geometry.size();
  std::vector<std::uint64_t> masks(static_cast<std::size_t>(geometry.cells()),
                                   ~std::uint64_t{0} >> (64 - size));
  for (std::size_t cell = 0; cell < masks.size(); ++cell) {
    const int value = values[cell];  // read once: the caller's array may change meanwhile
    if (value >= 1 && value <= size) masks[cell] = std::uint64_t{1} << (value - 1);
  }
  return masks;
}

// The nodes between two looks at `stop`: about a millisecond, whatever a node costs.
class Slice {
 public:
  std::uint64_t nodes() const { return nodes_; }

  // After the first slice the clock is not known yet: most puzzles need no second one, and to
  // look at it takes as long as a hundredth of an easy puzzle.
  void adapt() {
    auto now = Clock::now();
    auto took = last_ == Clock::time_point{} ? Clock::duration{} : now - last_;
    last_ = now;
    if (took < std::chrono::microseconds(500)) nodes_ *= 2;
    if (took > std::chrono::milliseconds(2) && nodes_ > 1) nodes_ /= 2;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_{};
  std::uint64_t nodes_ = 32;
};

// One puzzle after the other, in a search that is made once where the geometry allows it.
class Solver {
 public:
  explicit Solver(const Geometry& geometry) : geometry_(geometry) {
    if (auto layout = rows::layout_of(geometry)) {
      layout_ = std::move(*layout);
      rows_ = rows::make(layout_);
    }
  }

  Search& start(const std::uint8_t* values) {
    if (rows_) {
      rows_->start(values);
      return *rows_;
    }
    other_ = make_search(Engine::search, geometry_, masks_of(geometry_, values));
    return *other_;
  }

 private:
  const Geometry& geometry_;
  rows::Layout layout_;
  std::unique_ptr<rows::RowsSearch> rows_;
  std::unique_ptr<Search> other_;
};

void answer(Job& job, Solver& solver, std::size_t puzzle) {
  Search& search = solver.start(job.puzzles + puzzle * job.puzzle_step);
  std::uint32_t found = 0;
  for (Slice slice; found < job.limit;) {
    const Pause pause = search.run(slice.nodes());
    if (pause == Pause::exhausted) break;
    if (pause == Pause::budget) {
      slice.adapt();
    } else if (found++ == 0) {
      search.read_solution({job.solutions + puzzle * job.solution_step,
                            static_cast<std::size_t>(job.geometry.cells())});
    }
    if (job.stop) return;
  }
  job.counts[puzzle] = found;
  ++job.answered;
}

}  // namespace

void work(Job& job) {
  if (job.stop || job.taken >= job.size) return;
  Solver solver(job.geometry);
  while (!job.stop) {
    const std::size_t puzzle = job.taken++;
    if (puzzle >= job.size) return;
    answer(job, solver, puzzle);
  }
}

}  // namespace squaredance::many
