// Many canonical forms side by side.
#include <algorithm>

#include "squaredance/canon.hpp"
#include "squaredance/stop.hpp"

namespace squaredance::canon {

namespace {

bool one(Job& job, std::size_t i) {
  const std::uint8_t* source = job.sources + i * job.source_step;
  std::uint8_t* form = job.forms + i * job.form_step;
  if (!job.shape.is_standard9()) return canonical(job.shape, source, job.nodes, &job.stop, form);
  canonical9(source, form);
  return true;
}

}  // namespace

void work(Job& job) {
  // A few microseconds each (with clashes some milliseconds); the others may take long, and are taken one by one.
  const std::size_t step = job.shape.is_standard9() ? 64 : 1;
  while (!is_stopped(&job.stop)) {
    const std::size_t begin = job.taken.fetch_add(step, std::memory_order_relaxed);
    if (begin >= job.size) return;
    const std::size_t end = std::min(begin + step, job.size);
    std::size_t i = begin;
    for (; i < end && !is_stopped(&job.stop); ++i) job.done[i] = one(job, i);
    job.answered.fetch_add(i - begin, std::memory_order_relaxed);
  }
}

}  // namespace squaredance::canon
