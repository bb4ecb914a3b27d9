// Almost locked sets: n cells of a house with n + 1 values between them. One of two values not being
// in it makes it a locked set of the others.
//
//   AlsTable table(state);
//   table.places(i, value)   // the cells of set i that have the value, as bits
//   table.seers(i, value)    // the cells outside that see all of them and have the value
//
// Two sets have a **restricted common** value when all its places in the one see all its places in
// the other: only one of them can hold it.
#pragma once

#include <vector>

#include "cell_bits.hpp"
#include "count_proof.hpp"
#include "squaredance/technique/find.hpp"

namespace squaredance::technique {

class AlsTable {
 public:
  // All sets of at least `least` cells, house by house. On grids beyond 9x9 up to 5 cells, and
  // not more than some thousands: their number grows with a power of the size. When stopped, the
  // table has less: what is made of it is not to be told.
  AlsTable(const State& state, const std::atomic<bool>* stop, int least = 1);

  int size() const { return static_cast<int>(values_.size()); }
  Mask values(int als) const { return values_[als]; }
  const std::vector<Cell>& cells(int als) const { return cells_[als]; }
  const Word* bits(int als) const { return bits_[als]; }
  const Word* places(int als, int value) const { return places_[row(als, value)]; }
  const Word* seers(int als, int value) const { return seers_[row(als, value)]; }
  int words() const { return bits_.words(); }

  // Whether the value is a restricted common of the two. They may overlap where they lack the value.
  bool restricted(int a, int b, int value) const {
    return within(places(b, value), seers(a, value), words());
  }
  // All restricted commons of the two.
  Mask restricted(int a, int b) const;

 private:
  std::size_t row(int als, int value) const {
    return rows_[static_cast<std::size_t>(als) * size_ + value];
  }
  void search(const State& state, int house, int from, Mask values, std::vector<Cell>& chosen);
  bool is_full() const;
  void add(const State& state, int house, Mask values, const std::vector<Cell>& chosen);

  const std::atomic<bool>* stop_;
  int size_;
  int least_;
  int most_;
  std::vector<Mask> values_;
  std::vector<std::vector<Cell>> cells_;
  std::vector<std::uint32_t> rows_;  // of places_ and seers_, by set and value
  BitRows bits_, places_, seers_;
};

// Restricted commons of all pairs.
class AlsLinks {
 public:
  struct Link {
    int other;
    Mask values;
  };

  // Both ways round; where all steps are wanted, also of sets that share cells.
  AlsLinks(const AlsTable& table, const Report& report);

  const std::vector<Link>& of(int als) const { return links_[als]; }

 private:
  std::vector<std::vector<Link>> links_;
};

// A chain of almost locked sets: links[i] is the restricted common of sets[i] and sets[i + 1]. The
// ends share a value, and one of them must hold it, so what sees all its places in both is false.
struct AlsChain {
  std::vector<int> sets;
  std::vector<int> links;
};

// The candidates of the value that see all its places in both sets.
void add_common_seers(const State& state, const AlsTable& table, int a, int b, int value,
                      std::vector<Candidate>& found);

// Counts: bases are all cells; covers are each set's own values, each link, and the shared value
// once for each end, through the targets. One cover more than bases, and targets are in two.
void add_als_chain_counts(const State& state, const AlsTable& table, const AlsChain& chain,
                          int value, const std::vector<Candidate>& targets, Evidence& evidence);

}  // namespace squaredance::technique
