// Checksums of files and buffers.
#include <nanobind/nanobind.h>

#include <mutex>

#include "areas.hpp"
#include "memory.hpp"
#include "squaredance/checksum.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

namespace {

// With a lock, since the GIL is let go while bytes are read.
class PyChecksum {
 public:
  void add(nb::handle bytes) {
    Held held(bytes, PyBUF_SIMPLE);
    nb::gil_scoped_release release;
    std::lock_guard guard(lock_);
    sum_.add(held.data(), held.size());
  }

  std::uint64_t value() {
    nb::gil_scoped_release release;
    std::lock_guard guard(lock_);
    return sum_.value();
  }

 private:
  std::mutex lock_;
  Checksum sum_;
};

}  // namespace

void bind_checksum(nb::module_& m) {
  nb::class_<PyChecksum>(m, "Checksum", "XXH64 of bytes, piece by piece.")
      .def(nb::init<>())
      .def("add", &PyChecksum::add, nb::arg("bytes"), "More bytes: any contiguous buffer.")
      .def("value", &PyChecksum::value, "Of all bytes so far.");
}

}  // namespace squaredance::bindings
