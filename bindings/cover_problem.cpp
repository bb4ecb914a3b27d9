// Problems of exact cover for Python: the builder, and what reads them back.
#include "cover_problem.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <tuple>

#include "areas.hpp"
#include "memory.hpp"

namespace squaredance::bindings {

namespace {

// Engines number items, the items of options and their ends with 31 bits.
constexpr std::size_t most_nodes = (std::size_t{1} << 31) - 2;

// Numbers of any common type, which a buffer holds with any steps between them.
class Numbers {
 public:
  Numbers(nb::handle object, int dimensions) : held_(object, PyBUF_STRIDES | PyBUF_FORMAT) {
    const Py_buffer& view = held_.view();
    if (view.ndim != dimensions) throw nb::value_error("expected other dimensions");
    std::string_view format = view.format ? view.format : "B";
    if (format.size() == 2 && std::string_view("@=<").find(format[0]) != format.npos)
      format.remove_prefix(1);
    kind_ = format.size() == 1 ? format[0] : 0;
    if (std::string_view("?bBhHiIlLqQnNfd").find(kind_) == std::string_view::npos)
      throw nb::type_error("expected numbers of a common type");
  }

  std::size_t size(int dimension = 0) const {
    return static_cast<std::size_t>(held_.view().shape[dimension]);
  }
  const std::uint8_t* place(std::size_t i) const {
    return held_.data() + static_cast<std::ptrdiff_t>(i) * held_.view().strides[0];
  }
  const std::uint8_t* place(std::size_t i, std::size_t j) const {
    return place(i) + static_cast<std::ptrdiff_t>(j) * held_.view().strides[1];
  }

  // Calls `use(read)` once, where `read(place)` gives a number in its own type.
  template <typename Use>
  auto with_reader(Use&& use) const {
    const auto width = held_.view().itemsize;
    auto as = [&]<typename T>(T) {
      return use([](const std::uint8_t* place) {
        T value;
        std::memcpy(&value, place, sizeof value);
        return value;
      });
    };
    if (kind_ == 'd') return as(double{});
    if (kind_ == 'f') return as(float{});
    const bool is_signed = std::string_view("bhilqn").find(kind_) != std::string_view::npos;
    if (width == 1) return is_signed ? as(std::int8_t{}) : as(std::uint8_t{});
    if (width == 2) return is_signed ? as(std::int16_t{}) : as(std::uint16_t{});
    if (width == 4) return is_signed ? as(std::int32_t{}) : as(std::uint32_t{});
    return is_signed ? as(std::int64_t{}) : as(std::uint64_t{});
  }

  // The number as an index, or `none` when it cannot be one.
  static constexpr std::size_t none = ~std::size_t{0};
  std::vector<std::size_t> indexes() const {
    std::vector<std::size_t> found(size());
    with_reader([&](auto read) {
      for (std::size_t i = 0; i < found.size(); ++i) {
        const auto value = read(place(i));
        const bool fits = value >= 0 && static_cast<double>(value) < 0x1p63;
        const std::size_t index = fits ? static_cast<std::size_t>(value) : none;
        found[i] = fits && value == static_cast<decltype(value)>(index) ? index : none;
      }
      return 0;
    });
    return found;
  }

