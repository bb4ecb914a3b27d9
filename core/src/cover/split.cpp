#include <algorithm>
#include <memory>
#include <utility>

#include "squaredance/cover/reduce.hpp"
#include "rest.hpp"

namespace squaredance::cover {

namespace {

// A group of options is told by excluding the others: no groups of more options than this, or
// the parts would take more memory than the problem.
constexpr std::size_t most_to_group = 1 << 16;

// Options forced and excluded in all parts together: 256 MB of them. Parts that have only
// forced options never get there; items with bounds, and groups, take the square of the options.
constexpr std::size_t most_in_parts = std::size_t{1} << 26;

std::size_t options_in(const Part& part) { return part.forced.size() + part.excluded.size(); }

struct Branches {
  std::vector<Part> parts;
  bool is_whole = false;  // the part itself: nothing is left to decide, or no room for more
};

// The item with the fewest branches, as GeneralLinks has them; the number of items when there
// is nothing to decide.
Item choose(const Problem& problem, const Rest& rest) {
  std::vector<std::uint64_t> sizes(problem.item_count(), 0);
  for (Option o = 0; o < problem.option_count(); ++o)
    if (rest.is_open(o))
      for (Item item : problem.option(o)) ++sizes[item];
  Item best = problem.item_count();
  std::uint64_t fewest = ~std::uint64_t{0};
  for (Item item = 0; item < problem.primary; ++item) {
    const std::uint64_t least = rest.bounds_of(item).least;
    if (rest.is_settled(item) || (sizes[item] == 0 && least == 0)) continue;
    const std::uint64_t branches = sizes[item] + 1 > least ? sizes[item] + 1 - least : 0;
    if (branches >= fewest) continue;
    best = item;
    fewest = branches;
  }
  return best;
}

}  // namespace

// The options of each primary item, in rising order: to look for them in all options takes as
// long as all the rest of a cut.
class OptionsOfItems {
 public:
  explicit OptionsOfItems(const Problem& problem) : starts_(problem.primary + 1, 0) {
    for (Item item : problem.items)
      if (problem.is_primary(item)) ++starts_[item + 1];
    for (Item item = 0; item < problem.primary; ++item) starts_[item + 1] += starts_[item];
    options_.resize(starts_[problem.primary]);
    std::vector<std::size_t> ends(starts_.begin(), starts_.end() - 1);
    for (Option o = 0; o < problem.option_count(); ++o)
      for (Item item : problem.option(o))
        if (problem.is_primary(item)) options_[ends[item]++] = o;
  }

  std::vector<Option> open(const Rest& rest, Item item) const {
    std::vector<Option> open;
    for (std::size_t i = starts_[item]; i < starts_[item + 1]; ++i)
      if (rest.is_open(options_[i])) open.push_back(options_[i]);
    return open;
  }

