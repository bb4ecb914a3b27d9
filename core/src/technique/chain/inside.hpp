// Inside: the simple steps that a dynamic net of level 1 or more may use when nothing else follows.
//
// Locked candidates, hidden pairs, naked pairs, X-wings, in this order; all steps of the first of these
// that has any are taken at once. A step counts only if the net has struck something that it needs
// (its parents). So a rule looks only where something was struck since it last looked.
#pragma once

#include <vector>

#include "net.hpp"

namespace squaredance::technique::chain {

class Inside {
 public:
  void start(const Graph& graph, bool sukaku);
  // For a new net.
  void reset();
  // Adds what the first rule with a step strikes to the net, and marks it in `status`.
  bool look(Net& net, std::vector<std::uint8_t>& status);

 private:
  enum Rule { locked, hidden_pairs, naked_pairs, x_wings, rules };

  void sync();
  void collect(Rule rule);
  void look_locked();
  void look_locked_at(int base, int cover, Mask values);
  void look_hidden_pairs(int house);
  void look_naked_pairs(int house);
  void look_x_wings(bool cols);
  void look_x_wing(int low, int high, int value, bool cols);
  Id id_at(int house, int position, int value) const;
  // The members of the item outside of these positions have gone; they are parents.
  void add_parents(int house, Mask positions, int value);
  void strike(int house, Mask positions, int value);
  void finish(const Note& note);

  Mask& places(int house, int value) { return places_[house * size_ + value]; }
  Mask source(int house, int value) const { return source_places_[house * size_ + value]; }

  const Graph* graph_ = nullptr;
  bool sukaku_ = false;
  int size_ = 0;
  std::vector<Mask> source_places_, places_;  // by house and value: positions
  std::vector<Mask> source_masks_, masks_;    // by cell: values
  std::vector<std::vector<std::uint16_t>> covers_;  // by house: those it crosses for locked candidates

  Net* net_ = nullptr;
  std::vector<std::uint8_t>* status_ = nullptr;
  bool found_ = false;
  std::size_t synced_ = 0;
  std::size_t cursors_[rules] = {};
  std::vector<Mask> dirty_values_;    // by house
  std::vector<Mask> dirty_positions_;
  std::vector<Id> struck_;  // of one step
};

// The order in which SukakuExplainer's table of 16 buckets (more when it fills) gives back cells.
void bucket_order(std::vector<Id>& ids, const Graph& graph);

}  // namespace squaredance::technique::chain
