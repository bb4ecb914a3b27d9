// The kinds of GridMaker; make_grid_maker.cpp picks one.
#pragma once

#include <memory>
#include <optional>

#include "squaredance/generate/grids.hpp"

namespace squaredance::generate {

// The standard 9x9, exactly uniform.
std::unique_ptr<GridMaker> make_nine_grids();

// Picks from a list of all grids, exactly uniform; nothing where there are too many to list.
std::unique_ptr<GridMaker> make_listed_grids(const Geometry& geometry);

// Anything: a search from a few random clues.
std::unique_ptr<GridMaker> make_searched_grids(const Geometry& geometry, std::optional<Shape> shape);

}  // namespace squaredance::generate
