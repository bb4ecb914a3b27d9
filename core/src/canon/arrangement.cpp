#include "arrangement.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace squaredance::canon::any {

Source::Source(const Shape& shape_, const std::uint8_t* given) : shape(shape_) {
  const auto n = static_cast<std::size_t>(shape.size);
  values[0].assign(given, given + n * n);
  values[1].resize(n * n);
  for (std::size_t r = 0; r < n; ++r)
    for (std::size_t c = 0; c < n; ++c) values[1][c * n + r] = given[r * n + c];
}

Arrangement::Arrangement(const Source& source, bool transposed)
    : source_(&source),
      transposed_(transposed),
      size_(static_cast<std::uint8_t>(source.shape.size)),
      height_(static_cast<std::uint8_t>(source.shape.band_height())),
      width_(static_cast<std::uint8_t>(source.shape.stack_width())),
      stacks_(static_cast<std::uint8_t>(size_ / width_)),
      free_rows_(~Bits{0} >> (64 - size_)),
      form_(source.values[0].size()) {
  for (std::uint8_t c = 0; c < size_; ++c) cols_[c] = place_[c] = c;
  for (int p = 0; p < size_; p += width_) col_starts_ |= Bits{1} << p;
  value_row_.fill(nowhere);
  list_rows();
}

int Arrangement::class_start(Bits starts, int place) {
  return 63 - std::countl_zero(starts & (~Bits{0} >> (63 - place)));
}

int Arrangement::class_end(Bits starts, int place, int size) {
  const Bits after = place < 63 ? starts >> (place + 1) : 0;
  return after ? place + 1 + std::countr_zero(after) : size;
}

void Arrangement::take(std::uint8_t choice) {
  switch (next_) {
    case Next::row:
      start_row(choice);
      break;
    case Next::stack:
      put_stack_first(place_[choice * width_] / width_);
      break;
    case Next::col:
      put_col_first(choice);
      break;
    case Next::nothing:
      return;
  }
  choice_count_ = 0;
  go_on();
}

void Arrangement::go_on() {
  while (choice_count_ == 0) {
    const std::size_t row_end = std::size_t{row_count_} * size_;
    if (known_ < row_end) {
      const int place = static_cast<int>(known_ + size_ - row_end);
      const int stack = place / width_;
      if (place % width_ == 0 && class_end(stack_starts_, stack, stacks_) > stack + 1) {
        order_stacks(stack);
      } else {
        order_cols(place);
      }
    } else if (row_count_ == size_) {
      next_ = Next::nothing;
      return;
    } else {
      list_rows();
      if (choice_count_ > 1) return;
      choice_count_ = 0;
      start_row(choices_[0]);
    }
  }
}

// Rows of the band in work; any row for the first of a band.
void Arrangement::list_rows() {
  next_ = Next::row;
  Bits rows = free_rows_;
  if (row_count_ % height_ != 0) {
    const int band = rows_[row_count_ - 1u] / height_;
    rows &= (~Bits{0} >> (64 - height_)) << (band * height_);
  }
  for (choice_count_ = 0; rows; rows &= rows - 1)
    choices_[choice_count_++] = static_cast<std::uint8_t>(std::countr_zero(rows));
}

void Arrangement::start_row(std::uint8_t row) {
  rows_[row_count_++] = row;
  free_rows_ &= ~(Bits{1} << row);
  line_ = &source_->values[transposed_][std::size_t{row} * size_];
  std::array<std::uint8_t, max_size + 1> col_of;
  col_of.fill(nowhere);
  repeated_ = 0;
  for (std::uint8_t c = 0; c < size_; ++c) {
    const std::uint8_t value = entry(c);
    if (value == 0 || value_row_[value] != nowhere) continue;
    if (col_of[value] != nowhere) repeated_ |= Bits{1} << c | Bits{1} << col_of[value];
    col_of[value] = c;
  }
}

