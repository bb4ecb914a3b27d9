#include "added_clues.hpp"

#include <algorithm>
#include <cstring>
#include <functional>

#include "squaredance/single9.hpp"
#include "squaredance/stop.hpp"

namespace squaredance::generate {

namespace {

constexpr std::size_t cells = 81, bits = 64;
constexpr std::uint64_t no_end = ~std::uint64_t{0};

std::uint64_t hash_of(const std::uint8_t* values) {
  std::uint64_t hash = 0, word = 0;
  for (std::size_t at = 0; at + sizeof word <= cells; at += sizeof word) {
    std::memcpy(&word, values + at, sizeof word);
    hash = (hash ^ word) * 0x9E3779B97F4A7C15;
    hash ^= hash >> 32;
  }
  return hash;
}

std::size_t box_of(std::size_t cell) { return cell / 27 * 3 + cell % 9 / 3; }

}  // namespace

bool AddedClues::add(const std::uint8_t* puzzle, int count, const std::uint8_t* avoided,
                     std::vector<std::uint8_t>& found, const std::atomic<bool>* stop) {
  std::copy_n(puzzle, cells, puzzle_.begin());
  avoided_ = avoided;
  found_ = &found;
  stop_ = stop;
  solutions_.resize((std::size_t{*std::max_element(few_.begin(), few_.begin() + count + 1)} + 1) * cells);
  return expand(0, count);
}

// Calls itself for each clue that is added to many solutions: `most_added` deep.
bool AddedClues::expand(std::size_t first_cell, int count) {
  if (is_stopped(stop_)) return false;
  const std::uint32_t few = few_[static_cast<std::size_t>(count)];
  solution_count_ = list_single9(puzzle_.data(), few + 1, no_end, solutions_.data()).count;
  if (solution_count_ == 0) return true;
  if (count == 0) {
    if (solution_count_ == 1) keep();
    return true;
  }
  if (solution_count_ == 1 && minimal_) return true;
  if (solution_count_ <= few) {
    collect(first_cell);
    if (count > 1) {
      fill_sets();
      having_.resize(static_cast<std::size_t>(count) * words_);
    }
    return choose(0, count, nullptr, having_.data());
  }
  if (count == 1) return probe(first_cell);
  const Houses houses = values_of_houses();
  for (std::size_t cell = first_cell; cell < cells; ++cell) {
    if (puzzle_[cell]) continue;
    for (std::uint8_t value = 1; value <= 9; ++value) {
      if (value == avoided_[cell] || houses.clash(cell, value)) continue;
      puzzle_[cell] = value;
      if (!expand(cell + 1, count - 1)) return false;
    }
    puzzle_[cell] = 0;
  }
  return true;
}

AddedClues::Houses AddedClues::values_of_houses() const {
  Houses houses;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto bit = static_cast<std::uint16_t>(1 << puzzle_[cell]);
    houses.rows[cell / 9] |= bit;
    houses.cols[cell % 9] |= bit;
    houses.boxes[box_of(cell)] |= bit;
  }
  return houses;
}

bool AddedClues::Houses::clash(std::size_t cell, unsigned value) const {
  return (rows[cell / 9] | cols[cell % 9] | boxes[box_of(cell)]) >> value & 1;
}

// What some solution has. If all have it, it is redundant.
void AddedClues::collect(std::size_t first_cell) {
  std::array<std::array<std::uint32_t, 10>, cells> tally{};
  for (std::size_t i = 0; i < solution_count_; ++i)
    for (std::size_t cell = 0; cell < cells; ++cell) ++tally[cell][solutions_[i * cells + cell]];
  candidates_.clear();
  for (std::size_t cell = first_cell; cell < cells; ++cell) {
    if (puzzle_[cell]) continue;
    const std::size_t first = candidates_.size();
    for (std::uint8_t value = 1; value <= 9; ++value) {
      const std::uint32_t n = tally[cell][value];
      if (n == 0 || value == avoided_[cell] || (minimal_ && n == solution_count_)) continue;
      candidates_.push_back({static_cast<std::uint8_t>(cell), value, n == 1, 0, nullptr});
    }
    for (std::size_t i = first; i < candidates_.size(); ++i)
      candidates_[i].next = static_cast<std::uint16_t>(candidates_.size());
  }
}

