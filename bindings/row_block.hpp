// A RowBlock: puzzles in rows of text (see rows.hpp), read where they lie.
//
//   offsets   0        81       81       162
//   text      ..5.1....7.....2...
//   out       365718249745316827...         solutions, under the same offsets
//
// So the offsets of the puzzles serve the solutions too, and 9x9 rows equally far from each
// other are one run for the kernels. What is in a gap is copied.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <vector>

#include "rows.hpp"
#include "text_block.hpp"

namespace squaredance::bindings {

// What stands in the place of a count for a row without a puzzle; no limit is as large.
constexpr std::uint32_t no_row = bulk::unanswered - 1;   // the row is null
constexpr std::uint32_t bad_row = bulk::unanswered - 2;  // its text is no puzzle

class RowBlock final : public TextBlock {
 public:
  // The text and the out begin at the offset `origin`. Rows are counted from `first` on.
  RowBlock(const LineShape& shape, nb::handle text, nb::handle out, nb::handle offsets,
           std::size_t width, nb::handle validity, std::size_t first, std::size_t rows,
           std::int64_t origin, std::size_t gap)
      : TextBlock(shape, text, out), rows_(offsets, width, validity, first, rows, origin, gap) {}

  std::size_t rows() const { return size() + passed_.size(); }  // that were taken

  // Takes rows from `start` on, until one is odd or `most` puzzles are here; tells where.
  std::size_t take_rows(std::size_t start, std::size_t most) {
    require_filling();
    check_row(start);
    return alone([&] {
      std::size_t at = start;
      while (at < rows_.size() && size() < most) {
        if (!rows_.is_there(at)) {
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
      if (number == 0) return;  // there may be no memory to copy from
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

  Span span_of(std::size_t row) const { return rows_.span(row, text_.size()); }

  // The same with the gap behind it, which the last row lacks.
  Span whole_span(std::size_t row) const {
    const Span span = span_of(row);
    return {span.start, span.end ? std::min(span.end + rows_.gap(), text_.size()) : 0};
  }

  void check_row(std::size_t row) const {
    if (row > rows_.size()) throw nb::value_error("expected a row of the array");
  }

  // How many rows from this one on lie side by side and hold a symbol for each cell.
  std::size_t take_run(std::size_t row, std::size_t most) {
    const std::size_t cells = shape_.cells(), step = cells + rows_.gap();
    const Span first = span_of(row);
    if (first.end - first.start != cells) return 0;
    const std::size_t left = text_.size() - first.start;
    const std::size_t end = row + std::min({most, rows_.size() - row, (left + rows_.gap()) / step});
    const std::uint8_t* text = text_.data() + first.start;
    std::size_t near = row;  // the rows up to here lie side by side
    while (near < end && rows_.is_there(near) && rows_.step(near) == static_cast<std::int64_t>(step)) ++near;
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

  Rows rows_;
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
