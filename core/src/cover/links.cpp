#include "squaredance/cover/links.hpp"

namespace squaredance::cover {

template <bool colored>
LinkTable<colored>::LinkTable(const Problem& problem) {
  link_headers(problem);
  link_options(problem);
}

template <bool colored>
void LinkTable<colored>::link_headers(const Problem& problem) {
  Index count = problem.item_count();
  headers.resize(count + 1);
  nodes.reserve(1 + count + problem.items.size() + problem.option_count() + 1);
  for (Index h = 0; h <= count; ++h) {
    nodes.push_back({h, h, static_cast<std::int32_t>(h)});
    bool in_ring = h <= problem.primary;
    headers[h] = {in_ring ? (h == 0 ? problem.primary : h - 1) : h,
                  in_ring ? (h == problem.primary ? 0 : h + 1) : h, 0};
  }
  if constexpr (colored) settled_by.resize(count + 1, 0);
}

template <bool colored>
void LinkTable<colored>::link_options(const Problem& problem) {
  Index before = static_cast<Index>(nodes.size());
  nodes.push_back({0, 0, 0});
  for (Option o = 0; o < problem.option_count(); ++o) {
    if (problem.is_usable(o))
      for (Item item : problem.option(o)) append_node(item);
    Index after = static_cast<Index>(nodes.size());
    nodes[before].header = -static_cast<std::int32_t>(o);
    nodes[before].down = after - 1;
    if constexpr (colored) {
      colors.resize(after + 1, 0);
      for (Index n = before + 1; n < after; ++n)
        colors[n] = problem.color_at(problem.starts[o] + (n - before - 1));
    }
    nodes.push_back({before + 1, 0, 0});
    before = after;
  }
}

template <bool colored>
void LinkTable<colored>::append_node(Item item) {
  Index header = item + 1;
  Index node = static_cast<Index>(nodes.size());
  Index last = nodes[header].up;
  nodes.push_back({last, header, static_cast<std::int32_t>(header)});
  nodes[last].down = node;
  nodes[header].up = node;
  ++headers[header].size;
}

template <bool colored>
Option LinkTable<colored>::option_of(Index node) const {
  while (nodes[node].header > 0) --node;
  return static_cast<Option>(-nodes[node].header);
}

template <bool colored>
void LinkTable<colored>::cover(Index header) {
  auto [previous, next, size] = headers[header];
  headers[previous].next = next;
  headers[next].previous = previous;
  for (Index n = nodes[header].down; n != header; n = nodes[n].down) hide(n);
}

template <bool colored>
void LinkTable<colored>::uncover(Index header) {
  for (Index n = nodes[header].up; n != header; n = nodes[n].up) unhide(n);
  auto [previous, next, size] = headers[header];
  headers[previous].next = header;
  headers[next].previous = header;
}

// These two are each_other written out, which is 3 % of a search: one look at a node, not two.
template <bool colored>
void LinkTable<colored>::hide(Index node) {
  for (Index n = node + 1; n != node;) {
    auto [up, down, header] = nodes[n];
    if (header <= 0) {
      n = up;
      continue;
    }
    if (!colored || !settled_by[header]) {
      nodes[up].down = down;
      nodes[down].up = up;
      --headers[header].size;
    }
    ++n;
  }
}

template <bool colored>
void LinkTable<colored>::unhide(Index node) {
  for (Index n = node - 1; n != node;) {
    auto [up, down, header] = nodes[n];
    if (header <= 0) {
      n = down;
      continue;
    }
    if (!colored || !settled_by[header]) {
      nodes[up].down = n;
      nodes[down].up = n;
      ++headers[header].size;
    }
    --n;
  }
}

template <bool colored>
void LinkTable<colored>::settle(Index node) {
  Index header = header_of(node);
  settled_by[header] = node;
  for (Index n = nodes[header].down; n != header; n = nodes[n].down)
    if (colors[n] != colors[node]) hide(n);
}

template <bool colored>
void LinkTable<colored>::unsettle(Index node) {
  Index header = header_of(node);
  for (Index n = nodes[header].up; n != header; n = nodes[n].up)
    if (colors[n] != colors[node]) unhide(n);
  settled_by[header] = 0;
}

template <bool colored>
std::size_t LinkTable<colored>::memory() const {
  return headers.capacity() * sizeof(Header) + nodes.capacity() * sizeof(Node) +
         colors.capacity() * sizeof(Color) + settled_by.capacity() * sizeof(Index);
}

template struct LinkTable<false>;
template struct LinkTable<true>;

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
    take_item(header);
  }
}

Links::Seen Links::watch() {
  if (next_ == Next::leave && chosen_.empty()) next_ = Next::stop;
  if (next_ == Next::stop) return {Moment::end, 0};
  if (next_ == Next::leave) {
    const Index node = chosen_.back();
    if (leave_option()) return {Moment::next, chosen_.back()};
    return {Moment::back, node};
  }
  ++effort_.nodes;
  if (table_.headers[0].next == 0) {
    next_ = Next::leave;
    return {Moment::solution, 0};
  }
  const Index header = choose();
  if (table_.headers[header].size == 0) {
    next_ = Next::leave;
    return {Moment::conflict, header};
  }
  take_item(header);
  return {Moment::take, chosen_.back()};
}

// Covers the item and takes its first option.
inline void Links::take_item(Index header) {
  if (table_.headers[header].size > 1) ++effort_.guesses;
  table_.cover(header);
  chosen_.push_back(table_.nodes[header].down);
  take_option(chosen_.back());
}

// Goes to the next option of the deepest level that has one. False when there is none.
bool Links::leave_level() {
  while (!chosen_.empty())
    if (leave_option()) return true;
  return false;
}

// Goes to the next option of the deepest level. False when that was its last: the level is gone.
inline bool Links::leave_option() {
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
