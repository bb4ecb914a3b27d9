// Is each grid of a column a solution.
#include <nanobind/nanobind.h>

#include <cstdint>
#include <string>

#include "areas.hpp"
#include "memory.hpp"
#include "rows.hpp"
#include "shape.hpp"
#include "squaredance/solved.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

namespace {

// Rows of one column, and what their symbols mean.
class Column {
 public:
  Column(const LineShape& shape, nb::handle text, nb::handle offsets, std::size_t width,
         nb::handle validity, std::size_t first, std::size_t rows, std::int64_t origin, std::size_t gap)
      : shape_(shape), text_(text, PyBUF_SIMPLE), rows_(offsets, width, validity, first, rows, origin, gap) {}

  const LineShape& shape() const { return shape_; }
  std::size_t size() const { return rows_.size(); }

  // The symbols of a row; null where it has not one for each cell.
  const std::uint8_t* symbols(std::size_t row) const {
    if (!rows_.is_there(row)) return nullptr;
    const Span span = rows_.span(row, text_.size());
    return span.end - span.start == shape_.cells() ? text_.data() + span.start : nullptr;
  }

  SolutionTest::Bits bits(std::uint64_t empty) const {
    const auto values = SolutionTest::values(shape_.geometry().size(), empty);
    SolutionTest::Bits bits{};
    for (std::size_t symbol = 0; symbol < bits.size(); ++symbol)
      bits[symbol] = values[shape_.value(static_cast<std::uint8_t>(symbol))];
    return bits;
  }

 private:
  const LineShape& shape_;
  Held text_;
  Rows rows_;
};

// A byte for each row: 1 where the grid is a solution, of its puzzle if there are puzzles; 0 where
// it is none, or one of both is not plain, so that somebody else has to look.
nb::bytes solved_rows(const Column& grids, const Column* puzzles) {
  const std::size_t rows = grids.size();
  if (puzzles && (puzzles->size() != rows || puzzles->shape().cells() != grids.shape().cells()))
    throw nb::value_error("expected a puzzle of the same size for each grid");
  std::string solved(rows, '\0');
  {
    nb::gil_scoped_release released;
    const SolutionTest test(grids.shape().geometry(), grids.bits(0),
                            (puzzles ? *puzzles : grids).bits(SolutionTest::any));
    for (std::size_t row = 0; row < rows; ++row) {
      const std::uint8_t* const grid = grids.symbols(row);
      const std::uint8_t* const puzzle = puzzles ? puzzles->symbols(row) : nullptr;
      solved[row] = grid && (puzzle || !puzzles) && test.holds(grid, puzzle);
    }
  }
  return nb::bytes(solved.data(), solved.size());
}

}  // namespace

void bind_solved(nb::module_& m) {
  nb::class_<Column>(m, "Column", "Rows of puzzles or grids, as an Arrow array has them.")
      .def(nb::init<const LineShape&, nb::handle, nb::handle, std::size_t, nb::handle, std::size_t,
                    std::size_t, std::int64_t, std::size_t>(),
           nb::arg("shape"), nb::arg("text"), nb::arg("offsets").none(), nb::arg("width"),
           nb::arg("validity").none(), nb::arg("first"), nb::arg("rows"), nb::arg("origin"),
           nb::arg("gap") = 0, nb::keep_alive<1, 2>());
  m.def("solved_rows", &solved_rows, nb::arg("grids"), nb::arg("puzzles").none(),
        "A byte for each row: 1 for a plain grid that is a solution, of its puzzle if there is one.");
}

}  // namespace squaredance::bindings
