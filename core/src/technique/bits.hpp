// Small questions to masks, and the walk over the combinations of masks that subsets, fish and their
// like share.
#pragma once

#include <bit>

#include "squaredance/technique/sight.hpp"

namespace squaredance::technique {

// Portable x86-64 has no instruction that counts bits, so the two counts that matter most are told
// without counting.
inline bool is_single(Mask mask) { return mask && (mask & (mask - 1)) == 0; }

inline bool is_pair(Mask mask) { return is_single(mask & (mask - 1)); }

inline Mask bit(int index) { return Mask{1} << index; }

// Whether a comes before b when both are read as lists of rising numbers: the order of HoDoKu.
inline bool lists_before(Mask a, Mask b) {
  const Mask differ = a ^ b;
  return a & differ & (~differ + 1);
}

// Lines (cells or values or houses) that are to be chosen from: the number and the mask of each.
struct Choices {
  int count = 0;
  int ids[64];
  Mask masks[64];

  void add(int id, Mask mask) {
    ids[count] = id;
    masks[count++] = mask;
  }
};

struct NeverStopped {
  bool operator()() const { return false; }
};

// Visits the combinations of `wanted` choices whose union with `begin` has exactly `total` bits, in
// rising order of the set of choices read as a number (the last one counts most): the order of Sudoku
// Explainer.
// visit(ids as bits, union) says whether to go on; so does the result. `stopped()` is asked at every
// step but the last two, so every microsecond or so.
template <class Visit, class Stopped = NeverStopped>
bool combine(const Choices& choices, int below, int wanted, int total, Mask ids, Mask begin,
             const Visit& visit, const Stopped& stopped = {}) {
  if (wanted == 0) return std::popcount(begin) != total || visit(ids, begin);
  if (wanted > 2 && stopped()) return false;
  for (int i = wanted - 1; i < below; ++i) {
    const Mask all = begin | choices.masks[i];
    if (std::popcount(all) > total) continue;
    if (!combine(choices, i, wanted - 1, total, ids | bit(choices.ids[i]), all, visit, stopped)) {
      return false;
    }
  }
  return true;
}

}  // namespace squaredance::technique