 private:
  Held held_;
  char kind_;
};

}  // namespace

CoverProblem::CoverProblem(std::size_t primary, std::size_t secondary) {
  if (primary >= most_nodes || secondary >= most_nodes - primary)
    throw nb::value_error("expected a smaller problem");
  problem_.primary = static_cast<cover::Item>(primary);
  problem_.secondary = static_cast<cover::Item>(secondary);
  last_use_.assign(problem_.item_count(), 0);
}

void CoverProblem::check_room(std::size_t more) const {
  const std::size_t nodes = problem_.item_count() + problem_.items.size() + problem_.starts.size();
  if (nodes + more >= most_nodes) throw nb::value_error("expected a smaller problem");
}

// False when the option that is being added has the item already.
bool CoverProblem::use(cover::Item item) {
  const std::size_t now = problem_.starts.size();
  if (last_use_[item] == now) return false;
  last_use_[item] = now;
  problem_.items.push_back(item);
  return true;
}

void CoverProblem::end_option() {
  if (!problem_.colors.empty()) problem_.colors.resize(problem_.items.size());
  problem_.starts.push_back(problem_.items.size());
}

namespace {

// The number that a dict gives a name, or nothing: it is not there, or cannot be hashed, which
// the reader of odd options will say.
std::optional<std::uint32_t> number_of(PyObject* numbers, PyObject* name) {
  PyObject* number = PyDict_GetItemWithError(numbers, name);
  if (number != nullptr) return nb::cast<std::uint32_t>(nb::handle(number));
  if (PyErr_Occurred()) {
    if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
    PyErr_Clear();
  }
  return std::nullopt;
}

std::optional<cover::Color> color_number(PyObject* colors, PyObject* color) {
  if (auto known = number_of(colors, color)) return known;
  const auto number = static_cast<cover::Color>(PyDict_GET_SIZE(colors) + 1);
  if (PyDict_SetItem(colors, color, nb::int_(number).ptr()) == 0) return number;
  if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
  PyErr_Clear();
  return std::nullopt;
}

}  // namespace

// Adds an item, with a color unless that is None; false when something is wrong.
bool CoverProblem::take(PyObject* name, PyObject* color, const Names& names) {
  const auto item = number_of(names.items, name);
  if (!item || *item >= problem_.item_count()) return false;
  if (color == Py_None) return use(*item);
  if (problem_.is_primary(*item)) return false;
  const auto shade = color_number(names.colors, color);
  if (!shade || !use(*item)) return false;
  problem_.colors.resize(problem_.items.size() - 1);
  problem_.colors.push_back(*shade);
  return true;
}

// Ends an option that is good, or takes back what was added of one that is odd.
bool CoverProblem::ended(bool good) {
  if (good) {
    end_option();
    return true;
  }
  const std::size_t start = problem_.starts.back();
  for (; problem_.items.size() > start; problem_.items.pop_back())
    last_use_[problem_.items.back()] = 0;
  if (problem_.colors.size() > start) problem_.colors.resize(start);
  return false;
}

// False when the option is odd; then nothing was added. An item's own code may run here, and
// do anything to a list: so its size and what is in it are looked at anew each time.
bool CoverProblem::append(PyObject* option, const Names& names) {
  check_room(static_cast<std::size_t>(PySequence_Fast_GET_SIZE(option)) + 1);
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(option); ++i) {
    const auto member = nb::borrow(PySequence_Fast_GET_ITEM(option, i));
    const bool plain = reinterpret_cast<PyObject*>(Py_TYPE(member.ptr())) != names.colored;
    bool good;
    if (plain) {
      good = take(member.ptr(), Py_None, names);
    } else {
      const nb::object item = member.attr("item"), color = member.attr("color");
      good = take(item.ptr(), color.ptr(), names);
    }
    if (!good) return ended(false);
  }
  return ended(true);
}

// The same for a dict, whose items are listed first: their own code might change it.
bool CoverProblem::append_dict(PyObject* option, const Names& names) {
  const nb::object pairs = nb::steal(PyDict_Items(option));
  check_room(static_cast<std::size_t>(PyList_GET_SIZE(pairs.ptr())) + 1);
  for (Py_ssize_t i = 0; i < PyList_GET_SIZE(pairs.ptr()); ++i) {
    PyObject* pair = PyList_GET_ITEM(pairs.ptr(), i);
    if (!take(PyTuple_GET_ITEM(pair, 0), PyTuple_GET_ITEM(pair, 1), names)) return ended(false);
  }
  return ended(true);
}

void CoverProblem::append_odd(nb::handle odd, nb::handle option) {
  nb::object answer = odd(option_count(), option);
  auto [items, colors] =
      nb::cast<std::pair<std::vector<cover::Item>, std::vector<cover::Color>>>(answer);
  check_room(items.size() + 1);
  append_checked(items, colors);
}

