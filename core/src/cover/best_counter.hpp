// The method `best`: which of the others counts fastest, found while counting. How it decides
// is in docs/engine-count.md.
#pragma once

#include <memory>

#include "squaredance/cover/count.hpp"

namespace squaredance::cover {

std::unique_ptr<Counter> make_best(const Problem& problem, CountLimits limits);

}  // namespace squaredance::cover
