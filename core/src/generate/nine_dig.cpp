#include "nine_dig.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>

#include "easy_sets.hpp"

namespace squaredance::generate {

namespace {

// Ranks that are looked at first, and then each time; measured.
constexpr unsigned first_ranks = 55, more_ranks = 2;
// Easy sets of more groups are rarely the ones that count.
constexpr unsigned most_in_easy_set = 10;

}  // namespace

void NineDig::start(Dig& dig, const Groups& groups, std::vector<Ranks>& memory) {
  solution_ = dig.solution.data();
  groups_ = &groups;
  target_ = dig.target;
  least_ = dig.least;
  ranks_ = static_cast<unsigned>(groups.size());
  const std::span order(order_.data(), groups.size());
  std::iota(order.begin(), order.end(), std::uint8_t{0});
  dig.draw.shuffle(order);

  rank_of_.fill(no_rank);
  puzzle_.fill(0);
  std::array<Ranks, 81> marks{};
  unsigned cells = 0;
  for (unsigned rank = 0; rank < ranks_; ++rank)
    for (const Cell cell : groups[order_[rank]]) {
      rank_of_[cell] = static_cast<Rank>(rank);
      marks[cell].add(rank);
      puzzle_[cell] = solution_[cell];
      ++cells;
    }
  sets_.resize(1);
  first_.fill(0);
  memory.clear();
  find_easy_sets(solution_, marks, memory);
  for (const Ranks& ranks : memory)
    if (!ranks.empty() && ranks.count() <= most_in_easy_set) add(ranks);
  kept_ = {};
  clues_[0] = static_cast<std::uint8_t>(cells);
  spared_ = ranks_;
  // The groups of a pattern may be too few from the start: so all of them are looked at first.
  until_ = cells == 81 ? std::min(first_ranks * ranks_ / 81, ranks_) : 0;
  decide(0);
}

void NineDig::add(const Ranks& ranks) {
  const unsigned last = ranks.last();
  sets_.push_back({ranks, first_[last]});
  first_[last] = static_cast<std::uint16_t>(sets_.size() - 1);
}

bool NineDig::must_stay(unsigned rank) const {
  for (unsigned set = first_[rank]; set; set = sets_[set].next)
    if (!sets_[set].ranks.meets(kept_)) return true;
  return false;
}

// What becomes of the ranks from this one on; that of those before stays. True if one may go.
bool NineDig::decide(unsigned from) {
  bool goes = false;
  if (spared_ >= from) spared_ = ranks_;
  for (unsigned rank = from; rank < until_; ++rank) kept_.remove(rank);
  for (unsigned rank = from; rank < until_; ++rank) {
    const auto& group = (*groups_)[order_[rank]];
    const int clues = clues_[rank], fewer = clues - static_cast<int>(group.size());
    const bool spared = clues <= target_ || fewer < least_;
    if (spared) spared_ = std::min(spared_, rank);
    const bool stays = spared || must_stay(rank);
    if (stays) kept_.add(rank);
    for (const Cell cell : group) puzzle_[cell] = stays ? solution_[cell] : 0;
    clues_[rank + 1] = static_cast<std::uint8_t>(stays ? clues : fewer);
    goes |= !stays;
  }
  return goes;
}

bool NineDig::learn(const std::uint8_t* other) {
  Ranks ranks;
  const auto note = [&](unsigned cell) {
    if (const Rank rank = rank_of_[cell]; rank != no_rank) ranks.add(rank);
  };
  for (unsigned cell = 0; cell < 80; cell += 8) {  // eight at a time, as most are the same
    std::uint64_t a, b;
    std::memcpy(&a, other + cell, 8);
    std::memcpy(&b, solution_ + cell, 8);
    for (unsigned i = 0; a != b && i < 8; ++i)
      if (other[cell + i] != solution_[cell + i]) note(cell + i);
  }
  if (other[80] != solution_[80]) note(80);
  if (ranks.empty()) return false;
  add(ranks);
  decide(ranks.last());
  return true;
}

bool NineDig::advance() {
  unsigned from;
  do {
    if (until_ == ranks_) return false;
    from = until_;
    until_ = std::min(until_ ? until_ + more_ranks : first_ranks, ranks_);
  } while (!decide(from));
  return true;
}

void NineDig::finish(Dig& dig, bool unique) const {
  dig.puzzle.assign(puzzle_.begin(), puzzle_.end());
  dig.removed.clear();
  for (unsigned rank = 0; rank < until_; ++rank)
    if (!kept_.has(rank)) dig.removed.push_back(order_[rank]);
  dig.clues = clues_[until_];
  dig.unique = unique;
  dig.is_minimal = unique && spared_ == ranks_;
  dig.done = true;
}

}  // namespace squaredance::generate
