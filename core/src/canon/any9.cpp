// The least form of any 9x9, however symmetric it is and whatever clashes in it, within milliseconds.
//
// A `start` is a view (the source or its transpose), its first row and an order of all its cols: there are
// 2 * 9 * 1296 = 23,328. A start with the least first row is searched: the other rows one by one, with ties.
// At most 144 orders of the rows end in a tie there; they are `leaves`.
//
// Two leaves with the same form show an automorphism, which moves starts to starts with the same forms: one of
// them will do. So starts that known automorphisms join are one class (a union-find), and of a class one
// start is searched. A start that ties and was not in the class of the best so far doubles the known group
// at least, which has 2 * 6^8 elements at the most: that happens 21 times or less.
//
// In the end the best class has all the starts that lead to the least form, each to equally many leaves.
//
// Rows of a band that are the same (empty most often) are `twins`. That they may trade places is known from
// the beginning, and their order in a leaf is that of their numbers: without this some take ten times as long.
#include <bit>
#include <cstring>
#include <utility>
#include <vector>

#include "nine.hpp"

namespace squaredance::canon {

namespace {

constexpr int col_orders = 1296;
constexpr int starts = 2 * 9 * col_orders;
constexpr int max_leaves = 144;

using Nine = std::array<std::uint8_t, 9>;

// Numbers the orders of nine cols: of stacks, then of the cols of each.
struct ColOrders {
  Nine of[col_orders];
  std::uint8_t number_of_3[9];  // of an order of three, by its first two

  ColOrders() {
    for (std::uint8_t i = 0; i < 6; ++i) number_of_3[3 * orders_of_3[i][0] + orders_of_3[i][1]] = i;
    for (int i = 0; i < col_orders; ++i) {
      const std::uint8_t* stacks = orders_of_3[i / 216];
      const int inner[3] = {i / 36 % 6, i / 6 % 6, i % 6};
      for (int k = 0; k < 9; ++k)
        of[i][k] = static_cast<std::uint8_t>(3 * stacks[k / 3] + orders_of_3[inner[k / 3]][k % 3]);
    }
  }

  int number(const Nine& cols) const {
    int number = number_of_3[cols[0] / 3 * 3 + cols[3] / 3];
    for (int i = 0; i < 9; i += 3) number = 6 * number + number_of_3[cols[i] % 3 * 3 + cols[i + 1] % 3];
    return number;
  }
};

struct Start {
  int view, row, cols;

  explicit Start(int number)
      : view(number / (9 * col_orders)), row(number / col_orders % 9), cols(number % col_orders) {}
};

int start_number(int view, int row, int cols) { return (view * 9 + row) * col_orders + cols; }

// Some rows of a form, and what they need of the source.
struct Leaf {
  Nine rows;
  std::array<std::uint8_t, 10> names;  // of values; 0 if there is none yet
  std::uint8_t count;                  // of names
  std::uint16_t left;                  // rows not placed yet
};

// The row as a number of nine digits. Names its new values.
std::uint64_t name_row(const std::uint8_t* values, const Nine& cols, Leaf& leaf) {
  std::uint64_t digits = 0;
  for (std::uint8_t col : cols) {
    std::uint8_t value = values[col];
    if (value != 0 && leaf.names[value] == 0) leaf.names[value] = ++leaf.count;
    digits = digits << 4 | leaf.names[value];
  }
  return digits;
}

class AnySearch {
 public:
  explicit AnySearch(const Views& views) : views_(views), class_(starts), searched_(starts) {}

  void run(Least& least) {
    keep_least_first_rows();
    find_twins();
    for (int start = 0; start < starts; ++start) {
      if (class_[start] == none || searched_[root(start)]) continue;
      searched_[root(start)] = 1;
      search(start);
    }
    least.first = best_;
    least.count = 0;
    for (int start = 0; start < starts; ++start)
      least.count += class_[start] != none && root(start) == root(best_start_) ? best_leaves_ : 0;
  }

 private:
  static constexpr std::uint16_t none = 0xFFFF;

  Leaf first_leaf(const Start& start, std::uint64_t& digits) const {
    Leaf leaf{};
    leaf.rows[0] = static_cast<std::uint8_t>(start.row);
    leaf.left = static_cast<std::uint16_t>(0x1FF & ~(1u << start.row));
    digits = name_row(views_.rows[start.view][start.row], orders_.of[start.cols], leaf);
    return leaf;
  }

  void keep_least_first_rows() {
    std::vector<std::uint64_t> digits(starts);
    std::uint64_t least = ~std::uint64_t{0};
    for (int start = 0; start < starts; ++start) {
      first_leaf(Start(start), digits[start]);
      if (digits[start] < least) least = digits[start];
    }
    for (int start = 0; start < starts; ++start)
      class_[start] = digits[start] == least ? static_cast<std::uint16_t>(start) : none;
  }

