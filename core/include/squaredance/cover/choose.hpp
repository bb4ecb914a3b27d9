// What `auto` does: the one place where an engine is picked by what a problem looks like.
#pragma once

#include <cstdint>

#include "squaredance/cover/problem.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::cover {

// The engine for solutions one by one: `bits`, unless it does not take the problem or the
// problem is large and sparse; then `cells`.
Engine best_engine(const Problem& problem);

// Where one solution is wanted, or whether there is a second, and that engine has not found out
// after so many nodes, the problem is hard, and `learn` begins anew where it takes it.
inline constexpr std::uint64_t patience = 100'000;

}  // namespace squaredance::cover
