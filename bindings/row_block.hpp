// A RowBlock: rows of an Arrow array of strings, read where they lie.
//
//   offsets   0        81       81       162        (of 32 or 64 bits, or none: rows of one width)
//   text      ..5.1....7.....2...           a row is text from its offset to the next one
//   validity  1        0        1           a bit for each row; without it all are there
//   out       365718249745316827...         solutions, under the same offsets
//
// So the offsets of the puzzles serve the solutions too, and 9x9 rows equally far from each
// other are one run for the kernels. Layout: Apache Arrow, "Columnar Format".
//
// Rows of one width may have a gap behind them, which is copied. Such are the values of a
// Parquet page, each behind its length, when all have the same:
//
//   page      81 0 0 0 ..5.1.... 81 0 0 0 7.....2.. ...     the text begins behind the first length
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <vector>

#include "text_block.hpp"

namespace squaredance::bindings {

// What stands in the place of a count for a row without a puzzle; no limit is as large.
constexpr std::uint32_t no_row = bulk::unanswered - 1;   // the row is null
constexpr std::uint32_t bad_row = bulk::unanswered - 2;  // its text is no puzzle

// The offsets of an array from its first row on.
class Offsets {
 public:
  // `width`: 4 or 8 bytes of an offset in `offsets`, or, when that is None, the bytes of a row.
  Offsets(nb::handle offsets, std::size_t width, std::size_t first, std::size_t rows)
      : width_(width), first_(first) {
    if (offsets.is_none()) return;
    held_.emplace(offsets, PyBUF_SIMPLE);
    if ((width != 4 && width != 8) || held_->size() / width < first + rows + 1)
      throw nb::value_error("expected an offset of 4 or 8 bytes for each row, and one more");
  }

  std::int64_t operator[](std::size_t row) const {
    const std::size_t at = first_ + row;
    if (!held_) return static_cast<std::int64_t>(at * width_);
    return width_ == 4 ? value<std::int32_t>(at) : value<std::int64_t>(at);
  }

 private:
  template <typename Int>
  std::int64_t value(std::size_t at) const {
    Int found;
    std::memcpy(&found, held_->data() + at * sizeof(Int), sizeof(Int));
    return found;
  }

  std::optional<Held> held_;
  std::size_t width_, first_;
};

class RowBlock final : public TextBlock {
 public:
  // The text and the out begin at the offset `origin`. Rows are counted from `first` on.
  // The last `gap` bytes of a row are none of its text; only rows without offsets have them.
  RowBlock(const LineShape& shape, nb::handle text, nb::handle out, nb::handle offsets,
           std::size_t width, nb::handle validity, std::size_t first, std::size_t rows,
           std::int64_t origin, std::size_t gap)
      : TextBlock(shape, text, out),
        offsets_(offsets, width, first, rows),
        first_(first),
        rows_(rows),
        origin_(origin),
        gap_(gap) {
    if (gap && (!offsets.is_none() || gap >= width))
      throw nb::value_error("expected a gap within rows of one width");
    if (validity.is_none()) return;
    validity_.emplace(validity, PyBUF_SIMPLE);
    if (validity_->size() * 8 < first + rows) throw nb::value_error("expected a bit for each row");
  }

  std::size_t rows() const { return size() + passed_.size(); }  // that were taken

  // Takes rows from `start` on, until one is odd or `most` puzzles are here; tells where.
  std::size_t take_rows(std::size_t start, std::size_t most) {
    require_filling();
    check_row(start);
    return alone([&] {
      std::size_t at = start;
      while (at < rows_ && size() < most) {
        if (!is_there(at)) {
          pass(at++, no_row);
        } else if (const std::size_t taken = take_run(at, most - size())) {
          at += taken;
        } else {
          break;
        }
      }
      return at;
    });
  }

  // An odd row: its values, or that it has no puzzle.
  void add_row(std::size_t row, nb::bytes values) {
    check_row(row);
    add(values);
    skip(whole_span(row));
  }
  void pass_row(std::size_t row) {
    require_filling();
    check_row(row);
    pass(row, bad_row);
  }

  // The row of a puzzle, counted from the first one taken.
  std::size_t row_of(std::size_t puzzle) const {
    const auto after = std::upper_bound(passed_.begin(), passed_.end(), puzzle,
                                        [](std::size_t n, const Passed& p) { return n < p.puzzle; });
    return puzzle + static_cast<std::size_t>(after - passed_.begin());
  }

  // The count of each row that was taken, from the place `start` on.
  void put_counts(nb::handle counts, std::size_t start) {
    require_done();
    const Held held(counts, PyBUF_WRITABLE);
    const std::size_t room = held.size() / sizeof(std::uint32_t);
    if (start > room || rows() > room - start)
      throw nb::value_error("expected room for a count of each row");
    std::uint8_t* to = held.data() + start * sizeof(std::uint32_t);
    std::size_t done = 0;
    auto put = [&](const std::uint32_t* from, std::size_t number) {
      std::memcpy(to, from, number * sizeof(std::uint32_t));
      to += number * sizeof(std::uint32_t);
    };
    for (const auto& [puzzle, mark] : passed_) {
      put(this->counts().data() + done, puzzle - done);
      put(&mark, 1);
      done = puzzle;
    }
    put(this->counts().data() + done, this->counts().size() - done);
  }

