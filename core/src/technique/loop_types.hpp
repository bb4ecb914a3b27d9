// What follows from a unique loop: types 1 to 4, and which of all uses is the easiest.
//
//   LoopTypes types(state, false, report);
//   types.take(cells, values);    // for each loop that is found
//   types.tell();
#pragma once

#include <vector>

#include "bits.hpp"
#include "finders.hpp"
#include "prove.hpp"

namespace squaredance::technique {

class LoopTypes {
 public:
  // `small_subsets`: for type 3, hidden pairs are tried even where the rich cells have more values
  // than two besides the pair, as in SukakuExplainer.
  LoopTypes(const State& state, bool small_subsets, Report& report)
      : state_(state), small_subsets_(small_subsets), report_(report) {}

  // Cells in the order of the loop, and the two values that they have.
  void take(const std::vector<Cell>& loop, Mask pair);

  bool stopped() const { return report_.stopped(); }

  // Easiest first; of equals the lower type, then the one found first.
  bool tell();

 private:
  struct Use {
    double difficulty;
    int type;
    Step step;
  };

  // Rich cells have other candidates too, the extra values.
  void take_one(Cell cell);
  void take_same_value(Mask extra);
  void take_subsets(Mask extra);
  void take_naked(int house, int size, Mask extra);
  void take_hidden(int house, int size, Mask extra);
  void take_locked();

  // Whether a use of this type and (for type 3) size is worth making: else a better one is known.
  bool wanted(int type, int more) const;
  // A single lemma gets all that is struck.
  void keep(int type, int more, std::vector<Candidate> struck, std::vector<Lemma> lemmas);
  double difficulty(int more) const;
  Pattern pattern() const;

  const State& state_;
  const bool small_subsets_;
  Report& report_;
  const std::vector<Cell>* loop_ = nullptr;
  Mask pair_ = 0;
  std::vector<Cell> rich_;
  std::vector<Use> uses_;  // only the easiest, unless the report wants all
};

}  // namespace squaredance::technique
