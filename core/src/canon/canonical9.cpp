// The 9x9 canonical form: picks the search, and writes what it found. See docs/engine-canon.md.
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

// Values are named in the order in which the form has them.
struct Names {
  std::array<std::uint8_t, 10> of{};
  std::uint8_t count = 0;
};

Names write_form(const Views& views, const Arrangement& from, std::uint8_t* form) {
  Names names;
  for (int row = 0; row < 9; ++row) {
    const std::uint8_t* values = views.rows[from.transposed][from.rows[row]];
    for (int col = 0; col < 9; ++col) {
      std::uint8_t value = values[from.cols[col]];
      if (value != 0 && names.of[value] == 0) names.of[value] = ++names.count;
      form[9 * row + col] = names.of[value];
    }
  }
  return names;
}

void write_how(const Arrangement& from, Names names, Transformation& how) {
  how = {};
  how.transposed = from.transposed != 0;
  std::memcpy(how.rows.data(), from.rows.data(), 9);
  std::memcpy(how.cols.data(), from.cols.data(), 9);
  for (int value = 1; value <= 9; ++value)
    how.values[value] = names.of[value] != 0 ? names.of[value] : ++names.count;
}

}  // namespace

void canonical9(const std::uint8_t* source, std::uint8_t* form, Transformation* how,
                std::uint64_t* automorphisms) {
  const Views views = views_of(source);
  Least least;
  if (!least_of_grid(views, least) && !least_of_puzzle(views, least)) least_of_any(views, least);
  const Names names = write_form(views, least.first, form);
  if (how != nullptr) write_how(least.first, names, *how);
  if (automorphisms != nullptr) *automorphisms = least.count;
}

}  // namespace squaredance::canon
