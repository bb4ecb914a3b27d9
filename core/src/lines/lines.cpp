#include "squaredance/lines.hpp"

#include <algorithm>
#include <cstring>

#include "squaredance/cpu.hpp"

namespace squaredance::lines {

Characters::Characters(const std::array<bool, 256>& members) {
  bad.fill(1);
  for (std::size_t byte = 0; byte < 128; ++byte) {
    if (!members[byte]) continue;
    bad[byte] = 0;
    rows[byte & 15] |= static_cast<std::uint8_t>(1u << (byte >> 4));
  }
}

namespace portable {

namespace {
// No early end: a look-up per byte that is only or-ed runs at two bytes a cycle.
bool members_only(const std::uint8_t* text, std::size_t cells, const Characters& members) {
  std::uint8_t bad = 0;
  for (std::size_t i = 0; i < cells; ++i) bad |= members.bad[text[i]];
  return bad == 0;
}
}  // namespace

#include "plain.inl"

}  // namespace portable

namespace {

bool has_avx2() { return cpu::used() == cpu::Level::avx2 || cpu::used() == cpu::Level::avx512; }

constexpr std::ptrdiff_t longest = 1 << 20;  // MAX_LINE of formats/source.py

bool starts_comment(std::uint8_t byte) { return byte != 0 && std::strchr(" \t#;,", byte); }

bool is_comment(const std::uint8_t* text, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i)
    if ((text[i] < ' ' && text[i] != '\t') || text[i] > '~') return false;
  return text[size - 1] != ' ' && text[size - 1] != '\t';
}

}  // namespace

bool all_members(const std::uint8_t* text, std::size_t cells, const Characters& members) {
  return has_avx2() ? avx2::all_members(text, cells, members)
                  : portable::all_members(text, cells, members);
}

std::size_t plain_lines(const std::uint8_t* text, std::size_t size, std::size_t cells,
                        const Characters& members, std::size_t end_size, std::size_t most) {
  return has_avx2() ? avx2::plain_lines(text, size, cells, members, end_size, most)
                  : portable::plain_lines(text, size, cells, members, end_size, most);
}

std::size_t plain_rows(const std::uint8_t* text, std::size_t rows, std::size_t cells,
                       std::size_t step, const Characters& members) {
  return has_avx2() ? avx2::plain_rows(text, rows, cells, step, members)
                  : portable::plain_rows(text, rows, cells, step, members);
}

std::size_t line_count(const std::uint8_t* text, std::size_t size) {
  return static_cast<std::size_t>(std::count(text, text + size, '\n'));
}

std::size_t first_above(const std::uint8_t* bytes, std::size_t size, std::uint8_t top) {
  std::uint8_t most = 0;
  for (std::size_t i = 0; i < size; ++i) most = std::max(most, bytes[i]);
  if (most <= top) return size;
  return static_cast<std::size_t>(
      std::find_if(bytes, bytes + size, [top](std::uint8_t b) { return b > top; }) - bytes);
}

std::size_t simple_line(const std::uint8_t* text, std::size_t size, std::size_t cells,
                        const Characters& members) {
  if (size < cells || !all_members(text, cells, members)) return 0;
  const std::uint8_t* rest = text + cells;
  const void* found = size > cells ? std::memchr(rest, '\n', size - cells) : nullptr;
  const auto* end = found ? static_cast<const std::uint8_t*>(found) : text + size;
  const std::size_t with_end = static_cast<std::size_t>(end - text) + (found ? 1 : 0);
  if (end > rest && end[-1] == '\r') --end;
  if (end - text > longest) return 0;
  if (end == rest) return with_end;
  if (!starts_comment(*rest)) return 0;
  return is_comment(rest, static_cast<std::size_t>(end - rest)) ? with_end : 0;
}

}  // namespace squaredance::lines
