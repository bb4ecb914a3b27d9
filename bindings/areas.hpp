// One function per area of the module; each binds what its file is about.
#pragma once

#include <nanobind/nanobind.h>

namespace squaredance::bindings {

void bind_grid(nanobind::module_& m);
void bind_canon(nanobind::module_& m);
void bind_cover_problem(nanobind::module_& m);
void bind_cover(nanobind::module_& m);
void bind_cover_count(nanobind::module_& m);
void bind_cover_parts(nanobind::module_& m);
void bind_cover_split(nanobind::module_& m);
void bind_grid_split(nanobind::module_& m);
void bind_cover_diagram(nanobind::module_& m);
void bind_cover_minimum(nanobind::module_& m);
void bind_many(nanobind::module_& m);
void bind_pages(nanobind::module_& m);
void bind_page_crew(nanobind::module_& m);
void bind_files(nanobind::module_& m);
void bind_generate(nanobind::module_& m);
void bind_rating(nanobind::module_& m);
void bind_minimise(nanobind::module_& m);
void bind_vicinity(nanobind::module_& m);
void bind_single(nanobind::module_& m);
void bind_solved(nanobind::module_& m);
void bind_technique(nanobind::module_& m);
void bind_trace(nanobind::module_& m);
void bind_cpu(nanobind::module_& m);
void bind_checksum(nanobind::module_& m);
void bind_draw(nanobind::module_& m);

}  // namespace squaredance::bindings
