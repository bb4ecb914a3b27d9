// A checksum of bytes: XXH64, by the published description of Yann Collet ("xxHash fast digest
// algorithm", 2012). Not against malice: it finds what was cut short, altered or mixed up, at
// several gigabytes a second, and standard tools (xxhsum -H64) give the same number.
//
//   Checksum sum;
//   sum.add(some, size);
//   sum.add(more, size);          // any cut into pieces gives the same
//   std::uint64_t all = sum.value();
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace squaredance {

class Checksum {
 public:
  explicit Checksum(std::uint64_t seed = 0);

  void add(const std::uint8_t* bytes, std::size_t size);

  // Of all bytes so far; more may follow.
  std::uint64_t value() const;

 private:
  static constexpr std::size_t stripe = 32;  // bytes: a lane of eight for each of four sums

  std::array<std::uint64_t, 4> sums_;
  std::uint64_t seed_;
  std::uint64_t size_ = 0;                    // bytes in all
  std::array<std::uint8_t, stripe> rest_{};  // the size_ % stripe bytes after the last stripe
};

}  // namespace squaredance
