// A Block: puzzles that lie in memory of the caller, and the memory of the same layout that
// their solutions go to.
//
//   text   ..5.1...\n# a comment\n.4..3... easy\n
//          ^                      ^
//          puzzle 0               puzzle 1           counts  [1, 1]
//   out    36571248\n# a comment\n74813562 easy\n    (what is no cell is copied)
//
// 9x9 puzzles that lie equally far from each other are read and written where they are. Else
// the cells are gathered before the work and scattered after it.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "crew.hpp"
#include "memory.hpp"
#include "shape.hpp"
#include "squaredance/bulk.hpp"
#include "squaredance/canon.hpp"
#include "squaredance/form_set.hpp"
#include "squaredance/many.hpp"
#include "squaredance/single9.hpp"

namespace squaredance::bindings {

namespace nb = nanobind;

// How far a block is; what may be asked of it depends on that.
//
//   filling -> prepare(limit) -> prepared -> Crew::start -> working -> Crew::wait -> done
//                                         -> solve_now, or finish at once -------->
enum class State { filling, prepared, working, done };

// The work on a block, and what came out of it.
class Block : public Task {
 public:
  virtual std::size_t size() const = 0;  // how many puzzles

  State state() const { return state_; }
  void set_state(State state) { state_ = state; }

  void require(State state, const char* message) const {
    if (state_ != state) throw nb::value_error(message);
  }
  void require_filling() const {
    require(State::filling, "expected a block that is not prepared yet");
  }
  void require_idle() const {
    if (state_ == State::working) throw nb::value_error("expected a block that nobody works on");
  }
  void require_done() const {
    if (state_ == State::filling) throw nb::value_error("expected a block that is prepared");
    require(State::done, "expected a block that is done");
  }

  void prepare(std::uint32_t limit) {
    require_filling();
    if (limit < 1 || limit >= bulk::unanswered)
      throw nb::value_error("expected a limit from 1 to 2**32 - 2");
    counts_.assign(size(), bulk::unanswered);
    const Layout at = layout();
    if (shape_.standard9()) {
      nine_.reset(new bulk::Job{.puzzles = at.puzzles,
                                .puzzle_step = at.puzzle_step,
                                .size = at.size,
                                .solutions = at.solutions,
                                .solution_step = at.solution_step,
                                .zero = at.zero,
                                .between = at.between,
                                .counts = counts_.data(),
                                .limit = limit});
    } else {
      any_.reset(new many::Job{.geometry = shape_.geometry(),
                               .puzzles = at.puzzles,
                               .puzzle_step = at.puzzle_step,
                               .size = at.size,
                               .solutions = at.solutions,
                               .solution_step = at.solution_step,
                               .counts = counts_.data(),
                               .limit = limit});
    }
    state_ = State::prepared;
  }

  // The same for canonical forms in the place of solutions, with so many nodes for each; those that get one have
  // a count of 1.
  void prepare_forms(std::uint64_t nodes) {
    require_filling();
    counts_.assign(size(), bulk::unanswered);
    has_form_.assign(size(), 0);
    wants_forms_ = true;
    const Layout at = layout();
    forms_.reset(new canon::Job{.shape = shape_.boxes(),
                                .sources = at.puzzles,
                                .source_step = at.puzzle_step,
                                .size = at.size,
                                .forms = at.solutions,
                                .form_step = at.solution_step,
                                .nodes = nodes,
                                .done = has_form_.data()});
    state_ = State::prepared;
  }

  // More threads than this would find nothing to do.
  std::size_t useful_threads() const {
    constexpr std::size_t few9 = 512;  // two batches of a bulk::Job: less is not worth a thread
    return shape_.standard9() ? (size() + few9 - 1) / few9 : size();
  }

  // All of it at once in this thread, when it is 9x9 and takes no more guesses than that. For
  // few puzzles: to wake a thread takes longer than to solve a dozen.
  bool solve_now(std::uint64_t guesses) {
    require(State::prepared, "expected a block that is prepared");
    if (!nine_ || !alone([&] { return solve_all(guesses); })) return false;
    state_ = State::done;
    return true;
  }

  void work(Tools& tools) override {
    if (nine_) {
      tools.solver9().work(*nine_);
    } else if (forms_) {
      canon::work(*forms_);
    } else {
      many::work(*any_);
    }
  }

  bool can_pause() const override { return nine_ != nullptr; }
  bool work_until(Tools& tools, Clock::time_point until) override {
    return tools.solver9().work(*nine_, until);
  }

  void stop() override {
    if (nine_) nine_->stop = true;
    if (any_) any_->stop = true;
    if (forms_) forms_->stop = true;
  }

  // Puzzles with an answer so far; may be asked during the work.
  std::size_t answered() const {
    if (forms_) return forms_->answered.load();
    return nine_ ? nine_->answered.load() : any_ ? any_->answered.load() : 0;
  }

  // Puts the solutions where they belong; the place of a puzzle without an answer holds the
  // puzzle again. May be repeated.
  void finish() {
    if (state_ == State::filling) throw nb::value_error("expected a block that is prepared");
    require_idle();
    for (std::size_t i = 0; i < has_form_.size(); ++i)
      if (has_form_[i]) counts_[i] = 1;
    alone([&] { put_solutions(); });
    state_ = State::done;
  }

  const std::vector<std::uint32_t>& counts() const { return counts_; }
  bool has_solution(std::size_t i) const {
    return counts_[i] != 0 && counts_[i] != bulk::unanswered;
  }

 protected:
  struct Layout {
    const std::uint8_t* puzzles;
    std::size_t puzzle_step;
    std::uint8_t* solutions;
    std::size_t solution_step;
    std::uint8_t zero;
    std::size_t between;  // bytes that go along with each puzzle but the last
    std::size_t size;
  };