 private:
  struct Passed {
    std::size_t puzzle;  // before which the row stands
    std::uint32_t mark;
  };

  void pass(std::size_t row, std::uint32_t mark) {
    passed_.push_back({size(), mark});
    skip(whole_span(row));
  }

  // Where the text of a row is; nowhere when its offsets are wrong.
  Span span_of(std::size_t row) const {
    if (row >= rows_) return {0, 0};
    const std::int64_t start = offsets_[row] - origin_;
    const std::int64_t end = offsets_[row + 1] - origin_ - static_cast<std::int64_t>(gap_);
    const bool is_right = 0 <= start && start <= end && static_cast<std::size_t>(end) <= text_.size();
    return is_right ? Span{static_cast<std::size_t>(start), static_cast<std::size_t>(end)} : Span{0, 0};
  }

  // The same with the gap behind it, which the last row lacks.
  Span whole_span(std::size_t row) const {
    const Span span = span_of(row);
    return {span.start, span.end ? std::min(span.end + gap_, text_.size()) : 0};
  }

  void check_row(std::size_t row) const {
    if (row > rows_) throw nb::value_error("expected a row of the array");
  }

  bool is_there(std::size_t row) const {
    if (!validity_) return true;
    const std::size_t bit = first_ + row;
    return validity_->data()[bit / 8] >> (bit % 8) & 1;
  }

  // How many rows from this one on lie side by side and hold a symbol for each cell.
  std::size_t take_run(std::size_t row, std::size_t most) {
    const std::size_t cells = shape_.cells(), step = cells + gap_;
    const Span first = span_of(row);
    if (first.end - first.start != cells) return 0;
    const std::size_t left = text_.size() - first.start;
    const std::size_t end = row + std::min({most, rows_ - row, (left + gap_) / step});
    const std::uint8_t* text = text_.data() + first.start;
    std::size_t near = row;  // the rows up to here lie side by side
    for (std::int64_t next = offsets_[row]; near < end && is_there(near); ++near) {
      const std::int64_t after = offsets_[near + 1];
      if (after - next != static_cast<std::int64_t>(step)) break;
      next = after;
    }
    std::size_t at = row + lines::plain_rows(text, near - row, cells, step, shape_.direct());
    if (at < near) {
      const std::size_t more =
          lines::plain_rows(text + (at - row) * step, near - at, cells, step, shape_.legal());
      if (more) by_table_ = true;
      at += more;
    }
    if (at > row) add_lines(first.start, at - row, step, std::min((at - row) * step, left));
    return at - row;
  }

  Offsets offsets_;
  std::optional<Held> validity_;
  std::size_t first_, rows_;
  std::int64_t origin_;
  std::size_t gap_;
  std::vector<Passed> passed_;
};

// What the counts of rows say, as the buffers of Arrow: a code for the status of each row, and
// bits for the rows that have a solution, a count and a status. A count that is none becomes 0.
struct RowAnswers {
  static constexpr std::uint8_t none = 0, unique = 1, multiple = 2, found = 3, unknown = 4, bad = 5;
  static constexpr std::size_t kinds = 6;

  RowAnswers(std::uint32_t* counts, std::size_t rows, std::uint32_t limit) : codes(rows) {
    if (rows && are_alike(counts, rows) && counts[0] && is_count(counts[0])) {
      // Nearly always: every row has a solution.
      const std::uint8_t code = code_of(counts[0], limit);
      std::memset(codes.data(), code, rows);
      tally[code] = solutions = numbers = statuses = rows;
      return;
    }
    solved.resize((rows + 7) / 8);
    counted = known = solved;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::uint32_t count = counts[row];
      const bool is_null = count == no_row, has_count = is_count(count);
      codes[row] = code_of(count, limit);
      const auto bit = static_cast<std::uint8_t>(1u << (row % 8));
      if (has_count && count > 0) solved[row / 8] |= bit, ++solutions;
      if (has_count) counted[row / 8] |= bit, ++numbers;
      if (!is_null) known[row / 8] |= bit, ++statuses, ++tally[codes[row]];
      if (!has_count) counts[row] = 0;
    }
  }

  std::vector<std::uint8_t> codes, solved, counted, known;  // no bits: all rows have one
  std::size_t solutions = 0, numbers = 0, statuses = 0;     // rows that have them
  std::array<std::size_t, kinds> tally{};                   // rows that have each code

 private:
  static bool is_count(std::uint32_t count) {
    return count != no_row && count != bad_row && count != bulk::unanswered;
  }

  static std::uint8_t code_of(std::uint32_t count, std::uint32_t limit) {
    if (count == bad_row) return bad;
    if (count == bulk::unanswered) return unknown;
    if (count == no_row || (limit == 1 && count)) return found;  // a null: what none counts
    return static_cast<std::uint8_t>(std::min(count, 2u));
  }

  static bool are_alike(const std::uint32_t* counts, std::size_t rows) {
    return std::memcmp(counts, counts + 1, (rows - 1) * sizeof(std::uint32_t)) == 0;
  }
};

}  // namespace squaredance::bindings
