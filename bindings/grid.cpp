// Geometry and Search for Python.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "areas.hpp"
#include "drive.hpp"
#include "geometry.hpp"
#include "masks.hpp"
#include "squaredance/auto_search.hpp"
#include "squaredance/conflict.hpp"
#include "squaredance/learn.hpp"
#include "squaredance/search.hpp"
#include "squaredance/solved.hpp"

namespace squaredance::bindings {

namespace {

constexpr std::pair<Engine, const char*> engine_names[] = {{Engine::search, "search"},
                                                           {Engine::dance, "dance"},
                                                           {Engine::rows, "rows"},
                                                           {Engine::learn, "learn"}};

Engine engine_of(std::string_view name) {
  for (auto [engine, other] : engine_names)
    if (name == other) return engine;
  throw nb::value_error("expected the engine 'auto', 'search', 'dance', 'rows' or 'learn'");
}

const char* name_of(Engine engine) {
  for (auto [other, name] : engine_names)
    if (engine == other) return name;
  return "";
}

// A Search with the Geometry that it reads (kept alive by the binding below).
class PySearch {
 public:
  PySearch(const PyGeometry& geometry, nb::bytes clues, std::string_view engine,
           const std::optional<Masks>& candidates, std::uint64_t seed, bool proof,
           unsigned threads)
      : geometry_(geometry), cells_(geometry.cells()) {
    Masks masks = masks_of(geometry, clues, candidates);
    if ((seed || proof) && engine != "learn")
      throw nb::value_error("expected the engine 'learn' for a seed or a proof");
    if (threads != 1 && (engine != "auto" || threads == 0))
      throw nb::value_error("expected a thread, or the engine 'auto' for more");
    if (engine == "auto") {
      auto search = threads == 1 ? geometry.take_search()
                                 : std::make_unique<AutoSearch>(geometry, threads);
      search->start(std::move(masks));
      auto_ = search.get();
      threads_ = threads;
      search_ = std::move(search);
    } else if (engine == "learn") {
      auto search = std::make_unique<LearnSearch>(geometry, std::move(masks),
                                                  LearnOptions{.seed = seed, .proof = proof});
      learn_ = search.get();
      search_ = std::move(search);
    } else {
      engine_ = engine_of(engine);
      search_ = make_search(engine_, geometry, std::move(masks));
    }
    note();
  }

  ~PySearch() {
    if (auto_ && threads_ == 1 && auto_->engine() != Engine::learn) {
      static_cast<void>(search_.release());
      geometry_.give_back(std::unique_ptr<AutoSearch>(auto_));
    }
  }
  PySearch(const PySearch&) = delete;
  PySearch& operator=(const PySearch&) = delete;

  int next(std::uint64_t max_nodes, double seconds) {
    Noting noting{*this};
    return driver_.next(*search_, {max_nodes, seconds});
  }
  std::pair<int, std::uint64_t> count(std::uint64_t limit, std::uint64_t max_nodes,
                                      double seconds) {
    Noting noting{*this};
    return driver_.count(*search_, limit, {max_nodes, seconds});
  }

  nb::bytes solution_values() const {
    driver_.check_at_solution();
    std::array<std::uint8_t, max_size * max_size> values{};
    search_->read_solution({values.data(), static_cast<std::size_t>(cells_)});
    return nb::bytes(values.data(), cells_);
  }

  nb::bytes take_proof() {
    driver_.check_idle();
    std::string text = learn_ ? learn_->take_proof() : std::string();
    return nb::bytes(text.data(), text.size());
  }
  // Both as of the last call that ended.
  std::size_t memory() const { return memory_; }
  const char* engine() const { return name_of(at_work_); }

  std::uint64_t nodes() const { return driver_.effort().nodes; }
  std::uint64_t guesses() const { return driver_.effort().guesses; }

 private:
  void note() {
    memory_ = search_->memory();
    at_work_ = auto_ ? auto_->engine() : learn_ ? Engine::learn : engine_;
  }
  struct Noting {
    PySearch& search;
    ~Noting() {
      if (!search.driver_.is_busy()) search.note();
    }
  };

