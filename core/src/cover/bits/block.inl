// Block: 64 options or fewer with 64 open items or fewer, turned so that a bit is an option.
//
//   columns[i]   the options that have item i       (bit k: option k of the block)
//   clashes[k]   the options that clash with option k, itself too
//   items[k]     the items of option k              (bit i: item i of the block)
//
// To take option k is `live & ~clashes[k]`. An item of one option has a column with one bit
// in `live`, and so on: bits are struck off all columns at once until some are empty.
//
// Most blocks are left after a few nodes, so `clashes` and `items` of an option are made when
// it is first taken.

struct Block {
  alignas(64) std::uint64_t columns[64];
  std::uint64_t clashes[64];
  std::uint64_t items[64];
  std::uint64_t known;  // the options that have their `clashes` and `items`
  int vectors;          // of columns
};

// A state of the search in a block, and at a guess what is left to try.
struct BlockState {
  std::uint64_t live, open;
  std::uint64_t taken;  // the options taken in the block
};
struct BlockGuess {
  BlockState state;
  std::uint64_t left, all;  // options of the item chosen: not tried yet, all
};

BITS_INLINE std::uint64_t low_bits(std::size_t count) {
  return count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
}

// The bits of `word` at the places that `mask` has, close together.
BITS_INLINE std::uint64_t picked_bits(std::uint64_t word, std::uint64_t mask) {
#if defined(BITS_PEXT)
  return _pext_u64(word, mask);
#else
  std::uint64_t result = 0;
  for (word &= mask; word; word &= word - 1)
    result |= std::uint64_t{1} << std::popcount(mask & ((word & -word) - 1));
  return result;
#endif
}

enum class Sight : std::uint8_t { conflict, forced, guess };

// Looks at all open items: which have one option, or else which have the fewest.
template <int vectors>
BITS_INLINE Sight look(const Block& block, const BlockState& state, std::uint64_t& items) {
  const Lanes live = all(state.live);
  Lanes column[vectors];
  std::uint64_t empty = 0, single = 0;
  for (int v = 0; v < vectors; ++v) {
    column[v] = load(block.columns + 8 * v) & live;
    empty |= static_cast<std::uint64_t>(zero_lanes(column[v])) << (8 * v);
  }
  if (empty & state.open) return Sight::conflict;
  for (int v = 0; v < vectors; ++v) {
    column[v] = column[v] & less_one(column[v]);
    single |= static_cast<std::uint64_t>(zero_lanes(column[v])) << (8 * v);
  }
  items = single & state.open;
  if (items) return Sight::forced;
  while (!items) {
    std::uint64_t few = 0;
    for (int v = 0; v < vectors; ++v) {
      column[v] = column[v] & less_one(column[v]);
      few |= static_cast<std::uint64_t>(zero_lanes(column[v])) << (8 * v);
    }
    items = few & state.open;
  }
  return Sight::guess;
}
