// Graph: the links between the candidates of a state, as the chains walk them.
//
// Candidates get dense numbers (Id), rising with cell and value: a 9x9 has 150 to 300 of them when
// chains are needed, so that a set is a few words and all of it stays in the cache, at every size.
//
//   items     the exact cover items of the geometry: a cell, or a value in a house; one of the
//             members of an item is true
//   slots     the items that a candidate is a member of: 0 its cell, then box, row, col, extras. An
//             extra house may be in another slot for each of its cells: a slot is told with its
//             candidate
//   weak      what a candidate strikes when it is on: others of its cell by value, then its value
//             in box, row, col, extras by position; each candidate once, in the first slot
//
// A strong link is an item with two members left: `count` and `rest` (the members, xor) say so and
// name the other one in a step. The order of all of these is the order of Sudoku Explainer, where
// the first proof found is the one that counts.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "../bits.hpp"
#include "squaredance/technique/state.hpp"

namespace squaredance::technique::chain {

using Id = std::uint16_t;

// A candidate that is on or off: 2 * id + on.
using Literal = std::uint16_t;
inline Literal on(Id id) { return static_cast<Literal>(2 * id + 1); }
inline Literal off(Id id) { return static_cast<Literal>(2 * id); }
inline Id id_of(Literal literal) { return static_cast<Id>(literal >> 1); }
inline bool is_on(Literal literal) { return literal & 1; }

// More candidates than this have no Id; such a state is not searched (64x64, nearly empty).
inline constexpr int max_ids = 32000;

struct Weak {
  Id to;
  std::uint16_t slot;
};

// Slots are kept as a byte, of which Net takes two for other causes. A state with cells in more houses is
// not searched.
inline constexpr int max_slots = 253;

// How many members an item has, and all of them by xor.
struct Item {
  std::uint16_t count;
  std::uint16_t rest;
};

class Graph {
 public:
  // All candidates of the state. False: too many, or too many slots. The same state as before costs nothing: the kinds of
  // chain are looked for one after the other.
  bool build(const State& state);
  // Those of another graph whose status lacks the bit. The items keep their numbers; `outer` names an
  // Id there.
  void build(const Graph& whole, const std::uint8_t* status, std::uint8_t gone_bit);

  int ids() const { return ids_; }
  int slots() const { return slots_; }
  int items() const { return items_; }
  const Sight& sight() const { return *sight_; }

  Candidate candidate(Id id) const { return candidates_[id]; }
  int cell(Id id) const { return cells_[id]; }
  int value(Id id) const { return static_cast<int>(candidates_[id]) % sight_->size(); }
  // The Id of a candidate that the state has.
  Id id(Candidate candidate) const { return numbers_[candidate]; }
  Id outer(Id id) const { return outer_[id]; }

  std::uint32_t item(Id id, int slot) const { return item_of_[id * slots_ + slot]; }
  const std::uint32_t* items_of(Id id) const { return item_of_.data() + id * slots_; }
  std::span<const Id> members(int item) const {
    return {members_.data() + member_starts_[item], members_.data() + member_starts_[item + 1]};
  }
  std::span<const Weak> weak(Id id) const {
    return {weak_.data() + weak_starts_[id], weak_.data() + weak_starts_[id + 1]};
  }
  // Without those of its own cell.
  std::span<const Weak> weak_in_houses(Id id) const {
    const int others = static_cast<int>(members(item(id, 0)).size()) - 1;
    return weak(id).subspan(others);
  }
  // Of every item, and one more that pads the slots of cells that lie in fewer houses.
  const std::vector<Item>& links() const { return links_; }
  // How many cells of a house have no value; how often a value is still to be placed.
  int open(int house) const { return open_[house]; }
  int missing(int value) const { return missing_[value]; }

 private:
  void start(const Sight& sight);
  void add(Candidate candidate, Id outer);
  void connect();

  const Sight* sight_ = nullptr;
  std::uint64_t serial_ = 0;               // of the Sight
  std::vector<std::uint8_t> built_values_;  // the state that this is the graph of
  std::vector<Mask> built_masks_;
  int ids_ = 0;
  int slots_ = 0;
  int items_ = 0;
  std::vector<Candidate> candidates_;
  std::vector<std::uint16_t> cells_;
  std::vector<Id> outer_;
  std::vector<Id> numbers_;
  std::vector<std::uint32_t> item_of_;
  std::vector<std::uint32_t> member_starts_;
  std::vector<Id> members_;
  std::vector<std::uint32_t> weak_starts_;
  std::vector<Weak> weak_;
  std::vector<Item> links_;
  std::vector<std::uint32_t> seen_;
  std::vector<int> open_, missing_;
};

}  // namespace squaredance::technique::chain
