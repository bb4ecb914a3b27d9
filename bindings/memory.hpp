// Memory of Python objects, for native code that reads and writes it in place.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <utility>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace squaredance::bindings {

// A buffer of the caller, kept from moving or closing as long as this lives.
class Held {
 public:
  Held(nanobind::handle object, int flags) {
    if (PyObject_GetBuffer(object.ptr(), &view_, flags) != 0) throw nanobind::python_error();
  }
  ~Held() { PyBuffer_Release(&view_); }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

  std::uint8_t* data() const { return static_cast<std::uint8_t*>(view_.buf); }
  std::size_t size() const { return static_cast<std::size_t>(view_.len); }
  const Py_buffer& view() const { return view_; }

 private:
  Py_buffer view_;
};

// Bytes that hold anything, for native code to fill. The first touch of a page costs more than
// to copy a page of puzzles: so what can be is asked for in large pages, and the others all at
// once. But memory that was freed and is given out again has its pages: to ask for those
// costs 4 ns per puzzle. Whether it has them is told by the last one.
inline nanobind::object new_bytes(std::size_t size) {
  PyObject* bytes = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
  if (!bytes) throw nanobind::python_error();
#if defined(__linux__)
  constexpr std::uintptr_t small = 4096, large = std::uintptr_t{1} << 21;
  constexpr int populate_write = 23;  // MADV_POPULATE_WRITE of Linux 5.14; else it is refused
  auto advise = [](std::uintptr_t from, std::uintptr_t to, int advice) {
    if (from < to) madvise(reinterpret_cast<void*>(from), to - from, advice);
  };
  auto up = [](std::uintptr_t at, std::uintptr_t page) { return (at + page - 1) & ~(page - 1); };
  const auto start = reinterpret_cast<std::uintptr_t>(PyBytes_AS_STRING(bytes));
  const std::uintptr_t first = up(start, small), end = (start + size) & ~(small - 1);
  const std::uintptr_t first_large = up(start, large), end_large = end & ~(large - 1);
  unsigned char there = 0;
  if (first < end && mincore(reinterpret_cast<void*>(end - small), small, &there) == 0 && there & 1)
    return nanobind::steal(bytes);
  if (first_large < end_large) {
    advise(first_large, end_large, MADV_HUGEPAGE);
    advise(first, first_large, populate_write);
    advise(end_large, end, populate_write);
  } else if (size >= small * 16) {
    advise(first, end, populate_write);
  }
#endif
  return nanobind::steal(bytes);
}

// Memory for solutions that becomes a bytes object without a copy. Until then it is a writable
// buffer, and it becomes bytes only when nobody holds a view of it: nobody can see bytes change.
class Output {
 public:
  explicit Output(std::size_t size) : bytes_(new_bytes(size)) {}

  nanobind::object to_bytes() {
    if (!bytes_) throw nanobind::value_error("expected an output that is not given away");
    if (views_ > 0) throw nanobind::buffer_error("expected an output that nobody holds");
    return std::move(bytes_);
  }

  static int get_buffer(PyObject* self, Py_buffer* view, int flags) {
    auto* output = nanobind::inst_ptr<Output>(self);
    view->obj = nullptr;
    if (!output->bytes_) {
      PyErr_SetString(PyExc_BufferError, "expected an output that is not given away");
      return -1;
    }
    PyObject* bytes = output->bytes_.ptr();
    if (PyBuffer_FillInfo(view, self, PyBytes_AS_STRING(bytes), PyBytes_GET_SIZE(bytes), 0, flags))
      return -1;
    ++output->views_;
    return 0;
  }
  static void release_buffer(PyObject* self, Py_buffer*) {
    --nanobind::inst_ptr<Output>(self)->views_;
  }

 private:
  nanobind::object bytes_;
  std::size_t views_ = 0;
};

}  // namespace squaredance::bindings
