// The engine `learn`: an exact cover problem by clause learning (src/learn/).
//
//   variable    0 ... usable options ...            k ... (item, color) ...
//   exact       an item for each primary item: its options
//   others      an item for each secondary item: its options without a color, and its colors
//   clauses     option -> (item, color);   (item, color) -> one of the options that have it
//
// So a color is placed if and only if one of its options is, and every solution of the Model is
// one choice of options. A color that one option has is that option; an item with nothing but
// one color says nothing and is left out.
#pragma once

#include <vector>

#include "../learn/learner.hpp"
#include "squaredance/cover/search.hpp"

namespace squaredance::cover {

struct CoverModel : learn::Model {
  explicit CoverModel(const Problem& problem);

  std::vector<Option> options;  // of the first variables

 private:
  struct Use {
    learn::Var var;
    Color color;
  };
  void add_primary(std::span<const Use> uses);
  void add_secondary(std::vector<Use>& uses);
  learn::Var add_color(std::span<const Use> uses);

  std::vector<std::uint32_t> scratch_;
};

class LearnSearch final : public Search {
 public:
  // Bounds of {1, 1}, and no more than the 30 bits of a literal or a Ref can number.
  static bool fits(const Problem& problem) {
    return !problem.has_bounds() && problem.items.size() < std::size_t{1} << 26;
  }

  explicit LearnSearch(const Problem& problem);  // requires that it fits

  Pause run(std::uint64_t nodes) override;
  std::vector<Option> solution() const override;
  double progress() const override { return done_ ? 1 : 0; }  // it has no tree to tell of
  std::size_t memory() const override;

 private:
  CoverModel model_;
  learn::Learner learner_;  // points at the model
  bool done_ = false;
};

}  // namespace squaredance::cover
