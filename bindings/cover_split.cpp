// Exact cover for Python: one problem as thousands of subproblems, for many workers.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "areas.hpp"
#include "batch.hpp"
#include "cover_engines.hpp"
#include "cover_prepare.hpp"
#include "cover_problem.hpp"
#include "squaredance/cover/reduce.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::bindings {

namespace {

// Parts as numbers of 32 bits: how many options are forced, these, and the same for those excluded.
std::vector<std::uint32_t> packed_parts(const std::vector<cover::Part>& parts) {
  std::vector<std::uint32_t> packed;
  for (const cover::Part& part : parts)
    for (const Options* options : {&part.forced, &part.excluded}) {
      packed.push_back(static_cast<std::uint32_t>(options->size()));
      packed.insert(packed.end(), options->begin(), options->end());
    }
  return packed;
}

std::vector<cover::Part> unpacked_parts(const nb::bytes& bytes, cover::Option option_count) {
  const std::vector<std::uint32_t> packed = as_numbers(bytes);
  std::vector<cover::Part> parts;
  for (auto at = packed.cbegin(); at != packed.cend();) {
    cover::Part& part = parts.emplace_back();
    for (Options* options : {&part.forced, &part.excluded}) {
      if (at == packed.cend() || *at > packed.cend() - at - 1)
        throw nb::value_error("expected whole parts");
      const auto end = at + 1 + *at;
      options->assign(at + 1, end);
      at = end;
      if (std::ranges::any_of(*options, [&](cover::Option o) { return o >= option_count; }))
        throw nb::value_error("expected options of the problem");
    }
  }
  return parts;
}

class CoverSplit {
 public:
  // With the parts of another one, made from the same, it need not be cut again.
  CoverSplit(const CoverProblem& problem, std::string_view engine, Options forced,
             Options excluded, std::size_t wanted, std::optional<nb::bytes> parts)
      : prepared_(problem, {std::move(forced), std::move(excluded), {}, engine != "links"}),
        engine_(cover_engine_for(engine, prepared_.problem())) {
    if (parts) {
      parts_ = unpacked_parts(*parts, prepared_.problem().option_count());
    } else {
      nb::gil_scoped_release released;
      cutting_.emplace(prepared_.problem(), wanted);
    }
  }

  // Until it is done, there are no subproblems. Not for two threads at once.
  bool cut(double seconds, nb::typed<nb::callable, bool()> is_wanted) {
    return cut_watched(cutting_, parts_, Watch(stopping_, is_wanted, seconds, -1));
  }

  nb::bytes parts() const { return as_bytes(packed_parts(parts_)); }

  std::size_t size() const { return parts_.size(); }
  const char* engine() const { return name_of(engine_); }

  std::vector<Counted> count(const std::vector<std::size_t>& numbers, double seconds,
                             double patience, nb::typed<nb::callable, bool()> is_wanted) const {
    check_numbers(numbers, size());
    auto one = [&](std::size_t number, Watch& watch) { return count_one(number, watch); };
    return count_batch(numbers, Watch(stopping_, is_wanted, seconds, patience), one);
  }

  // The options forced and excluded in a subproblem, as the problem numbers them.
  std::pair<Options, Options> options(std::size_t number) const {
    check_numbers({number}, size());
    auto original = [&](Options options) {
      for (cover::Option& o : options) o = prepared_.original_option(o);
      return options;
    };
    return {original(parts_[number].forced), original(parts_[number].excluded)};
  }

  void stop() { stopping_ = true; }

 private:
  std::optional<Counted> count_one(std::size_t number, Watch& watch) const {
    const cover::Part& part = parts_[number];
    const auto search = cover::make_search(
        engine_, cover::reduce(prepared_.problem(), part.forced, part.excluded).problem);
    constexpr auto no_limit = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t found = 0;
    while (search->count(watched_slice, no_limit, found) != Pause::exhausted)
      if (!watch.goes_on()) return {};
    return Counted{found, search->effort().nodes, search->effort().guesses};
  }

  Prepared prepared_;
  const cover::Engine engine_;
  std::optional<cover::Cutting> cutting_;  // until it is done
  std::vector<cover::Part> parts_;
  std::atomic<bool> stopping_{false};
};

}  // namespace

void bind_cover_split(nb::module_& m) {
  nb::class_<CoverSplit>(m, "CoverSplit", "One problem cut into subproblems, for many workers.")
      .def(nb::init<const CoverProblem&, std::string_view, Options, Options, std::size_t,
                    std::optional<nb::bytes>>(),
           nb::keep_alive<1, 2>(), nb::arg("problem"), nb::arg("engine"), nb::arg("forced"),
           nb::arg("excluded"), nb::arg("wanted"), nb::arg("parts") = nb::none())
      .def("cut", &CoverSplit::cut, nb::arg("seconds"), nb::arg("is_wanted"),
           "Go on with the cut: whether it is done, and there are subproblems.")
      .def("parts", &CoverSplit::parts, "The subproblems, packed for another one.")
      .def("count", &CoverSplit::count, nb::arg("numbers"), nb::arg("seconds"), nb::arg("patience"),
           nb::arg("is_wanted"),
           "For the first of these subproblems, as far as it got: covers, nodes and guesses.")
      .def("options", &CoverSplit::options, nb::arg("number"),
           "The options forced and those excluded in a subproblem.")
      .def("stop", &CoverSplit::stop, "End what is counted in other threads, for good.")
      .def_prop_ro("size", &CoverSplit::size, "How many subproblems there are.")
      .def_prop_ro("engine", &CoverSplit::engine, "The engine at work.");
}

}  // namespace squaredance::bindings
