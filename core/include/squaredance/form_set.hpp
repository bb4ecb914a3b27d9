// FormSet: the canonical forms of one size that were seen so far.
//
//   FormSet seen(9);
//   if (seen.insert(form)) ...            // the first of its class
//
// It keeps the forms themselves, so that what it says is exact: packed into 4 bits for each cell of a 9x9, 5 of a
// 16x16, one after the other, and a table of their numbers. A million 9x9 take about 60 MB.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace squaredance {

class FormSet {
 public:
  // Requires a size up to max_size.
  explicit FormSet(int size);

  // Whether the form, a byte for each cell, was not there before. Throws nothing but std::bad_alloc,
  // and then nothing has changed.
  bool insert(const std::uint8_t* form);

  std::size_t size() const { return count_; }

 private:
  void pack(const std::uint8_t* form);
  void grow();
  std::uint64_t hash(const std::uint64_t* packed) const;
  std::size_t slot_of(const std::uint64_t* packed) const;

  std::size_t cells_, bits_, words_;   // of a form: its cells, bits in each, words of all
  std::size_t count_ = 0;
  std::vector<std::uint64_t> forms_;   // packed; behind them one that is looked up
  std::vector<std::uint32_t> table_;   // numbers of forms from 1 on; 0: free
};

}  // namespace squaredance