  const PyGeometry& geometry_;
  int cells_;
  std::unique_ptr<Search> search_;
  AutoSearch* auto_ = nullptr;    // search_, when it is one
  unsigned threads_ = 1;          // of it
  LearnSearch* learn_ = nullptr;  // likewise
  Engine engine_{};               // else
  Engine at_work_{};
  std::size_t memory_ = 0;
  Driver<Search> driver_;
};

std::optional<std::tuple<int, int, int>> conflict(const PyGeometry& geometry, nb::bytes clues) {
  const auto* values = static_cast<const std::uint8_t*>(clues.data());
  if (clues.size() != static_cast<std::size_t>(geometry.cells()) ||
      std::any_of(values, values + clues.size(), [&](int v) { return v > geometry.size(); }))
    throw nb::value_error("expected a clue from 0 to the size for each cell");
  const Conflict found = find_conflict(geometry, values);
  if (found.kind == Conflict::Kind::none) return std::nullopt;
  return std::tuple{static_cast<int>(found.kind), found.place, found.value};
}

// Whether a full grid is a solution, of the clues if there are any.
bool is_solution(const PyGeometry& geometry, nb::bytes values, std::optional<nb::bytes> clues) {
  const auto cells = static_cast<std::size_t>(geometry.cells());
  if (values.size() != cells || (clues && clues->size() != cells))
    throw nb::value_error("expected a value for each cell");
  auto bytes = [](const nb::bytes& from) { return static_cast<const std::uint8_t*>(from.data()); };
  const SolutionTest test(geometry, SolutionTest::values(geometry.size(), 0),
                          SolutionTest::values(geometry.size(), SolutionTest::any));
  return test.holds(bytes(values), clues ? bytes(*clues) : nullptr);
}

void init_geometry(PyGeometry* self, int size, const std::vector<std::vector<Cell>>& houses) {
  if (!Geometry::valid(size, houses)) throw nb::value_error("expected a valid list of houses");
  new (self) PyGeometry(size, houses);
}

}  // namespace

void bind_grid(nb::module_& m) {
  nb::class_<PyGeometry>(m, "Geometry", "The houses as the engines see them.")
      .def("__init__", &init_geometry, nb::arg("size"), nb::arg("houses"))
      .def("conflict", &conflict, nb::arg("clues"),
           "Why clues alone show no solution: kind, house or cell, value.")
      .def("is_solution", &is_solution, nb::arg("values"), nb::arg("clues").none() = nb::none(),
           "Whether each house has each value, and all clues are kept.")
      .def_prop_ro("size", &Geometry::size)
      .def_prop_ro("house_count", &Geometry::houses);

  nb::class_<PySearch>(m, "Search", "One puzzle being solved: gives its solutions one by one.")
      .def(nb::init<const PyGeometry&, nb::bytes, std::string_view, const std::optional<Masks>&,
                    std::uint64_t, bool, unsigned>(),
           nb::arg("geometry"), nb::arg("clues"), nb::arg("engine"),
           nb::arg("candidates") = nb::none(), nb::arg("seed") = 0, nb::arg("proof") = false,
           nb::arg("threads") = 1, nb::keep_alive<1, 2>())
      .def("next", &PySearch::next, nb::arg("max_nodes"), nb::arg("seconds"),
           "Search for the next solution; a negative number of seconds is no limit.")
      .def("count", &PySearch::count, nb::arg("limit"), nb::arg("max_nodes"), nb::arg("seconds"),
           "Count further solutions: the outcome and how many.")
      .def("solution", &PySearch::solution_values, "The values of the solution just found.")
      .def("take_proof", &PySearch::take_proof,
           "The DRAT lines since the last call (engine 'learn' with proof=True).")
      .def_prop_ro("memory", &PySearch::memory, "Bytes that the engine holds; 0 if it does not tell.")
      .def_prop_ro("engine", &PySearch::engine, "The engine at work: 'auto' has two.")
      .def_prop_ro("nodes", &PySearch::nodes)
      .def_prop_ro("guesses", &PySearch::guesses);
}

}  // namespace squaredance::bindings
