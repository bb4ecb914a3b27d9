// Lines of text with a puzzle each: which of them can be taken as they are.
//
//   lines::Characters cells(is_cell);                    // which bytes may stand in a cell
//   std::size_t n = lines::plain_lines(text, size, 81, cells, 1, most);
//
//   1......2.3....4.\n      plain: the cells, then the line end (\n or \r\n)
//   1......2.3....4. easy\n commented: the cells, then a comment of printable ASCII
//   anything else           odd: for a reader that knows all rules
//
// Finds nothing out about the puzzle itself. Never reads past `size`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace squaredance::lines {

// A set of bytes. Bytes above ASCII are never in it.
//
// Two tables of 16 answer for 32 bytes at a time: `rows[low half]` has a bit for each high
// half that makes a member with it (the method of Langdale and Lemire, "Parsing Gigabytes of
// JSON per Second", 2019).
struct Characters {
  explicit Characters(const std::array<bool, 256>& members);

  bool has(std::uint8_t byte) const { return bad[byte] == 0; }

  std::array<std::uint8_t, 256> bad{};  // 0 for a member, else 1
  std::array<std::uint8_t, 16> rows{};
};

// How many lines from the start of the text, and at most `most`, are `cells` members and then
// `end_size` bytes of line end: 1 is "\n", 2 is "\r\n".
std::size_t plain_lines(const std::uint8_t* text, std::size_t size, std::size_t cells,
                        const Characters& members, std::size_t end_size, std::size_t most);

// How many rows from the first one on, `step` bytes from each other, are `cells` members.
std::size_t plain_rows(const std::uint8_t* text, std::size_t rows, std::size_t cells,
                       std::size_t step, const Characters& members);

// Whether all of `cells` bytes are members.
bool all_members(const std::uint8_t* text, std::size_t cells, const Characters& members);

// The bytes of the line at the start of the text, with its line end, when that is `cells`
// members and then nothing or a comment: a character of " \t#;," and printable ASCII to the
// end, which is no blank; 1 MiB in all at most. 0 when the line is odd. The last line may lack
// its line end.
std::size_t simple_line(const std::uint8_t* text, std::size_t size, std::size_t cells,
                        const Characters& members);

// How many lines end in the text.
std::size_t line_count(const std::uint8_t* text, std::size_t size);

// The place of the first byte above `top`, or `size`.
std::size_t first_above(const std::uint8_t* bytes, std::size_t size, std::uint8_t top);

// The two ways to do it, for tests: what is there on any machine, and what needs AVX2.
namespace portable {
bool all_members(const std::uint8_t* text, std::size_t cells, const Characters& members);
std::size_t plain_lines(const std::uint8_t* text, std::size_t size, std::size_t cells,
                        const Characters& members, std::size_t end_size, std::size_t most);
std::size_t plain_rows(const std::uint8_t* text, std::size_t rows, std::size_t cells,
                       std::size_t step, const Characters& members);
}  // namespace portable
namespace avx2 {  // requires cpu::Level::avx2
bool all_members(const std::uint8_t* text, std::size_t cells, const Characters& members);
std::size_t plain_lines(const std::uint8_t* text, std::size_t size, std::size_t cells,
                        const Characters& members, std::size_t end_size, std::size_t most);
std::size_t plain_rows(const std::uint8_t* text, std::size_t rows, std::size_t cells,
                       std::size_t step, const Characters& members);
}  // namespace avx2

}  // namespace squaredance::lines
