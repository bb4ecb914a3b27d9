// The scales, each in the file of its name.
#pragma once

#include "squaredance/technique/scale.hpp"

namespace squaredance::technique {

extern const Scale scale_se121;
extern const Scale scale_sukaku118;
extern const Scale scale_hodoku;

// Rules that a program has, but uses only when told to: not on the way, only where all steps are wanted.
template <bool (*find)(const State&, int, Report&)>
bool find_on_request(const State& state, int parameter, Report& report) {
  return !report.all || find(state, parameter, report);
}

// The level of a puzzle on HoDoKu's scale: that of its hardest technique, raised while the sum of
// points is above what a level may have.
int level_of(int score, int hardest);

}  // namespace squaredance::technique