void AddedClues::fill_sets() {
  words_ = (solution_count_ + bits - 1) / bits;
  sets_.assign(candidates_.size() * words_, 0);
  std::array<std::array<Word*, 10>, cells> set_of{};
  for (std::size_t i = 0; i < candidates_.size(); ++i) {
    candidates_[i].set = &sets_[i * words_];
    set_of[candidates_[i].cell][candidates_[i].value] = &sets_[i * words_];
  }
  for (std::size_t i = 0; i < solution_count_; ++i)
    for (std::size_t cell = 0; cell < cells; ++cell)
      if (Word* set = set_of[cell][solutions_[i * cells + cell]]) set[i / bits] |= Word{1} << (i % bits);
}

// Adds candidates of later and later cells. `having`: the solutions that have all that are added by now (null:
// nothing is); `next`: room for the same with one more.
bool AddedClues::choose(std::size_t first, int left, const Word* having, Word* next) {
  for (std::size_t i = first; i < candidates_.size(); ++i) {
    const Candidate& candidate = candidates_[i];
    puzzle_[candidate.cell] = candidate.value;
    if (left > 1) {
      const Word* set = having ? next : candidate.set;
      if (having) std::transform(having, having + words_, candidate.set, next, std::bit_and<Word>());
      const int solutions = up_to_two(set, set);
      const bool is_of_use = solutions == 2 || (solutions == 1 && !minimal_);
      if (is_of_use && (is_stopped(stop_) || !choose(candidate.next, left - 1, set, next + words_))) return false;
    } else if (!having) {
      if (candidate.is_in_one) keep();
    } else if (!(candidate.is_in_one && minimal_) && up_to_two(having, candidate.set) == 1) {
      keep();
    }
    puzzle_[candidate.cell] = 0;
  }
  return true;
}

// Most pairs have two solutions in common early in their sets.
int AddedClues::up_to_two(const Word* a, const Word* b) const {
  Word seen = 0;
  for (std::size_t w = 0; w < words_; ++w) {
    const Word both = a[w] & b[w];
    if ((both && seen) || (both & (both - 1))) return 2;
    seen |= both;
  }
  return seen ? 1 : 0;
}

bool AddedClues::probe(std::size_t first_cell) {
  in_one_.fill(0);
  in_several_.fill(0);
  seen_.clear();
  for (std::size_t i = 0; i < solution_count_; ++i) note(&solutions_[i * cells]);
  const Houses houses = values_of_houses();
  for (std::size_t cell = first_cell; cell < cells; ++cell) {
    if (puzzle_[cell]) continue;
    for (std::uint8_t value = 1; value <= 9; ++value) {
      if (value == avoided_[cell] || in_several_[cell] >> value & 1 || houses.clash(cell, value)) continue;
      if (is_stopped(stop_)) return false;
      puzzle_[cell] = value;
      const std::uint32_t found = list_single9(puzzle_.data(), 2, no_end, solutions_.data()).count;
      if (found == 1) keep();
      for (std::size_t i = 0; i < found; ++i) note(&solutions_[i * cells]);
    }
    puzzle_[cell] = 0;
  }
  return true;
}

// A solution that was seen before says nothing new. (Of two with the same hash one would be lost, which costs a search
// or two.)
void AddedClues::note(const std::uint8_t* solution) {
  if (!seen_.insert(hash_of(solution)).second) return;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const auto bit = static_cast<std::uint16_t>(1 << solution[cell]);
    in_several_[cell] = static_cast<std::uint16_t>(in_several_[cell] | (in_one_[cell] & bit));
    in_one_[cell] |= bit;
  }
}

}  // namespace squaredance::generate
