// Memory of Python objects, for native code that reads and writes it in place.
#pragma once

#include <nanobind/nanobind.h>

#include <cstdint>
#include <memory>

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

// Where solutions go: a writable buffer, or a bytes object out of `new_bytes` that nobody
// has looked into yet.
class Output {
 public:
  explicit Output(nanobind::handle object) {
    if (PyBytes_CheckExact(object.ptr())) {
      bytes_ = nanobind::borrow(object);
    } else {
      held_ = std::make_unique<Held>(object, PyBUF_WRITABLE);
    }
  }

  std::uint8_t* data() const {
    return held_ ? held_->data() : reinterpret_cast<std::uint8_t*>(PyBytes_AS_STRING(bytes_.ptr()));
  }
  std::size_t size() const {
    return held_ ? held_->size() : static_cast<std::size_t>(PyBytes_GET_SIZE(bytes_.ptr()));
  }

 private:
  nanobind::object bytes_;
  std::unique_ptr<Held> held_;
};

// Bytes that hold anything, for native code to fill. Large ones are asked for in large pages:
// the first touch of a small page costs more than to copy a page of puzzles.
inline nanobind::object new_bytes(std::size_t size) {
  PyObject* bytes = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
  if (!bytes) throw nanobind::python_error();
#if defined(__linux__)
  constexpr std::uintptr_t large = std::uintptr_t{1} << 21;
  const auto start = reinterpret_cast<std::uintptr_t>(PyBytes_AS_STRING(bytes));
  const std::uintptr_t first = (start + large - 1) & ~(large - 1), end = (start + size) & ~(large - 1);
  if (first < end) madvise(reinterpret_cast<void*>(first), end - first, MADV_HUGEPAGE);
#endif
  return nanobind::steal(bytes);
}

}  // namespace squaredance::bindings
