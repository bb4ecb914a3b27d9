// Numbers drawn from a seed, the same on every machine.
//
//   Draw draw(seed, 17);          // the 17th of the streams of a seed, unrelated to each other
//   draw.shuffle(order);
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace squaredance {

// SplitMix64 (Steele, Lea and Flood, 2014). Its state has 64 bits: whoever draws from a fresh one has 2^64 outcomes at
// the most, and "as likely as any other" is said of ideal random numbers.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}
  Draw(std::uint64_t seed, std::uint64_t stream) : state_(mixed(mixed(seed) + stream * step)) {}

  std::uint64_t next() { return mixed(state_ += step); }

  // Requires n > 0. Uneven by n / 2^64, which nobody can see.
  std::uint64_t below(std::uint64_t n) { return next() % n; }

  // Every order is as likely as any other.
  template <typename Range>
  void shuffle(Range&& range) {
    for (std::size_t i = range.size(); i > 1; --i) std::swap(range[i - 1], range[below(i)]);
  }

 private:
  static constexpr std::uint64_t step = 0x9E3779B97F4A7C15;

  static std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace squaredance
