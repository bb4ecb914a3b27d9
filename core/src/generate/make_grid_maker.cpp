#include "grid_makers.hpp"

namespace squaredance::generate {

std::unique_ptr<GridMaker> make_grid_maker(const Geometry& geometry, std::optional<Shape> shape) {
  if (shape && shape->is_standard9()) return make_nine_grids();
  if (auto listed = make_listed_grids(geometry)) return listed;
  return make_searched_grids(geometry, shape);
}

}  // namespace squaredance::generate
