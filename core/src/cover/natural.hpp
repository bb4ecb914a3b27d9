// Exact whole numbers of any size: 64-bit digits, the lowest first. Who holds many of them
// gives all the same width, and widens all when a sum overflows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace squaredance::cover::natural {

using Digit = std::uint64_t;
using Digits = std::vector<Digit>;

// sum += other, which has no more digits. Says whether one more digit would be needed: it is 1.
inline bool add(std::span<Digit> sum, std::span<const Digit> other) {
  Digit carry = 0;
  std::size_t i = 0;
  for (; i < other.size(); ++i) {
    const Digit partial = other[i] + carry;
    carry = partial < carry;
    sum[i] += partial;
    carry += sum[i] < partial;
  }
  for (; carry && i < sum.size(); ++i) carry = ++sum[i] == 0;
  return carry != 0;
}

// number -= other, which is no larger and has no more digits.
inline void subtract(std::span<Digit> number, std::span<const Digit> other) {
  Digit borrow = 0;
  for (std::size_t i = 0; i < number.size(); ++i) {
    const Digit digit = i < other.size() ? other[i] : 0;
    const Digit before = number[i];
    number[i] = before - digit - borrow;
    borrow = before < digit || (borrow && before == digit);
  }
}

inline std::span<const Digit> trim(std::span<const Digit> number) {
  while (!number.empty() && number.back() == 0) number = number.first(number.size() - 1);
  return number;
}

inline bool is_zero(std::span<const Digit> number) { return trim(number).empty(); }

inline bool less(std::span<const Digit> a, std::span<const Digit> b) {
  a = trim(a);
  b = trim(b);
  if (a.size() != b.size()) return a.size() < b.size();
  for (std::size_t i = a.size(); i-- > 0;)
    if (a[i] != b[i]) return a[i] < b[i];
  return false;
}

// Trimmed.
inline Digits product(std::span<const Digit> a, std::span<const Digit> b) {
  __extension__ using Wide = unsigned __int128;
  Digits result(a.size() + b.size(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    Digit carry = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const Wide partial = static_cast<Wide>(a[i]) * b[j] + result[i + j] + carry;
      result[i + j] = static_cast<Digit>(partial);
      carry = static_cast<Digit>(partial >> 64);
    }
    result[i + b.size()] = carry;
  }
  result.resize(trim(result).size());
  return result;
}

inline Digits trimmed(std::span<const Digit> number) {
  number = trim(number);
  return {number.begin(), number.end()};
}

}  // namespace squaredance::cover::natural
