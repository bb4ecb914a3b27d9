#include "masks.hpp"

#include <algorithm>
#include <bit>

namespace squaredance::cover {

namespace {

// The usable options' uses of secondary items: item by item, with the colors from 1 on, made
// dense where they are not. Linear, because to sort takes longer than many a search.
struct Uses {
  std::vector<Color> dense;          // sorted colors; empty: colors are what they are
  std::vector<std::size_t> starts;   // by item, less `primary`
  std::vector<Color> colors;         // of item i: starts[i] .. starts[i + 1]; 0: no color
  Color color_count = 0;             // all are less than this

  Color dense_of(Color color) const {
    if (dense.empty() || color == 0) return color;
    return static_cast<Color>(std::ranges::lower_bound(dense, color) - dense.begin()) + 1;
  }
};

template <typename Visit>
void visit_uses(const Problem& problem, Visit visit) {
  for (Option o = 0; o < problem.option_count(); ++o) {
    if (!problem.is_usable(o)) continue;
    for (std::size_t at = problem.starts[o]; at < problem.starts[o + 1]; ++at)
      if (!problem.is_primary(problem.items[at]))
        visit(problem.items[at] - problem.primary, problem.color_at(at));
  }
}

Uses uses_of(const Problem& problem) {
  Uses uses;
  uses.starts.resize(problem.secondary + 1);
  if (problem.secondary == 0) return uses;
  Color greatest = 0;
  visit_uses(problem, [&](Item item, Color color) {
    ++uses.starts[item + 1];
    greatest = std::max(greatest, color);
  });
  for (Item i = 0; i < problem.secondary; ++i) uses.starts[i + 1] += uses.starts[i];
  uses.colors.resize(uses.starts.back());
  if (greatest > 1024 + uses.colors.size()) {
    uses.dense = problem.colors;
    std::ranges::sort(uses.dense);
    const auto rest = std::ranges::unique(uses.dense);
    uses.dense.erase(rest.begin(), rest.end());
    if (uses.dense.front() == 0) uses.dense.erase(uses.dense.begin());
  }
  uses.color_count = uses.dense_of(greatest) + 1;
  auto next = uses.starts;
  visit_uses(problem, [&](Item item, Color color) {
    uses.colors[next[item]++] = uses.dense_of(color);
  });
  return uses;
}

// The least k that has so many codes of k / 2 bits.
std::uint32_t width_for(std::uint64_t colors) {
  std::uint32_t k = 2;
  std::uint64_t codes = 2;
  while (codes < colors) {
    // C(k + 1, (k + 1) / 2) from C(k, k / 2).
    ++k;
    codes = codes * k / (k % 2 ? k / 2 + 1 : k / 2);
  }
  return k;
}

// Codes of one color after the other: the numbers with k / 2 bits, ascending.
std::uint64_t first_code(std::uint32_t width) { return (std::uint64_t{1} << (width / 2)) - 1; }
std::uint64_t next_code(std::uint64_t code) {
  // Gosper (HAKMEM, 1972): the next number with as many bits.
  const std::uint64_t low = code & -code, ripple = code + low;
  return ripple | (((code ^ ripple) >> 2) >> std::countr_zero(low));
}

// What the colors of a problem are as bits.
struct Coding {
  Uses uses;
  Fields fields;
  std::vector<std::size_t> firsts;   // by item: where its colors begin in the next two
  std::vector<Color> colors;         // sorted for each item
  std::vector<std::uint64_t> codes;  // beside them; 0 for none, which means all bits of the field

