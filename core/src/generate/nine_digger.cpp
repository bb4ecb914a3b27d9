// The Digger of the standard 9x9: many Digs side by side, so that the bulk solver has its lanes full.
//
//   digs      given; each takes a place as soon as one is free
//   places    Digs on their way (NineDig), each with a puzzle to check
//   round     all puzzles are checked at once; each Dig learns from its own, or advances, or is finished
#include <algorithm>
#include <utility>
#include <vector>

#include "nine_dig.hpp"
#include "squaredance/bulk.hpp"
#include "squaredance/search.hpp"

namespace squaredance::generate {

namespace {

// More would fill the lanes better, and the caches worse.
constexpr std::size_t place_count = 1024;

Geometry nine_geometry() {
  std::vector<std::vector<Cell>> houses(27);
  for (int cell = 0; cell < 81; ++cell) {
    const int row = cell / 9, col = cell % 9;
    for (const int house : {row, 9 + col, 18 + row / 3 * 3 + col / 3})
      houses[house].push_back(static_cast<Cell>(cell));
  }
  return {9, houses};
}

class NineDigger final : public Digger {
 public:
  explicit NineDigger(Groups groups)
      : groups_(std::move(groups)),
        solver_(bulk::make_solver9(cpu::used())),
        places_(place_count),
        order_(place_count),
        puzzles_(place_count * 81),
        solutions_(place_count * 81),
        counts_(place_count) {}

  std::size_t handful() const override { return 4 * place_count; }

  void dig(std::span<Dig> digs, const std::atomic<bool>* stop) override {
    for (Dig& dig : digs) dig.done = false;
    for (std::size_t i = 0; i < places_.size(); ++i) order_[i] = &places_[i];
    std::size_t used = 0, next = 0;
    while (!(stop && *stop)) {
      for (; used < places_.size() && next < digs.size(); ++next) begin(*order_[used++], digs[next]);
      if (used == 0) return;
      check(used);
      std::size_t left = 0;
      for (std::size_t i = 0; i < used; ++i)
        if (goes_on(*order_[i], counts_[i], &solutions_[i * 81])) std::swap(order_[left++], order_[i]);
      used = left;
    }
  }

 private:
  struct Place {
    Dig* dig = nullptr;
    NineDig state;
    bool is_reversed = false;  // the puzzle is checked with 10 less its values
  };

  void begin(Place& place, Dig& dig) {
    place.dig = &dig;
    place.state.start(dig, groups_, easy_sets_);
    place.is_reversed = false;
  }

  void check(std::size_t used) {
    for (std::size_t i = 0; i < used; ++i) {
      const std::uint8_t* puzzle = order_[i]->state.puzzle();
      std::uint8_t* to = &puzzles_[i * 81];
      if (order_[i]->is_reversed)
        std::transform(puzzle, puzzle + 81, to, reversed);
      else
        std::copy_n(puzzle, 81, to);
    }
    bulk::Job job{.puzzles = puzzles_.data(),
                  .size = used,
                  .solutions = solutions_.data(),
                  .counts = counts_.data(),
                  .limit = 2};
    solver_->work(job);
  }

  static std::uint8_t reversed(std::uint8_t value) { return static_cast<std::uint8_t>(value ? 10 - value : 0); }

  // False if the Dig is done.
  bool goes_on(Place& place, std::uint32_t count, std::uint8_t* other) {
    if (count == 1) {
      place.is_reversed = false;
      if (place.state.advance()) return true;
      return finish(place, true);
    }
    // The bulk solver tells the first of two solutions. When that is the one we have, the other comes first,
    // nearly always, where it tries values the other way around.
    if (place.is_reversed) std::transform(other, other + 81, other, reversed);
    if (std::equal(other, other + 81, place.dig->solution.data())) {
      if (!place.is_reversed) return place.is_reversed = true;
      find_other(place, other);
    }
    place.is_reversed = false;
    return place.state.learn(other) || finish(place, false);
  }

  static bool finish(Place& place, bool unique) {
    place.state.finish(*place.dig, unique);
    return false;
  }

  // By an engine that tells all solutions.
  void find_other(const Place& place, std::uint8_t* other) const {
    std::vector<std::uint64_t> masks(81, 0x1FF);
    for (int cell = 0; cell < 81; ++cell)
      if (const int value = place.state.puzzle()[cell]) masks[cell] = std::uint64_t{1} << (value - 1);
    const auto search = make_search(Engine::search, geometry_, std::move(masks));
    do {
      search->run(~std::uint64_t{0});
      search->read_solution({other, 81});
    } while (std::equal(other, other + 81, place.dig->solution.data()));
  }

  const Groups groups_;
  const Geometry geometry_ = nine_geometry();
  const std::unique_ptr<bulk::Solver9> solver_;
  std::vector<Place> places_;
  std::vector<Place*> order_;  // those in use first
  std::vector<std::uint8_t> puzzles_, solutions_;
  std::vector<std::uint32_t> counts_;
  std::vector<Ranks> easy_sets_;
};

}  // namespace

std::unique_ptr<Digger> make_nine_digger(Groups groups) {
  return std::make_unique<NineDigger>(std::move(groups));
}

}  // namespace squaredance::generate
