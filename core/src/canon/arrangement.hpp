// An Arrangement: rows and cols of a source on their way to their places in its canonical form.
//
// The form is made row by row. Which row comes next is a choice. What it holds then says more about the order
// of the cols, but no more than it must: cols that look the same so far stay together in a class.
//
//   source row   . 7 .  2 . .  . . 5        stacks 0, 1, 2
//   form row     0 0 1  0 0 2  0 0 3        starts of classes of cols:    ^ ^ ^  (in every stack)
//                +-+ +  +-+ +  +-+ +        starts of classes of stacks:  ^
//
// Here the three stacks may still trade places, and the cols at 0 and 1 of each. So a label is not known for
// a value, only for a place: value 7 has the label that stands in this row of the form wherever its col comes to
// lie. When it must be known which, the first place that is left gives the least label, and the col is put there.
// That is how 16x16 grids are done at all: with the cols of the first row in any order there were 4!^5 ways each.
//
// (The 9x9 code beside has other arrangements: hence the namespace.)
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "squaredance/geometry.hpp"
#include "squaredance/shape.hpp"

namespace squaredance::canon::any {

// The values, row by row; and again col by col, for those who start with a col as the first row.
struct Source {
  Source(const Shape& shape_, const std::uint8_t* values);

  Shape shape;
  std::array<std::vector<std::uint8_t>, 2> values;  // as they are, transposed
};

class Arrangement {
 public:
  enum class Next { row, stack, col, nothing };

  // Nothing is placed yet.
  Arrangement(const Source& source, bool transposed);

  // What is to be chosen, and from which: those not listed would make the form greater.
  Next next() const { return next_; }
  std::span<const std::uint8_t> choices() const { return {choices_.data(), choice_count_}; }

  // Takes one of the choices, and all that follows from it up to the next choice.
  void take(std::uint8_t choice);

  // The cells of the form that are known, from the first on.
  const std::vector<std::uint8_t>& form() const { return form_; }
  std::size_t known() const { return known_; }

  bool transposed() const { return transposed_; }
  int size() const { return size_; }
  std::uint8_t row_at(int place) const { return rows_[place]; }
  std::uint8_t col_at(int place) const { return cols_[place]; }

  // How many cols, or stacks, are in each class that is left: they may trade places for good.
  template <typename Visit>
  void for_each_class(Visit&& visit) const;

 private:
  using Bits = std::uint64_t;
  // A label as far as it is known: itself; or, if `open`, no less than it.
  struct Key {
    std::uint8_t least;
    bool open;
  };
  static constexpr std::uint8_t fresh = 255;    // the key of a value that has no label yet
  static constexpr std::uint8_t nowhere = 255;  // the row of such a value

  static int class_start(Bits starts, int place);
  static int class_end(Bits starts, int place, int size);

  void go_on();
  void list_rows();
  void start_row(std::uint8_t row);
  void order_stacks(int first);
  void order_cols(int first);
  void choose_col(int first, int end);

  std::uint8_t entry(int col) const { return line_[col]; }
  bool is_fixed(int col) const;
  int first_place(int col) const;
  Key key_of(int col) const;
  std::uint8_t least_label(int col, int place) const;
  int stack_keys(int stack, Key* keys) const;
  int least_stacks(int first, int end, std::uint8_t* least, bool& all_closed) const;
  void sort_class(int first, int end);
  void put_stack_first(int stack_place);
  void put_col_first(int col);
  void swap_cols(int a, int b);
  void swap_stacks(int a, int b);
  void write(int place);

  const Source* source_;
  const std::uint8_t* line_ = nullptr;  // the source row that is being placed
  bool transposed_;
  std::uint8_t size_, height_, width_, stacks_;
  std::uint8_t row_count_ = 0;  // rows that are placed, the one in work too
  std::uint8_t labels_ = 0;     // how many are given out
  Bits free_rows_;
  Bits col_starts_ = 0, stack_starts_ = 1;
  Bits repeated_ = 0;  // cols whose value is without a label and twice in the row in work
  std::size_t known_ = 0;
  Next next_ = Next::row;
  std::size_t choice_count_ = 0;
  std::array<std::uint8_t, max_size> choices_, rows_, cols_, place_;  // place_: of each col
  std::array<std::uint8_t, max_size + 1> value_row_, value_col_;      // where a value got its label
  std::vector<std::uint8_t> form_;
};

template <typename Visit>
void Arrangement::for_each_class(Visit&& visit) const {
  for (int k = 0; k < stacks_; k = class_end(stack_starts_, k, stacks_)) {
    const int alike = class_end(stack_starts_, k, stacks_) - k;
    visit(alike);
    for (int p = k * width_; p < (k + alike) * width_; p = class_end(col_starts_, p, size_))
      visit(class_end(col_starts_, p, size_) - p);
  }
}

}  // namespace squaredance::canon::any
