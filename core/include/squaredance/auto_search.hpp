// AutoSearch: the engine `auto`. The fast one first; what is too hard for it is learned.
//
//   AutoSearch search(geometry, threads);       // for any number of puzzles, one at a time
//   search.start(clues);
//   while (search.run(1 << 10) == Pause::budget) { ... }
//
//            not done after so many conflicts
//   rows ------------------------------------> learn     with what `rows` has settled for good
//                                              learn     and other seeds: one for each thread
//                                              ...       (see race.hpp)
//
// When and to whom depends on the puzzle and the number of threads only, never on a clock.
// A puzzle with two solutions found stays with `rows`: to count is to visit each.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "squaredance/search.hpp"

namespace squaredance {

class AutoSearch final : public Search {
 public:
  // The Geometry must outlive the search. Requires a thread or more. `most_conflicts` of the
  // first engine depend on the size if they are not told.
  explicit AutoSearch(const Geometry& geometry, unsigned threads = 1,
                      std::optional<std::uint64_t> most_conflicts = {});
  ~AutoSearch() override;

  // Begins anew. A clue is a value 1 to N; any other byte is an empty cell.
  void start(const std::uint8_t* clues);
  // The same with candidates, as for make_search.
  void start(std::vector<std::uint64_t> masks);

  Pause run(std::uint64_t nodes) override;
  void read_solution(std::span<std::uint8_t> values) const override;
  std::size_t memory() const override;
  std::uint64_t least_slice() const override { return second_ ? second_->least_slice() : 1; }

  // The one at work: rows, learn, or search where the geometry has no rows.
  Engine engine() const;

 private:
  class First;

  void begin();
  Pause run_first(std::uint64_t nodes);
  bool is_time_to_learn() const;
  void begin_to_learn();

  const Geometry& geometry_;
  const unsigned threads_;
  const std::uint64_t most_conflicts_;
  std::unique_ptr<First> first_;
  std::unique_ptr<Search> second_;
  Effort before_;            // what the first engine took, once the second is at work
  std::uint64_t found_ = 0;  // solutions of the first engine
  bool is_at_first_solution_ = false;
  std::vector<std::uint8_t> known_;  // that solution, once the search goes on after it
};

}  // namespace squaredance