void CoverProblem::append_checked(std::span<const cover::Item> items,
                                  std::span<const cover::Color> colors) {
  if (colors.size() != items.size() && !colors.empty())
    throw nb::value_error("expected a color beside each item");
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (items[i] >= problem_.item_count()) throw nb::value_error("expected items of the problem");
    if (!colors.empty() && colors[i] != 0) {
      if (problem_.is_primary(items[i]))
        throw nb::value_error("expected colors on secondary items");
      problem_.colors.resize(problem_.items.size());  // no colors so far, maybe
      if (!use(items[i])) throw nb::value_error("expected different items in an option");
      problem_.colors.push_back(colors[i]);
    } else if (!use(items[i])) {
      throw nb::value_error("expected different items in an option");
    }
  }
  end_option();
}

void CoverProblem::extend(nb::handle options, nb::handle items, nb::handle colors,
                          nb::handle colored, nb::handle odd) {
  if (!PyDict_Check(items.ptr()) || !PyDict_Check(colors.ptr()))
    throw nb::type_error("expected dicts of numbers");
  const Names names{items.ptr(), colors.ptr(), colored.ptr()};
  for (nb::handle option : nb::iter(options)) {
    if (option_count() % 8192 == 8191 && PyErr_CheckSignals() != 0) throw nb::python_error();
    if (PyTuple_Check(option.ptr()) || PyList_Check(option.ptr())) {
      if (!append(option.ptr(), names)) append_odd(odd, option);
    } else if (PyDict_CheckExact(option.ptr())) {
      if (!append_dict(option.ptr(), names)) append_odd(odd, option);
    } else if (nb::hasattr(option, "keys")) {
      append_odd(odd, option);
    } else {
      nb::object listed = nb::steal(PySequence_List(option.ptr()));
      if (!listed.is_valid()) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw nb::python_error();
        PyErr_Clear();
        append_odd(odd, option);  // no collection
      } else if (!append(listed.ptr(), names)) {
        append_odd(odd, listed);
      }
    }
  }
}

std::optional<Place> CoverProblem::add_dense(nb::handle matrix,
                                             const std::vector<cover::Item>& item_of) {
  const Numbers numbers(matrix, 2);
  const std::size_t rows = numbers.size(0), columns = numbers.size(1);
  if (columns != item_of.size()) throw nb::value_error("expected an item for each column");
  return numbers.with_reader([&](auto read) -> std::optional<Place> {
    for (std::size_t row = 0; row < rows; ++row) {
      check_room(columns + 1);
      for (std::size_t column = 0; column < columns; ++column) {
        const auto value = read(numbers.place(row, column));
        if (value == 0) continue;
        if (value != 1) return Place{row, column};
        use(item_of[column]);
      }
      end_option();
    }
    return std::nullopt;
  });
}

std::optional<std::pair<std::ptrdiff_t, std::size_t>> CoverProblem::add_compressed(
    nb::handle indptr, nb::handle indices, nb::handle values, nb::handle colors,
    const std::vector<cover::Item>& item_of) {
  const std::vector<std::size_t> starts = Numbers(indptr, 1).indexes();
  const Numbers columns(indices, 1);
  std::vector<std::size_t> value_of, color_of;
  if (!values.is_none()) value_of = Numbers(values, 1).indexes();
  if (!colors.is_none()) color_of = Numbers(colors, 1).indexes();
  using Found = std::optional<std::pair<std::ptrdiff_t, std::size_t>>;
  if (starts.empty() || starts[0] != 0) return Found{{-1, 0}};
  for (std::size_t i = 1; i < starts.size(); ++i)
    if (starts[i] < starts[i - 1] || starts[i] > columns.size()) return Found{{-1, i}};
  if (starts.back() != columns.size()) return Found{{-1, starts.size() - 1}};
  if ((!value_of.empty() && value_of.size() != columns.size()) ||
      (!color_of.empty() && color_of.size() != columns.size()))
    throw nb::value_error("expected a number beside each index");
  check_room(columns.size() + starts.size());
  return columns.with_reader([&](auto read) -> Found {
    for (std::size_t row = 0; row + 1 < starts.size(); ++row) {
      for (std::size_t i = starts[row]; i < starts[row + 1]; ++i) {
        const auto wrong = Found{{static_cast<std::ptrdiff_t>(row), i - starts[row]}};
        if (!value_of.empty() && value_of[i] == 0) continue;
        if (!value_of.empty() && value_of[i] != 1) return wrong;
        const auto column = read(columns.place(i));
        if (!(column >= 0) || !(static_cast<double>(column) < static_cast<double>(item_of.size())))
          return wrong;
        const auto index = static_cast<std::size_t>(column);
        if (static_cast<decltype(column)>(index) != column) return wrong;
        if (!color_of.empty() && color_of[i] > std::numeric_limits<cover::Color>::max())
          return wrong;
        const cover::Color color =
            color_of.empty() ? 0 : static_cast<cover::Color>(color_of[i]);
        if (color != 0 && problem_.is_primary(item_of[index])) return wrong;
        if (color != 0) problem_.colors.resize(problem_.items.size());
        if (!use(item_of[index])) return wrong;
        if (color != 0) problem_.colors.push_back(color);
      }
      end_option();
    }
    return std::nullopt;
  });
}

