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

// A rival costs about as much as a word of a hundred options.
constexpr std::size_t rare_uses = 16;
constexpr std::size_t many_words = 8;

std::size_t words_with(const Problem& problem, std::size_t rare) {
  return words_for(fields_of(problem, rare).bits, problem.option_count());
}

struct Use {
  std::uint32_t number;
  Color color;
};

// The uses of each secondary item that is rare.
std::vector<std::vector<Use>> rare_items(const Problem& problem, const Table& table) {
  std::vector<std::vector<Use>> items(problem.secondary);
  for (std::uint32_t number = 0; number < table.size; ++number) {
    const Option o = table.options[number];
    for (std::size_t at = problem.starts[o]; at < problem.starts[o + 1]; ++at) {
      if (problem.is_primary(problem.items[at])) continue;
      auto& uses = items[problem.items[at] - problem.primary];
      if (uses.size() <= rare_uses) uses.push_back({number, problem.color_at(at)});
    }
  }
  for (auto& uses : items)
    if (uses.size() > rare_uses) uses.clear();
  return items;
}

void find_rivals(const Problem& problem, Table& table) {
  std::vector<std::vector<std::uint32_t>> rivals(table.size);
  for (const auto& uses : rare_items(problem, table))
    for (const Use& a : uses)
      for (const Use& b : uses)
        if (a.number != b.number && (a.color == 0 || a.color != b.color))
          rivals[a.number].push_back(b.number);
  table.rival_starts.push_back(0);
  for (auto& list : rivals) {
    std::ranges::sort(list);
    const auto rest = std::ranges::unique(list);
    table.rivals.insert(table.rivals.end(), list.begin(), rest.begin());
    table.rival_starts.push_back(table.rivals.size());
  }
}

}  // namespace

bool fits(const Problem& problem) {
  if (problem.has_bounds() || problem.primary > 64 * most_words) return false;
  return words_with(problem, rare_uses) <= most_words;
}

Table table_of(const Problem& problem) {
  const bool wide = words_with(problem, 0) > many_words;
  const Masks masks = masks_of(problem, wide ? rare_uses : 0);
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
  if (wide && problem.secondary > 0) find_rivals(problem, table);
  return table;
}

}  // namespace squaredance::cover::bits
