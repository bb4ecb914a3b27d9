#include <algorithm>
#include <utility>

#include "squaredance/cover/reduce.hpp"
#include "uses.hpp"

namespace squaredance::cover {

namespace {

struct Branching {
  Item item;
  std::uint64_t branches;  // 0: a conflict
  bool is_needed;          // false: nothing is left to decide
};

// The item with the fewest branches, as GeneralLinks has them.
Branching choose(const Problem& problem, const Uses& uses) {
  Branching best{0, ~std::uint64_t{0}, false};
  for (Item item = 0; item < problem.primary; ++item) {
    const std::uint64_t size = uses.of(item).size(), least = problem.bounds_of(item).least;
    if (size == 0 && least == 0) continue;
    const std::uint64_t branches = size + 1 > least ? size + 1 - least : 0;
    if (branches < best.branches) best = {item, branches, true};
  }
  return best;
}

// The branches of the part; the part itself, marked as whole, when nothing is left to decide.
struct Branches {
  std::vector<Part> parts;
  bool is_whole = false;
};

Branches branches_of(const Problem& problem, const Part& part) {
  const Reduced reduced = reduce(problem, part.forced, part.excluded);
  if (reduced.impossible) return {};
  const Uses uses(reduced.problem);
  const auto [item, branches, is_needed] = choose(reduced.problem, uses);
  if (!is_needed) return {{part}, true};
  // Where one option fills the item, the options before it need not be excluded.
  const bool is_filled = reduced.problem.bounds_of(item).most == 1;
  Branches result;
  Part next = part;
  for (std::uint64_t b = 0; b < branches; ++b) {
    if (b == uses.of(item).size()) {  // none of them
      Part none = part;
      for (Use use : uses.of(item)) none.excluded.push_back(reduced.options[use.option]);
      result.parts.push_back(std::move(none));
      break;
    }
    const Option option = reduced.options[uses.of(item)[b].option];
    next.forced.push_back(option);
    result.parts.push_back(next);
    next.forced.pop_back();
    if (!is_filled) next.excluded.push_back(option);
  }
  return result;
}

}  // namespace

// Level by level, in the order of the tree; the last level is cut only as far as wanted.
std::vector<Part> split(const Problem& problem, std::size_t wanted) {
  std::vector<Part> parts{{}};
  std::vector<bool> whole{false};
  for (bool grew = true; grew && parts.size() < wanted;) {
    grew = false;
    std::vector<Part> next;
    std::vector<bool> next_whole;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const std::size_t left = parts.size() - i;
      if (whole[i] || next.size() + left >= wanted) {
        next.push_back(std::move(parts[i]));
        next_whole.push_back(whole[i]);
        continue;
      }
      Branches branches = branches_of(problem, parts[i]);
      grew = grew || !branches.is_whole;
      for (Part& part : branches.parts) {
        next.push_back(std::move(part));
        next_whole.push_back(branches.is_whole);
      }
    }
    parts = std::move(next);
    whole = std::move(next_whole);
  }
  return parts;
}

}  // namespace squaredance::cover