  void find_twins() {
    for (int view = 0; view < 2; ++view)
      for (int row = 0; row < 9; ++row)
        for (int twin = row / 3 * 3; twin < row; ++twin)
          if (std::memcmp(views_.rows[view][row], views_.rows[view][twin], 9) == 0) {
            twins_[view][row] |= 1u << twin;
            Arrangement from{static_cast<std::uint8_t>(view), orders_.of[0], orders_.of[0], {}}, to = from;
            std::swap(to.rows[row], to.rows[twin]);
            join(from, to);
          }
  }

  // How many orders of twins below a start are told as one leaf.
  int orders_of_twins(const Start& start) const {
    int product = 1;
    for (int row = 0; row < 9; ++row)
      if (row != start.row) product *= 1 + std::popcount(twins_[start.view][row] & ~(1u << start.row));
    return product;
  }

  // Searches the other rows below a start; stops where they are more than the best.
  void search(int number) {
    const Start start(number);
    std::uint64_t digits;
    leaves_[0] = first_leaf(start, digits);
    size_ = 1;
    bool is_less = !has_best_;
    for (int depth = 1; depth < 9; ++depth) {
      digits = next_rows(start, depth);
      if (!is_less && digits > best_rows_[depth]) return;
      is_less |= digits < best_rows_[depth];
      if (is_less) best_rows_[depth] = digits;
    }
    if (is_less) {
      has_best_ = true;
      best_start_ = number;
      best_leaves_ = size_ * orders_of_twins(start);
      best_ = arrangement(start, leaves_[0]);
    }
    if (!is_less) join(best_, arrangement(start, leaves_[0]));
  }

  // Lets the leaves grow by their least next rows.
  std::uint64_t next_rows(const Start& start, int depth) {
    std::uint64_t least = ~std::uint64_t{0};
    int size = 0;
    for (int i = 0; i < size_; ++i) {
      unsigned rows = leaves_[i].left;
      if (depth % 3 != 0) rows &= 7u << (leaves_[i].rows[depth - 1] / 3 * 3);
      for (; rows != 0; rows &= rows - 1) {
        Leaf leaf = leaves_[i];
        int row = std::countr_zero(rows);
        if ((twins_[start.view][row] & leaf.left) != 0) continue;
        std::uint64_t digits = name_row(views_.rows[start.view][row], orders_.of[start.cols], leaf);
        if (digits > least) continue;
        if (digits < least) size = 0;
        least = digits;
        leaf.rows[depth] = static_cast<std::uint8_t>(row);
        leaf.left = static_cast<std::uint16_t>(leaf.left & ~(1u << row));
        grown_[size++] = leaf;
      }
    }
    std::swap(leaves_, grown_);
    size_ = size;
    return least;
  }

  Arrangement arrangement(const Start& start, const Leaf& leaf) const {
    return {static_cast<std::uint8_t>(start.view), leaf.rows, orders_.of[start.cols], leaf.names};
  }

  // Joins each start with what the automorphism that leads from one arrangement to the other makes of it.
  // Lines are numbered: rows of the source from 0, its cols from 9.
  void join(const Arrangement& from, const Arrangement& to) {
    std::array<int, 18> line;
    for (int i = 0; i < 9; ++i) {
      line[9 * from.transposed + from.rows[i]] = 9 * to.transposed + to.rows[i];
      line[9 * !from.transposed + from.cols[i]] = 9 * !to.transposed + to.cols[i];
    }
    for (int view = 0; view < 2; ++view)
      for (int cols = 0; cols < col_orders; ++cols) {
        Nine moved;
        for (int i = 0; i < 9; ++i)
          moved[i] = static_cast<std::uint8_t>(line[9 * !view + orders_.of[cols][i]] % 9);
        int moved_cols = orders_.number(moved);
        for (int row = 0; row < 9; ++row) {
          int start = start_number(view, row, cols);
          if (class_[start] == none) continue;
          int moved_row = line[9 * view + row];
          unite(start, start_number(moved_row / 9, moved_row % 9, moved_cols));
        }
      }
  }

  int root(int start) {
    while (class_[start] != start) {
      class_[start] = class_[class_[start]];
      start = class_[start];
    }
    return start;
  }

  void unite(int a, int b) {
    a = root(a);
    b = root(b);
    if (a == b) return;
    if (a > b) std::swap(a, b);
    class_[b] = static_cast<std::uint16_t>(a);
    searched_[a] |= searched_[b];
  }

  const Views& views_;
  const ColOrders orders_;
  std::vector<std::uint16_t> class_;  // the parent of each start; `none` if its first row is not the least
  std::vector<std::uint8_t> searched_;
  unsigned twins_[2][9]{};  // of each row: those with a lower number
  std::array<Leaf, max_leaves> leaves_, grown_;
  int size_ = 0;
  bool has_best_ = false;
  std::array<std::uint64_t, 9> best_rows_{};
  Arrangement best_;
  int best_start_ = 0;
  int best_leaves_ = 0;
};

}  // namespace

void least_of_any(const Views& views, Least& least) { AnySearch(views).run(least); }

}  // namespace squaredance::canon
