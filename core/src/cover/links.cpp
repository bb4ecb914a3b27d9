#include "squaredance/cover/links.hpp"

namespace squaredance::cover {

Links::Links(const Problem& problem) {
  link_headers(problem);
  link_options(problem);
}

void Links::link_headers(const Problem& problem) {
  Index count = problem.item_count();
  headers_.resize(count + 1);
  nodes_.reserve(1 + count + problem.items.size() + problem.option_count() + 1);
  for (Index h = 0; h <= count; ++h) {
    nodes_.push_back({h, h, static_cast<std::int32_t>(h)});
    bool in_ring = h <= problem.primary;
    headers_[h] = {in_ring ? (h == 0 ? problem.primary : h - 1) : h,
                   in_ring ? (h == problem.primary ? 0 : h + 1) : h, 0};
  }
}

void Links::link_options(const Problem& problem) {
  Index before = static_cast<Index>(nodes_.size());
  nodes_.push_back({0, 0, 0});
  for (Option o = 0; o < problem.option_count(); ++o) {
    if (problem.is_usable(o))
      for (Item item : problem.option(o)) append_node(item);
    Index after = static_cast<Index>(nodes_.size());
    nodes_[before].header = -static_cast<std::int32_t>(o);
    nodes_[before].down = after - 1;
    nodes_.push_back({before + 1, 0, 0});
    before = after;
  }
}

void Links::append_node(Item item) {
  Index header = item + 1;
  Index node = static_cast<Index>(nodes_.size());
  Index last = nodes_[header].up;
  nodes_.push_back({last, header, static_cast<std::int32_t>(header)});
  nodes_[last].down = node;
  nodes_[header].up = node;
  ++headers_[header].size;
}

Pause Links::run(std::uint64_t nodes) {
  for (;;) {
    if (next_ == Next::leave && !leave_level()) next_ = Next::stop;
    if (next_ == Next::stop) return Pause::exhausted;
    if (nodes-- == 0) return Pause::budget;
    ++effort_.nodes;
    if (headers_[0].next == 0) {
      next_ = Next::leave;
      return Pause::solution;
    }
    Index header = choose();
    if (headers_[header].size == 0) {
      next_ = Next::leave;
      continue;
    }
    if (headers_[header].size > 1) ++effort_.guesses;
    cover(header);
    chosen_.push_back(nodes_[header].down);
    take_option(chosen_.back());
  }
}

// Goes to the next option of the deepest level that has one. False when there is none.
bool Links::leave_level() {
  while (!chosen_.empty()) {
    Index node = chosen_.back();
    Index header = static_cast<Index>(nodes_[node].header);
    untake_option(node);
    node = nodes_[node].down;
    if (node != header) {
      chosen_.back() = node;
      take_option(node);
      next_ = Next::enter;
      return true;
    }
    uncover(header);
    chosen_.pop_back();
  }
  return false;
}

std::vector<Option> Links::solution() const {
  std::vector<Option> options;
  for (Index node : chosen_) {
    while (nodes_[node].header > 0) --node;
    options.push_back(static_cast<Option>(-nodes_[node].header));
  }
  return options;
}

// From the deepest level up, so that rounding cannot make it fall: a level at its branch k of
// n says (k + what is done below) / n, and what is done below is never rounded above 1.
double Links::progress() const {
  if (next_ == Next::stop) return 1;
  double done = 0;
  for (auto level = chosen_.rbegin(); level != chosen_.rend(); ++level) {
    Index header = static_cast<Index>(nodes_[*level].header);
    Index before = 0;
    for (Index n = nodes_[*level].up; n != header; n = nodes_[n].up) ++before;
    done = (before + done) / headers_[header].size;
  }
  return done;
}

std::size_t Links::memory() const {
  return headers_.capacity() * sizeof(Header) + nodes_.capacity() * sizeof(Node) +
         chosen_.capacity() * sizeof(Index);
}

// The item with the fewest options, the first in the ring when several tie. None can beat
// an item of one option or none, so the walk ends there.
Links::Index Links::choose() const {
  Index best = headers_[0].next;
  std::uint32_t fewest = headers_[best].size;
  for (Index h = headers_[best].next; h != 0 && fewest > 1; h = headers_[h].next) {
    if (headers_[h].size < fewest) {
      best = h;
      fewest = headers_[h].size;
    }
  }
  return best;
}

void Links::cover(Index header) {
  auto [previous, next, size] = headers_[header];
  headers_[previous].next = next;
  headers_[next].previous = previous;
  for (Index n = nodes_[header].down; n != header; n = nodes_[n].down) hide(n);
}

void Links::uncover(Index header) {
  for (Index n = nodes_[header].up; n != header; n = nodes_[n].up) unhide(n);
  auto [previous, next, size] = headers_[header];
  headers_[previous].next = header;
  headers_[next].previous = header;
}

// Takes the option of this node out of all its other items.
void Links::hide(Index node) {
  for (Index n = node + 1; n != node;) {
    auto [up, down, header] = nodes_[n];
    if (header <= 0) {
      n = up;
      continue;
    }
    nodes_[up].down = down;
    nodes_[down].up = up;
    --headers_[header].size;
    ++n;
  }
}

void Links::unhide(Index node) {
  for (Index n = node - 1; n != node;) {
    auto [up, down, header] = nodes_[n];
    if (header <= 0) {
      n = down;
      continue;
    }
    nodes_[up].down = n;
    nodes_[down].up = n;
    ++headers_[header].size;
    --n;
  }
}

// Covers the other items of the option; the item that it was chosen for is covered.
void Links::take_option(Index node) {
  for (Index n = node + 1; n != node;) {
    if (nodes_[n].header <= 0) {
      n = nodes_[n].up;
    } else {
      cover(static_cast<Index>(nodes_[n].header));
      ++n;
    }
  }
}

void Links::untake_option(Index node) {
  for (Index n = node - 1; n != node;) {
    if (nodes_[n].header <= 0) {
      n = nodes_[n].down;
    } else {
      uncover(static_cast<Index>(nodes_[n].header));
      --n;
    }
  }
}

}  // namespace squaredance::cover
