// All ways to add so many clues to a 9x9 puzzle that one solution is left.
//
//   few solutions:   list them; a bit set of solutions for each candidate; clues that are added together
//                    leave one if their sets have one in common. No search at all.
//   many, one clue:  a search for two solutions with each candidate; what two solutions have in common needs
//                    none of its own.
//   many, several:   with each candidate in turn, those of later cells.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <vector>

#include "squaredance/generate/vicinity.hpp"

namespace squaredance::generate {

class AddedClues {
 public:
  // How many solutions are few, by the clues to add; 1 or more. To list one takes 0.4 us; the searches for one clue
  // take 60 us in all, and for two there are some 400 times as many.
  using Few = std::array<std::uint32_t, most_added + 1>;
  static constexpr Few usual = {1, 50, 6000, 20000, 20000};

  // `minimal`: those are left out of which it is plain that an added clue is redundant.
  explicit AddedClues(bool minimal, const Few& few = usual) : minimal_(minimal), few_(few) {}

  // Adds the puzzles to `found`, 81 values each. No clue is added that `avoided` has (81 values, 0 for none). False
  // after a `stop` (may be null).
  bool add(const std::uint8_t* puzzle, int count, const std::uint8_t* avoided, std::vector<std::uint8_t>& found,
           const std::atomic<bool>* stop);

 private:
  using Word = std::uint64_t;
  using Puzzle = std::array<std::uint8_t, 81>;

  struct Candidate {
    std::uint8_t cell, value;
    bool is_in_one;      // solution only
    std::uint16_t next;  // the first candidate of another cell
    const Word* set;     // the solutions that have it, where several clues are added
  };

  // The values that houses have by now, as masks: most candidates clash with one.
  struct Houses {
    std::array<std::uint16_t, 9> rows{}, cols{}, boxes{};
    bool clash(std::size_t cell, unsigned value) const;
  };
  Houses values_of_houses() const;

  bool expand(std::size_t first_cell, int count);
  void collect(std::size_t first_cell);
  void fill_sets();
  bool choose(std::size_t first, int left, const Word* having, Word* next);
  int up_to_two(const Word* a, const Word* b) const;

  bool probe(std::size_t first_cell);
  void note(const std::uint8_t* solution);
  void keep() { found_->insert(found_->end(), puzzle_.begin(), puzzle_.end()); }

  const bool minimal_;
  const Few few_;
  Puzzle puzzle_{};  // with the clues that are added by now
  const std::uint8_t* avoided_ = nullptr;
  std::vector<std::uint8_t>* found_ = nullptr;
  const std::atomic<bool>* stop_ = nullptr;

  std::vector<std::uint8_t> solutions_;  // 81 values each
  std::size_t solution_count_ = 0;
  std::vector<Candidate> candidates_;  // by cell
  std::size_t words_ = 0;              // of a set
  std::vector<Word> sets_, having_;

  // Of `probe`: the candidates of the solutions seen by now, as masks; and which these are.
  std::array<std::uint16_t, 81> in_one_{}, in_several_{};
  std::unordered_set<std::uint64_t> seen_;
};

}  // namespace squaredance::generate
