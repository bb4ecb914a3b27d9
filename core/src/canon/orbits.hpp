// Automorphisms found so far, and what they make equal: choices that need not be tried twice.
//
// The 2 N lines of a source are its rows 0..N-1 and its cols N..2N-1. An automorphism moves lines to lines.
#pragma once

#include <array>
#include <cstdint>
#include <numeric>
#include <vector>

#include "arrangement.hpp"

namespace squaredance::canon::any {

using Line = std::uint8_t;

// One choice on the way to a form: a row or a col by its line, a stack by its first.
struct Choice {
  Arrangement::Next kind;
  Line line;
  bool operator==(const Choice&) const = default;
};

using Automorphism = std::array<Line, 2 * max_size>;

class Automorphisms {
 public:
  explicit Automorphisms(const Shape& shape)
      : lines_(2 * shape.size), size_(shape.size), height_(shape.band_height()), width_(shape.stack_width()) {}

  void add(const Automorphism& moved) { all_.push_back(moved); }
  std::size_t size() const { return all_.size(); }

  // The first line of the band or stack that the line is in.
  Line house_of(Line line) const {
    const int at = line < size_ ? line : line - size_;
    return static_cast<Line>(line - at % (line < size_ ? height_ : width_));
  }

  bool fixes(std::size_t number, Choice choice) const {
    const Line to = all_[number][choice.line];
    return choice.kind == Arrangement::Next::stack ? house_of(to) == choice.line : to == choice.line;
  }

  const Automorphism& operator[](std::size_t number) const { return all_[number]; }
  int lines() const { return lines_; }

 private:
  int lines_, size_, height_, width_;
  std::vector<Automorphism> all_;
};

// The orbits of lines under those automorphisms that leave all choices before alone.
class Orbits {
 public:
  void clear() {
    seen_ = 0;
    std::iota(above_.begin(), above_.end(), Line{0});
  }

  // Looks at the automorphisms that are new since the last time. `kind` is that of the choice here.
  template <typename Choices>
  void update(const Automorphisms& all, const Choices& before, Arrangement::Next kind) {
    for (; seen_ < all.size(); ++seen_) {
      bool stays = true;
      for (const auto& choice : before)
        if (!all.fixes(seen_, choice)) {
          stays = false;
          break;
        }
      if (stays) join(all, all[seen_], kind);
    }
  }

  bool same(Line a, Line b) { return top(a) == top(b); }

  // How many lines are in the orbit of this one. Requires that it was joined by kinds as the line is.
  std::uint32_t size(Line line, int lines) {
    std::uint32_t count = 0;
    for (int other = 0; other < lines; ++other) count += same(static_cast<Line>(other), line);
    return count;
  }

 private:
  void join(const Automorphisms& all, const Automorphism& moved, Arrangement::Next kind) {
    for (int i = 0; i < all.lines(); ++i) {
      auto from = static_cast<Line>(i);
      Line to = moved[from];
      if (kind == Arrangement::Next::stack) {
        from = all.house_of(from);
        to = all.house_of(to);
      }
      above_[top(from)] = top(to);
    }
  }

  Line top(Line line) {
    while (above_[line] != line) line = above_[line] = above_[above_[line]];
    return line;
  }

  std::size_t seen_ = 0;
  std::array<Line, 2 * max_size> above_;
};

}  // namespace squaredance::canon::any
