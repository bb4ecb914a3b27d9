// One 9x9 puzzle in one call, for Python: no object is made but the answer.
#include <nanobind/nanobind.h>
#include <structmember.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "areas.hpp"
#include "squaredance/lines.hpp"
#include "squaredance/single9.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

namespace {

constexpr std::size_t cells = 81;
// About a millisecond: what takes longer belongs to an engine that looks at Ctrl-C.
constexpr std::uint64_t most_guesses = 4096;

// The part of a Result that native code writes: the answer lies in the object itself, so that a
// call makes one object, and Python takes apart what it is asked for. It is kept small: to come
// by new memory costs more than the rest of the call.
struct Packed {
  std::uint8_t values[cells];  // the solution; if there is none, the puzzle as it was given
  std::uint8_t count, limit;
  std::uint32_t guesses, nodes, nanoseconds;
};
struct AnswerObject {
  PyObject base;
  Packed packed;
};

Packed& packed_of(PyObject* self) { return reinterpret_cast<AnswerObject*>(self)->packed; }

PyObject* get_values(PyObject* self, void*) {
  const Packed& packed = packed_of(self);
  std::array<char, cells> values;
  for (std::size_t i = 0; i < cells; ++i) {
    const int value = packed.values[i] & 15;
    values[i] = static_cast<char>(value <= 9 ? value : 0);
  }
  return PyBytes_FromStringAndSize(values.data(), cells);
}

PyTypeObject* answer_type = nullptr;  // made with the module, which is never unloaded

// The base class of what is returned.
PyObject* make_answer_type() {
  constexpr Py_ssize_t at = offsetof(AnswerObject, packed);
  static PyMemberDef members[] = {
      {"count", T_UBYTE, at + offsetof(Packed, count), READONLY, nullptr},
      {"limit", T_UBYTE, at + offsetof(Packed, limit), READONLY, nullptr},
      {"guesses", T_UINT, at + offsetof(Packed, guesses), READONLY, nullptr},
      {"nodes", T_UINT, at + offsetof(Packed, nodes), READONLY, nullptr},
      {"nanoseconds", T_UINT, at + offsetof(Packed, nanoseconds), READONLY, nullptr},
      {nullptr, 0, 0, 0, nullptr}};
  static PyGetSetDef values[] = {
      {"values", &get_values, nullptr,
       const_cast<char*>("Of the solution; of the puzzle if there is none."), nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  PyType_Slot slots[] = {
      {Py_tp_doc, const_cast<char*>("The answer to one 9x9 puzzle, as native code wrote it.")},
      {Py_tp_members, members},
      {Py_tp_getset, values},
      {0, nullptr}};
  PyType_Spec spec = {"squaredance._core.SingleAnswer", sizeof(AnswerObject), 0,
                      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE, slots};
  return PyType_FromSpec(&spec);
}

const lines::Characters& plain_cells() {
  static const lines::Characters characters = [] {
    std::array<bool, 256> members{};
    for (char c : {'.', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'}) members[c] = true;
    return lines::Characters(members);
  }();
  return characters;
}

bool is_answer_type(PyObject* type) {
  return PyType_Check(type) &&
         PyType_IsSubtype(reinterpret_cast<PyTypeObject*>(type), answer_type);
}

// A new object of `type`, a subclass of SingleAnswer; null with no error set if the puzzle takes
// long, null with one if there is no memory.
PyObject* solved(PyObject* type, const std::uint8_t* puzzle, std::uint8_t limit) {
  using Clock = std::chrono::steady_clock;
  auto* python_type = reinterpret_cast<PyTypeObject*>(type);
  PyObject* result = python_type->tp_alloc(python_type, 0);
  if (!result) return nullptr;
  if (PyType_IS_GC(python_type)) PyObject_GC_UnTrack(result);  // it refers to nothing
  Packed& packed = packed_of(result);
  const auto start = Clock::now();
  const Answer9 answer = solve_single9(puzzle, limit, most_guesses, packed.values);
  const std::chrono::nanoseconds time = Clock::now() - start;
  if (!answer.finished) {
    Py_DECREF(result);
    return nullptr;
  }
  if (answer.count == 0) std::memcpy(packed.values, puzzle, cells);
  packed.count = static_cast<std::uint8_t>(answer.count);
  packed.limit = limit;
  packed.guesses = static_cast<std::uint32_t>(answer.guesses);
  packed.nodes = static_cast<std::uint32_t>(answer.nodes);
  packed.nanoseconds =
      static_cast<std::uint32_t>(std::min<std::chrono::nanoseconds::rep>(time.count(), ~0u));
  return result;
}

// The cells of a str of 81 digits and dots; null for anything else.
const std::uint8_t* plain_text9(PyObject* text) {
  Py_ssize_t size = 0;
  if (!PyUnicode_CheckExact(text) || PyUnicode_GET_LENGTH(text) != cells) return nullptr;
  const char* utf8 = PyUnicode_AsUTF8AndSize(text, &size);
  if (!utf8) PyErr_Clear();  // half a character: for the readers to complain about
  const auto* puzzle = reinterpret_cast<const std::uint8_t*>(utf8);
  return utf8 && size == cells && lines::all_members(puzzle, cells, plain_cells()) ? puzzle
                                                                                   : nullptr;
}

// A Python function with a short cut. `f(text)` and `f(text, unique=...)` for a plain 9x9 are
// answered without entering Python; all else, what takes long included, goes to the function.
struct ShortCutObject {
  PyObject base;
  vectorcallfunc call;
  PyObject* function;
  PyObject* type;  // of the answers
  PyObject* dict;
  PyObject* weak_references;
};

ShortCutObject* short_cut(PyObject* self) { return reinterpret_cast<ShortCutObject*>(self); }

// The limit of solutions that the keywords of a call ask for; 0 if the function must tell.
std::uint8_t limit_of(PyObject* const* values, PyObject* names) {
  static PyObject* const unique = PyUnicode_InternFromString("unique");
  if (!names || PyTuple_GET_SIZE(names) == 0) return 1;
  if (PyTuple_GET_SIZE(names) != 1 || PyTuple_GET_ITEM(names, 0) != unique) return 0;
  if (values[0] == Py_True) return 2;
  return values[0] == Py_False ? 1 : 0;
}

PyObject* call_short_cut(PyObject* self, PyObject* const* args, std::size_t flagged,
                         PyObject* names) {
  if (PyVectorcall_NARGS(flagged) == 1) {
    const std::uint8_t limit = limit_of(args + 1, names);
    const std::uint8_t* puzzle = limit ? plain_text9(args[0]) : nullptr;
    if (puzzle) {
      PyObject* result = solved(short_cut(self)->type, puzzle, limit);
      if (result || PyErr_Occurred()) return result;
    }
  }
  return PyObject_Vectorcall(short_cut(self)->function, args, flagged, names);
}

PyObject* new_short_cut(PyTypeObject* type, PyObject* args, PyObject* keywords) {
  PyObject *function, *answers;
  static const char* names[] = {"function", "type", nullptr};
  if (!PyArg_ParseTupleAndKeywords(args, keywords, "OO!:SolveShortCut", const_cast<char**>(names),
                                   &function, &PyType_Type, &answers))
    return nullptr;
  if (!is_answer_type(answers)) {
    PyErr_SetString(PyExc_TypeError, "expected a subclass of SingleAnswer");
    return nullptr;
  }
  PyObject* self = type->tp_alloc(type, 0);
  if (!self) return nullptr;
  short_cut(self)->call = &call_short_cut;
  short_cut(self)->function = Py_NewRef(function);
  short_cut(self)->type = Py_NewRef(answers);
  return self;
}

int clear_short_cut(PyObject* self) {
  Py_CLEAR(short_cut(self)->function);
  Py_CLEAR(short_cut(self)->type);
  Py_CLEAR(short_cut(self)->dict);
  return 0;
}

int traverse_short_cut(PyObject* self, visitproc visit, void* arg) {
  Py_VISIT(Py_TYPE(self));
  Py_VISIT(short_cut(self)->function);
  Py_VISIT(short_cut(self)->type);
  Py_VISIT(short_cut(self)->dict);
  return 0;
}

void delete_short_cut(PyObject* self) {
  PyTypeObject* type = Py_TYPE(self);
  PyObject_GC_UnTrack(self);
  if (short_cut(self)->weak_references) PyObject_ClearWeakRefs(self);
  clear_short_cut(self);
  type->tp_free(self);
  Py_DECREF(type);
}

// As a function does: in a class it becomes a method, and `help` takes it for one.
PyObject* bind_short_cut(PyObject* self, PyObject* object, PyObject*) {
  return object ? PyMethod_New(self, object) : Py_NewRef(self);
}

// Pickled by its name, as a function is.
PyObject* reduce_short_cut(PyObject* self, PyObject*) {
  return PyObject_GetAttrString(self, "__qualname__");
}

PyObject* make_short_cut_type() {
  static PyMemberDef members[] = {
      {"__vectorcalloffset__", T_PYSSIZET, offsetof(ShortCutObject, call), READONLY, nullptr},
      {"__dictoffset__", T_PYSSIZET, offsetof(ShortCutObject, dict), READONLY, nullptr},
      {"__weaklistoffset__", T_PYSSIZET, offsetof(ShortCutObject, weak_references), READONLY,
       nullptr},
      {nullptr, 0, 0, 0, nullptr}};
  static PyMethodDef methods[] = {{"__reduce__", &reduce_short_cut, METH_NOARGS, nullptr},
                                  {nullptr, nullptr, 0, nullptr}};
  static PyGetSetDef dict[] = {
      {"__dict__", &PyObject_GenericGetDict, &PyObject_GenericSetDict, nullptr, nullptr},
      {nullptr, nullptr, nullptr, nullptr, nullptr}};
  PyType_Slot slots[] = {
      {Py_tp_new, reinterpret_cast<void*>(&new_short_cut)},
      {Py_tp_dealloc, reinterpret_cast<void*>(&delete_short_cut)},
      {Py_tp_traverse, reinterpret_cast<void*>(&traverse_short_cut)},
      {Py_tp_clear, reinterpret_cast<void*>(&clear_short_cut)},
      {Py_tp_call, reinterpret_cast<void*>(&PyVectorcall_Call)},
      {Py_tp_descr_get, reinterpret_cast<void*>(&bind_short_cut)},
      {Py_tp_members, members},
      {Py_tp_methods, methods},
      {Py_tp_getset, dict},
      {0, nullptr}};
  PyType_Spec spec = {
      "squaredance._core.SolveShortCut", sizeof(ShortCutObject), 0,
      Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL, slots};
  return PyType_FromSpec(&spec);
}

nb::object solve_values9(nb::type_object type, nb::bytes values, std::uint8_t limit) {
  if (!is_answer_type(type.ptr())) throw nb::type_error("expected a subclass of SingleAnswer");
  if (values.size() != cells) return nb::none();
  const auto* puzzle = static_cast<const std::uint8_t*>(values.data());
  if (lines::first_above(puzzle, cells, 9) != cells) return nb::none();
  PyObject* result = solved(type.ptr(), puzzle, limit);
  if (!result && PyErr_Occurred()) throw nb::python_error();
  return result ? nb::steal(result) : nb::none();
}

void add_type(nb::module_& m, const char* name, PyObject* type) {
  if (!type) throw nb::python_error();
  m.attr(name) = nb::steal(type);
}

}  // namespace

void bind_single(nb::module_& m) {
  PyObject* type = make_answer_type();
  answer_type = reinterpret_cast<PyTypeObject*>(type);
  add_type(m, "SingleAnswer", type);
  add_type(m, "SolveShortCut", make_short_cut_type());
  m.def("solve_values9", &solve_values9, nb::arg("type"), nb::arg("values"), nb::arg("limit"),
        nb::sig("def solve_values9(type: type, values: bytes, limit: int) -> object"),
        "Solves 81 values from 0 to 9 into an object of the type; None if they are not, "
        "or take long.");
}

}  // namespace squaredance::bindings
