// Model: what the Learner decides. Variables, items of which one member at the most is placed, and
// clauses.
//
//   item        0         1                 2            which are `exact`: exactly one
//   members   [ 0 1     | 0 2 5 9         | 3 4 8 ]      member is placed, in the others one
//               exact     exact           ^ exact        at the most
//
// Made by GridModel from a puzzle and by CoverModel from an exact cover problem.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "literal.hpp"

namespace squaredance::learn {

// Lists of numbers, one after the other in one array.
struct Lists {
  std::vector<std::uint32_t> starts{0};
  std::vector<std::uint32_t> entries;

  std::uint32_t size() const { return static_cast<std::uint32_t>(starts.size() - 1); }
  std::span<const std::uint32_t> operator[](std::uint32_t i) const {
    return {entries.data() + starts[i], entries.data() + starts[i + 1]};
  }
  void add(std::span<const std::uint32_t> list) {
    entries.insert(entries.end(), list.begin(), list.end());
    starts.push_back(static_cast<std::uint32_t>(entries.size()));
  }
  std::size_t memory() const {
    return (starts.capacity() + entries.capacity()) * sizeof(std::uint32_t);
  }
};

struct Model {
  std::uint32_t variables = 0;
  bool contradiction = false;  // it is known that there is no solution
  Lists members;               // of each item: its variables
  std::uint32_t exact = 0;     // the first so many items
  Lists clauses;               // further ones, of two literals at least
  Lists items;                 // of each variable: its items
  Lists peers;  // of each variable: the others in its items, once each; none when too many

  std::size_t memory() const {
    return members.memory() + clauses.memory() + items.memory() + peers.memory();
  }

 protected:
  void gather();  // items and peers, when the members are there

 private:
  void gather_peers();
};

}  // namespace squaredance::learn
