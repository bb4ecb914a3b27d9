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

// (end, er, ep, ed, score, level, steps, hardest, {technique: how many}).
inline nb::tuple rating_tuple(const technique::Rating& rating) {
  nb::dict counts;
  for (int i = 0; i < technique::technique_count; ++i)
    if (rating.counts[i]) counts[nb::int_(i)] = nb::int_(rating.counts[i]);
  return nb::make_tuple(static_cast<int>(rating.end), rating.er, rating.ep, rating.ed, rating.score,
                        rating.level, rating.steps, static_cast<int>(rating.hardest), counts);
}

}  // namespace squaredance::bindings
