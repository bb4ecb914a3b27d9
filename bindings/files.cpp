// Files, where Python has no word for it.
#include <nanobind/nanobind.h>

#include <cstdint>

#ifdef __linux__
#include <fcntl.h>
#include <unistd.h>
#endif

#include "areas.hpp"

namespace nb = nanobind;

namespace squaredance::bindings {
namespace {

// Room in a file for so many bytes from where it is written next: the system then finds it at once,
// and not page by page, a quarter of what a write costs (ext4; on tmpfs it makes no difference). The
// file stays as long as it is, and what is not written then takes room behind its end. Where there is
// none nothing happens: who writes is told why.
bool reserve(int descriptor, std::int64_t size) {
#ifdef __linux__
  nb::gil_scoped_release released;
  const int flags = fcntl(descriptor, F_GETFL);
  if (flags < 0 || (flags & O_APPEND)) return false;
  const off_t place = lseek(descriptor, 0, SEEK_CUR);
  return place >= 0 && size > 0 &&
         fallocate(descriptor, FALLOC_FL_KEEP_SIZE, place, static_cast<off_t>(size)) == 0;
#else
  static_cast<void>(descriptor), static_cast<void>(size);
  return false;
#endif
}

}  // namespace

void bind_files(nb::module_& m) {
  m.def("reserve", &reserve, nb::arg("descriptor"), nb::arg("size"),
        "Room in a file for what is written next; False where there is no such thing.");
}

}  // namespace squaredance::bindings
