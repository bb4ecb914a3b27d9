// The digger for every Geometry.
#include <algorithm>
#include <numeric>
#include <utility>

#include "other_solution.hpp"
#include "squaredance/generate/dig.hpp"

namespace squaredance::generate {

namespace {

class AnyDigger final : public Digger {
 public:
  AnyDigger(const Geometry& geometry, Groups groups)
      : geometry_(geometry), groups_(std::move(groups)), others_(geometry), is_in_group_(geometry.cells()) {
    for (const auto& group : groups_)
      for (const Cell cell : group) is_in_group_[cell] = true;
  }

  std::size_t handful() const override { return 1; }

  void dig(std::span<Dig> digs, const std::atomic<bool>* stop) override {
    for (Dig& dig : digs) {
      if (stop && stop->load(std::memory_order_relaxed)) return;
      dig.done = begin(dig, stop) && (!dig.unique || take_groups(dig, stop));
    }
  }

 private:
  using Found = OtherSolution::Found;

  // Cells in no group go. False after a stop.
  bool begin(Dig& dig, const std::atomic<bool>* stop) {
    dig.puzzle = dig.solution;
    dig.removed.clear();
    dig.unique = dig.is_minimal = dig.done = false;
    for (std::size_t cell = 0; cell < dig.puzzle.size(); ++cell)
      if (!is_in_group_[cell]) dig.puzzle[cell] = 0;
    dig.clues = static_cast<int>(std::ranges::count(is_in_group_, true));
    if (dig.clues == geometry_.cells()) {
      dig.unique = true;
      return true;
    }
    const Found found = others_.look(dig.puzzle.data(), dig.solution.data(), stop);
    dig.unique = found == Found::no;
    return found != Found::stopped;
  }

  bool take_groups(Dig& dig, const std::atomic<bool>* stop) {
    order_.resize(groups_.size());
    std::iota(order_.begin(), order_.end(), std::uint16_t{0});
    dig.draw.shuffle(order_);
    dig.is_minimal = true;
    for (const std::uint16_t number : order_) {
      const auto& group = groups_[number];
      const int left = dig.clues - static_cast<int>(group.size());
      if (dig.clues <= dig.target || left < dig.least) {
        dig.is_minimal = false;
        if (dig.clues <= dig.target) return true;
        continue;
      }
      for (const Cell cell : group) dig.puzzle[cell] = 0;
      const Found found = others_.look(dig.puzzle.data(), dig.solution.data(), group, stop);
      if (found == Found::no) {
        dig.clues = left;
        dig.removed.push_back(number);
        continue;
      }
      for (const Cell cell : group) dig.puzzle[cell] = dig.solution[cell];
      if (found == Found::stopped) {
        dig.is_minimal = false;
        return false;
      }
    }
    return true;
  }

  const Geometry& geometry_;
  const Groups groups_;
  OtherSolution others_;
  std::vector<bool> is_in_group_;
  std::vector<std::uint16_t> order_;
};

}  // namespace

std::unique_ptr<Digger> make_any_digger(const Geometry& geometry, Groups groups) {
  return std::make_unique<AnyDigger>(geometry, std::move(groups));
}

}  // namespace squaredance::generate
