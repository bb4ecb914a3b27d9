// The 9x9 canonical form: picks the search, and writes what it found. See docs/engine-canon.md.
#include <algorithm>
#include <cstring>

#include "nine.hpp"
#include "squaredance/canon.hpp"

namespace squaredance::canon {

namespace {

Views views_of(const std::uint8_t* source) {
  Views views{};
  for (int row = 0; row < 9; ++row)
    for (int col = 0; col < 9; ++col)
      views.rows[0][row][col] = views.rows[1][col][row] = source[9 * row + col];
  return views;
}

void write_form(const Views& views, const Arrangement& from, std::uint8_t* form) {
  for (std::uint8_t row : from.rows) {
    const std::uint8_t* values = views.rows[from.transposed][row];
    for (std::uint8_t col : from.cols) *form++ = from.names[values[col]];
  }
}

void write_how(const std::uint8_t* source, const Arrangement& from, Transformation& how) {
  how = {};
  how.transposed = from.transposed != 0;
  std::memcpy(how.rows.data(), from.rows.data(), 9);
  std::memcpy(how.cols.data(), from.cols.data(), 9);
  std::array<bool, 10> has{};
  for (int cell = 0; cell < 81; ++cell) has[source[cell]] = true;
  auto count = static_cast<std::uint8_t>(std::count(has.begin() + 1, has.end(), true));
  for (int value = 1; value <= 9; ++value) how.values[value] = has[value] ? from.names[value] : ++count;
}

}  // namespace

void canonical9(const std::uint8_t* source, std::uint8_t* form, Transformation* how,
                std::uint64_t* automorphisms) {
  const Views views = views_of(source);
  Least least;
  if (!least_of_grid(views, least) && !least_of_puzzle(views, least)) least_of_any(views, least);
  if (how != nullptr) write_how(source, least.first, *how);
  write_form(views, least.first, form);
  if (automorphisms != nullptr) *automorphisms = least.count;
}

}  // namespace squaredance::canon
