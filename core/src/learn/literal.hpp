// Variables, literals and reasons of the engine `learn`.
//
//   variable v     a candidate (cell, value) that is open after the root's singles
//   literal  2v    the candidate is placed         2v + 1    it is struck
//
//   Reason, why a literal is true, in 32 bits:
//     0            a decision
//     1            a fact: true in every solution not yet told
//     2 + 4q ...   two kinds in the low bits:
//       ..10       a clause of two literals; the rest is the other literal (which is false)
//       ..11       a clause of the store; the rest is its place there
#pragma once

#include <cstdint>

namespace squaredance::learn {

using Var = std::uint32_t;
using Lit = std::uint32_t;
using Ref = std::uint32_t;  // place of a clause in the store

constexpr Lit placed(Var v) { return 2 * v; }
constexpr Lit struck(Var v) { return 2 * v + 1; }
constexpr Lit negate(Lit lit) { return lit ^ 1; }
constexpr Var var_of(Lit lit) { return lit >> 1; }
constexpr bool is_placed(Lit lit) { return (lit & 1) == 0; }

class Reason {
 public:
  constexpr Reason() = default;
  static constexpr Reason decision() { return Reason(0); }
  static constexpr Reason fact() { return Reason(1); }
  static constexpr Reason pair(Lit other) { return Reason(other << 2 | 2); }
  static constexpr Reason clause(Ref ref) { return Reason(ref << 2 | 3); }

  constexpr bool is_decision() const { return bits_ == 0; }
  constexpr bool is_fact() const { return bits_ == 1; }
  constexpr bool is_pair() const { return (bits_ & 3) == 2; }
  constexpr bool is_clause() const { return (bits_ & 3) == 3; }
  constexpr Lit other() const { return bits_ >> 2; }
  constexpr Ref ref() const { return bits_ >> 2; }

 private:
  constexpr explicit Reason(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = 0;
};

}  // namespace squaredance::learn
