// A search that is watched, for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "areas.hpp"
#include "geometry.hpp"
#include "masks.hpp"
#include "squaredance/search.hpp"

namespace squaredance::bindings {

namespace {

constexpr const char* kind_names[] = {"place", "guess", "conflict", "back", "solution", "end"};

// The GIL is held all the time: a frame costs less than to tell it.
class Trace {
 public:
  Trace(const PyGeometry& geometry, nb::bytes clues, std::string_view engine,
        const std::optional<Masks>& candidates) {
    if (engine != "search" && engine != "dance")
      throw nb::value_error("expected the engine 'search' or 'dance'");
    search_ = make_search(engine == "dance" ? Engine::dance : Engine::search, geometry,
                          masks_of(geometry, clues, candidates));
  }

  const char* next() {
    search_->watch(frame_);
    return kind_names[static_cast<int>(frame_.kind)];
  }
  const Frame& frame() const { return frame_; }
  Effort effort() const { return search_->effort(); }

 private:
  std::unique_ptr<Search> search_;
  Frame frame_;
};

template <auto member>
auto part(const Trace& trace) {
  return trace.frame().*member;
}

nb::bytes values(const Trace& trace) {
  return nb::bytes(trace.frame().values.data(), trace.frame().values.size());
}

}  // namespace

void bind_trace(nb::module_& m) {
  nb::class_<Trace>(m, "Trace", "A search that is watched, frame by frame.")
      .def(nb::init<const PyGeometry&, nb::bytes, std::string_view, const std::optional<Masks>&>(),
           nb::arg("geometry"), nb::arg("clues"), nb::arg("engine"),
           nb::arg("candidates") = nb::none(), nb::keep_alive<1, 2>())
      .def("next", &Trace::next, "Goes on to the next frame: its kind.")
      .def_prop_ro("nodes", [](const Trace& trace) { return trace.effort().nodes; })
      .def_prop_ro("guesses", [](const Trace& trace) { return trace.effort().guesses; })
      .def_prop_ro("depth", &part<&Frame::depth>)
      .def_prop_ro("item", &part<&Frame::item>)
      .def_prop_ro("options", &part<&Frame::options>)
      .def_prop_ro("choice", &part<&Frame::choice>)
      .def_prop_ro("cell", &part<&Frame::cell>)
      .def_prop_ro("value", &part<&Frame::value>)
      .def_prop_ro("values", &values)
      .def_prop_ro("masks", &part<&Frame::masks>)
      .def_prop_ro("ring", &part<&Frame::ring>)
      .def_prop_ro("sizes", &part<&Frame::sizes>)
      .def_prop_ro("covered", &part<&Frame::covered>);
}

}  // namespace squaredance::bindings
