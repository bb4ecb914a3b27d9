#include <nanobind/nanobind.h>

#include <cerrno>
#include <exception>
#include <system_error>

#include "areas.hpp"
#include "drive.hpp"

NB_MODULE(_core, m) {
  namespace bindings = squaredance::bindings;
  // Geometries live in a Python cache until the interpreter ends, which is no leak.
  nanobind::set_leak_warnings(false);
  // The system has no thread for us: an OSError, which people are told in a line.
  nanobind::register_exception_translator([](const std::exception_ptr& error, void*) {
    try {
      std::rethrow_exception(error);
    } catch (const std::system_error& failed) {
      errno = failed.code().value();
      PyErr_SetFromErrnoWithFilename(PyExc_OSError, "a new thread");
    }
  });
  m.doc() = "The native engines. Use the functions of the package squaredance instead.";
  m.attr("SOLUTION") = static_cast<int>(bindings::solution);
  m.attr("EXHAUSTED") = static_cast<int>(bindings::exhausted);
  m.attr("OUT_OF_NODES") = static_cast<int>(bindings::out_of_nodes);
  m.attr("OUT_OF_TIME") = static_cast<int>(bindings::out_of_time);
  bindings::bind_grid(m);
  bindings::bind_cover_problem(m);
  bindings::bind_cover(m);
  bindings::bind_cover_count(m);
  bindings::bind_cover_parts(m);
  bindings::bind_cover_split(m);
  bindings::bind_grid_split(m);
  bindings::bind_cover_diagram(m);
  bindings::bind_cover_minimum(m);
  bindings::bind_many(m);
  bindings::bind_pages(m);
  bindings::bind_page_crew(m);
  bindings::bind_files(m);
  bindings::bind_generate(m);
  bindings::bind_rating(m);
  bindings::bind_minimise(m);
  bindings::bind_vicinity(m);
  bindings::bind_single(m);
  bindings::bind_solved(m);
  bindings::bind_technique(m);
  bindings::bind_trace(m);
  bindings::bind_cpu(m);
  bindings::bind_checksum(m);
  bindings::bind_canon(m);
  bindings::bind_draw(m);
}
