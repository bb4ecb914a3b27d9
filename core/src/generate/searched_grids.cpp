// Grids of any geometry: a few random clues, a search, and a random one of the transformations of the shape.
//
// The number of clues has no bound but the cells, so every grid can come; which come more often is not known.
#include <algorithm>
#include <chrono>
#include <numeric>
#include <utility>
#include <vector>

#include "grid_makers.hpp"
#include "squaredance/auto_search.hpp"

namespace squaredance::generate {

namespace {

class SearchedGrids final : public GridMaker {
 public:
  SearchedGrids(const Geometry& geometry, std::optional<Shape> shape)
      : geometry_(geometry),
        shape_(shape),
        search_(geometry),
        order_(static_cast<std::size_t>(geometry.cells())),
        clues_(order_.size()),
        grid_(order_.size()),
        names_(static_cast<std::size_t>(geometry.size())),
        taken_(static_cast<std::size_t>(geometry.houses())) {}

  bool is_uniform() const override { return false; }

  bool make(Draw& draw, std::uint8_t* values, const std::atomic<bool>* stop) override {
    for (std::size_t wanted = clue_count(draw);; wanted = wanted * 3 / 4) {
      sprinkle(draw, wanted);
      if (solve(wanted ? most_nodes : ~std::uint64_t{0}, stop)) break;
      if (wanted == 0 || (stop && *stop)) return false;
    }
    scramble(draw, values);
    return true;
  }

 private:
  // After so many nodes fewer clues are the better way on.
  static constexpr std::uint64_t most_nodes = 20'000;

  // A part of the cells, and each further clue half as often as the one before. Where the size is above 36
  // random clues make the search several times longer, so there are few.
  std::size_t clue_count(Draw& draw) const {
    std::size_t count = geometry_.size() <= 36 ? grid_.size() / 5 : 0;
    while (count < grid_.size() && draw.below(2)) ++count;
    return count;
  }

  // Clues in random cells, with random values that clash with none before.
  void sprinkle(Draw& draw, std::size_t wanted) {
    std::iota(order_.begin(), order_.end(), Cell{0});
    std::fill(clues_.begin(), clues_.end(), std::uint8_t{0});
    std::fill(taken_.begin(), taken_.end(), 0);
    const std::uint64_t all = ~std::uint64_t{0} >> (64 - geometry_.size());
    for (std::size_t i = 0; i < wanted; ++i) {
      std::swap(order_[i], order_[i + draw.below(order_.size() - i)]);
      const Cell cell = order_[i];
      std::uint64_t mask = all;
      for (const Membership& m : geometry_.houses_of(cell)) mask &= ~taken_[m.house];
      if (mask == 0) continue;
      for (auto skip = draw.below(static_cast<std::uint64_t>(__builtin_popcountll(mask))); skip; --skip)
        mask &= mask - 1;
      clues_[cell] = static_cast<std::uint8_t>(__builtin_ctzll(mask) + 1);
      for (const Membership& m : geometry_.houses_of(cell)) taken_[m.house] |= mask & -mask;
    }
  }

  // Into `grid_`. How the work is cut changes nothing but how soon it looks at `stop`.
  bool solve(std::uint64_t nodes, const std::atomic<bool>* stop) {
    using Clock = std::chrono::steady_clock;
    search_.start(clues_.data());
    for (std::uint64_t slice = 16; search_.effort().nodes < nodes;) {
      const auto start = Clock::now();
      const Pause pause = search_.run(std::min(slice, nodes - search_.effort().nodes));
      if (pause == Pause::solution) {
        search_.read_solution(grid_);
        return true;
      }
      if (pause == Pause::exhausted || (stop && *stop)) return false;
      const auto took = Clock::now() - start;
      if (took < std::chrono::milliseconds(1)) slice *= 2;
      if (took > std::chrono::milliseconds(4) && slice > 1) slice /= 2;
    }
    return false;
  }

  void scramble(Draw& draw, std::uint8_t* values) {
    const auto size = static_cast<std::size_t>(geometry_.size());
    std::iota(names_.begin(), names_.end(), std::uint8_t{1});
    draw.shuffle(names_);
    std::vector<std::size_t> rows(size), cols(size);
    std::iota(rows.begin(), rows.end(), 0);
    std::iota(cols.begin(), cols.end(), 0);
    bool transposed = false;
    if (shape_) {
      shuffle_lines(draw, rows, static_cast<std::size_t>(shape_->band_height()));
      shuffle_lines(draw, cols, static_cast<std::size_t>(shape_->stack_width()));
      transposed = shape_->can_transpose() && draw.below(2);
    }
    for (std::size_t r = 0; r < size; ++r)
      for (std::size_t c = 0; c < size; ++c)
        values[transposed ? c * size + r : r * size + c] = names_[grid_[rows[r] * size + cols[c]] - 1];
  }

  // Bands trade places, and the rows within each (or stacks and cols).
  static void shuffle_lines(Draw& draw, std::vector<std::size_t>& lines, std::size_t together) {
    std::vector<std::size_t> bands(lines.size() / together), within(together);
    std::iota(bands.begin(), bands.end(), 0);
    std::iota(within.begin(), within.end(), 0);
    draw.shuffle(bands);
    auto to = lines.begin();
    for (const std::size_t band : bands) {
      draw.shuffle(within);
      for (const std::size_t line : within) *to++ = band * together + line;
    }
  }

  const Geometry& geometry_;
  const std::optional<Shape> shape_;
  AutoSearch search_;
  std::vector<Cell> order_;
  std::vector<std::uint8_t> clues_, grid_, names_;
  std::vector<std::uint64_t> taken_;  // values by house
};

}  // namespace

std::unique_ptr<GridMaker> make_searched_grids(const Geometry& geometry, std::optional<Shape> shape) {
  return std::make_unique<SearchedGrids>(geometry, shape);
}

}  // namespace squaredance::generate
