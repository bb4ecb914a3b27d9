// SukakuExplainer 1.18.1: its rules in its order.
#include "finders.hpp"
#include "scales.hpp"

namespace squaredance::technique {
namespace {

constexpr Rule rules[] = {
    {find_full_houses, 0},
    {find_hidden_singles, 0},
    {find_naked_singles, 0},
};

}  // namespace

const Scale scale_sukaku118 = {ScaleName::sukaku118, rules};

}  // namespace squaredance::technique
