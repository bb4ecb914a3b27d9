#include "squaredance/many.hpp"

#include <chrono>

#include "squaredance/auto_search.hpp"

namespace squaredance::many {

namespace {

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

void answer(Job& job, AutoSearch& search, std::size_t puzzle) {
  search.start(job.puzzles + puzzle * job.puzzle_step);
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
  AutoSearch search(job.geometry);
  while (!job.stop) {
    const std::size_t puzzle = job.taken++;
    if (puzzle >= job.size) return;
    answer(job, search, puzzle);
  }
}

}  // namespace squaredance::many
