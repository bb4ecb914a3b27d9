// The names of the engines of exact cover.
#pragma once

#include <nanobind/nanobind.h>

#include <stdexcept>
#include <string>
#include <string_view>

#include "squaredance/cover/choose.hpp"
#include "squaredance/cover/count.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::bindings {

// The engine that was named does not take the problem.
struct NotTakenError : std::runtime_error {
  NotTakenError() : std::runtime_error("expected a problem that the engine takes") {}
};

inline cover::Engine cover_engine_of(std::string_view name) {
  if (name == "links") return cover::Engine::links;
  if (name == "cells") return cover::Engine::cells;
  if (name == "bits") return cover::Engine::bits;
  if (name == "learn") return cover::Engine::learn;
  throw nanobind::value_error("expected an engine");
}

inline const char* name_of(cover::Engine engine) {
  switch (engine) {
    case cover::Engine::links: return "links";
    case cover::Engine::cells: return "cells";
    case cover::Engine::bits: return "bits";
    case cover::Engine::learn: return "learn";
  }
  return "";
}

// The engine of this name, or the one that `auto` picks.
inline cover::Engine cover_engine_for(std::string_view name, const cover::Problem& problem) {
  const cover::Engine engine =
      name == "auto" ? cover::best_engine(problem) : cover_engine_of(name);
  if (!cover::takes(engine, problem)) throw NotTakenError();
  return engine;
}

}  // namespace squaredance::bindings
