// The exact cover problem of Python: built here, read by the engines, told back option by option.
#pragma once

#include <nanobind/nanobind.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "squaredance/cover/problem.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

// Where an array has a number that cannot be: (row, column or place in the row).
using Place = std::pair<std::size_t, std::size_t>;

// Names stay in Python: here items and colors are numbers. What the contract of cover::Problem
// requires is checked on the way in.
class CoverProblem {
 public:
  CoverProblem(std::size_t primary, std::size_t secondary);

  // Names as Python has them: what gives the number of each item, and of each color from 1 on
  // (new ones are added), and the type of an item with a color.
  struct Names {
    PyObject* items;
    PyObject* colors;
    PyObject* colored;
  };

  // Adds options: each a collection of items, of which some may be of the type `colored`, or a
  // dict from items to colors. What is no such thing goes to `odd(position, option)`, which
  // raises an error or returns (items, colors): another mapping, an item that is not there or
  // twice, a color on a primary one.
  void extend(nb::handle options, nb::handle items, nb::handle colors, nb::handle colored,
              nb::handle odd);

  // Adds a row per option of a two-dimensional buffer; item_of[c] is the item of column c.
  // Returns the place of the first number that is neither 0 nor 1, if there is one.
  std::optional<Place> add_dense(nb::handle matrix, const std::vector<cover::Item>& item_of);

  // Adds options from compressed rows: the items of option o are those of the columns
  // indices[indptr[o]] .. indices[indptr[o + 1]], without those whose value is 0, and with the
  // colors beside them; `values` and `colors` may be None.
  // Returns the first wrong place: of `indptr` with the row -1, else of a row.
  std::optional<std::pair<std::ptrdiff_t, std::size_t>> add_compressed(
      nb::handle indptr, nb::handle indices, nb::handle values, nb::handle colors,
      const std::vector<cover::Item>& item_of);

  void set_bounds(std::vector<std::pair<std::uint32_t, std::uint32_t>> bounds);
  void set_costs(std::vector<double> costs);

  std::size_t option_count() const { return problem_.option_count(); }
  std::vector<cover::Item> items(std::size_t option) const;
  std::vector<cover::Color> colors(std::size_t option) const;  // empty: none has a color
  // For pickle: indptr of 64 bits, the items and the colors (or nothing) of 32.
  std::tuple<nb::bytes, nb::bytes, nb::bytes> arrays() const;

  const cover::Problem& native() const { return problem_; }

 private:
  void check_room(std::size_t more) const;
  bool append(PyObject* option, const Names& names);
  bool append_dict(PyObject* option, const Names& names);
  bool take(PyObject* item, PyObject* color, const Names& names);
  bool ended(bool good);
  void append_odd(nb::handle odd, nb::handle option);
  void append_checked(std::span<const cover::Item> items, std::span<const cover::Color> colors);
  bool use(cover::Item item);
  void end_option();
  void check_option(std::size_t option) const;

  cover::Problem problem_;
  std::vector<std::size_t> last_use_;  // of each item: the option that had it last, from 1
};

}  // namespace squaredance::bindings
