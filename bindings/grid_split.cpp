// One puzzle as thousands of subproblems, for many workers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "areas.hpp"
#include "batch.hpp"
#include "geometry.hpp"
#include "masks.hpp"
#include "squaredance/auto_search.hpp"
#include "squaredance/split.hpp"

namespace squaredance::bindings {

namespace {

// As numbers of 32 bits: the root, how many clues, and these: the value in the low byte.
std::vector<std::uint32_t> packed(const std::vector<Subproblem>& subproblems) {
  std::vector<std::uint32_t> packed;
  for (const Subproblem& one : subproblems) {
    packed.push_back(static_cast<std::uint32_t>(one.root));
    packed.push_back(static_cast<std::uint32_t>(one.clues.size()));
    for (auto [cell, value] : one.clues) packed.push_back(std::uint32_t{cell} << 8 | value);
  }
  return packed;
}

std::vector<Subproblem> unpacked(const nb::bytes& bytes, const Geometry& geometry,
                                 std::size_t roots) {
  const std::vector<std::uint32_t> packed = as_numbers(bytes);
  std::vector<Subproblem> subproblems;
  for (auto at = packed.cbegin(); at != packed.cend();) {
    if (packed.cend() - at < 2 || at[1] > packed.cend() - at - 2)
      throw nb::value_error("expected whole parts");
    if (at[0] >= roots) throw nb::value_error("expected parts of these roots");
    Subproblem& one = subproblems.emplace_back(Subproblem{at[0], {}});
    const auto end = at + 2 + at[1];
    for (at += 2; at != end; ++at) {
      const std::uint32_t cell = *at >> 8, value = *at & 255;
      if (cell >= static_cast<std::uint32_t>(geometry.cells()) || value < 1 ||
          value > static_cast<std::uint32_t>(geometry.size()))
        throw nb::value_error("expected clues of the geometry");
      one.clues.emplace_back(static_cast<Cell>(cell), static_cast<std::uint8_t>(value));
    }
  }
  return subproblems;
}

class GridSplit {
 public:
  // With the parts of another one, made from the same, it need not be cut again.
  GridSplit(const PyGeometry& geometry, const std::vector<nb::bytes>& roots,
            const std::optional<Masks>& candidates, std::size_t wanted,
            const std::optional<nb::bytes>& parts)
      : geometry_(geometry) {
    for (const nb::bytes& clues : roots) {
      roots_.push_back(masks_of(geometry, clues, candidates));
      clues_.emplace_back(static_cast<const char*>(clues.data()), clues.size());
    }
    if (parts)
      subproblems_ = unpacked(*parts, geometry_, roots_.size());
    else
      cutting_.emplace(geometry_, roots_, wanted);
  }

  // Until it is done, there are no subproblems. Not for two threads at once.
  bool cut(double seconds, nb::typed<nb::callable, bool()> is_wanted) {
    return cut_watched(cutting_, subproblems_, Watch(stopping_, is_wanted, seconds, -1));
  }

  nb::bytes parts() const { return as_bytes(packed(subproblems_)); }

  std::size_t size() const { return subproblems_.size(); }

  std::vector<Counted> count(const std::vector<std::size_t>& numbers, double seconds,
                             double patience, nb::typed<nb::callable, bool()> is_wanted) const {
    check_numbers(numbers, size());
    AutoSearch search(geometry_);  // one for all: to make it takes longer than an easy puzzle
    auto one = [&](std::size_t number, Watch& watch) { return count_one(search, number, watch); };
    return count_batch(numbers, Watch(stopping_, is_wanted, seconds, patience), one);
  }

  // The clues of a subproblem, those of its root among them.
  nb::bytes clues(std::size_t number) const {
    check_numbers({number}, size());
    std::string clues = clues_[subproblems_[number].root];
    for (auto [cell, value] : subproblems_[number].clues) clues[cell] = static_cast<char>(value);
    return nb::bytes(clues.data(), clues.size());
  }

  void stop() { stopping_ = true; }

 private:
  std::optional<Counted> count_one(AutoSearch& search, std::size_t number, Watch& watch) const {
    const Subproblem& one = subproblems_[number];
    search.start(with_clues(roots_[one.root], one.clues));
    std::uint64_t found = 0;
    for (std::uint64_t end = 0;;) {
      const std::uint64_t used = search.effort().nodes;
      if (used >= end) {
        if (end > 0 && !watch.goes_on()) return {};
        end = used + std::max(watched_slice / 4, search.least_slice());
      }
      const Pause pause = search.run(end - used);
      if (pause == Pause::exhausted) break;
      if (pause == Pause::solution) ++found;
    }
    return Counted{found, search.effort().nodes, search.effort().guesses};
  }

  const PyGeometry& geometry_;
  std::vector<Masks> roots_;
  std::vector<std::string> clues_;  // of the roots
  std::optional<Cutting> cutting_;  // until it is done
  std::vector<Subproblem> subproblems_;
  std::atomic<bool> stopping_{false};
};

}  // namespace

void bind_grid_split(nb::module_& m) {
  nb::class_<GridSplit>(m, "GridSplit", "One puzzle cut into subproblems, for many workers.")
      .def(nb::init<const PyGeometry&, const std::vector<nb::bytes>&, const std::optional<Masks>&,
                    std::size_t, const std::optional<nb::bytes>&>(),
           nb::keep_alive<1, 2>(), nb::arg("geometry"), nb::arg("roots"),
           nb::arg("candidates").none(), nb::arg("wanted"), nb::arg("parts") = nb::none())
      .def("cut", &GridSplit::cut, nb::arg("seconds"), nb::arg("is_wanted"),
           "Go on with the cut: whether it is done, and there are subproblems.")
      .def("parts", &GridSplit::parts, "The subproblems, packed for another one.")
      .def("count", &GridSplit::count, nb::arg("numbers"), nb::arg("seconds"), nb::arg("patience"),
           nb::arg("is_wanted"),
           "For the first of these subproblems, as far as it got: solutions, nodes and guesses.")
      .def("clues", &GridSplit::clues, nb::arg("number"), "The clues of a subproblem.")
      .def("stop", &GridSplit::stop, "End what is counted in other threads, for good.")
      .def_prop_ro("size", &GridSplit::size, "How many subproblems there are.");
}

}  // namespace squaredance::bindings
