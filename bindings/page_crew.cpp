// PageCrew for Python: threads that answer pages of Parquet from file to file.
#include "page_crew.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <utility>

#include "areas.hpp"
#include "process.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

namespace {

// After a fork the threads are in the parent only: the child leaves its copy alone, for good.
class PyPageCrew {
 public:
  PyPageCrew(const LineShape& shape, int source, int target, std::uint32_t limit, unsigned threads) {
    if (threads == 0) throw nb::value_error("expected a thread or more");
    if (limit < 1 || limit >= bulk::unanswered)
      throw nb::value_error("expected a limit from 1 to 2**32 - 2");
    if (!shape.digits()) throw nb::value_error("expected 9x9 in digits");
    crew_ = std::make_unique<PageCrew>(shape, source, target, limit, threads);
  }
  ~PyPageCrew() { close(); }

  std::size_t add(const std::vector<std::pair<std::int64_t, std::size_t>>& spans,
                  std::optional<std::int64_t> given, std::int64_t answers) {
    std::vector<PageCrew::Span> places;
    for (const auto& [place, rows] : spans) places.push_back({place, rows});
    return crew().add(places, given.value_or(PageCrew::nowhere), answers);
  }

  void put(std::int64_t place, nb::bytes bytes) {
    crew().put(place, std::string(bytes.c_str(), bytes.size()));
  }

  std::optional<bool> wait(std::size_t page, double seconds) {
    PageCrew& waited = crew();
    if (page >= waited.pages()) throw nb::index_error("expected the number of a page");
    nb::gil_scoped_release released;
    return waited.wait(page, seconds);
  }

  std::size_t answered() { return crew().answered(); }

  void close() {
    if (process_ != this_process()) {
      static_cast<void>(crew_.release());
    } else if (crew_) {
      nb::gil_scoped_release released;
      crew_.reset();
    }
  }

 private:
  PageCrew& crew() {
    if (process_ != this_process()) throw std::runtime_error("this crew is of the process before the fork");
    if (!crew_) throw std::runtime_error("this crew is closed");
    return *crew_;
  }

  const long process_ = this_process();
  std::unique_ptr<PageCrew> crew_;
};

}  // namespace

void bind_page_crew(nb::module_& m) {
  nb::class_<PyPageCrew>(m, "PageCrew",
                         "Threads that answer pages of plain 9x9 texts from file to file.\n\n"
                         "That is as long as each row has a solution; with a limit of 2, just one.")
      .def(nb::init<const LineShape&, int, int, std::uint32_t, unsigned>(), nb::arg("shape"),
           nb::arg("source"), nb::arg("target"), nb::arg("limit"), nb::arg("threads"))
      .def("add", &PyPageCrew::add, nb::arg("spans"), nb::arg("given").none(), nb::arg("answers"),
           "A page whose rows lie at these places of the source, so many at each; its number.\n\n"
           "They go to the place ``given`` of the target, if anywhere, their solutions to ``answers``.")
      .def("put", &PyPageCrew::put, nb::arg("place"), nb::arg("bytes"),
           "Bytes for the target, written before the pages that are added later.")
      .def("wait", &PyPageCrew::wait, nb::arg("page"), nb::arg("seconds"),
           "True when the page is written, False when it will not be; None when the time is up first.")
      .def_prop_ro("answered", &PyPageCrew::answered, "Rows that are written.")
      .def("close", &PyPageCrew::close, "End the threads; what is not written by now stays so.");
}

}  // namespace squaredance::bindings
