#include "squaredance/snappy.hpp"

#include <algorithm>
#include <cstring>

namespace squaredance {

namespace {

// As much as an element without bytes of its own length may move at once, and some more.
constexpr std::ptrdiff_t room = 80;

std::uint32_t little(const std::uint8_t* from, std::size_t bytes) {
  std::uint32_t number = 0;
  for (std::size_t i = 0; i < bytes; ++i) number |= std::uint32_t{from[i]} << (8 * i);
  return number;
}

// Four bytes, of which so many count.
std::uint32_t little_of_four(const std::uint8_t* from, std::size_t bytes) {
  constexpr std::uint32_t masks[] = {0, 0xFF, 0xFFFF, 0xFFFFFF, 0xFFFFFFFF};
  return little(from, 4) & masks[bytes];
}

// One element: literal bytes, or a copy of earlier ones.
struct Element {
  bool is_copy;
  std::size_t length;
  std::size_t offset;  // of a copy
  std::size_t head;    // bytes before the literal ones, or of all

  // `number(n)` gives the n bytes behind the first one.
  template <typename Number>
  Element(std::uint8_t tag, Number&& number) {
    const std::size_t kind = tag & 3, high = tag >> 2;
    is_copy = kind != 0;
    if (kind == 0) {
      const std::size_t more = high < 60 ? 0 : high - 59;
      length = (more ? std::size_t{number(more)} : high) + 1;
      head = 1 + more;
    } else if (kind == 1) {
      length = 4 + (high & 7);
      offset = (high >> 3) << 8 | number(1);
      head = 2;
    } else {
      const std::size_t more = kind == 2 ? 2 : 4;
      length = high + 1;
      offset = number(more);
      head = 1 + more;
    }
  }
};

// Copies 64 bytes at the most, and may write over some more behind them. What is nearer than its
// length is repeated.
void copy_short(const std::uint8_t* from, std::uint8_t* to, std::size_t offset, std::size_t length) {
  if (offset >= 16) {
    std::memcpy(to, from, 16);
    for (std::size_t i = 16; i < length; i += 16) std::memcpy(to + i, from + i, 16);
  } else if (offset == 1) {  // a run: of empty cells
    std::memset(to, *from, 64);
  } else {
    for (std::size_t i = 0; i < length; ++i) to[i] = from[i];
  }
}

}  // namespace

bool unpack_snappy(const std::uint8_t* from, std::size_t bytes, std::uint8_t* to, std::size_t size) {
  const std::uint8_t* const from_end = from + bytes;
  std::uint8_t* const start = to;
  std::uint8_t* const end = to + size;
  std::size_t told = 0;
  for (unsigned shift = 0;; shift += 7) {
    if (from == from_end || shift > 28) return false;
    const std::uint8_t byte = *from++;
    told |= std::size_t{byte & 127u} << shift;
    if (byte < 128) break;
  }
  if (told != size) return false;
  // With room on both sides nothing has to be looked at byte by byte.
  while (from_end - from > room && end - to > room) {
    const Element next(*from, [&](std::size_t count) { return little_of_four(from + 1, count); });
    from += next.head;
    if (next.is_copy) {
      if (next.offset - 1 >= static_cast<std::size_t>(to - start)) return false;
      copy_short(to - next.offset, to, next.offset, next.length);
    } else {
      if (next.length <= 64) {
        std::memcpy(to, from, 16);
        if (next.length > 16) std::memcpy(to + 16, from + 16, 48);
      } else {
        if (next.length > static_cast<std::size_t>(std::min<std::ptrdiff_t>(from_end - from, end - to))) return false;
        std::memcpy(to, from, next.length);
      }
      from += next.length;
    }
    to += next.length;
  }
  while (from < from_end) {
    const auto left = static_cast<std::size_t>(from_end - from);
    bool is_whole = true;
    const Element next(*from, [&](std::size_t count) {
      is_whole = count < left;
      return is_whole ? little(from + 1, count) : 0;
    });
    if (!is_whole || next.length > static_cast<std::size_t>(end - to)) return false;
    from += next.head;
    if (next.is_copy) {
      if (next.offset - 1 >= static_cast<std::size_t>(to - start)) return false;
      for (std::size_t i = 0; i < next.length; ++i) to[i] = *(to + i - next.offset);
    } else {
      if (next.length > static_cast<std::size_t>(from_end - from)) return false;
      std::memcpy(to, from, next.length);
      from += next.length;
    }
    to += next.length;
  }
  return to == end;
}

}  // namespace squaredance
