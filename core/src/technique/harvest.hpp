// Harvest: what a finder that looks at everything has found, ranked as HoDoKu ranks it.
//
//   Harvest harvest(state, report);
//   if (harvest.wants(technique, eliminations, length)) harvest.keep(step, length);
//   return harvest.tell();
//
// One step is kept for each technique and set of eliminations, the shortest. More eliminations come
// first, then those nearer to the first cell, then the shorter step. When the report does not want
// all, only the best is kept, so nothing is made for the others.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "squaredance/technique/find.hpp"

namespace squaredance::technique {

class Harvest {
 public:
  Harvest(const State& state, Report& report) : sight_(state.sight()), report_(report) {}

  // Requires eliminations in rising order. Whether such a step would be kept.
  bool wants(Technique technique, const std::vector<Candidate>& eliminations, int length);

  // Takes the step for which `wants` was asked last.
  void keep(Step&& step, int length);

  // Tells what was kept, in order of rank; false when the report wanted no more.
  bool tell();

 private:
  struct Kept {
    Step step;
    int length;
    std::uint64_t place;
  };

  static bool before(const Kept& a, const Kept& b);

  const Sight& sight_;
  Report& report_;
  std::vector<Kept> kept_;
  std::map<std::pair<Technique, std::vector<Candidate>>, std::size_t> known_;
};

}  // namespace squaredance::technique
