#include "general_links.hpp"

#include <algorithm>

namespace squaredance::cover {

GeneralLinks::GeneralLinks(const Problem& problem) : table_(problem), demands_{{0, 0}} {
  for (Item item = 0; item < problem.primary; ++item) {
    auto [least, most] = problem.bounds_of(item);
    demands_.push_back({least, most});
  }
  for (Index h = 1; is_primary(h); ++h)
    if (demands_[h].most == 0) table_.cover(h);
}

Pause GeneralLinks::run(std::uint64_t nodes) {
  for (;;) {
    if (next_ == Next::leave && !leave_level()) next_ = Next::stop;
    if (next_ == Next::stop) return Pause::exhausted;
    if (nodes-- == 0) return Pause::budget;
    ++effort_.nodes;
    auto [header, branches] = choose();
    if (header == 0 || branches == 0) {
      next_ = Next::leave;
      if (header == 0) return Pause::solution;
      continue;
    }
    if (branches > 1) ++effort_.guesses;
    levels_.push_back({header, branches, 0, 0});
    enter_branch(levels_.back());
  }
}

// Goes to the next branch of the deepest level that has one. False when there is none.
bool GeneralLinks::leave_level() {
  while (!levels_.empty()) {
    Level& level = levels_.back();
    leave_branch(level);
    if (level.branch + 1 < level.branches) {
      ++level.branch;
      enter_branch(level);
      next_ = Next::enter;
      return true;
    }
    pop_level();
  }
  return false;
}

// Brings back what its branches put out.
void GeneralLinks::pop_level() {
  const Level& level = levels_.back();
  for (std::uint32_t out = level.branch + (level.node != 0); out != 0; --out) {
    bring_back(tried_.back());
    tried_.pop_back();
  }
  levels_.pop_back();
}

// The item with the fewest branches, the first in the ring when several tie. One that needs
// nothing more and has no options has nothing to branch on.
GeneralLinks::Choice GeneralLinks::choose() const {
  Choice best{0, ~std::uint32_t{0}};
  const auto& headers = table_.headers;
  for (Index h = headers[0].next; h != 0 && best.branches > 1; h = headers[h].next) {
    std::int64_t size = headers[h].size;
    std::int64_t least = std::max<std::int64_t>(demands_[h].least, 0);
    if (size == 0 && least == 0) continue;
    auto branches = static_cast<std::uint32_t>(std::max<std::int64_t>(size + 1 - least, 0));
    if (branches < best.branches) best = {h, branches};
  }
  return best;
}

void GeneralLinks::enter_branch(Level& level) {
  Index node = table_.nodes[level.header].down;
  if (node == level.header) {
    level.node = 0;
    table_.cover(level.header);
  } else {
    level.node = node;
    take_option(node);
  }
}

void GeneralLinks::leave_branch(const Level& level) {
  if (level.node == 0)
    table_.uncover(level.header);
  else
    untake_option(level.node);
}

// The option goes out of all its items, where it stays for the rest of the level.
void GeneralLinks::put_out(Index node) {
  table_.hide(node);
  auto [up, down, header] = table_.nodes[node];
  table_.nodes[up].down = down;
  table_.nodes[down].up = up;
  --table_.headers[header].size;
  tried_.push_back(node);
}

void GeneralLinks::take_option(Index node) {
  put_out(node);
  commit(node);
  table_.each_other(node, [&](Index n) { commit(n); });
}

void GeneralLinks::untake_option(Index node) {
  table_.each_other_backwards(node, [&](Index n) { uncommit(n); });
  uncommit(node);
}

void GeneralLinks::bring_back(Index node) {
  auto [up, down, header] = table_.nodes[node];
  table_.nodes[up].down = node;
  table_.nodes[down].up = node;
  ++table_.headers[header].size;
  table_.unhide(node);
}

// A primary item counts the option and is covered when it can take no more. A secondary one
// takes its color, or, where it has none, nothing more at all.
void GeneralLinks::commit(Index node) {
  Index header = table_.header_of(node);
  if (is_primary(header)) {
    auto& [least, most] = demands_[header];
    --least;
    if (--most == 0) table_.cover(header);
  } else if (table_.colors[node] == 0) {
    table_.cover(header);
  } else if (table_.settled_by[header] == 0) {
    table_.settle(node);
  }
}

void GeneralLinks::uncommit(Index node) {
  Index header = table_.header_of(node);
  if (is_primary(header)) {
    auto& [least, most] = demands_[header];
    ++least;
    if (++most == 1) table_.uncover(header);
  } else if (table_.colors[node] == 0) {
    table_.uncover(header);
  } else if (table_.settled_by[header] == node) {
    table_.unsettle(node);
  }
}

std::vector<Option> GeneralLinks::solution() const {
  std::vector<Option> options;
  for (const Level& level : levels_)
    if (level.node) options.push_back(table_.option_of(level.node));
  return options;
}

GeneralLinks::Dive GeneralLinks::dive(Draw& draw) {
  double nodes = 0, solutions = 0, weight = 1;
  for (;;) {
    nodes += weight;
    auto [header, branches] = choose();
    if (header == 0) solutions = weight;
    if (header == 0 || branches == 0) break;
    weight *= branches;
    levels_.push_back({header, branches, static_cast<std::uint32_t>(draw.below(branches)), 0});
    for (std::uint32_t b = 0; b < levels_.back().branch; ++b) put_out(table_.nodes[header].down);
    enter_branch(levels_.back());
  }
  while (!levels_.empty()) {
    leave_branch(levels_.back());
    pop_level();
  }
  return {nodes, solutions};
}

// As Links::progress.
double GeneralLinks::progress() const {
  if (next_ == Next::stop) return 1;
  double done = 0;
  for (auto level = levels_.rbegin(); level != levels_.rend(); ++level)
    done = (level->branch + done) / level->branches;
  return done;
}

std::size_t GeneralLinks::memory() const {
  return sizeof(*this) + table_.memory() + demands_.capacity() * sizeof(Demand) +
         levels_.capacity() * sizeof(Level) + tried_.capacity() * sizeof(Index);
}

}  // namespace squaredance::cover
