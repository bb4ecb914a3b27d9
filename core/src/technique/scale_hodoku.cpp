// HoDoKu 2.2: its rules in its order.
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

const Scale scale_hodoku = {ScaleName::hodoku, rules};

}  // namespace squaredance::technique
