// Snappy: what is whole is unpacked, what is damaged is not, and nothing is written beside its place.
#include "squaredance/snappy.hpp"

#include <cstring>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "check.hpp"

using namespace squaredance;

namespace {

using Bytes = std::vector<std::uint8_t>;

// Elements by hand, as the format has them.
class Packer {
 public:
  explicit Packer(std::size_t size) {
    for (; size > 127; size >>= 7) put((size & 127) | 128);
    put(size);
  }

  Packer& literal(const std::string& text) {
    const std::size_t more = text.size() - 1;
    if (more < 60) {
      put(more << 2);
    } else {
      const std::size_t bytes = more < 256 ? 1 : more < 65536 ? 2 : 3;
      put((59 + bytes) << 2);
      for (std::size_t i = 0; i < bytes; ++i) put(more >> (8 * i));
    }
    packed.insert(packed.end(), text.begin(), text.end());
    return *this;
  }

  Packer& copy(std::size_t offset, std::size_t length, unsigned kind) {
    if (kind == 1) {
      put((offset >> 8) << 5 | (length - 4) << 2 | 1);
      put(offset);
      return *this;
    }
    put((length - 1) << 2 | kind);
    for (unsigned i = 0; i < (kind == 2 ? 2 : 4); ++i) put(offset >> (8 * i));
    return *this;
  }

  void put(std::size_t byte) { packed.push_back(static_cast<std::uint8_t>(byte)); }

  Bytes packed;
};

// In memory of just that size, so that a sanitizer sees what goes beyond it.
std::optional<std::string> unpacked(const Bytes& from, std::size_t size) {
  const Bytes exact(from.begin(), from.end());
  Bytes to(size);
  if (!unpack_snappy(exact.data(), exact.size(), to.data(), size)) return {};
  return std::string(to.begin(), to.end());
}

void test_elements() {
  CHECK(unpacked(Packer(0).packed, 0) == "");
  CHECK(unpacked(Packer(3).literal("abc").packed, 3) == "abc");
  for (const unsigned kind : {1u, 2u, 3u}) {
    CHECK(unpacked(Packer(10).literal("ab").copy(2, 8, kind).packed, 10) == "ababababab");
    CHECK(unpacked(Packer(9).literal("a").copy(1, 8, kind).packed, 9) == "aaaaaaaaa");
  }
  for (const std::size_t length : {1u, 59u, 60u, 61u, 64u, 65u, 255u, 256u, 257u, 70000u}) {
    const std::string text(length, 'x');
    CHECK(unpacked(Packer(length).literal(text).packed, length) == text);
    const std::string twice = text + "yz" + text + "yz";
    CHECK(unpacked(Packer(twice.size()).literal(text + "yz").literal(text + "yz").packed, twice.size()) == twice);
  }
}

void test_damage() {
  const Bytes whole = Packer(300).literal(std::string(100, 'q')).copy(7, 64, 2).copy(100, 64, 3).literal(std::string(72, 'z')).packed;
  CHECK(unpacked(whole, 300).has_value());
  CHECK(!unpacked(whole, 299).has_value());
  CHECK(!unpacked(whole, 301).has_value());
  for (std::size_t cut = 0; cut < whole.size(); ++cut)
    CHECK(!unpacked(Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(cut)), 300).has_value());
  CHECK(!unpacked(Packer(8).literal("abcd").copy(5, 4, 2).packed, 8).has_value());  // before the start
  CHECK(!unpacked(Packer(8).literal("abcd").copy(0, 4, 2).packed, 8).has_value());
  CHECK(!unpacked(Packer(8).copy(1, 8, 2).packed, 8).has_value());
  CHECK(!unpacked({0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80}, 0).has_value());
  CHECK(!unpacked({4, 0xFC, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4}, 4).has_value());  // 4 GiB of literals
}

// Elements as they come, beside a text that is made of them the plain way.
void test_random_elements() {
  std::mt19937 random(7);
  auto below = [&](std::size_t most) { return static_cast<std::size_t>(random()) % most; };
  for (int round = 0; round < 300; ++round) {
    std::string text;
    Packer elements(0);
    elements.packed.clear();
    for (std::size_t left = 1 + below(200); left; --left) {
      if (text.empty() || below(4) == 0) {
        std::string some(1 + below(below(8) ? 12 : 200), ' ');
        for (char& c : some) c = static_cast<char>('a' + below(26));
        elements.literal(some);
        text += some;
        continue;
      }
      const unsigned kind = 1 + static_cast<unsigned>(below(3));
      const std::size_t far = std::min<std::size_t>(text.size(), kind == 1 ? 2047 : 65535);
      const std::size_t offset = 1 + below(below(2) ? std::min<std::size_t>(far, 20) : far);
      const std::size_t length = kind == 1 ? 4 + below(8) : 1 + below(64);
      elements.copy(offset, length, kind);
      for (std::size_t i = 0; i < length; ++i) text += text[text.size() - offset];
    }
    Bytes packed = Packer(text.size()).packed;
    packed.insert(packed.end(), elements.packed.begin(), elements.packed.end());
    CHECK(unpacked(packed, text.size()) == text);
    for (int change = 0; change < 20; ++change) {  // anything but a crash
      Bytes damaged = packed;
      damaged[below(damaged.size())] = static_cast<std::uint8_t>(random());
      if (const auto found = unpacked(damaged, text.size())) CHECK(found->size() == text.size());
    }
  }
}

}  // namespace

void test_snappy() {
  test_elements();
  test_damage();
  test_random_elements();
}
