#include "squaredance/many.hpp"

#include <chrono>
#include <span>
#include <vector>

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

  void adapt() {
    auto now = Clock::now();
    auto took = now - last_;
    last_ = now;
    if (took < std::chrono::microseconds(500)) nodes_ *= 2;
    if (took > std::chrono::milliseconds(2) && nodes_ > 1) nodes_ /= 2;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point last_ = Clock::now();
  std::uint64_t nodes_ = 32;
};

void answer(Job& job, std::size_t puzzle) {
  auto search = make_search(Engine::search, job.geometry,
                            masks_of(job.geometry, job.puzzles + puzzle * job.puzzle_step));
  std::uint32_t found = 0;
  for (Slice slice; found < job.limit;) {
    const Pause pause = search->run(slice.nodes());
    if (pause == Pause::exhausted) break;
    if (pause == Pause::budget) {
      slice.adapt();
    } else if (found++ == 0) {
      search->read_solution({job.solutions + puzzle * job.solution_step,
                             static_cast<std::size_t>(job.geometry.cells())});
    }
    if (job.stop) return;
  }
  job.counts[puzzle] = found;
  ++job.answered;
}

}  // namespace

void work(Job& job) {
  while (!job.stop) {
    const std::size_t puzzle = job.taken++;
    if (puzzle >= job.size) return;
    answer(job, puzzle);
  }
}

}  // namespace squaredance::many
