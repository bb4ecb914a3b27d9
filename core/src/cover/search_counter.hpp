// SearchCounter: counts solutions one by one, by the fastest engine that takes the problem.
#pragma once

#include <memory>

#include "squaredance/cover/count.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::cover {

std::unique_ptr<Counter> make_search_counter(const Problem& problem);

}  // namespace squaredance::cover