  std::uint64_t code_of(Item item, Color color) const {
    const auto begin = colors.begin() + static_cast<std::ptrdiff_t>(firsts[item]);
    const auto end = colors.begin() + static_cast<std::ptrdiff_t>(firsts[item + 1]);
    const auto place = std::lower_bound(begin, end, uses.dense_of(color));
    return codes[static_cast<std::size_t>(place - colors.begin())];
  }
};

// The colors of one item, each once. `seen` has a place for each color, none of them `stamp`.
std::vector<Color> distinct(std::span<const Color> colors, std::vector<Item>& seen, Item stamp) {
  std::vector<Color> result;
  for (Color color : colors) {
    if (seen[color] == stamp) continue;
    seen[color] = stamp;
    result.push_back(color);
  }
  std::ranges::sort(result);
  return result;
}

std::uint32_t width_of(std::size_t uses, std::span<const Color> distinct, std::size_t rare) {
  if (uses < 2 || uses <= rare) return 0;
  const bool blank = distinct.front() == 0;
  const std::size_t colors = distinct.size() - blank;
  if (colors == 0) return 1;
  return colors == 1 && !blank ? 0 : width_for(colors);
}

Coding coding_of(const Problem& problem, std::size_t rare) {
  Coding coding{uses_of(problem), {std::vector<Fields::Field>(problem.secondary), problem.primary},
                std::vector<std::size_t>(problem.secondary + 1), {}, {}};
  const Uses& uses = coding.uses;
  std::vector<Item> seen(uses.color_count);
  for (Item i = 0; i < problem.secondary; ++i) {
    const std::size_t count = uses.starts[i + 1] - uses.starts[i];
    const auto colors = distinct({uses.colors.data() + uses.starts[i], count}, seen, i + 1);
    auto& field = coding.fields.fields[i];
    field = {static_cast<std::uint32_t>(coding.fields.bits), width_of(count, colors, rare)};
    coding.fields.bits += field.width;
    if (field.width > 1) {
      std::uint64_t code = 0;
      for (Color color : colors) {
        if (color) code = code ? next_code(code) : first_code(field.width);
        coding.codes.push_back(code);
      }
      coding.colors.insert(coding.colors.end(), colors.begin(), colors.end());
    }
    coding.firsts[i + 1] = coding.codes.size();
  }
  return coding;
}

void put(std::uint64_t* mask, Fields::Field field, std::uint64_t bits) {
  const std::uint32_t word = field.start / 64, shift = field.start % 64;
  mask[word] |= bits << shift;
  if (shift + field.width > 64) mask[word + 1] |= bits >> (64 - shift);
}

void write_masks(const Problem& problem, Option o, const Coding& coding, std::uint64_t* has,
                 std::uint64_t* clashes) {
  for (std::size_t at = problem.starts[o]; at < problem.starts[o + 1]; ++at) {
    const Item item = problem.items[at];
    Fields::Field field{item, 1};
    std::uint64_t code = 0;
    if (!problem.is_primary(item)) {
      field = coding.fields.fields[item - problem.primary];
      if (field.width == 0) continue;
      code = field.width == 1 ? 0 : coding.code_of(item - problem.primary, problem.color_at(at));
    }
    const std::uint64_t all = (std::uint64_t{1} << field.width) - 1;
    put(has, field, code ? code : all);
    put(clashes, field, all & ~code);
  }
}

}  // namespace

Fields fields_of(const Problem& problem, std::size_t rare) {
  return coding_of(problem, rare).fields;
}

Masks masks_of(const Problem& problem, std::size_t rare) {
  const Coding coding = coding_of(problem, rare);
  const bool colors = !coding.codes.empty();
  Masks masks;
  masks.primary = problem.primary;
  masks.bits = coding.fields.bits;
  masks.words = (masks.bits + 63) / 64;
  masks.counted_words = (masks.primary + 63) / 64;
  for (Option o = 0; o < problem.option_count(); ++o)
    if (problem.is_usable(o)) masks.options.push_back(o);
  masks.has.resize(masks.size() * masks.words);
  if (colors) masks.clashes.resize(masks.has.size());
  auto& clashes = colors ? masks.clashes : masks.has;
  for (std::size_t i = 0; i < masks.size(); ++i)
    write_masks(problem, masks.options[i], coding, &masks.has[i * masks.words],
                &clashes[i * masks.words]);
  return masks;
}

}  // namespace squaredance::cover