 private:
  std::vector<std::size_t> starts_;
  std::vector<Option> options_;
};

namespace {

// One option fills the item: `wanted` groups of them, by excluding those of the others.
std::vector<Part> groups_of(const Part& part, const std::vector<Option>& options,
                            std::size_t wanted) {
  std::vector<Part> groups(wanted, part);
  for (std::size_t g = 0; g < wanted; ++g) {
    const auto begin = options.begin() + static_cast<std::ptrdiff_t>(options.size() * g / wanted);
    const auto end =
        options.begin() + static_cast<std::ptrdiff_t>(options.size() * (g + 1) / wanted);
    auto& excluded = groups[g].excluded;
    excluded.reserve(excluded.size() + options.size());  // else up to twice as much
    excluded.insert(excluded.end(), options.begin(), begin);
    excluded.insert(excluded.end(), end, options.end());
  }
  return groups;
}

// A part for each option that may be the first one chosen, and one for none of them. No more
// than `wanted`: an item with bounds excludes all options before the first one, so that parts
// without end would take the square of the options.
std::vector<Part> first_options(const Part& part, const std::vector<Option>& options,
                                Bounds bounds, std::size_t wanted) {
  if (bounds.least > options.size()) return {};
  std::size_t forced = std::min(options.size(), options.size() + 1 - bounds.least);
  const bool cut_short = forced > wanted;
  if (cut_short) forced = wanted - 1;
  std::vector<Part> parts;
  Part next = part;
  for (std::size_t b = 0; b < forced; ++b) {
    next.forced.push_back(options[b]);
    parts.push_back(next);
    next.forced.pop_back();
    // Where one option fills the item, the options before it need not be excluded.
    if (bounds.most > 1) next.excluded.push_back(options[b]);
  }
  if (bounds.least > 0 && !cut_short) return parts;
  Part none = part;
  none.excluded.insert(none.excluded.end(), options.begin(),
                       options.begin() + static_cast<std::ptrdiff_t>(forced));
  parts.push_back(std::move(none));
  return parts;
}

// Requires that at least 2 are wanted; there may be one more. With `room` for fewer options than
// that takes, there are fewer.
Branches branches_of(const Problem& problem, const OptionsOfItems& all, const Part& part,
                     std::size_t wanted, std::size_t room) {
  const Rest rest(problem, part.forced, part.excluded);
  const Item item = choose(problem, rest);
  if (item == problem.item_count()) return {{part}, true};
  const std::vector<Option> options = all.open(rest, item);
  const Bounds bounds = rest.bounds_of(item);
  const std::size_t size = options.size();
  const bool grouped = bounds == Bounds{} && size > wanted && size <= most_to_group;
  const std::size_t each = options_in(part) + 1 + (grouped || bounds.most > 1 ? size : 0);
  wanted = std::min(wanted, room / each);
  if (wanted < 2) return {{part}, true};
  if (grouped) return {groups_of(part, options, wanted)};
  return {first_options(part, options, bounds, wanted)};
}

}  // namespace

std::vector<Part> split(const Problem& problem, std::size_t wanted) {
  Cutting cutting(problem, wanted);
  cutting.run(~std::uint64_t{0});
  return cutting.take();
}

// Level by level, in the order of the tree; the last level is cut only as far as wanted.
Cutting::Cutting(const Problem& problem, std::size_t wanted)
    : problem_(problem),
      options_(std::make_unique<OptionsOfItems>(problem)),
      wanted_(wanted),
      level_(1),
      is_whole_(1, false),
      is_done_(level_.size() >= wanted) {}

Cutting::~Cutting() = default;

bool Cutting::run(std::uint64_t steps) {
  for (std::uint64_t taken = 0; !is_done_ && taken < steps;) taken += go_on();
  return is_done_;
}

// One of the level: how many steps it took.
std::uint64_t Cutting::go_on() {
  if (at_ == level_.size()) {
    next_level();
    return 1;
  }
  const std::size_t left = level_.size() - at_;
  const bool is_whole = is_whole_[at_];
  Part part = std::exchange(level_[at_++], {});
  if (is_whole || next_.size() + left >= wanted_) {
    next_.push_back(std::move(part));
    next_is_whole_.push_back(is_whole);
    return 1;
  }
  const std::size_t room = most_in_parts - std::min(taken_, most_in_parts);
  Branches branches = branches_of(problem_, *options_, part, wanted_, room);
  std::uint64_t steps = problem_.items.size() + problem_.option_count();
  grew_ = grew_ || !branches.is_whole;
  taken_ -= options_in(part);
  for (Part& branch : branches.parts) {
    taken_ += options_in(branch);
    steps += options_in(branch);
    next_.push_back(std::move(branch));
    next_is_whole_.push_back(branches.is_whole);
  }
  return steps;
}

void Cutting::next_level() {
  level_ = std::exchange(next_, {});
  is_whole_ = std::exchange(next_is_whole_, {});
  at_ = 0;
  is_done_ = !grew_ || level_.size() >= wanted_;
  grew_ = false;
}

std::vector<Part> Cutting::take() { return std::exchange(level_, {}); }

}  // namespace squaredance::cover
