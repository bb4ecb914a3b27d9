#include "squaredance/auto_search.hpp"

#include <algorithm>
#include <utility>

#include "race.hpp"
#include "rows/rows_search.hpp"

namespace squaredance {

namespace {

// A conflict costs `rows` about N^4 / 2 * 10^-10 seconds and `learn` several times as much, but
// those that are still unsolved after 25 ms are mostly those that need to be learned.
std::uint64_t conflicts_for(int size) {
  const auto n = static_cast<std::uint64_t>(size);
  return 500'000'000 / (n * n * n * n) + 16;
}

// Between two looks at the conflicts; a number of nodes, so that it is the same for all calls.
constexpr std::uint64_t step = 64;

std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return b > ~a ? ~std::uint64_t{0} : a + b; }

}  // namespace

// The engine `rows`, used again for each puzzle; a new `search` for each where it cannot be.
class AutoSearch::First {
 public:
  explicit First(const Geometry& geometry) : geometry_(geometry) {
    if (auto layout = rows::layout_of(geometry)) {
      layout_ = std::move(*layout);
      rows_ = rows::make(layout_);
    }
  }

  void start(const std::uint8_t* clues) {
    if (rows_) {
      rows_->start(clues);
    } else {
      start(masks_of(clues));
    }
  }
  void start(std::vector<std::uint64_t> masks) {
    if (rows_) {
      rows_->start(masks);
    } else {
      masks_ = masks;
      other_ = make_search(Engine::search, geometry_, std::move(masks));
    }
  }

  Search& search() { return rows_ ? *rows_ : *other_; }
  const Search& search() const { return rows_ ? *rows_ : *other_; }
  Engine engine() const { return rows_ ? Engine::rows : Engine::search; }

  std::vector<std::uint64_t> root() const {
    std::vector<std::uint64_t> masks(static_cast<std::size_t>(geometry_.cells()));
    return search().read_root(masks) ? masks : masks_;
  }

 private:
  std::vector<std::uint64_t> masks_of(const std::uint8_t* clues) const {
    const int size = geometry_.size();
    std::vector<std::uint64_t> masks(static_cast<std::size_t>(geometry_.cells()),
                                     ~std::uint64_t{0} >> (64 - size));
    for (std::size_t cell = 0; cell < masks.size(); ++cell) {
      const int value = clues[cell];  // read once: the caller's array may change meanwhile
      if (value >= 1 && value <= size) masks[cell] = std::uint64_t{1} << (value - 1);
    }
    return masks;
  }

  const Geometry& geometry_;
  rows::Layout layout_;
  std::unique_ptr<rows::RowsSearch> rows_;
  std::unique_ptr<Search> other_;
  std::vector<std::uint64_t> masks_;  // that `other_` was made of
};

AutoSearch::AutoSearch(const Geometry& geometry, unsigned threads,
                       std::optional<std::uint64_t> most_conflicts)
    : geometry_(geometry),
      threads_(threads),
      most_conflicts_(most_conflicts.value_or(conflicts_for(geometry.size()))),
      first_(std::make_unique<First>(geometry)) {}

AutoSearch::~AutoSearch() = default;

void AutoSearch::start(const std::uint8_t* clues) {
  begin();
  first_->start(clues);
}

void AutoSearch::start(std::vector<std::uint64_t> masks) {
  begin();
  first_->start(std::move(masks));
}

void AutoSearch::begin() {
  second_.reset();
  effort_ = {};
  found_ = 0;
  is_at_first_solution_ = false;
  known_.clear();
}

Pause AutoSearch::run(std::uint64_t nodes) {
  const std::uint64_t end = sum(effort_.nodes, nodes);
  if (!second_) {
    const Pause pause = run_first(nodes);
    if (!second_) return pause;
  }
  const Pause pause = second_->run(end - effort_.nodes);
  const Effort more = second_->effort();
  effort_ = {before_.nodes + more.nodes, before_.guesses + more.guesses};
  return pause;
}

Pause AutoSearch::run_first(std::uint64_t nodes) {
  Search& search = first_->search();
  if (std::exchange(is_at_first_solution_, false)) {
    known_.resize(static_cast<std::size_t>(geometry_.cells()));
    search.read_solution(known_);
  }
  const std::uint64_t end = sum(effort_.nodes, nodes);
  for (;;) {
    const std::uint64_t before = effort_.nodes;
    const Pause pause = search.run(std::min(end - before, step - before % step));
    effort_ = search.effort();
    if (pause == Pause::solution) is_at_first_solution_ = ++found_ == 1;
    if (pause != Pause::budget) return pause;
    if (effort_.nodes > before && is_time_to_learn()) begin_to_learn();
    if (second_ || effort_.nodes == end) return pause;
  }
}

bool AutoSearch::is_time_to_learn() const {
  const std::uint64_t conflicts = effort_.nodes - effort_.guesses;
  return found_ < 2 && conflicts > most_conflicts_ && effort_.nodes % step == 0;
}

void AutoSearch::begin_to_learn() {
  before_ = effort_;
  second_ = std::make_unique<Race>(geometry_, first_->root(), known_, threads_);
}

void AutoSearch::read_solution(std::span<std::uint8_t> values) const {
  (second_ ? *second_ : first_->search()).read_solution(values);
}

std::size_t AutoSearch::memory() const {
  return first_->search().memory() + (second_ ? second_->memory() : 0);
}

Engine AutoSearch::engine() const { return second_ ? Engine::learn : first_->engine(); }

}  // namespace squaredance
