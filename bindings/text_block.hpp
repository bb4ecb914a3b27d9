// Puzzles in lines of text.
//
//   text   ..5.1...\n# a comment\n.4..3... easy\n
//          ^                      ^
//          puzzle 0               puzzle 1           counts  [1, 1]
//   out    36571248\n# a comment\n74813562 easy\n    (what is no cell is copied)
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <vector>

#include "block.hpp"

namespace squaredance::bindings {

// Lines that follow each other, of `step` bytes each; the last one may be of another length.
struct Run {
  static constexpr std::size_t nowhere = SIZE_MAX;  // the place of puzzles given as values

  std::size_t place;  // of the first line in the text
  std::size_t first;  // its number among the puzzles of the block
  std::size_t lines;
  std::size_t step;
  std::size_t bytes;  // of all lines

  bool is_text() const { return place != nowhere; }
  bool is_whole() const { return is_text() && bytes == lines * step; }
  std::size_t place_of(std::size_t line) const { return place + line * step; }
  std::size_t bytes_of(std::size_t line) const {
    return line + 1 < lines ? step : bytes - line * step;
  }
};

// What may stand before a # and make a line no less empty; a line end may not.
inline bool is_blank(std::uint8_t c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

// The bytes of the line at the start of the text, with its line end, when that is blank or a
// comment of ASCII that starts with #; 1 MiB in all at most. 0 for any other line.
inline std::size_t empty_line(const std::uint8_t* text, std::size_t size) {
  constexpr std::size_t longest = std::size_t{1} << 20;
  size = std::min(size, longest);
  std::size_t i = 0;
  while (i < size && is_blank(text[i])) ++i;
  if (i < size && text[i] == '#')
    while (i < size && text[i] != '\n' && text[i] != 0 && text[i] < 0x80) ++i;
  if (i == size) return size < longest ? size : 0;
  return text[i] == '\n' ? i + 1 : 0;
}

// Lines of text, and puzzles that came from lines which only Python can read.
class TextBlock : public Block {
 public:
  TextBlock(const LineShape& shape, nb::handle text, nb::handle out)
      : Block(shape), text_(text, PyBUF_SIMPLE), out_(out, PyBUF_WRITABLE) {
    if (out_.size() < text_.size()) throw nb::value_error("expected an output as long as the text");
  }

  std::size_t size() const override { return size_ + unread_; }
  std::size_t lines() const { return lines_; }  // those that were taken or skipped
  const std::vector<Span>& skipped() const { return skipped_; }
  std::size_t skipped_bytes() const { return skipped_bytes_; }

  // Where the puzzle is in the text, or Run::nowhere.
  std::size_t place(std::size_t i) const {
    if (i >= size_) return Run::nowhere;
    auto after = std::upper_bound(runs_.begin(), runs_.end(), i,
                                  [](std::size_t n, const Run& run) { return n < run.first; });
    const Run& run = *--after;
    return run.is_text() ? run.place_of(i - run.first) : Run::nowhere;
  }

  // Whether `most` puzzles are here; of those that are not read where they lie, which takes ten
  // times as long and memory of its own, fewer are enough.
  static constexpr std::size_t most_gathered = std::size_t{1} << 16;
  bool is_full(std::size_t most) const {
    return size_ >= most || (size_ >= most_gathered && !is_in_place());
  }

  // Takes lines from `start` on, until one is odd (see lines.hpp) or it is full of them;
  // with `skip`, also passes over empty ones, up to `most_skipped` bytes. Returns where that
  // is. `end` is the end of a line, or of the input.
  static constexpr std::size_t most_skipped = std::size_t{1} << 24;
  std::size_t take(std::size_t start, std::size_t end, std::size_t most, bool skip) {
    require_filling();
    check_part(start, end);
    if (!shape_.digits()) most = std::min(most, most_gathered);
    return alone([&] {
      std::size_t at = start;
      for (std::size_t taken = 1; taken && at < end && !is_full(most); at += taken) {
        taken = take_some(at, end, most - size_);
        if (!taken && skip) taken = skip_some(at, end);
      }
      return at;
    });
  }

  // Takes all of these lines, if each is cells and a line feed and they are no more than `most`;
  // else none.
  bool take_plain(std::size_t start, std::size_t end, std::size_t most) {
    require_filling();
    check_part(start, end);
    return alone([&] {
      const std::size_t cells = shape_.cells(), step = cells + 1, lines = (end - start) / step;
      if (lines == 0 || lines > most || lines * step != end - start) return false;
      const std::size_t plain = lines::plain_lines(text_.data() + start, end - start, cells,
                                                   shape_.direct(), 1, lines);
      if (plain < lines) return false;
      add_lines(start, lines, step, end - start);
      return true;
    });
  }

  // All the rest, unread: each line that is not empty counts as a puzzle without an answer.
  void leave(std::size_t start, std::size_t end) {
    require_filling();
    check_part(start, end);
    alone([&] {
      for (std::size_t at = start; at < end;) {
        const auto* line = text_.data() + at;
        const void* found = std::memchr(line, '\n', end - at);
        const auto* stop = found ? static_cast<const std::uint8_t*>(found) : text_.data() + end;
        while (line < stop && is_blank(*line)) ++line;
        unread_ += line < stop && *line != '#';
        at = static_cast<std::size_t>(stop - text_.data()) + 1;
      }
      skipped_.push_back({start, end});
    });
  }

  // Bytes of the text that hold no puzzle but belong to the output.
  void keep(std::size_t start, std::size_t end) {
    require_idle();
    check_part(start, end);
    copy({start, end});
  }

  void add(nb::bytes values) {
    require_filling();
    const auto* from = static_cast<const std::uint8_t*>(values.data());
    const auto top = static_cast<std::uint8_t>(shape_.geometry().size());
    if (values.size() != shape_.cells()) throw nb::value_error("expected a value for each cell");
    if (lines::first_above(from, values.size(), top) < values.size())
      throw nb::value_error("expected values from 0 to the size");
    values_.insert(values_.end(), from, from + values.size());
    add_run(Run::nowhere, 1, 0, 0);
  }

  bool has_forms_of(int size) const { return wants_forms() && shape_.boxes().size == size; }

  // Those forms that are not new to the set, by their numbers. Requires that the forms are made.
  std::vector<std::size_t> known_to(FormSet& seen) const {
    std::vector<std::size_t> known;
    for (std::size_t i = 0; i < size_; ++i)
      if (has_solution(i) && !seen.insert(&solutions_[i * shape_.cells()])) known.push_back(i);
    return known;
  }

  // Requires a solution.
  nb::bytes solution(std::size_t i) const {
    const std::size_t cells = shape_.cells();
    std::vector<std::uint8_t> values(cells);
    const std::uint8_t* from = solutions_ ? &solutions_[i * cells] : out_.data() + place(i);
    for (std::size_t c = 0; c < cells; ++c) values[c] = static_cast<std::uint8_t>(from[c] - zero());
    return nb::bytes(values.data(), cells);
  }

 protected:
  std::size_t add_lines(std::size_t place, std::size_t lines, std::size_t step, std::size_t bytes) {
    lines_ += lines;
    return add_run(place, lines, step, bytes);
  }

  // A part of the text that is to be copied.
  void skip(Span span) {
    if (span.start < span.end) skipped_.push_back(span);
  }

  const Held text_, out_;
  bool by_table_ = false;  // a line has a character that is not `direct`

 private:
  // Whether the work is on text as it is, not on values.
  bool is_digits() const { return shape_.digits() && !wants_forms(); }
  std::uint8_t zero() const { return is_digits() ? '0' : 0; }

  void check_part(std::size_t start, std::size_t end) const {
    if (end > text_.size() || start > end) throw nb::value_error("expected a part of the text");
  }

  void copy(Span span) {
    std::memcpy(out_.data() + span.start, text_.data() + span.start, span.end - span.start);
  }

  // What is copied is only what no solution goes over.
  void put_solutions() override {
    const std::size_t last = size_ - 1;
    for (const Run& run : runs_)
      for (std::size_t line = 0; run.is_text() && line < run.lines; ++line)
        if (solutions_ || !has_solution(run.first + line) || run.first + line == last)
          finish_line(run.first + line, run.place_of(line), run.bytes_of(line));
    for (const Span& span : skipped_) copy(span);
  }

  // The bytes of the next line when it is empty, else 0. A blank may also be an empty cell:
  // such lines are odd then.
  std::size_t skip_some(std::size_t at, std::size_t end) {
    if (skipped_bytes_ >= most_skipped || shape_.legal().has(text_.data()[at])) return 0;
    const std::size_t bytes = empty_line(text_.data() + at, end - at);
    if (bytes == 0) return 0;
    if (!skipped_.empty() && skipped_.back().end == at) {
      skipped_.back().end += bytes;
    } else {
      skipped_.push_back({at, at + bytes});
    }
    skipped_bytes_ += bytes;
    ++lines_;
    return bytes;
  }

  // The bytes of the next lines of one kind, 0 before an odd one.
  std::size_t take_some(std::size_t at, std::size_t end, std::size_t most) {
    const std::uint8_t* text = text_.data() + at;
    const std::size_t cells = shape_.cells(), left = end - at;
    for (std::size_t end_size : {1, 2}) {
      const std::size_t lines =
          lines::plain_lines(text, left, cells, shape_.direct(), end_size, most);
      if (lines) return add_lines(at, lines, cells + end_size, lines * (cells + end_size));
    }
    const std::size_t bytes = lines::simple_line(text, left, cells, shape_.legal());
    if (bytes == 0) return 0;
    if (!lines::all_members(text, cells, shape_.direct())) by_table_ = true;
    return add_lines(at, 1, bytes, bytes);
  }

  // Joins the run before where it can, so that all plain lines of a text are one run, also
  // when the last one lacks its line end.
  std::size_t add_run(std::size_t place, std::size_t lines, std::size_t step, std::size_t bytes) {
    Run* last = runs_.empty() ? nullptr : &runs_.back();
    if (last && last->is_whole() && place == last->place + last->bytes &&
        (step == last->step || lines == 1)) {
      last->lines += lines;
      last->bytes += bytes;
    } else {
      runs_.push_back({place, size_, lines, step, bytes});
    }
    size_ += lines;
    return bytes;
  }

  // Whether the puzzles can be solved where they lie.
  bool is_in_place() const {
    return is_digits() && !by_table_ && runs_.size() == 1 && runs_[0].is_text();
  }

  Layout layout() override {
    const std::size_t cells = shape_.cells();
    if (is_in_place()) {
      const std::size_t first = runs_[0].place, step = runs_[0].step;
      const std::size_t between = step - cells;
      return {text_.data() + first, step, out_.data() + first, step, zero(), between, size_};
    }
    gather();
    return {puzzles_.get(), cells, solutions_.get(), cells, zero(), 0, size_};
  }

  void gather() {
    const std::size_t cells = shape_.cells();
    puzzles_ = std::make_unique_for_overwrite<std::uint8_t[]>(size_ * cells);
    solutions_ = std::make_unique_for_overwrite<std::uint8_t[]>(size_ * cells);
    std::uint8_t* to = puzzles_.get();
    const std::uint8_t* values = values_.data();
    for (const Run& run : runs_)
      for (std::size_t line = 0; line < run.lines; ++line, to += cells) {
        if (!run.is_text()) {
          std::memcpy(to, values, cells);
          values += cells;
        } else if (is_digits() && !by_table_) {
          std::memcpy(to, text_.data() + run.place_of(line), cells);
        } else {
          shape_.read(text_.data() + run.place_of(line), to);
        }
      }
  }

  void finish_line(std::size_t puzzle, std::size_t place, std::size_t bytes) {
    const std::size_t cells = shape_.cells();
    const std::uint8_t* from = text_.data() + place;
    std::uint8_t* to = out_.data() + place;
    if (!has_solution(puzzle)) {
      std::memcpy(to, from, cells);
    } else if (wants_forms()) {
      shape_.write_like(from, &solutions_[puzzle * cells], to);
    } else if (solutions_ && is_digits()) {
      std::memcpy(to, &solutions_[puzzle * cells], cells);
    } else if (solutions_) {
      shape_.write(&solutions_[puzzle * cells], to);
    }
    for (std::size_t i = cells; i < bytes; ++i) to[i] = from[i];
  }

  std::size_t size_ = 0;    // puzzles that were read
  std::size_t unread_ = 0;  // and those that were not
  std::size_t lines_ = 0;
  std::vector<Span> skipped_;
  std::size_t skipped_bytes_ = 0;
  std::vector<Run> runs_;
  std::vector<std::uint8_t> values_;  // of the puzzles that are nowhere
  std::unique_ptr<std::uint8_t[]> puzzles_, solutions_;  // when they were gathered
};

}  // namespace squaredance::bindings
