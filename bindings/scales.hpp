// Scales by name, ratings as tuples.
#pragma once

#include <nanobind/nanobind.h>

#include <string_view>
#include <utility>

#include "squaredance/technique/scale.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

inline const technique::Scale& scale_named(std::string_view name) {
  using technique::ScaleName;
  constexpr std::pair<ScaleName, std::string_view> names[] = {{ScaleName::se121, "se121"},
                                                              {ScaleName::sukaku118, "sukaku118"},
                                                              {ScaleName::hodoku, "hodoku"}};
  for (auto [scale, other] : names)
    if (name == other) return technique::scale_of(scale);
  throw nb::value_error("expected the scale 'se121', 'sukaku118' or 'hodoku'");
}

// Sight keeps what every two houses have in common, 8 bytes each: 128 MB for so many.
inline constexpr int most_houses = 4096;

// The geometry, when a Sight can be made of it. Python says it in a better way before.
inline const Geometry& seen(const Geometry& geometry, bool has_boxes) {
  if (has_boxes && geometry.houses() < 3 * geometry.size())
    throw nb::value_error("expected a geometry with boxes");
  if (geometry.houses() > most_houses) throw nb::value_error("expected fewer houses");
  return geometry;
}

// (end, er, ep, ed, score, level, steps, hardest, {technique: how many}).
inline nb::tuple rating_tuple(const technique::Rating& rating) {
  nb::dict counts;
  for (int i = 0; i < technique::technique_count; ++i)
    if (rating.counts[i]) counts[nb::int_(i)] = nb::int_(rating.counts[i]);
  return nb::make_tuple(static_cast<int>(rating.end), rating.er, rating.ep, rating.ed, rating.score,
                        rating.level, rating.steps, static_cast<int>(rating.hardest), counts);
}

}  // namespace squaredance::bindings