void CoverProblem::set_bounds(std::vector<std::pair<std::uint32_t, std::uint32_t>> bounds) {
  if (bounds.size() != problem_.primary) throw nb::value_error("expected bounds of each item");
  problem_.bounds.clear();
  for (auto [least, most] : bounds) {
    if (least > most) throw nb::value_error("expected bounds in order");
    problem_.bounds.push_back({least, most});
  }
}

void CoverProblem::set_costs(std::vector<double> costs) {
  if (costs.size() != option_count()) throw nb::value_error("expected a cost of each option");
  problem_.costs = std::move(costs);
}

void CoverProblem::check_option(std::size_t option) const {
  if (option >= option_count()) throw nb::index_error("expected an option of the problem");
}

std::vector<cover::Item> CoverProblem::items(std::size_t option) const {
  check_option(option);
  auto items = problem_.option(static_cast<cover::Option>(option));
  return {items.begin(), items.end()};
}

std::vector<cover::Color> CoverProblem::colors(std::size_t option) const {
  check_option(option);
  auto colors = problem_.colors_of(static_cast<cover::Option>(option));
  if (std::ranges::all_of(colors, [](cover::Color color) { return color == 0; })) return {};
  return {colors.begin(), colors.end()};
}

std::tuple<nb::bytes, nb::bytes, nb::bytes> CoverProblem::arrays() const {
  auto bytes_of = [](const auto& numbers) {
    return nb::bytes(numbers.data(), numbers.size() * sizeof numbers[0]);
  };
  return {bytes_of(problem_.starts), bytes_of(problem_.items), bytes_of(problem_.colors)};
}

void bind_cover_problem(nb::module_& m) {
  nb::class_<CoverProblem>(m, "CoverProblem", "Items and options by number.")
      .def(nb::init<std::size_t, std::size_t>(), nb::arg("primary"), nb::arg("secondary"))
      .def("extend", &CoverProblem::extend, nb::arg("options"), nb::arg("items"),
           nb::arg("colors"), nb::arg("colored"), nb::arg("odd").none(),
           "Add options by the names of their items; odd(position, option) reads odd ones.")
      .def("add_dense", &CoverProblem::add_dense, nb::arg("matrix"), nb::arg("item_of"),
           "Add the rows of a 0/1 matrix; the place of a wrong number, if there is one.")
      .def("add_compressed", &CoverProblem::add_compressed, nb::arg("indptr"),
           nb::arg("indices"), nb::arg("values").none(), nb::arg("colors").none(),
           nb::arg("item_of"),
           "Add compressed rows; the place of a wrong number, if there is one.")
      .def("set_bounds", &CoverProblem::set_bounds, nb::arg("bounds"))
      .def("set_costs", &CoverProblem::set_costs, nb::arg("costs"))
      .def("items", &CoverProblem::items, nb::arg("option"), "The items of an option.")
      .def("colors", &CoverProblem::colors, nb::arg("option"),
           "The colors beside them, 0 for none; empty when no item has one.")
      .def("arrays", &CoverProblem::arrays, "Starts, items and colors of the options as bytes.")
      .def_prop_ro("option_count", &CoverProblem::option_count);
}

}  // namespace squaredance::bindings
