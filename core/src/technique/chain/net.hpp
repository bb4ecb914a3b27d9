// Net: all that follows from one assumption, each with the parents it was first seen to follow from.
//
// Propagation makes it: what is on strikes its weak links, first in first out, before anything that is
// off is looked at; what is off turns on the last member of an item that had two. Dynamic nets strike
// for good, so that an item of five may come down to one: the other members that went are parents too.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph.hpp"

namespace squaredance::technique::chain {

// What an advanced node follows from: a simple step, or a chain inside.
struct Note {
  enum class Rule : std::uint8_t { locked, hidden_pair, naked_pair, x_wing, chain };
  Rule rule;
  // Locked: base, cover, value. Pairs: the house, then its two values, then its two cells. X-wing: the
  // value, then the two lines that are bases, then the two covers.
  std::uint16_t on[5] = {};
  // chain: its number in the net; what kind of search found it at which place of its ranking, and how
  // many were off then. So it can be found again.
  std::uint32_t inner = 0, kind = 0, place = 0, struck = 0;
  Literal node = 0;
};

// A chain inside of a net: what it adds to the complexity, once for all of the same print.
struct Inner {
  std::uint64_t print;
  int complexity;
};

// What is known of a candidate while a net is made. What is off has gone once it was looked at.
enum Status : std::uint8_t { is_on_bit = 1, is_off_bit = 2, gone_bit = 4 };

class Net {
 public:
  struct Node {
    std::uint32_t first;  // parents
    std::uint16_t count;
    std::uint16_t least;  // nodes on the longest way back to the assumption
    std::uint16_t size;   // 0: not counted yet
    std::uint8_t cause;
  };
  // The slot of the item that a node follows from, as its first parent counts slots, or one of these.
  static constexpr std::uint8_t assumed = 255;
  static constexpr std::uint8_t advanced = 254;

  void start(const Graph& graph, Literal root);

  Literal root() const { return root_; }
  bool has(Literal literal) const {
    const auto& bits = is_on(literal) ? on_bits_ : off_bits_;
    return (bits[literal >> 7] >> ((literal >> 1) & 63)) & 1;
  }
  const std::vector<std::uint64_t>& bits(bool on_side) const { return on_side ? on_bits_ : off_bits_; }
  // In the order in which they were found.
  std::span<const Id> ids(bool on_side) const {
    return on_side ? std::span<const Id>{ons_.data(), on_count_}
                   : std::span<const Id>{offs_.data(), off_count_};
  }
  std::span<const Literal> parents(Literal node) const {
    return {parents_.data() + nodes_[node].first, nodes_[node].count};
  }
  std::uint8_t cause(Literal node) const { return nodes_[node].cause; }
  // Of the advanced nodes, as they were added.
  const std::vector<Note>& notes() const { return notes_; }
  const std::vector<Inner>& inners() const { return inners_; }
  // The nodes that it needs, breadth first, each once.
  void walk(Literal node, std::vector<Literal>& nodes) const;
  // Appends the chains inside of what a node needs, by their numbers, again and again.
  void inners_of(Literal node, std::vector<std::uint32_t>& found) const;

  // A contradiction: `clash_on` and `clash_off` cannot both be. The newer one is no member of the net;
  // it is the node `extra`.
  bool clashes() const { return clashes_; }
  Literal clash_on() const { return clash_is_on_ ? extra() : on(id_of(clash_literal_)); }
  Literal clash_off() const { return clash_is_on_ ? off(id_of(clash_literal_)) : extra(); }
  Literal extra() const { return static_cast<Literal>(nodes_.size() - 1); }
  // What a node says, the extra one too.
  Literal literal(Literal node) const { return node == extra() ? clash_literal_ : node; }

  int least(Literal node) const { return nodes_[node].least; }
  // How many different nodes it needs, itself and the assumption counted.
  int size(Literal node) {
    const int known = nodes_[node].size;
    return known ? known : count_size(node);
  }

  // For the makers. One parent, or many that are begun, added and then given to a node.
  void add(Literal literal, Literal parent, std::uint8_t cause) {
    enter(literal);
    const Node& from = nodes_[parent];
    const std::uint16_t size = static_cast<std::uint16_t>(from.size ? from.size + 1 : 0);
    nodes_[literal] = {used_, 1, static_cast<std::uint16_t>(from.least + 1), size, cause};
    add_parent(parent);
  }
  void begin_parents() { first_ = used_; }
  void add_parent(Literal parent) {
    if (used_ == parents_.size()) parents_.resize(2 * used_ + 64);
    parents_[used_++] = parent;
  }
  bool no_parents() const { return used_ == first_; }
  void drop_parents() { used_ = first_; }
  void add(Literal literal, std::uint8_t cause) {
    enter(literal);
    close(literal, cause);
  }
  // What a step within the net strikes and was not off before; all of it shares the parents begun.
  void add_advanced(std::span<const Id> struck, const Note& note, std::vector<std::uint8_t>& status);
  std::uint32_t add_inner(const Inner& inner) {
    inners_.push_back(inner);
    return static_cast<std::uint32_t>(inners_.size() - 1);
  }
  void add_clash(Literal literal, std::uint8_t cause);

 private:
  void enter(Literal literal) {
    const Id id = id_of(literal);
    if (is_on(literal)) {
      ons_[on_count_++] = id;
      on_bits_[id >> 6] |= std::uint64_t{1} << (id & 63);
    } else {
      offs_[off_count_++] = id;
      off_bits_[id >> 6] |= std::uint64_t{1} << (id & 63);
    }
  }
  void close(Literal node, std::uint8_t cause);
  int count_size(Literal node);

  Literal root_ = 0;
  bool clashes_ = false;
  bool clash_is_on_ = false;
  Literal clash_literal_ = 0;
  std::uint32_t first_ = 0;  // of the parents begun
  std::uint32_t used_ = 0;   // of parents_
  std::size_t on_count_ = 0, off_count_ = 0;
  std::vector<Node> nodes_;
  std::vector<Literal> parents_;
  std::vector<Note> notes_;
  std::vector<Inner> inners_;
  std::vector<Id> ons_, offs_;
  std::vector<std::uint64_t> on_bits_, off_bits_;
};

}  // namespace squaredance::technique::chain
