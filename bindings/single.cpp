// One 9x9 puzzle in one call, for Python: no object is made but the answer.
#include <nanobind/nanobind.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

#include "areas.hpp"
#include "squaredance/lines.hpp"
#include "squaredance/single9.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

namespace {

constexpr std::size_t cells = 81;
// About a millisecond: what takes longer belongs to an engine that looks at Ctrl-C.
constexpr std::uint64_t most_guesses = 4096;

// What Python gets: bytes that it takes apart when it is asked for more than the status. The
// numbers are as this machine writes them.
struct Packed {
  std::uint8_t solution[cells], clues[cells];
  std::uint8_t count, limit;
  std::uint32_t guesses, nodes, nanoseconds;
};
// As in solve.py.
static_assert(offsetof(Packed, clues) == 81 && offsetof(Packed, count) == 162 &&
              offsetof(Packed, limit) == 163 && offsetof(Packed, guesses) == 164 &&
              offsetof(Packed, nodes) == 168 && offsetof(Packed, nanoseconds) == 172);

const lines::Characters& plain_cells() {
  static const lines::Characters characters = [] {
    std::array<bool, 256> members{};
    for (char c : {'.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'}) members[c] = true;
    return lines::Characters(members);
  }();
  return characters;
}

// A new object of a Python class whose one attribute is the packed answer. A third of what
// `object.__new__` and `object.__setattr__` take when Python calls them.
nb::object result_of(nb::handle type, const Packed& packed) {
  static PyObject* const name = PyUnicode_InternFromString("_packed");
  const nb::bytes bytes(&packed, sizeof packed);
  nb::object result =
      nb::steal(PyType_GenericAlloc(reinterpret_cast<PyTypeObject*>(type.ptr()), 0));
  if (!result.is_valid() || PyObject_GenericSetAttr(result.ptr(), name, bytes.ptr()) != 0)
    throw nb::python_error();
  PyObject_GC_UnTrack(result.ptr());  // it holds bytes only: there is no cycle to look for
  return result;
}

nb::object solved(nb::handle type, const std::uint8_t* puzzle, std::uint8_t limit) {
  using Clock = std::chrono::steady_clock;
  Packed packed{};
  const auto start = Clock::now();
  const Answer9 answer = solve_single9(puzzle, limit, most_guesses, packed.solution);
  const std::chrono::nanoseconds time = Clock::now() - start;
  if (!answer.finished) return nb::none();
  for (std::size_t i = 0; i < cells; ++i) {
    const std::uint8_t value = puzzle[i] & 15;
    packed.clues[i] = value <= 9 ? value : 0;
  }
  packed.count = static_cast<std::uint8_t>(answer.count);
  packed.limit = limit;
  packed.guesses = static_cast<std::uint32_t>(answer.guesses);
  packed.nodes = static_cast<std::uint32_t>(answer.nodes);
  packed.nanoseconds =
      static_cast<std::uint32_t>(std::min<std::chrono::nanoseconds::rep>(time.count(), ~0u));
  return result_of(type, packed);
}

nb::object solve_text9(nb::type_object type, nb::handle text, std::uint8_t limit) {
  Py_ssize_t size = 0;
  if (!PyUnicode_CheckExact(text.ptr()) || PyUnicode_GetLength(text.ptr()) != cells) return nb::none();
  const char* utf8 = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  if (utf8 == nullptr) {
    PyErr_Clear();  // half a character: for the readers to complain about
    return nb::none();
  }
  const auto* puzzle = reinterpret_cast<const std::uint8_t*>(utf8);
  if (size != cells || !lines::all_members(puzzle, cells, plain_cells())) return nb::none();
  return solved(type, puzzle, limit);
}

nb::object solve_values9(nb::type_object type, nb::bytes values, std::uint8_t limit) {
  if (values.size() != cells) return nb::none();
  const auto* puzzle = static_cast<const std::uint8_t*>(values.data());
  if (lines::first_above(puzzle, cells, 9) != cells) return nb::none();
  return solved(type, puzzle, limit);
}

}  // namespace

void bind_single(nb::module_& m) {
  m.def("solve_text9", &solve_text9, nb::arg("result"), nb::arg("text").none(), nb::arg("limit"),
        nb::sig("def solve_text9(result: type, text: object, limit: int) -> object"),
        "Solves a str of 81 digits and dots; None if it is anything else, or takes long.");
  m.def("solve_values9", &solve_values9, nb::arg("result"), nb::arg("values"), nb::arg("limit"),
        nb::sig("def solve_values9(result: type, values: bytes, limit: int) -> object"),
        "The same for 81 values from 0 to 9.");
}

}  // namespace squaredance::bindings
