// Digging: clues are taken from a solution, group by group in a random order, as long as it stays the only one.
//
//   std::vector<Dig> digs = ...;                  // each with its solution and its Draw
//   auto digger = generate::make_digger(geometry, shape, groups);
//   digger->dig(digs, stop);
//
// A group is the cells that hold clues together or not at all: one cell, or those that a symmetry makes of it. A
// cell in no group holds no clue. Groups share no cell, and none is empty.
//
//   solution -- cells in no group go --> several solutions? unique = false, that is all
//      |
//      +-- next group of draw.shuffle(0 .. groups - 1) --> goes, and is added to `removed`, if the
//          solution stays the only one and `least` clues are left --> until `target` clues or fewer are left, or
//          all groups were tried: then `is_minimal`
//
// Large puzzles take long, as it may take long to show that a group can go. With `nodes` a check ends after so many
// nodes of search, and the group stays: first with one node, then all that stayed for it with four, and so on up to
// `nodes`, as long as the target is not reached.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "squaredance/draw.hpp"
#include "squaredance/geometry.hpp"
#include "squaredance/shape.hpp"

namespace squaredance::generate {

using Groups = std::vector<std::vector<Cell>>;

struct Dig {
  Draw draw;
  std::vector<std::uint8_t> solution = {};
  int target = 0;
  int least = 0;
  // For sizes beyond 9x9; make_nine_digger takes no note of them.
  std::uint64_t nodes = 0;  // of a check at the most; 0: as many as it takes
  bool by_house = false;    // the groups of a house after those of another, which gets further: at 25x25 by 30 clues

  std::vector<std::uint8_t> puzzle = {};
  std::vector<std::uint16_t> removed = {};  // groups in the order in which they went
  int clues = 0;
  bool unique = false;
  bool is_minimal = false;  // no group can go: all were tried, and none was kept for `least` or `nodes`
  bool done = false;        // false after a `stop`; if `unique` the puzzle is so then, too
};

// Holds the memory of one thread. What becomes of a Dig does not depend on those beside it.
class Digger {
 public:
  virtual ~Digger() = default;

  // How many it likes to get at once.
  virtual std::size_t handful() const = 0;

  // Throws nothing but std::bad_alloc.
  virtual void dig(std::span<Dig> digs, const std::atomic<bool>* stop) = 0;
};

// Picks the one for the geometry: `make_nine_digger` where `shape` is the standard 9x9, else `make_any_digger`.
std::unique_ptr<Digger> make_digger(const Geometry& geometry, std::optional<Shape> shape, Groups groups);

std::unique_ptr<Digger> make_nine_digger(Groups groups);  // many side by side, over bulk.hpp
std::unique_ptr<Digger> make_any_digger(const Geometry& geometry, Groups groups);

// Of a puzzle with one solution: the cells whose clues could each go alone. Empty: it is minimal. False after
// a `stop`.
bool redundant_clues(const Geometry& geometry, const std::uint8_t* puzzle, const std::uint8_t* solution,
                     std::vector<Cell>& redundant, const std::atomic<bool>* stop);

}  // namespace squaredance::generate
