#include "squaredance/form_set.hpp"

#include <algorithm>
#include <bit>

namespace squaredance {

FormSet::FormSet(int size)
    : cells_(static_cast<std::size_t>(size * size)),
      bits_(static_cast<std::size_t>(std::bit_width(static_cast<unsigned>(size)))),
      words_((cells_ + 64 / bits_ - 1) / (64 / bits_)),
      table_(1024) {}

bool FormSet::insert(const std::uint8_t* form) {
  // Memory first: after a std::bad_alloc all is as it was.
  forms_.resize((count_ + 1) * words_);
  if (3 * (count_ + 1) > 2 * table_.size()) grow();
  pack(form);
  const std::size_t slot = slot_of(&forms_[count_ * words_]);
  if (table_[slot]) return false;
  table_[slot] = static_cast<std::uint32_t>(++count_);
  return true;
}

// To the place of the next form.
void FormSet::pack(const std::uint8_t* form) {
  const std::size_t in_word = 64 / bits_;
  for (std::size_t word = 0, cell = 0; word < words_; ++word) {
    std::uint64_t made = 0;
    for (const std::size_t end = std::min(cell + in_word, cells_); cell < end; ++cell) made = made << bits_ | form[cell];
    forms_[count_ * words_ + word] = made;
  }
}

std::uint64_t FormSet::hash(const std::uint64_t* packed) const {
  std::uint64_t made = 0;
  for (std::size_t i = 0; i < words_; ++i) {
    made = (made ^ packed[i]) * 0x9E3779B97F4A7C15;
    made ^= made >> 29;
  }
  return made * 0xBF58476D1CE4E5B9 >> 16;
}

// Where the form is in the table, or where it would go.
std::size_t FormSet::slot_of(const std::uint64_t* packed) const {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = hash(packed) & mask;; slot = (slot + 1) & mask) {
    if (table_[slot] == 0) return slot;
    const std::uint64_t* other = &forms_[(table_[slot] - 1) * words_];
    if (std::equal(other, other + words_, packed)) return slot;
  }
}

void FormSet::grow() {
  table_ = std::vector<std::uint32_t>(2 * table_.size());
  for (std::size_t i = 0; i < count_; ++i) table_[slot_of(&forms_[i * words_])] = static_cast<std::uint32_t>(i + 1);
}

}  // namespace squaredance
