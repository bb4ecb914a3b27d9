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

#if defined(__linux__)
// Whole pages within some memory.
struct Pages {
  static constexpr std::uintptr_t small = 4096, large = std::uintptr_t{1} << 21;

  Pages(const void* memory, std::size_t size, std::uintptr_t page)
      : first((reinterpret_cast<std::uintptr_t>(memory) + page - 1) & ~(page - 1)),
        end((reinterpret_cast<std::uintptr_t>(memory) + size) & ~(page - 1)) {}

  bool any() const { return first < end; }
  void advise(int advice) const {
    if (any()) madvise(reinterpret_cast<void*>(first), end - first, advice);
  }

  const std::uintptr_t first, end;
};
#endif

constexpr std::size_t worth_touching = 1 << 16;  // bytes

// Touches memory that is about to be written, if it has no pages yet: that costs more than to copy
// a page of puzzles, and a large page that two threads touch at the same time is made twice. So
// one thread asks for all of them. Memory that was used before has its pages, and to ask for those
// costs 4 ns per puzzle: whether it has them is told by the last one.
inline void touch(void* memory, std::size_t size) {
#if defined(__linux__)
  // MADV_POPULATE_WRITE of Linux 5.14. Where it is refused, or fails half way, pages are made one by
  // one as they are written.
  constexpr int populate_write = 23;
  const Pages pages(memory, size, Pages::small);
  if (size < worth_touching || !pages.any()) return;
  auto* last = reinterpret_cast<void*>(pages.end - Pages::small);
  unsigned char there = 0;
  if (mincore(last, Pages::small, &there) != 0 || (there & 1) == 0) pages.advise(populate_write);
#endif
}

// Bytes that hold anything, for native code to fill; in large pages, as far as it goes.
inline nanobind::object new_bytes(std::size_t size) {
  PyObject* bytes = PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(size));
  if (!bytes) throw nanobind::python_error();
#if defined(__linux__)
  Pages(PyBytes_AS_STRING(bytes), size, Pages::large).advise(MADV_HUGEPAGE);
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

// A part of a text.
struct Span {
  std::size_t start, end;
};

}  // namespace squaredance::bindings
