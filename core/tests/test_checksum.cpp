// XXH64 against numbers that others have published, and any cut into pieces.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "squaredance/checksum.hpp"

using namespace squaredance;

namespace {

std::uint64_t sum_of(std::string_view text, std::uint64_t seed = 0) {
  Checksum sum(seed);
  sum.add(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  return sum.value();
}

void test_published_words() {
  CHECK(sum_of("") == 0xEF46DB3751D8E999);
  CHECK(sum_of("a") == 0xD24EC4F1A98C6E5B);
  CHECK(sum_of("abc") == 0x44BC2CF5AD770999);
  CHECK(sum_of("xxhash") == 0x32DD38952C4BC720);
  CHECK(sum_of("xxhash", 20141025) == 0xB559B98D844E0635);
  CHECK(sum_of("Nobody inspects the spammish repetition") == 0xFBCEA83C8A378BF1);
}

// The bytes of xxHash's own sanity check: the high byte of a number that is squared again and
// again.
void test_published_bytes() {
  constexpr std::uint32_t prime = 2654435761;
  std::string bytes;
  std::uint32_t number = prime;
  for (int i = 0; i < 101; ++i, number *= number)
    bytes += static_cast<char>(number >> 24);
  const std::string_view all = bytes;
  CHECK(sum_of(all.substr(0, 0), prime) == 0xAC75FDA2929B17EF);
  CHECK(sum_of(all.substr(0, 1)) == 0x4FCE394CC88952D8);
  CHECK(sum_of(all.substr(0, 1), prime) == 0x739840CB819FA723);
  CHECK(sum_of(all.substr(0, 14)) == 0xCFFA8DB881BC3A3D);
  CHECK(sum_of(all.substr(0, 14), prime) == 0x5B9611585EFCC9CB);
  CHECK(sum_of(all) == 0x0EAB543384F878AD);
  CHECK(sum_of(all, prime) == 0xCAA65939306F1E21);
}

void test_pieces_change_nothing() {
  std::vector<std::uint8_t> bytes(200);
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::uint8_t>(i * 37);
  for (std::size_t size = 0; size <= bytes.size(); ++size) {
    Checksum whole;
    whole.add(bytes.data(), size);
    for (std::size_t piece : {1u, 7u, 31u, 32u, 33u, 64u, 100u}) {
      Checksum sum;
      for (std::size_t at = 0; at < size; at += piece) {
        sum.add(bytes.data() + at, std::min(piece, size - at));
        sum.value();  // asked on the way
      }
      CHECK(sum.value() == whole.value());
    }
  }
}

}  // namespace

void test_checksum() {
  test_published_words();
  test_published_bytes();
  test_pieces_change_nothing();
}
