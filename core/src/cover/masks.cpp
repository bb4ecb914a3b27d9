#include "masks.hpp"

#include <algorithm>
#include <bit>

namespace squaredance::cover {

namespace {

struct Use {
  Item item;  // less `primary`
  Color color;
  bool operator==(const Use&) const = default;
  auto operator<=>(const Use&) const = default;
};

// Every (secondary item, color) of the usable options, sorted.
std::vector<Use> uses_of(const Problem& problem) {
  std::vector<Use> uses;
  for (Option o = 0; o < problem.option_count(); ++o) {
    if (!problem.is_usable(o)) continue;
    for (std::size_t at = problem.starts[o]; at < problem.starts[o + 1]; ++at)
      if (!problem.is_primary(problem.items[at]))
        uses.push_back({problem.items[at] - problem.primary, problem.color_at(at)});
  }
  std::ranges::sort(uses);
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

// The uses of one item, all in `uses`.
std::uint32_t width_of(std::span<const Use> uses) {
  if (uses.size() < 2) return 0;
  const bool blank = uses.front().color == 0;
  std::uint64_t colors = blank ? 0 : 1;
  for (std::size_t i = 1; i < uses.size(); ++i) colors += uses[i].color != uses[i - 1].color;
  if (colors == 0) return 1;
  return colors == 1 && !blank ? 0 : width_for(colors);
}

Fields fields_from(const Problem& problem, std::span<const Use> uses) {
  Fields result{std::vector<Fields::Field>(problem.secondary), problem.primary};
  for (std::size_t begin = 0, end; begin < uses.size(); begin = end) {
    end = begin;
    while (end < uses.size() && uses[end].item == uses[begin].item) ++end;
    auto& field = result.fields[uses[begin].item];
    field = {static_cast<std::uint32_t>(result.bits), width_of(uses.subspan(begin, end - begin))};
    result.bits += field.width;
  }
  return result;
}

// Sorted by item and color, as `uses`, which must have no use twice.
std::vector<std::uint64_t> codes_from(const Fields& fields, std::span<const Use> uses) {
  std::vector<std::uint64_t> codes(uses.size());
  std::uint64_t code = 0;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const std::uint32_t width = fields.fields[uses[i].item].width;
    if (i == 0 || uses[i].item != uses[i - 1].item) code = 0;
    if (width < 2 || uses[i].color == 0) continue;
    code = code == 0 ? first_code(width) : next_code(code);
    codes[i] = code;
  }
  return codes;
}

void put(std::uint64_t* mask, Fields::Field field, std::uint64_t bits) {
  const std::uint32_t word = field.start / 64, shift = field.start % 64;
  mask[word] |= bits << shift;
  if (shift + field.width > 64) mask[word + 1] |= bits >> (64 - shift);
}

// What the colors of a problem are as bits.
struct Coding {
  std::vector<Use> uses;  // sorted, each once
  Fields fields;
  std::vector<std::uint64_t> codes;  // beside `uses`; 0: all bits of the field

  std::uint64_t code_of(Use use) const {
    if (use.color == 0) return 0;
    return codes[static_cast<std::size_t>(std::ranges::lower_bound(uses, use) - uses.begin())];
  }
};

Coding coding_of(const Problem& problem) {
  Coding coding{uses_of(problem), {}, {}};
  coding.fields = fields_from(problem, coding.uses);
  const auto repeated = std::ranges::unique(coding.uses);
  coding.uses.erase(repeated.begin(), repeated.end());
  coding.codes = codes_from(coding.fields, coding.uses);
  return coding;
}

void write_masks(const Problem& problem, Option o, const Coding& coding, std::uint64_t* has,
                 std::uint64_t* clashes) {
  for (std::size_t at = problem.starts[o]; at < problem.starts[o + 1]; ++at) {
    const Item item = problem.items[at];
    Fields::Field field{item, 1};
    std::uint64_t code = 0;
    if (!problem.is_primary(item)) {
      const Use use{item - problem.primary, problem.color_at(at)};
      field = coding.fields.fields[use.item];
      if (field.width == 0) continue;
      code = coding.code_of(use);
    }
    const std::uint64_t all = (std::uint64_t{1} << field.width) - 1;
    put(has, field, code ? code : all);
    put(clashes, field, all & ~code);
  }
}

}  // namespace

Fields fields_of(const Problem& problem) { return fields_from(problem, uses_of(problem)); }

Masks masks_of(const Problem& problem) {
  const Coding coding = coding_of(problem);
  const bool colors = std::ranges::any_of(coding.codes, [](auto code) { return code != 0; });
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
