// Random solved grids of any Geometry.
//
//   auto maker = generate::make_grid_maker(geometry, shape);
//   Draw draw(seed, number);
//   maker->make(draw, values, stop);
//
// A grid depends on nothing but the geometry and what is drawn.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "squaredance/draw.hpp"
#include "squaredance/geometry.hpp"
#include "squaredance/shape.hpp"

namespace squaredance::generate {

// Holds the memory of one thread.
class GridMaker {
 public:
  virtual ~GridMaker() = default;

  // Whether every grid of the geometry is exactly as likely as any other, if what is drawn is ideally random: a Draw
  // comes to 2^64 of the 9x9 grids at the most. Else every grid can come, but some more often than others.
  virtual bool is_uniform() const = 0;

  // False soon after `stop` (may be null), and when the geometry has no grid at all.
  virtual bool make(Draw& draw, std::uint8_t* values, const std::atomic<bool>* stop) = 0;
};

// `shape` is nothing where there are houses beside rows, cols and boxes. The Geometry must outlive the maker.
std::unique_ptr<GridMaker> make_grid_maker(const Geometry& geometry, std::optional<Shape> shape);

}  // namespace squaredance::generate
