// The order in which `frontier` takes the primary items. It decides how many items are live at
// a time, touched by an option that is decided and in another that is not, and the number of
// states grows exponentially with that.
#pragma once

#include <cstdint>
#include <vector>

#include "masks.hpp"
#include "squaredance/cover/problem.hpp"

namespace squaredance::cover {

// Steps over lists: some milliseconds.
inline constexpr std::uint64_t default_order_work = 1'500'000;

// The best of several: as given, and greedily the least new live items, from several first
// items. All primary items, each once. About so much
// work: a large problem has fewer tries.
std::vector<Item> frontier_order(const Problem& problem, const Fields& fields,
                                 std::uint64_t work = default_order_work);

}  // namespace squaredance::cover