bool Arrangement::is_fixed(int col) const {
  const int place = place_[col], stack = place / width_;
  return class_end(col_starts_, place, size_) - class_start(col_starts_, place) == 1 &&
         class_end(stack_starts_, stack, stacks_) - class_start(stack_starts_, stack) == 1;
}

// The first place that the col may come to.
int Arrangement::first_place(int col) const {
  const int start = class_start(col_starts_, place_[col]);
  return class_start(stack_starts_, start / width_) * width_ + start % width_;
}

Arrangement::Key Arrangement::key_of(int col) const {
  const std::uint8_t value = entry(col);
  if (value == 0) return {0, false};
  if (value_row_[value] == nowhere) return {fresh, (repeated_ >> col & 1) != 0};
  const int origin = value_col_[value];
  return {form_[std::size_t{value_row_[value]} * size_ + static_cast<std::size_t>(first_place(origin))],
          !is_fixed(origin)};
}

// The least label that the value of the col can have when the col is put at `place`, where its class starts.
std::uint8_t Arrangement::least_label(int col, int place) const {
  const std::uint8_t value = entry(col);
  if (value_row_[value] == nowhere) return static_cast<std::uint8_t>(labels_ + 1);
  const int origin = value_col_[value];
  int at = first_place(origin);
  if (at == place && origin != col) ++at;
  return form_[std::size_t{value_row_[value]} * size_ + static_cast<std::size_t>(at)];
}

// The row's part in this stack at its least, up to the first entry that depends on what is not known yet.
int Arrangement::stack_keys(int stack, Key* keys) const {
  int made = 0;
  for (int p = stack * width_, end = p + width_; p < end; p = class_end(col_starts_, p, size_)) {
    const int first = made;
    for (int q = p; q < class_end(col_starts_, p, size_); ++q) keys[made++] = key_of(cols_[q]);
    // An open one before a closed one of the same bound: then what comes next is open.
    std::sort(keys + first, keys + made,
              [](Key a, Key b) { return a.least != b.least ? a.least < b.least : a.open && !b.open; });
    for (int i = first; i < made; ++i)
      if (keys[i].open) return i + 1;
  }
  return made;
}

// Those of the stacks that may come first: no other one is certain to be less.
int Arrangement::least_stacks(int first, int end, std::uint8_t* least, bool& all_closed) const {
  std::array<Key, max_size> keys;  // stack by stack, their lengths beside
  std::array<int, max_size> lengths;
  for (int k = first; k < end; ++k) lengths[k] = stack_keys(k, &keys[k * width_]);
  auto is_less = [&](int a, int b) {
    const Key *x = &keys[a * width_], *y = &keys[b * width_];
    const int both = std::min(lengths[a], lengths[b]);
    for (int i = 0; i < both; ++i) {
      if (x[i].open) return false;
      if (x[i].least != y[i].least) return x[i].least < y[i].least;
      if (y[i].open) return false;
    }
    return false;
  };
  int count = 0;
  all_closed = true;
  for (int k = first; k < end; ++k) {
    bool beaten = false;
    for (int other = first; other < end && !beaten; ++other) beaten = is_less(other, k);
    if (beaten) continue;
    least[count++] = static_cast<std::uint8_t>(k);
    all_closed &= !keys[k * width_ + lengths[k] - 1].open;
  }
  return count;
}

void Arrangement::order_stacks(int first) {
  const int end = class_end(stack_starts_, first, stacks_);
  std::array<std::uint8_t, max_size> least;
  bool all_closed;
  const int count = least_stacks(first, end, least.data(), all_closed);
  if (count == 1) {
    put_stack_first(least[0]);
    return;
  }
  if (!all_closed) {
    next_ = Next::stack;
    for (int i = 0; i < count; ++i)
      choices_[choice_count_++] =
          static_cast<std::uint8_t>(cols_[least[i] * width_] / width_);
    return;
  }
  for (int i = 0; i < count; ++i) swap_stacks(first + i, least[i]);
  if (first + count < end) stack_starts_ |= Bits{1} << (first + count);
  for (int p = first * width_; p < (first + count) * width_;) {
    const int stop = class_end(col_starts_, p, size_);
    sort_class(p, stop);
    for (; p < stop; ++p) write(p);
  }
}

