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

template <bool colored>
void LinkTable<colored>::hide(Index node) {
  each_other(node, [&](Index n) {
    auto [up, down, header] = nodes[n];
    if (colored && settled_by[header]) return;
    nodes[up].down = down;
    nodes[down].up = up;
    --headers[header].size;
  });
}

template <bool colored>
void LinkTable<colored>::unhide(Index node) {
  each_other_backwards(node, [&](Index n) {
    auto [up, down, header] = nodes[n];
    if (colored && settled_by[header]) return;
    nodes[up].down = n;
    nodes[down].up = n;
    ++headers[header].size;
  });
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

}  // namespace squaredance::cover
