// The scales, each in the file of its name.
#pragma once

#include "squaredance/technique/scale.hpp"

namespace squaredance::technique {

extern const Scale scale_se121;
extern const Scale scale_sukaku118;
extern const Scale scale_hodoku;

// The level of a puzzle on HoDoKu's scale: that of its hardest technique, raised while the sum of
// points is above what a level may have.
int level_of(int score, int hardest);

}  // namespace squaredance::technique