void Arrangement::order_cols(int first) {
  const int end = class_end(col_starts_, first, size_);
  if (end == first + 1) {
    const std::uint8_t value = entry(cols_[first]);
    if (value && value_row_[value] != nowhere && !is_fixed(value_col_[value])) put_col_first(value_col_[value]);
    write(first);
    return;
  }
  int empty = first;  // where the cols go that are empty here
  bool any_open = false;
  for (int p = first; p < end; ++p) {
    const int col = cols_[p];
    any_open |= key_of(col).open;
    if (entry(col) == 0) swap_cols(empty++, p);
  }
  if (!any_open) {
    sort_class(first, end);
    for (int p = first; p < end; ++p) write(p);
  } else if (empty > first) {
    col_starts_ |= Bits{1} << empty;
    for (int p = first; p < empty; ++p) write(p);
  } else {
    choose_col(first, end);
  }
}

void Arrangement::choose_col(int first, int end) {
  std::uint8_t least = fresh;
  for (int p = first; p < end; ++p) {
    const std::uint8_t col = cols_[p], label = least_label(col, first);
    if (label > least) continue;
    if (label < least) choice_count_ = 0;
    least = label;
    choices_[choice_count_++] = col;
  }
  next_ = Next::col;
  if (choice_count_ > 1) return;
  choice_count_ = 0;
  put_col_first(choices_[0]);
}

// Requires that no key in the class is open.
void Arrangement::sort_class(int first, int end) {
  if (end == first + 1) return;
  std::array<std::pair<std::uint8_t, std::uint8_t>, max_size> keyed;
  int count = 0;
  for (int p = first; p < end; ++p) {
    const std::uint8_t col = cols_[p];
    keyed[count++] = {key_of(col).least, col};
  }
  std::sort(keyed.begin(), keyed.begin() + count);
  for (int i = 0; i < count; ++i) {
    const auto [key, col] = keyed[i];
    cols_[first + i] = col;
    place_[col] = static_cast<std::uint8_t>(first + i);
    if (i > 0 && key != keyed[i - 1].first) col_starts_ |= Bits{1} << (first + i);
  }
}

void Arrangement::put_stack_first(int stack_place) {
  const int first = class_start(stack_starts_, stack_place);
  const int end = class_end(stack_starts_, stack_place, stacks_);
  swap_stacks(first, stack_place);
  if (first + 1 < end) stack_starts_ |= Bits{1} << (first + 1);
}

void Arrangement::put_col_first(int col) {
  put_stack_first(place_[col] / width_);
  const int first = class_start(col_starts_, place_[col]);
  const int end = class_end(col_starts_, place_[col], size_);
  swap_cols(first, place_[col]);
  if (first + 1 < end) col_starts_ |= Bits{1} << (first + 1);
}

void Arrangement::swap_cols(int a, int b) {
  std::swap(cols_[a], cols_[b]);
  place_[cols_[a]] = static_cast<std::uint8_t>(a);
  place_[cols_[b]] = static_cast<std::uint8_t>(b);
}

// Requires that their classes of cols are alike, as they are in a class of stacks.
void Arrangement::swap_stacks(int a, int b) {
  if (a == b) return;
  for (int i = 0; i < width_; ++i) swap_cols(a * width_ + i, b * width_ + i);
}

// The entry at this place of the row in work, whose label is known by now.
void Arrangement::write(int place) {
  const std::uint8_t col = cols_[place], value = entry(col);
  std::uint8_t label = 0;
  if (value && value_row_[value] == nowhere) {
    value_row_[value] = static_cast<std::uint8_t>(row_count_ - 1);
    value_col_[value] = col;
    label = ++labels_;
  } else if (value) {
    label = form_[std::size_t{value_row_[value]} * size_ + place_[value_col_[value]]];
  }
  form_[known_++] = label;
}

}  // namespace squaredance::canon::any
