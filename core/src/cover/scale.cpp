#include "scale.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace squaredance::cover {

namespace {

// A price is at most so many times the largest cost.
constexpr double price_range = 16;

// The largest whole number that all costs, times 10 to the `decimals`, are multiples of; 0 when
// they are no whole numbers.
double common_unit(const std::vector<double>& costs, int decimals) {
  const double power = std::pow(10.0, decimals);
  std::uint64_t unit = 0;
  for (double cost : costs) {
    const double whole = std::nearbyint(cost * power);
    if (std::abs(whole) > 0x1p53 || whole / power != cost) return 0;
    unit = std::gcd(unit, static_cast<std::uint64_t>(std::abs(whole)));
  }
  return static_cast<double>(std::max<std::uint64_t>(unit, 1));
}

}  // namespace

Scale::Scale(const Problem& problem) {
  for (double cost : problem.costs) largest_ = std::max(largest_, std::abs(cost));
  double longest = 0, room = 0;
  for (Option o = 0; o < problem.option_count(); ++o)
    longest = std::max(longest, static_cast<double>(problem.option(o).size()));
  const double options = problem.option_count();
  for (Item i = 0; i < problem.item_count(); ++i)
    room += problem.is_primary(i) ? std::min<double>(problem.bounds_of(i).most, options) : 1;
  most_options_ = std::min(room, options);
  // How many times the largest cost a sum can be; it may not be multiplied out, as costs go up to
  // the largest double. One more than the room: a price must fit also where nothing is covered.
  const double times = options * (1 + price_range * longest) + price_range * (room + 1) +
                       most_options_ + 1;
  if (largest_ > 0)
    exponent_ = std::clamp(60 - std::ilogb(largest_) - std::ilogb(times), -1100, 1000);
  for (int decimals = 0; decimals <= 6 && unit_ == 0; ++decimals) {
    unit_ = common_unit(problem.costs, decimals) / std::pow(10.0, decimals);
    whole_ = unit_ > 0 && decimals == 0;
  }
  // The sums of decimals are rounded; the unit must be far from that.
  if (!whole_ && most_options_ > 0x1p40 * (unit_ / largest_)) unit_ = 0;
}

std::vector<Money> Scale::costs(const Problem& problem) const {
  std::vector<Money> costs(problem.option_count());
  for (Option o = 0; o < problem.option_count(); ++o)
    costs[o] = static_cast<Money>(std::floor(std::ldexp(problem.cost_of(o), exponent_)));
  return costs;
}

Money Scale::most_price() const {
  return static_cast<Money>(price_range * std::ldexp(largest_, exponent_));
}

Money Scale::limit_below(double cost) const {
  if (whole_) return static_cast<Money>(std::floor(std::ldexp(cost - unit_, exponent_)));
  if (unit_ > 0)
    return static_cast<Money>(std::floor(std::ldexp(cost - unit_ * (1 - 0x1p-10), exponent_)));
  return static_cast<Money>(std::floor(std::ldexp(cost, exponent_)) - most_options_ - 1);
}

double Scale::at_least(Money bound) const {
  const double low = std::ldexp(static_cast<double>(bound), -exponent_);
  // The cost of a solution is a sum of so many doubles.
  const double safe = low - std::abs(low) * (most_options_ + 2) * 0x1p-53;
  return whole_ ? std::ceil(safe / unit_) * unit_ : safe;
}

}  // namespace squaredance::cover
