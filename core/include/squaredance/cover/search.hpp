// Search: one exact cover problem being solved, by any engine that finds solutions one by
// one. Resumable and silent, as squaredance::Search, whose Pause and Effort it shares.
//
//   auto search = cover::make_search(cover::Engine::links, problem);
//   while (search->run(1 << 16) == Pause::solution) use(search->solution());
//
// All solutions come once, in an order that depends on nothing but the problem and the
// engine, however the work is cut into calls.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "squaredance/cover/problem.hpp"
#include "squaredance/search.hpp"

namespace squaredance::cover {

class Search {
 public:
  virtual ~Search() = default;

  // Works until the next solution, the end, or for `nodes` nodes.
  virtual Pause run(std::uint64_t nodes) = 0;

  // Runs over solutions without telling them: adds them to `found`, and stops when that is
  // `limit` (with Pause::solution), at the end or after `nodes` nodes. An engine may do it
  // faster than by `run`; nodes and order are the same, and `run` can follow.
  virtual Pause count(std::uint64_t nodes, std::uint64_t limit, std::uint64_t& found);

  // The options of the solution just found, in any order. Requires that the last run said so.
  virtual std::vector<Option> solution() const = 0;

  // The share of the tree that is done, if all branches below a node were alike (Knuth's
  // progress report): from 0 to 1, and never falls.
  virtual double progress() const = 0;

  // Bytes held now.
  virtual std::size_t memory() const = 0;

  Effort effort() const { return effort_; }

 protected:
  Effort effort_;
};

enum class Engine : std::uint8_t {
  links,  // dancing links
  cells,  // dancing cells: sparse sets
  bits,   // bit sets: every level keeps the options that are left
  learn,  // clause learning: for one solution of a hard problem, not for many
};

// Whether the engine takes the problem: `bits` and `learn` know no bounds but {1, 1}, and
// `bits` has a limit of size.
bool takes(Engine engine, const Problem& problem);

// Requires that the engine takes the problem, which is read here only.
std::unique_ptr<Search> make_search(Engine engine, const Problem& problem);

}  // namespace squaredance::cover
