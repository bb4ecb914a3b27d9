// Many puzzles at once for Python: LineShape, the blocks, and the Crew that works on them.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>
#include <vector>

#include "areas.hpp"
#include "crew.hpp"
#include "geometry.hpp"
#include "memory.hpp"
#include "process.hpp"
#include "row_block.hpp"
#include "shape.hpp"
#include "text_block.hpp"
#include "value_block.hpp"

namespace squaredance::bindings {

namespace {

nb::bytes counts_of(const Block& block) {
  block.require_done();
  return nb::bytes(block.counts().data(), block.counts().size() * sizeof(std::uint32_t));
}

using Tally = std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>;

// How many puzzles have no answer, none, one and several solutions.
Tally tallied(const std::uint32_t* counts, std::size_t size) {
  std::size_t unanswered = 0, none = 0, one = 0;
  for (std::size_t i = 0; i < size; ++i) {
    unanswered += counts[i] == bulk::unanswered;
    none += counts[i] == 0;
    one += counts[i] == 1;
  }
  return {unanswered, none, one, size - unanswered - none - one};
}

Tally tally_of(const Block& block) {
  block.require_done();
  return tallied(block.counts().data(), block.counts().size());
}

Tally tally_of_counts(nb::handle counts) {
  const Held held(counts, PyBUF_SIMPLE);
  nb::gil_scoped_release released;
  return tallied(reinterpret_cast<const std::uint32_t*>(held.data()), held.size() / sizeof(std::uint32_t));
}

// The puzzles with less than one solution or more than `most`.
std::vector<std::size_t> exceptions_of(const Block& block, std::uint32_t most) {
  block.require_done();
  std::vector<std::size_t> found;
  const auto& counts = block.counts();
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (!block.has_solution(i) || counts[i] > most) found.push_back(i);
  return found;
}

std::vector<std::tuple<std::size_t, std::size_t>> skipped_of(const TextBlock& block) {
  block.require_idle();
  std::vector<std::tuple<std::size_t, std::size_t>> spans;
  for (const Span& span : block.skipped()) spans.emplace_back(span.start, span.end);
  return spans;
}

std::size_t checked(const TextBlock& block, std::size_t i) {
  if (i >= block.size()) throw nb::index_error("expected a puzzle of the block");
  return i;
}

std::uint32_t count_of(const TextBlock& block, std::size_t i) {
  block.require_done();
  return block.counts()[checked(block, i)];
}

bool has_solution(const TextBlock& block, std::size_t i) {
  block.require_done();
  return block.has_solution(checked(block, i));
}

nb::bytes solution_of(const TextBlock& block, std::size_t i) {
  if (!has_solution(block, i)) throw nb::value_error("expected a puzzle with a solution");
  return block.solution(i);
}

std::size_t line_count(nb::handle text) {
  const Held held(text, PyBUF_SIMPLE);
  nb::gil_scoped_release released;
  return lines::line_count(held.data(), held.size());
}

std::size_t line_end(nb::handle text, std::size_t start, std::size_t end) {
  const Held held(text, PyBUF_SIMPLE);
  if (end > held.size() || start > end) throw nb::value_error("expected a part of the text");
  const void* found = std::memchr(held.data() + start, '\n', end - start);
  return found ? static_cast<const std::uint8_t*>(found) - held.data() + 1 : end;
}

nb::object place_of(const TextBlock& block, std::size_t i) {
  block.require_idle();
  const std::size_t place = block.place(checked(block, i));
  return place == Run::nowhere ? nb::object(nb::none()) : nb::object(nb::int_(place));
}

// The codes of the statuses and how many rows have each, and for solutions, counts and statuses
// their bits (None when all rows have one) and how many rows have none.
nb::tuple row_answers(nb::handle counts, std::uint32_t limit) {
  const Held held(counts, PyBUF_WRITABLE);
  const std::size_t rows = held.size() / sizeof(std::uint32_t);
  std::optional<RowAnswers> answers;
  {
    nb::gil_scoped_release released;
    answers.emplace(reinterpret_cast<std::uint32_t*>(held.data()), rows, limit);
  }
  auto bytes = [](const std::vector<std::uint8_t>& some) { return nb::bytes(some.data(), some.size()); };
  auto bits = [&](const std::vector<std::uint8_t>& some, std::size_t set) {
    return nb::make_tuple(set == rows ? nb::object(nb::none()) : bytes(some), rows - set);
  };
  nb::list tally;
  for (const std::size_t number : answers->tally) tally.append(number);
  return nb::make_tuple(bytes(answers->codes), tally, bits(answers->solved, answers->solutions),
                        bits(answers->counted, answers->numbers), bits(answers->known, answers->statuses));
}

// The offsets of some rows, from 0 on.
nb::bytes row_offsets(nb::handle offsets, std::size_t width, std::size_t first, std::size_t rows) {
  const Offsets from(offsets, width, first, rows);
  std::vector<std::uint8_t> to((rows + 1) * (width == 4 ? 4 : 8));
  for (std::size_t row = 0; row <= rows; ++row) {
    const std::int64_t place = from[row] - from[0];
    std::memcpy(to.data() + row * (width == 4 ? 4 : 8), &place, width == 4 ? 4 : 8);
  }
  return nb::bytes(to.data(), to.size());
}

// A Crew that keeps the blocks it works on.
//
// After a fork the threads are in the parent only, and they may hold any lock of the child's
// copy: that is left alone there, for good.
class PyCrew {
 public:
  PyCrew(unsigned threads, bool works_here)
      : threads_(threads), works_here_(works_here), crew_(std::make_unique<Crew>(works_here)) {
    if (threads == 0) throw nb::value_error("expected a thread or more");
  }

