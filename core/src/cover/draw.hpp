// Numbers drawn from a seed, the same on every machine.
#pragma once

#include <cstdint>

namespace squaredance::cover {

// SplitMix64 (Steele, Lea and Flood, 2014).
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E3779B97F4A7C15;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
    return z ^ (z >> 31);
  }
  // Requires n > 0. Uneven by n / 2^64, which nobody can see.
  std::uint64_t below(std::uint64_t n) { return next() % n; }

 private:
  std::uint64_t state_;
};

}  // namespace squaredance::cover
