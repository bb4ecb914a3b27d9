#include "strong_link.hpp"

#include "bits.hpp"

namespace squaredance::technique {
namespace {

class Finder {
 public:
  Finder(const State& state, int value, std::vector<StrongLink>& links)
      : sight_(state.sight()), state_(state), value_(value), links_(links) {}

  void look(int first_house, int houses, int kind) {
    for (int house = first_house; house < first_house + houses; ++house) {
      const Mask places = state_.places(house, value_);
      if ((places & (places - 1)) == 0) continue;
      house_ = house;
      kind_ = kind;
      if (is_pair(places)) {
        pair(places);
      } else if (kind == 0) {
        box(places);
      } else if (kind < 3 && sight_.has_boxes()) {
        line(places);
      }
    }
  }

 private:
  int cell(Mask places) const {
    return sight_.geometry().house(house_)[std::countr_zero(places)];
  }

  void add(bool grouped, bool crossed, Mask first, Mask second) {
    links_.push_back({static_cast<std::uint16_t>(house_), static_cast<std::uint8_t>(kind_), grouped,
                      crossed, {first, second}});
  }

  void pair(Mask places) {
    const Mask first = places & -places;
    const Mask second = places ^ first;
    // In a box and on one line: the line's own link says as much, or the pair is pointing.
    if (kind_ == 0 && (sight_.row(cell(first)) == sight_.row(cell(second)) ||
                       sight_.col(cell(first)) == sight_.col(cell(second)))) {
      return;
    }
    add(false, false, first, second);
  }

  // A line through two boxes. An end of one cell comes first.
  void line(Mask places) {
    const Mask first = places & sight_.crossing(house_, sight_.box_house(cell(places)));
    const Mask rest = places ^ first;
    if (rest == 0) return;
    const Mask second = rest & sight_.crossing(house_, sight_.box_house(cell(rest)));
    if (second != rest) return;
    if (!is_single(first) && is_single(second)) {
      add(true, false, second, first);
    } else {
      add(true, false, first, second);
    }
  }

  // A box whose places lie on a row and a col that cross, else on two lines. Only the first cross
  // that has all places counts, even where a later one could be used: so does SukakuExplainer.
  void box(Mask places) {
    const Geometry& geometry = sight_.geometry();
    for (int position = 0; position < sight_.size(); ++position) {
      const int centre = geometry.house(house_)[position];
      const Mask row = sight_.crossing(house_, sight_.row_house(centre));
      const Mask col = sight_.crossing(house_, sight_.col_house(centre));
      if ((places & ~(row | col)) == 0) return cross(places, row, col);
    }
    const Mask in_row = places & sight_.crossing(house_, sight_.row_house(cell(places)));
    const Mask in_col = places & sight_.crossing(house_, sight_.col_house(cell(places)));
    const Mask rows = places ^ in_row;
    const Mask cols = places ^ in_col;
    const bool two_rows = (rows & ~sight_.crossing(house_, sight_.row_house(cell(rows)))) == 0;
    const bool two_cols = (cols & ~sight_.crossing(house_, sight_.col_house(cell(cols)))) == 0;
    if (two_rows) add(true, false, in_row, rows);
    // A rectangle is a link both ways.
    if (two_cols && (!two_rows || std::popcount(places) == 4)) add(true, false, in_col, cols);
  }

  void cross(Mask places, Mask row, Mask col) {
    const Mask centre = places & row & col;
    const Mask in_col = places & col & ~row;
    const Mask in_row = places & row & ~col;
    if (in_col == 0 || in_row == 0) return;
    if (is_single(in_row)) {
      add(true, true, in_row, in_col | centre);
    } else if (is_single(in_col)) {
      add(true, true, in_col, in_row | centre);
    } else {
      add(true, true, in_col | centre, in_row | centre);
    }
  }

  const Sight& sight_;
  const State& state_;
  int value_;
  std::vector<StrongLink>& links_;
  int house_ = 0;
  int kind_ = 0;
};

}  // namespace

void strong_links_of(const State& state, int value, std::vector<StrongLink>& links) {
  links.clear();
  const Sight& sight = state.sight();
  const int size = sight.size();
  Finder finder(state, value, links);
  const int plain = sight.has_boxes() ? 3 * size : 2 * size;
  if (sight.has_boxes()) finder.look(2 * size, size, 0);
  finder.look(0, size, 1);
  finder.look(size, size, 2);
  finder.look(plain, sight.houses() - plain, 3);
}

}  // namespace squaredance::technique
