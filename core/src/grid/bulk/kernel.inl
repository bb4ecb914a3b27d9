// The whole kernel, for the instruction set and the LANE_BYTES of the including file, inside
// of its namespace. Nothing here is shared between two instruction sets: an inline function
// compiled twice under one name would leak the wider instructions to the narrower machine.
#define SQD_INLINE [[maybe_unused]] static inline __attribute__((always_inline))
#define SQD_NOINLINE __attribute__((noinline))

namespace {

#include "lanes.inl"

#include "sweep.inl"

#include "choose.inl"

#include "turn.inl"

#include "states.inl"

#include "digits.inl"

#include "search.inl"

}  // namespace

std::unique_ptr<Solver9> make() { return std::make_unique<LaneSearch>(); }

#undef SQD_INLINE
#undef SQD_NOINLINE
