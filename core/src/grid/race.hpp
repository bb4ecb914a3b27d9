// Several engines `learn` on one puzzle, each with a seed of its own and in a thread of its own.
//
// They go in rounds of equally many nodes. At the end of a round the first of them that has
// something to tell is heard: a solution that is not known yet, or the end. So the answer does
// not depend on which thread is faster. After two solutions the one that found the last goes on
// alone: there is nothing more to race for.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "squaredance/learn.hpp"

namespace squaredance {

class Race final : public Search {
 public:
  // `known` are solutions that are not to be told again, one after the other.
  Race(const Geometry& geometry, const std::vector<std::uint64_t>& masks,
       std::vector<std::uint8_t> known, unsigned threads);

  Pause run(std::uint64_t nodes) override;
  void read_solution(std::span<std::uint8_t> values) const override;
  std::size_t memory() const override;
  // To start threads takes a tenth of a millisecond, and longer on a busy machine.
  std::uint64_t least_slice() const override {
    return runners_.size() > 1 ? 100 * runners_.size() : 1;
  }

 private:
  struct Runner {
    std::unique_ptr<LearnSearch> search;
    std::uint64_t goal;           // nodes at the end of the round
    std::uint64_t share = 0;      // of the nodes that are granted now
    Pause news = Pause::budget;
  };

  static bool is_waiting(const Runner& runner);
  bool hear(Pause& news);
  bool is_known(std::span<const std::uint8_t> values) const;
  void tell(std::size_t runner);
  bool ask_for_the_end();
  void grant(std::uint64_t nodes);
  void run_all();
  static void run_share(Runner& runner);
  void count_effort();

  static constexpr std::uint64_t round = 2000;  // nodes: tens of milliseconds

  const std::size_t cells_;
  std::vector<Runner> runners_;
  std::vector<std::uint8_t> known_;     // solutions that one of the runners may find again
  std::vector<std::uint8_t> solution_;  // the one told last
  Effort past_;                         // of those that are no longer here
};

}  // namespace squaredance
