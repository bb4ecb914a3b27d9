#include <utility>

#include "squaredance/generate/dig.hpp"

namespace squaredance::generate {

std::unique_ptr<Digger> make_digger(const Geometry& geometry, std::optional<Shape> shape, Groups groups) {
  if (shape && shape->is_standard9()) return make_nine_digger(std::move(groups));
  return make_any_digger(geometry, std::move(groups));
}

}  // namespace squaredance::generate
