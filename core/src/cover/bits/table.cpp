#include "table.hpp"

#include <algorithm>
#include <bit>

#include "../masks.hpp"

namespace squaredance::cover::bits {

namespace {

std::size_t words_for(std::size_t bits, std::size_t options) {
  return (bits + static_cast<std::size_t>(std::bit_width(options)) + 1 + 63) / 64;
}

// The part of the first `count` bits that is in this word.
std::uint64_t bits_in(std::size_t word, std::size_t count) {
  if (count <= 64 * word) return 0;
  if (count >= 64 * word + 64) return ~std::uint64_t{0};
  return (std::uint64_t{1} << count % 64) - 1;
}

}  // namespace

bool fits(const Problem& problem) {
  if (problem.has_bounds() || problem.primary > 64 * most_words) return false;
  return words_for(fields_of(problem).bits, problem.option_count()) <= most_words;
}

Table table_of(const Problem& problem) {
  const Masks masks = masks_of(problem);
  Table table;
  table.size = masks.size();
  table.options = masks.options;
  table.words = words_for(masks.bits, masks.size());
  table.counted = std::max<std::size_t>(masks.counted_words, 1);
  table.secondary = masks.bits > masks.primary ? masks.primary / 64 : table.words;
  table.shift = 63 - std::bit_width(masks.size());
  for (std::size_t w = 0; w < table.counted; ++w)
    table.primary.push_back(bits_in(w, masks.primary));

  table.taken.resize(table.size * table.words);
  table.clashes.resize(table.size * table.words);
  for (std::size_t i = 0; i < table.size; ++i) {
    auto* taken = &table.taken[i * table.words];
    auto* clashes = &table.clashes[i * table.words];
    std::ranges::copy(masks.has_of(i), taken);
    std::ranges::copy(masks.clashes_of(i), clashes);
    taken[table.words - 1] |= pad;
    clashes[table.words - 1] |= static_cast<std::uint64_t>(i) << table.shift;
  }
  return table;
}

}  // namespace squaredance::cover::bits
