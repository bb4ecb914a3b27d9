// The order in which `frontier` takes the primary items. It decides how many items are live at
// a time, touched by an option that is decided and in another that is not, and the number of
// states grows exponentially with that.
#pragma once

#include <vector>

#include "masks.hpp"
#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

// The best of several: as given, and greedily the least new live items, from several first
// items. All primary items, each once. The work is bounded: a large problem has fewer tries.
std::vector<Item> frontier_order(const Problem& problem, const Fields& fields);

}  // namespace squaredance::cover
