// ProofLog: the learned clauses and the dropped ones as DRAT text, a line each:
//   "12 -7 0"     a clause that follows (by unit propagation) from what is there
//   "d 12 -7 0"   this clause is not used any more
// Variable of (cell, value) = cell * N + value, cells from 0, values from 1.
#pragma once

#include <charconv>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "literal.hpp"

namespace squaredance::learn {

class ProofLog {
 public:
  // `candidates` outlives the log.
  explicit ProofLog(const std::vector<std::uint32_t>& candidates) : candidates_(candidates) {}

  void add(std::span<const Lit> lits) { write(lits); }
  void remove(std::span<const Lit> lits) {
    text_ += "d ";
    write(lits);
  }

  // What was written since the last call.
  std::string take() { return std::exchange(text_, {}); }
  std::size_t memory() const { return text_.capacity(); }

 private:
  void write(std::span<const Lit> lits) {
    char digits[12];
    for (Lit lit : lits) {
      if (!is_placed(lit)) text_ += '-';
      const auto end = std::to_chars(digits, digits + sizeof digits,
                                      candidates_[var_of(lit)] + 1).ptr;
      text_.append(digits, static_cast<std::size_t>(end - digits));
      text_ += ' ';
    }
    text_ += "0\n";
  }

  const std::vector<std::uint32_t>& candidates_;
  std::string text_;
};

}  // namespace squaredance::learn
