// The candidates that a search starts from, out of clues and candidates as Python has them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "squaredance/geometry.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

using Masks = std::vector<std::uint64_t>;

inline Masks masks_of(const Geometry& geometry, nb::bytes clues,
                      const std::optional<Masks>& candidates) {
  auto cells = static_cast<std::size_t>(geometry.cells());
  if (clues.size() != cells) throw nb::value_error("expected a clue for each cell");
  if (candidates && candidates->size() != cells)
    throw nb::value_error("expected candidates for each cell");
  const int size = geometry.size();
  const auto* values = static_cast<const std::uint8_t*>(clues.data());
  const std::uint64_t all = ~std::uint64_t{0} >> (64 - size);
  Masks masks(cells);
  for (std::size_t cell = 0; cell < cells; ++cell) {
    if (values[cell] > size) throw nb::value_error("expected clues from 0 to the size");
    masks[cell] = candidates ? (*candidates)[cell] & all : all;
    if (values[cell]) masks[cell] &= std::uint64_t{1} << (values[cell] - 1);
  }
  return masks;
}

}  // namespace squaredance::bindings
