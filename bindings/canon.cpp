// Canonical forms for Python: one at a time, and the set of those that were seen. Many at once: block.hpp.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "areas.hpp"
#include "shape.hpp"
#include "squaredance/canon.hpp"
#include "squaredance/form_set.hpp"
#include "text_block.hpp"
#include "watched.hpp"

namespace squaredance::bindings {

namespace {

const std::uint8_t* checked_values(nb::bytes values, int size) {
  const auto* from = static_cast<const std::uint8_t*>(values.data());
  const auto cells = static_cast<std::size_t>(size * size);
  if (values.size() != cells ||
      lines::first_above(from, cells, static_cast<std::uint8_t>(size)) < cells)
    throw nb::value_error("expected a value from 0 to the size for each cell");
  return from;
}

// What canon::canonical gives; false when a limit came first.
struct Found {
  bool is_done = false;
  std::vector<std::uint8_t> form;
  canon::Transformation how;
  std::vector<std::uint32_t> factors;
};

// Most forms take less than to wake another thread: so it is tried here first.
constexpr std::uint64_t quick = 1024;  // nodes: about a millisecond of 16x16

void find(Found& found, const squaredance::Shape& shape, const std::uint8_t* source, std::uint64_t nodes,
          double seconds) {
  auto run = [&](std::uint64_t most, const std::atomic<bool>* stop) {
    found.is_done = canon::canonical(shape, source, most, stop, found.form.data(), &found.how, &found.factors);
  };
  if (seconds != 0) {
    nb::gil_scoped_release released;
    run(std::min(nodes, quick), nullptr);
  }
  if (found.is_done || nodes <= quick) return;
  watched(seconds, [&](const std::atomic<bool>& stop) { run(nodes, &stop); });
}

// (form, transposed, rows, cols, values, factors of the number of automorphisms), or None.
nb::object canonical_of(nb::bytes values, std::pair<int, int> box, int size, std::uint64_t nodes, double seconds) {
  const squaredance::Shape shape = checked_shape(size, box);
  const std::uint8_t* source = checked_values(values, size);
  Found found;
  found.form.resize(values.size());
  if (shape.is_standard9()) {
    std::uint64_t automorphisms = 0;
    canon::canonical9(source, found.form.data(), &found.how, &automorphisms);
    found.factors = {static_cast<std::uint32_t>(automorphisms)};
  } else {
    find(found, shape, source, nodes, seconds);
    if (!found.is_done) return nb::none();
  }
  const auto n = static_cast<std::size_t>(size);
  const auto& how = found.how;
  return nb::make_tuple(nb::bytes(found.form.data(), found.form.size()), how.transposed,
                        nb::bytes(how.rows.data(), n), nb::bytes(how.cols.data(), n),
                        nb::bytes(how.values.data() + 1, n), found.factors);
}

class PyFormSet : public FormSet {
 public:
  explicit PyFormSet(int size) : FormSet(checked_shape(size, {0, 0}).size), size_(size) {}

  bool add(nb::bytes form) { return insert(checked_values(form, size_)); }

  std::vector<std::size_t> add_block(const TextBlock& block) {
    block.require_done();
    if (!block.has_forms_of(size_)) throw nb::value_error("expected a block of forms of this size");
    return block.known_to(*this);
  }

 private:
  int size_;
};

}  // namespace

void bind_canon(nb::module_& m) {
  m.def("canonical", &canonical_of, nb::arg("values"), nb::arg("box"), nb::arg("size"), nb::arg("max_nodes"),
        nb::arg("seconds"),
        nb::sig("def canonical(values: bytes, box: tuple[int, int], size: int, max_nodes: int, seconds: float) "
                "-> tuple[bytes, bool, bytes, bytes, bytes, list[int]] | None"),
        "The form, whether the source is transposed, which of its rows and cols come in order, the\n"
        "new name of each value, and factors of the number of automorphisms; None when a limit came\n"
        "first.");

  nb::class_<PyFormSet>(m, "FormSet", "The canonical forms of a size that were seen so far.")
      .def(nb::init<int>(), nb::arg("size"))
      .def("__len__", &PyFormSet::size)
      .def("add", &PyFormSet::add, nb::arg("form"), "Whether it is new.")
      .def("add_block", &PyFormSet::add_block, nb::arg("block"),
           "All forms of a block; tells the numbers of those that are not new.");
}

}  // namespace squaredance::bindings
