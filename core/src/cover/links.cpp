#include "squaredance/cover/links.hpp"

namespace squaredance::cover {

Pause Links::run(std::uint64_t nodes) {
  for (;;) {
    if (next_ == Next::leave && !leave_level()) next_ = Next::stop;
    if (next_ == Next::stop) return Pause::exhausted;
    if (nodes-- == 0) return Pause::budget;
    ++effort_.nodes;
    if (table_.headers[0].next == 0) {
      next_ = Next::leave;
      return Pause::solution;
    }
    Index header = choose();
    if (table_.headers[header].size == 0) {
      next_ = Next::leave;
      continue;
    }
    if (table_.headers[header].size > 1) ++effort_.guesses;
    table_.cover(header);
    chosen_.push_back(table_.nodes[header].down);
    take_option(chosen_.back());
  }
}

// Goes to the next option of the deepest level that has one. False when there is none.
bool Links::leave_level() {
  while (!chosen_.empty()) {
    Index node = chosen_.back();
    Index header = table_.header_of(node);
    untake_option(node);
    node = table_.nodes[node].down;
    if (node != header) {
      chosen_.back() = node;
      take_option(node);
      next_ = Next::enter;
      return true;
    }
    table_.uncover(header);
    chosen_.pop_back();
  }
  return false;
}

std::vector<Option> Links::solution() const {
  std::vector<Option> options;
  for (Index node : chosen_) options.push_back(table_.option_of(node));
  return options;
}

// From the deepest level up, so that rounding cannot make it fall: a level at its branch k of
// n says (k + what is done below) / n, and what is done below is never rounded above 1.
double Links::progress() const {
  if (next_ == Next::stop) return 1;
  double done = 0;
  for (auto level = chosen_.rbegin(); level != chosen_.rend(); ++level) {
    Index header = table_.header_of(*level);
    Index before = 0;
    for (Index n = table_.nodes[*level].up; n != header; n = table_.nodes[n].up) ++before;
    done = (before + done) / table_.headers[header].size;
  }
  return done;
}

std::size_t Links::memory() const {
  return sizeof(*this) + table_.memory() + chosen_.capacity() * sizeof(Index);
}

// The item with the fewest options, the first in the ring when several tie. None can beat
// an item of one option or none, so the walk ends there.
Links::Index Links::choose() const {
  const auto& headers = table_.headers;
  Index best = headers[0].next;
  std::uint32_t fewest = headers[best].size;
  for (Index h = headers[best].next; h != 0 && fewest > 1; h = headers[h].next) {
    if (headers[h].size < fewest) {
      best = h;
      fewest = headers[h].size;
    }
  }
  return best;
}

// Covers the other items of the option; the item that it was chosen for is covered.
void Links::take_option(Index node) {
  table_.each_other(node, [&](Index n) { table_.cover(table_.header_of(n)); });
}

void Links::untake_option(Index node) {
  table_.each_other_backwards(node, [&](Index n) { table_.uncover(table_.header_of(n)); });
}

}  // namespace squaredance::cover
