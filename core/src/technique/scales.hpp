// The scales, each in the file of its name.
#pragma once

#include "squaredance/technique/scale.hpp"

namespace squaredance::technique {

extern const Scale scale_se121;
extern const Scale scale_sukaku118;
extern const Scale scale_hodoku;

}  // namespace squaredance::technique