  ~PyCrew() { close(); }

  void start(nb::object object) {
    auto& block = nb::cast<Block&>(object);
    check_process();
    block.require(State::prepared, "expected a block that is prepared, and not started yet");
    if (!crew_) throw std::runtime_error("this crew is closed");
    const std::size_t threads = std::clamp<std::size_t>(block.useful_threads(), 1, threads_);
    const bool one_is_here = works_here_ && block.bulk_job();
    crew_->grow(one_is_here ? threads - 1 : threads);
    started_.push_back(object);
    crew_->start(block);
    block.set_state(State::working);
  }

  bool wait(nb::object object, double seconds) {
    auto& block = nb::cast<Block&>(object);
    check_process();
    if (place_of(object) == started_.end()) return true;
    {
      Waiting waiting{*this};
      nb::gil_scoped_release released;
      if (!crew_->wait(block, seconds)) return false;
    }
    if (auto kept = place_of(object); kept != started_.end()) {
      block.set_state(State::done);
      started_.erase(kept);
    }
    return true;
  }

  void stop() {
    if (crew_ && is_ours()) crew_->stop();
  }

  void close() {
    if (waiting_ > 0) throw std::runtime_error("this crew is waited for in another thread");
    if (!is_ours()) {
      static_cast<void>(crew_.release());
    } else if (crew_) {
      nb::gil_scoped_release released;
      crew_.reset();
    }
    for (nb::object& object : started_)
      nb::cast<Block&>(object).set_state(State::done);
    started_.clear();
  }

 private:
  struct Waiting {
    explicit Waiting(PyCrew& c) : crew(c) { ++crew.waiting_; }
    ~Waiting() { --crew.waiting_; }
    PyCrew& crew;
  };

  bool is_ours() const { return process_ == this_process(); }
  void check_process() const {
    if (!is_ours()) throw std::runtime_error("this crew is of the process before the fork");
  }

  std::vector<nb::object>::iterator place_of(const nb::object& object) {
    return std::find_if(started_.begin(), started_.end(),
                        [&](const nb::object& o) { return o.is(object); });
  }