  explicit Block(const LineShape& shape) : shape_(shape) {}
  virtual Layout layout() = 0;
  virtual void put_solutions() = 0;

  // Works with the interpreter let go: nobody else may touch the block meanwhile.
  template <typename Work>
  auto alone(Work&& work) -> decltype(work()) {
    struct Back {
      Block& block;
      State state;
      ~Back() { block.state_ = state; }
    } back{*this, state_};
    state_ = State::working;
    nb::gil_scoped_release released;
    return work();
  }

  bool wants_forms() const { return wants_forms_; }

  const LineShape& shape_;

 private:
  bool solve_all(std::uint64_t guesses) {
    for (std::size_t i = 0; i < nine_->size; ++i) {
      const Answer9 answer = solve_single9(nine_->puzzles + i * nine_->puzzle_step, nine_->limit,
                                           guesses, nine_->solutions + i * nine_->solution_step,
                                           nine_->zero);
      if (!answer.finished) {
        counts_.assign(size(), bulk::unanswered);
        return false;
      }
      counts_[i] = answer.count;
      if (i + 1 < nine_->size)
        std::memcpy(nine_->solutions + i * nine_->solution_step + 81,
                    nine_->puzzles + i * nine_->puzzle_step + 81, nine_->between);
      guesses -= std::min(guesses, answer.guesses);
    }
    nine_->answered = nine_->size;
    return true;
  }

  State state_ = State::filling;
  std::vector<std::uint32_t> counts_;
  std::unique_ptr<bulk::Job> nine_;
  std::unique_ptr<many::Job> any_;
  bool wants_forms_ = false;
  std::vector<std::uint8_t> has_form_;
  std::unique_ptr<canon::Job> forms_;
};

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

// A part of the text.
struct Span {
  std::size_t start, end;
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
class TextBlock final : public Block {
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

  // Takes lines from `start` on, until one is odd (see lines.hpp) or `most` puzzles are here;
  // with `skip`, also passes over empty ones, up to `most_skipped` bytes. Returns where that
  // is. `end` is the end of a line, or of the input.
  static constexpr std::size_t most_skipped = std::size_t{1} << 24;
  std::size_t take(std::size_t start, std::size_t end, std::size_t most, bool skip) {
    require_filling();
    check_part(start, end);
    return alone([&] {
      std::size_t at = start;
      for (std::size_t taken = 1; taken && at < end && size_ < most; at += taken) {
        taken = take_some(at, end, most - size_);
        if (!taken && skip) taken = skip_some(at, end);
      }
      return at;
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

  std::size_t add_lines(std::size_t place, std::size_t lines, std::size_t step, std::size_t bytes) {
    lines_ += lines;
    return add_run(place, lines, step, bytes);
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

  bool is_regular() const { return runs_.size() == 1 && runs_[0].is_text(); }

  Layout layout() override {
    const std::size_t cells = shape_.cells();
    if (is_digits() && is_regular() && !by_table_) {
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

  Held text_, out_;
  std::size_t size_ = 0;    // puzzles that were read
  std::size_t unread_ = 0;  // and those that were not
  std::size_t lines_ = 0;
  std::vector<Span> skipped_;
  std::size_t skipped_bytes_ = 0;
  std::vector<Run> runs_;
  std::vector<std::uint8_t> values_;  // of the puzzles that are nowhere
  bool by_table_ = false;             // a line has a character that is not `direct`
  std::unique_ptr<std::uint8_t[]> puzzles_, solutions_;  // when they were gathered
};

// Rows of values: `rows` of them from `first` on.
class ValueBlock final : public Block {
 public:
  ValueBlock(const LineShape& shape, nb::handle values, nb::handle out, std::size_t first,
             std::size_t rows)
      : Block(shape), values_(values, PyBUF_STRIDES), out_(out, PyBUF_WRITABLE), rows_(rows) {
    const Py_buffer& view = values_.view();
    if (view.ndim != 2 || view.itemsize != 1 || view.strides[1] != 1 || view.strides[0] < 0 ||
        static_cast<std::size_t>(view.shape[1]) != shape.cells())
      throw nb::value_error("expected rows of bytes, a byte for each cell");
    const auto total = static_cast<std::size_t>(view.shape[0]);
    if (first > total || rows > total - first || out_.size() < total * shape.cells())
      throw nb::value_error("expected rows of the array");
    step_ = static_cast<std::size_t>(view.strides[0]);
    puzzles_ = values_.data() + first * step_;
    solutions_ = out_.data() + first * shape.cells();
  }

  std::size_t size() const override { return rows_; }

  // The place, counted in cells of the block, of the first value above the size; or -1.
  std::ptrdiff_t first_bad() const {
    const std::size_t cells = shape_.cells();
    const auto top = static_cast<std::uint8_t>(shape_.geometry().size());
    for (std::size_t row = 0; row < rows_; ++row) {
      const std::size_t above = lines::first_above(puzzles_ + row * step_, cells, top);
      if (above < cells) return static_cast<std::ptrdiff_t>(row * cells + above);
    }
    return -1;
  }

 private:
  void put_solutions() override {
    for (std::size_t i = 0; i < rows_; ++i)
      if (!has_solution(i))
        std::memcpy(solutions_ + i * shape_.cells(), puzzles_ + i * step_, shape_.cells());
  }

  Layout layout() override { return {puzzles_, step_, solutions_, shape_.cells(), 0, 0, rows_}; }

  Held values_, out_;
  std::size_t rows_, step_;
  const std::uint8_t* puzzles_;
  std::uint8_t* solutions_;
};

}  // namespace squaredance::bindings
