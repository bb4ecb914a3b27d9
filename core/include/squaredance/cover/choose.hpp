// What `auto` does: the one place where an engine is picked by what a problem looks like.
#pragma once

#include "squaredance/cover/problem.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::cover {

// The engine for solutions one by one: `bits`, unless it does not take the problem or the
// problem is wide; then `cells`.
Engine best_engine(const Problem& problem);

}  // namespace squaredance::cover
