// Puzzles with fewer clues than digging reaches: see docs/engine-generate-deep.md.
#pragma once

#include <memory>
#include <optional>

#include "squaredance/generate/puzzles.hpp"

namespace squaredance::generate {

// Nothing where the wish is not for this maker: it takes 16x16 and 25x25 with square boxes, any cells, no difficulty,
// not minimal, and few clues. The Geometry must outlive the maker.
std::unique_ptr<PuzzleMaker> make_deep_maker(const Geometry& geometry, std::optional<Shape> shape, const Wish& wish);

}  // namespace squaredance::generate
