#include "squaredance/checksum.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace squaredance {

namespace {

// The primes of the description.
constexpr std::uint64_t prime_1 = 0x9E3779B185EBCA87;
constexpr std::uint64_t prime_2 = 0xC2B2AE3D27D4EB4F;
constexpr std::uint64_t prime_3 = 0x165667B19E3779F9;
constexpr std::uint64_t prime_4 = 0x85EBCA77C2B2AE63;
constexpr std::uint64_t prime_5 = 0x27D4EB2F165667C5;

// Numbers are read the little-endian way, on every machine.
template <class Number>
std::uint64_t read(const std::uint8_t* bytes) {
  if constexpr (std::endian::native == std::endian::little) {
    Number number;
    std::memcpy(&number, bytes, sizeof number);
    return number;
  } else {
    std::uint64_t number = 0;
    for (std::size_t i = sizeof(Number); i-- > 0;) number = number << 8 | bytes[i];
    return number;
  }
}

std::uint64_t round(std::uint64_t sum, std::uint64_t lane) {
  return std::rotl(sum + lane * prime_2, 31) * prime_1;
}

void take_stripe(std::array<std::uint64_t, 4>& sums, const std::uint8_t* bytes) {
  for (std::size_t i = 0; i < sums.size(); ++i)
    sums[i] = round(sums[i], read<std::uint64_t>(bytes + 8 * i));
}

std::uint64_t join(const std::array<std::uint64_t, 4>& sums) {
  std::uint64_t all = std::rotl(sums[0], 1) + std::rotl(sums[1], 7) + std::rotl(sums[2], 12) +
                      std::rotl(sums[3], 18);
  for (std::uint64_t sum : sums) all = (all ^ round(0, sum)) * prime_1 + prime_4;
  return all;
}

std::uint64_t take_rest(std::uint64_t all, const std::uint8_t* bytes, std::size_t size) {
  for (; size >= 8; bytes += 8, size -= 8)
    all = std::rotl(all ^ round(0, read<std::uint64_t>(bytes)), 27) * prime_1 + prime_4;
  for (; size >= 4; bytes += 4, size -= 4)
    all = std::rotl(all ^ read<std::uint32_t>(bytes) * prime_1, 23) * prime_2 + prime_3;
  for (; size > 0; ++bytes, --size) all = std::rotl(all ^ *bytes * prime_5, 11) * prime_1;
  return all;
}

std::uint64_t mixed(std::uint64_t all) {
  all = (all ^ all >> 33) * prime_2;
  all = (all ^ all >> 29) * prime_3;
  return all ^ all >> 32;
}

}  // namespace

Checksum::Checksum(std::uint64_t seed)
    : sums_{seed + prime_1 + prime_2, seed + prime_2, seed, seed - prime_1}, seed_(seed) {}

void Checksum::add(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return;  // there may be no bytes to point to
  std::size_t held = size_ % stripe;
  size_ += size;
  if (held > 0) {
    const std::size_t some = std::min(size, stripe - held);
    std::memcpy(rest_.data() + held, bytes, some);
    bytes += some;
    size -= some;
    if (held + some < stripe) return;
    take_stripe(sums_, rest_.data());
  }
  std::array<std::uint64_t, 4> sums = sums_;  // in registers
  for (; size >= stripe; bytes += stripe, size -= stripe) take_stripe(sums, bytes);
  sums_ = sums;
  if (size > 0) std::memcpy(rest_.data(), bytes, size);
}

std::uint64_t Checksum::value() const {
  const std::uint64_t all = size_ < stripe ? seed_ + prime_5 : join(sums_);
  return mixed(take_rest(all + size_, rest_.data(), size_ % stripe));
}

}  // namespace squaredance
