// Which instructions the engines use, for `squaredance info`, tests and measurements.
#include <nanobind/nanobind.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "areas.hpp"
#include "squaredance/cpu.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

namespace {

std::vector<std::string> level_names() {
  std::vector<std::string> names;
  for (cpu::Level level : cpu::available()) names.emplace_back(cpu::name(level));
  return names;
}

bool use_level(std::string_view name) {
  for (cpu::Level level : cpu::available())
    if (cpu::name(level) == name) {
      cpu::use(level);
      return true;
    }
  return false;
}

void checked_use_level(std::string_view name) {
  if (!use_level(name)) throw nb::value_error("expected a level that this processor has");
}

}  // namespace

void bind_cpu(nb::module_& m) {
  // A level that is not there is not used, and `squaredance info` tells which one is.
  if (const char* wanted = std::getenv("SQUAREDANCE_CPU")) use_level(wanted);
  m.def("cpu_levels", &level_names, "The levels that this processor has, the best one last.");
  m.def("cpu_level", [] { return cpu::name(cpu::used()); }, "The level in use.");
  m.def("use_cpu_level", &checked_use_level, nb::arg("name"), "Uses another from now on.");
}

}  // namespace squaredance::bindings
