// Long calls take a `stop`, which another thread may set: they look at it now and then, and end soon.
#pragma once

#include <atomic>

namespace squaredance {

inline bool is_stopped(const std::atomic<bool>* stop) { return stop && stop->load(std::memory_order_relaxed); }

}  // namespace squaredance