  const std::size_t threads_;
  const bool works_here_;
  const long process_ = this_process();
  unsigned waiting_ = 0;  // threads in `wait`
  std::vector<nb::object> started_;
  std::unique_ptr<Crew> crew_;
};

PyType_Slot output_slots[] = {
    {Py_bf_getbuffer, reinterpret_cast<void*>(&Output::get_buffer)},
    {Py_bf_releasebuffer, reinterpret_cast<void*>(&Output::release_buffer)},
    {0, nullptr},
};

}  // namespace

void bind_many(nb::module_& m) {
  m.attr("UNANSWERED") = bulk::unanswered;
  m.attr("MOST_SKIPPED") = TextBlock::most_skipped;
  nb::class_<Output>(m, "Output", nb::type_slots(output_slots),
                     "Memory that holds anything, for blocks to write their solutions to.")
      .def(nb::init<std::size_t>(), nb::arg("size"))
      .def("to_bytes", &Output::to_bytes, nb::sig("def to_bytes(self) -> bytes"),
           "The memory as bytes, for good; nobody may hold a view of it.");

  m.def("line_count", &line_count, nb::arg("text"), "How many lines end in the text.");
  m.def("line_end", &line_end, nb::arg("text"), nb::arg("start"), nb::arg("end"),
        "Behind the line end of the line that starts there, or the end.");

  m.def("tally", &tally_of_counts, nb::arg("counts"),
        "How many of these counts, of 32 bits each, are no answer, none, one and several solutions.");

  nb::class_<LineShape>(m, "Shape", "What the puzzles of an input have in common.")
      .def(nb::init<const PyGeometry&, bool, nb::bytes, nb::bytes, std::pair<int, int>>(),
           nb::arg("geometry"), nb::arg("standard9"), nb::arg("reading"), nb::arg("writing"),
           nb::arg("box") = std::pair(0, 0), nb::keep_alive<1, 2>())
      .def_static("digits9", &LineShape::digits9,
                  "That of 9x9 in digits and the usual blanks, without any of the others.");

  nb::class_<Block>(m, "Block", "Puzzles in memory, and what became of them.")
      .def("__len__", &Block::size)
      .def("prepare", &Block::prepare, nb::arg("limit"), "All is here: make it ready for a crew.")
      .def("prepare_forms", &Block::prepare_forms, nb::arg("nodes"),
           "The same for canonical forms in the place of solutions: each has a count of 1.")
      .def("solve_now", &Block::solve_now, nb::arg("guesses"),
           "Solve it here and now if it is 9x9 and takes no more guesses than that.")
      .def("finish", &Block::finish,
           "The work is done: put the solutions where they belong.")
      .def("counts", &counts_of, "The solutions of each puzzle, up to the limit; 32 bits each.")
      .def("tally", &tally_of, "How many have no answer, none, one and several solutions.")
      .def("exceptions", &exceptions_of, nb::arg("most"),
           "The puzzles with less than one solution or more than so many.")
      .def_prop_ro("answered", &Block::answered)
      .def_prop_ro("is_started", [](const Block& block) { return block.state() >= State::working; },
                   "Whether a crew is at work on it, or was.");

  nb::class_<TextBlock, Block>(m, "TextBlock", "Lines of text.")
      .def(nb::init<const LineShape&, nb::handle, nb::handle>(), nb::arg("shape"), nb::arg("text"),
           nb::arg("out"), nb::keep_alive<1, 2>())
      .def("take", &TextBlock::take, nb::arg("start"), nb::arg("end"), nb::arg("most"),
           nb::arg("skip"),
           "Take lines up to one that is odd, or to so many puzzles; tells where that is.\n\n"
           "With ``skip``, blank lines and comments are passed over.")
      .def("take_plain", &TextBlock::take_plain, nb::arg("start"), nb::arg("end"), nb::arg("most"),
           "Take all lines, if each is cells and a line feed and they are no more than that.")
      .def("is_full", &TextBlock::is_full, nb::arg("most"),
           "Whether so many puzzles are here; fewer, if they cannot be solved where they lie.")
      .def("leave", &TextBlock::leave, nb::arg("start"), nb::arg("end"),
           "Count the lines that may hold a puzzle: they have no answer.")
      .def_prop_ro("lines", &TextBlock::lines, "How many were taken and skipped.")
      .def_prop_ro("skipped_bytes", &TextBlock::skipped_bytes)
      .def("skipped", &skipped_of, "Where the lines are that were skipped, as start and end.")
      .def("keep", &TextBlock::keep, nb::arg("start"), nb::arg("end"),
           "Copy a part of the text that has no puzzle.")
      .def("add", &TextBlock::add, nb::arg("values"), "A puzzle that is not taken from the text.")
      .def("place", &place_of, nb::arg("puzzle"), nb::sig("def place(self, puzzle: int) -> int | None"),
           "Where the puzzle is in the text.")
      .def("count", &count_of, nb::arg("puzzle"), "The solutions of one puzzle, up to the limit.")
      .def("has_solution", &has_solution, nb::arg("puzzle"))
      .def("solution", &solution_of, nb::arg("puzzle"), "The values of a solution.");

  m.def("row_answers", &row_answers, nb::arg("counts"), nb::arg("limit"),
        nb::sig("def row_answers(counts: object, limit: int) -> tuple[bytes, list[int], "
                "tuple[bytes | None, int], tuple[bytes | None, int], tuple[bytes | None, int]]"),
        "What counts of rows say: codes of statuses, how many have each, and bits of what is there.");
  m.def("row_offsets", &row_offsets, nb::arg("offsets"), nb::arg("width"), nb::arg("first"),
        nb::arg("rows"), "Offsets of rows, moved so that they begin with 0.");

  nb::class_<RowBlock, TextBlock>(m, "RowBlock", "Rows of an Arrow array of strings.")
      .def(nb::init<const LineShape&, nb::handle, nb::handle, nb::handle, std::size_t, nb::handle,
                    std::size_t, std::size_t, std::int64_t, std::size_t>(),
           nb::arg("shape"), nb::arg("text"), nb::arg("out"), nb::arg("offsets").none(),
           nb::arg("width"), nb::arg("validity").none(), nb::arg("first"), nb::arg("rows"),
           nb::arg("origin"), nb::arg("gap") = 0, nb::keep_alive<1, 2>())
      .def("take_rows", &RowBlock::take_rows, nb::arg("start"), nb::arg("most"),
           "Take rows up to one that is odd, or to so many puzzles; tells where that is.")
      .def("add_row", &RowBlock::add_row, nb::arg("row"), nb::arg("values"),
           "The puzzle of an odd row.")
      .def("pass_row", &RowBlock::pass_row, nb::arg("row"), "An odd row has no puzzle.")
      .def_prop_ro("rows", &RowBlock::rows, "How many were taken.")
      .def("row_of", &RowBlock::row_of, nb::arg("puzzle"), "Its row, counted from the first one taken.")
      .def("put_counts", &RowBlock::put_counts, nb::arg("counts"), nb::arg("start"),
           "The counts, a place for each row; rows without a puzzle have a mark.");

  nb::class_<ValueBlock, Block>(m, "ValueBlock", "Rows of values.")
      .def(nb::init<const LineShape&, nb::handle, nb::handle, std::size_t, std::size_t>(),
           nb::arg("shape"), nb::arg("values"), nb::arg("out"), nb::arg("first"), nb::arg("rows"),
           nb::keep_alive<1, 2>())
      .def("first_bad", &ValueBlock::first_bad, nb::call_guard<nb::gil_scoped_release>(),
           "The cell of the first value that is too large, or -1.");

  nb::class_<PyCrew>(m, "Crew", "Threads that work on blocks, in the order of their start.\n\n"
                     "With ``works_here``, the thread that waits is one of them (9x9 only).")
      .def(nb::init<unsigned, bool>(), nb::arg("threads"), nb::arg("works_here") = false)
      .def("start", &PyCrew::start, nb::arg("block"), nb::sig("def start(self, block: Block) -> None"))
      .def("wait", &PyCrew::wait, nb::arg("block"), nb::arg("seconds"),
           nb::sig("def wait(self, block: Block, seconds: float) -> bool"),
           "True when the work on the block is done, False when the time is up first.")
      .def("stop", &PyCrew::stop, "Ask for an early end of all blocks; wait for them still.")
      .def("close", &PyCrew::close, "End the threads.");
}

}  // namespace squaredance::bindings
