// The digger for every Geometry.
//
//   order_    block | block | b | b | one | one | one ...     and, with few nodes for a check, the undecided again
//
// The first half of the clues mostly goes in a few blocks, the rest one by one.
#include <algorithm>
#include <numeric>
#include <utility>

#include "other_solution.hpp"
#include "squaredance/generate/dig.hpp"
#include "squaredance/stop.hpp"

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
    for (Dig& dig : digs) dig.done = false;
    for (Dig& dig : digs) {
      if (is_stopped(stop)) return;
      dig.done = begin(dig, stop) && (!dig.unique || take_groups(dig, stop));
      dig.is_minimal &= dig.done;
    }
  }

 private:
  using Found = OtherSolution::Found;

  // A smaller one is not worth a search that may fail.
  static constexpr std::size_t least_block = 4;

  // Cells in no group go. False after a stop.
  bool begin(Dig& dig, const std::atomic<bool>* stop) {
    dig.puzzle = dig.solution;
    dig.removed.clear();
    dig.unique = dig.is_minimal = false;
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
    arrange(dig);
    dig.is_minimal = true;
    if (!take_blocks(dig, stop)) return false;
    for (std::uint64_t nodes = dig.nodes ? 1 : OtherSolution::unlimited;; nodes = std::min(nodes * 4, dig.nodes)) {
      undecided_.clear();
      if (!take_one_by_one(dig, nodes, stop)) return false;
      if (undecided_.empty()) return true;
      if (nodes >= dig.nodes || dig.clues <= dig.target) {
        dig.is_minimal = false;
        return true;
      }
      std::swap(order_, undecided_);
    }
  }

  void arrange(Dig& dig) {
    order_.resize(groups_.size());
    std::iota(order_.begin(), order_.end(), std::uint16_t{0});
    dig.draw.shuffle(order_);
    if (!dig.by_house) return;
    const bool backwards = dig.draw.below(2);
    std::ranges::stable_sort(order_, {}, [&](std::uint16_t group) {
      const auto houses = geometry_.houses_of(groups_[group].front());
      const int last = houses.empty() ? 0 : houses.back().house;
      return backwards ? -last : last;
    });
  }

  // While most clues are there a block of groups goes at once, where no guess is needed to show that it may: then each
  // of its groups could go in its turn. What is left to do one by one is the rest of `order_`.
  bool take_blocks(Dig& dig, const std::atomic<bool>* stop) {
    auto next = order_.cbegin();
    for (std::size_t size = order_.size() / 2; size >= least_block;) {
      auto end = next;
      int clues = dig.clues;
      for (; end != order_.cend() && static_cast<std::size_t>(end - next) < size; ++end) {
        const int left = clues - static_cast<int>(groups_[*end].size());
        if (clues <= dig.target || left < dig.least) break;
        for (const Cell cell : groups_[*end]) dig.puzzle[cell] = 0;
        clues = left;
      }
      if (end == next) break;
      const Found found = others_.look(dig.puzzle.data(), dig.solution.data(), stop, 1);
      if (found == Found::no) {
        dig.clues = clues;
        dig.removed.insert(dig.removed.end(), next, end);
        next = end;
        continue;
      }
      for (auto at = next; at != end; ++at)
        for (const Cell cell : groups_[*at]) dig.puzzle[cell] = dig.solution[cell];
      if (found == Found::stopped) return false;
      size = static_cast<std::size_t>(end - next) / 2;
    }
    order_.erase(order_.cbegin(), next);
    return true;
  }

  bool take_one_by_one(Dig& dig, std::uint64_t nodes, const std::atomic<bool>* stop) {
    for (const std::uint16_t number : order_) {
      const auto& group = groups_[number];
      const int left = dig.clues - static_cast<int>(group.size());
      if (dig.clues <= dig.target || left < dig.least) {
        dig.is_minimal = false;
        if (dig.clues <= dig.target) return true;
        continue;
      }
      for (const Cell cell : group) dig.puzzle[cell] = 0;
      const Found found = others_.look(dig.puzzle.data(), dig.solution.data(), group, stop, nodes);
      if (found == Found::no) {
        dig.clues = left;
        dig.removed.push_back(number);
        continue;
      }
      for (const Cell cell : group) dig.puzzle[cell] = dig.solution[cell];
      if (found == Found::undecided) undecided_.push_back(number);
      if (found == Found::stopped) return false;
    }
    return true;
  }

  const Geometry& geometry_;
  const Groups groups_;
  OtherSolution others_;
  std::vector<bool> is_in_group_;
  std::vector<std::uint16_t> order_, undecided_;
};

}  // namespace

std::unique_ptr<Digger> make_any_digger(const Geometry& geometry, Groups groups) {
  return std::make_unique<AnyDigger>(geometry, std::move(groups));
}

}  // namespace squaredance::generate
