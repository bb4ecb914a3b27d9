// Which method takes what, and counting by a plain search.
#include "squaredance/cover/count.hpp"

#include "best_counter.hpp"
#include "frontier.hpp"
#include "masks.hpp"
#include "memo.hpp"
#include "search_counter.hpp"

namespace squaredance::cover {

bool takes(Method method, const Problem& problem) {
  if (method != Method::memo) return true;
  return !problem.has_bounds() && fields_of(problem).bits <= memo_words * 64;
}

std::unique_ptr<Counter> make_counter(Method method, const Problem& problem, CountLimits limits) {
  switch (method) {
    case Method::best: break;
    case Method::memo: return make_memo(problem, limits);
    case Method::frontier: return make_frontier(problem, limits);
    case Method::search: return make_search_counter(problem);
  }
  return make_best(problem, limits);
}

}  // namespace squaredance::cover
