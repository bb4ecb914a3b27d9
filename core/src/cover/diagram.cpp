// What a Diagram is asked: counts, bottom up, and one solution by its number, top down.
#include "squaredance/cover/diagram.hpp"

#include <algorithm>

#include "natural.hpp"

namespace squaredance::cover {

namespace {

// The first `done` numbers with twice the digits, so that all widening together copies no more
// than twice what there is in the end.
void widen(std::vector<std::uint64_t>& numbers, std::size_t& width, std::size_t done) {
  std::vector<std::uint64_t> wider(numbers.size() * 2, 0);
  for (std::size_t i = 0; i < done; ++i)
    std::copy_n(&numbers[i * width], width, &wider[i * width * 2]);
  numbers = std::move(wider);
  width *= 2;
}

}  // namespace

void Diagram::make_counts() const {
  if (width_ != 0) return;
  width_ = 1;
  counts_.assign(nodes_.size(), 0);
  counts_[everything] = 1;
  for (std::size_t i = 2; i < nodes_.size(); ++i) {
    std::copy_n(&counts_[nodes_[i].no * width_], width_, &counts_[i * width_]);
    if (!natural::add({&counts_[i * width_], width_}, count_of(nodes_[i].yes))) continue;
    widen(counts_, width_, i + 1);
    counts_[i * width_ + width_ / 2] = 1;
  }
}

std::span<const std::uint64_t> Diagram::count_of(Index node) const {
  return {&counts_[node * width_], width_};
}

std::vector<std::uint64_t> Diagram::count() const {
  make_counts();
  return natural::trimmed(count_of(root_));
}

std::vector<Option> Diagram::solution(std::span<const std::uint64_t> index) const {
  make_counts();
  natural::Digits rest(std::max(index.size(), width_), 0);
  std::ranges::copy(index, rest.begin());
  std::vector<Option> options;
  for (Index at = root_; at > everything;) {
    const Node& node = nodes_[at];
    if (natural::less(rest, count_of(node.yes))) {
      options.push_back(node.option);
      at = node.yes;
    } else {
      natural::subtract(rest, count_of(node.yes));
      at = node.no;
    }
  }
  return options;
}

std::size_t Diagram::memory() const {
  return nodes_.capacity() * sizeof(Node) + counts_.capacity() * sizeof(std::uint64_t);
}

}  // namespace squaredance::cover
