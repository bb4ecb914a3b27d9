#include <utility>

#include "squaredance/generate/dig.hpp"

namespace squaredance::generate {

// Until there is a make_nine_digger, one for all.
std::unique_ptr<Digger> make_digger(const Geometry& geometry, std::optional<Shape>, Groups groups) {
  return make_any_digger(geometry, std::move(groups));
}

}  // namespace squaredance::generate
