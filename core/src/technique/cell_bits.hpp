// Sets of cells as bits, `words` words of 64 cells each as Sight keeps them, and sets of sets in one
// piece of memory.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace squaredance::technique {

using Word = std::uint64_t;

inline bool has_bit(const Word* set, int bit) { return (set[bit >> 6] >> (bit & 63)) & 1; }
inline void add_bit(Word* set, int bit) { set[bit >> 6] |= Word{1} << (bit & 63); }

inline bool meet(const Word* a, const Word* b, int words) {
  for (int w = 0; w < words; ++w) {
    if (a[w] & b[w]) return true;
  }
  return false;
}

inline bool within(const Word* a, const Word* b, int words) {
  for (int w = 0; w < words; ++w) {
    if (a[w] & ~b[w]) return false;
  }
  return true;
}

template <class Visit>
void for_each_bit(const Word* set, int words, Visit visit) {
  for (int w = 0; w < words; ++w) {
    for (Word left = set[w]; left; left &= left - 1) visit(w * 64 + std::countr_zero(left));
  }
}

// The members that both sets have.
template <class Visit>
void for_each_common(const Word* a, const Word* b, int words, Visit visit) {
  for (int w = 0; w < words; ++w) {
    for (Word left = a[w] & b[w]; left; left &= left - 1) visit(w * 64 + std::countr_zero(left));
  }
}

class BitRows {
 public:
  BitRows(std::size_t rows, int bits) : words_((bits + 63) / 64), data_(rows * words_) {}
  Word* operator[](std::size_t row) { return data_.data() + row * words_; }
  const Word* operator[](std::size_t row) const { return data_.data() + row * words_; }
  int words() const { return words_; }
  std::size_t rows() const { return words_ ? data_.size() / words_ : 0; }
  void resize(std::size_t rows) { data_.resize(rows * words_); }

 private:
  int words_;
  std::vector<Word> data_;
};

}  // namespace squaredance::technique
