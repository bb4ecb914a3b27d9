// Which lines of a text can be taken as they are: both ways, against the plain words of it.
#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <random>
#include <string>
#include <string_view>

#include "check.hpp"
#include "squaredance/cpu.hpp"
#include "squaredance/lines.hpp"

using namespace squaredance;

namespace {

using Bytes = std::unique_ptr<std::uint8_t[]>;

lines::Characters set_of(std::string_view members) {
  std::array<bool, 256> is_member{};
  for (char c : members) is_member[static_cast<std::uint8_t>(c)] = true;
  return lines::Characters(is_member);
}

// A copy of exactly that size: the sanitizer sees a read behind it.
Bytes exact(const std::string& text) {
  auto bytes = std::make_unique_for_overwrite<std::uint8_t[]>(text.size());
  std::memcpy(bytes.get(), text.data(), text.size());
  return bytes;
}

bool has_avx2() {
  auto levels = cpu::available();
  return std::ranges::find(levels, cpu::Level::avx2) != levels.end();
}

// Three rows with a gap behind each but the last; the third is the text.
void test_rows_end_there(const std::string& text, std::size_t cells, const lines::Characters& set,
                         bool is_row) {
  const std::string good = std::string(cells, '.') + "\x51\1";
  Bytes bytes = exact(good + good + text);
  const std::size_t expected = is_row ? 3 : 2;
  CHECK(lines::plain_rows(bytes.get(), 3, cells, cells + 2, set) == expected);
  CHECK(lines::portable::plain_rows(bytes.get(), 3, cells, cells + 2, set) == expected);
  if (has_avx2())
    CHECK(lines::avx2::plain_rows(bytes.get(), 3, cells, cells + 2, set) == expected);
  CHECK(lines::plain_rows(bytes.get(), 2, cells, cells + 2, set) == 2);
}

void test_every_byte_is_told() {
  const std::string members = "0123456789.-*?_";
  lines::Characters set = set_of(members);
  for (int byte = 0; byte < 256; ++byte) {
    const bool expected = byte && members.find(static_cast<char>(byte)) != std::string::npos;
    CHECK(set.has(static_cast<std::uint8_t>(byte)) == expected);
    for (std::size_t cells : {1u, 16u, 31u, 32u, 33u, 64u, 81u, 256u, 4096u})
      for (std::size_t place : {std::size_t{0}, cells / 2, cells - 1}) {
        std::string text(cells, '.');
        text[place] = static_cast<char>(byte);
        Bytes bytes = exact(text);
        CHECK(lines::portable::all_members(bytes.get(), cells, set) == expected);
        CHECK(lines::all_members(bytes.get(), cells, set) == expected);
        if (has_avx2())
          CHECK(lines::avx2::all_members(bytes.get(), cells, set) == expected);
        test_rows_end_there(text, cells, set, expected);
      }
  }
}

// Bytes above ASCII are never members, not even when they are asked for.
void test_text_is_ascii() {
  std::array<bool, 256> all;
  all.fill(true);
  lines::Characters set(all);
  CHECK(set.has(127) && !set.has(128) && !set.has(255));
  std::string text(40, '1');
  text[39] = '\x80';
  Bytes bytes = exact(text);
  CHECK(!lines::all_members(bytes.get(), 40, set) && lines::all_members(bytes.get(), 39, set));
}

std::size_t plain_lines_slowly(const std::string& text, std::size_t cells, std::string_view members,
                               std::string_view end, std::size_t most) {
  std::size_t lines = 0;
  for (std::string_view rest = text; lines < most; ++lines) {
    if (rest.size() < cells + end.size() || rest.substr(cells, end.size()) != end) break;
    if (rest.substr(0, cells).find_first_not_of(members) != std::string::npos) break;
    rest.remove_prefix(cells + end.size());
  }
  return lines;
}

void test_plain_lines() {
  const std::string members = "123456789.0";
  lines::Characters set = set_of(members);
  std::mt19937 random(3);
  for (int round = 0; round < 2000; ++round) {
    const std::size_t cells = std::array<std::size_t, 6>{4, 16, 31, 36, 81, 256}[random() % 6];
    const std::string end = random() % 2 ? "\n" : "\r\n";
    std::string text;
    for (unsigned line = random() % 8; line > 0; --line) {
      for (std::size_t i = 0; i < cells; ++i) text += members[random() % members.size()];
      text += end;
    }
    if (!text.empty() && random() % 2) text[random() % text.size()] = "x \n\r\x80"[random() % 5];
    if (!text.empty() && random() % 3 == 0) text.pop_back();
    Bytes bytes = exact(text);
    for (std::size_t most : {0u, 2u, 100u}) {
      std::size_t expected = plain_lines_slowly(text, cells, members, end, most);
      CHECK(lines::plain_lines(bytes.get(), text.size(), cells, set, end.size(), most) == expected);
      CHECK(lines::portable::plain_lines(bytes.get(), text.size(), cells, set, end.size(), most) ==
            expected);
    }
  }
}

void test_simple_lines() {
  lines::Characters set = set_of("1234.");
  auto bytes_of = [&](const std::string& text) {
    Bytes bytes = exact(text);
    return lines::simple_line(bytes.get(), text.size(), 4, set);
  };
  struct {
    const char* text;
    std::size_t bytes;
  } const cases[] = {
      {"12.4\n", 5},          {"12.4\r\n", 6},       {"12.4", 4},
      {"12.4\r", 5},          {"12.4\n1234\n", 5},   {"12.4 easy\n", 10},
      {"12.4#x\r\n", 8},      {"12.4,a,b", 8},       {"12.4\tx\n", 7},
      {"12.4;~\n", 7},        {"12.4 \n", 0},        {"12.4 x \n", 0},
      {"12.4 x\t\n", 0},      {"12.41\n", 0},        {"12.\n", 0},
      {"12.", 0},             {"", 0},               {"12x4\n", 0},
      {"12.4 \xc3\xa9\n", 0}, {"12.4 \x7f\n", 0},    {"12.4 \x01x\n", 0},
      {"12.4 a\rb\n", 0},     {"12.4 a\r\r\n", 0},   {"12.4\r\r\n", 0},
  };
  for (const auto& [text, bytes] : cases) CHECK(bytes_of(text) == bytes);
  CHECK(bytes_of(std::string("12.4 a\0b\n", 9)) == 0);
  const std::string longest = "12.4 " + std::string((1 << 20) - 5, 'x');
  CHECK(bytes_of(longest + "\n") == longest.size() + 1);
  CHECK(bytes_of(longest + "x\n") == 0);
}

void test_bytes_above() {
  std::string text(200, '\x09');
  CHECK(lines::first_above(exact(text).get(), text.size(), 9) == text.size());
  text[150] = '\x0a';
  text[180] = '\xff';
  CHECK(lines::first_above(exact(text).get(), text.size(), 9) == 150);
  CHECK(lines::first_above(exact(text).get(), text.size(), 10) == 180);
  CHECK(lines::first_above(nullptr, 0, 9) == 0);
}

void test_line_counts() {
  CHECK(lines::line_count(nullptr, 0) == 0);
  const std::string text = "a\n\nb\r\nc";
  CHECK(lines::line_count(exact(text).get(), text.size()) == 3);
}

}  // namespace

void test_lines() {
  test_every_byte_is_told();
  test_text_is_ascii();
  test_plain_lines();
  test_simple_lines();
  test_bytes_above();
  test_line_counts();
}
