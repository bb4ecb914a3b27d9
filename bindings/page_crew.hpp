// Threads that answer the pages of a Parquet file straight into the pages of another: each reads
// a piece, solves it and writes it, so that nothing is handed on and what was read is still in the
// cache of the one who needs it.
//
//   source   .. header 81 0 0 0 ..5.1.... 81 0 0 0 7.....2.. header 81 0 0 0 ...   values of pages
//   piece              |------------------------------------|------|               some rows of them
//   given    .. header 81 0 0 0 ..5.1.... 81 0 0 0 7.....2.. ...      the same, if they are wanted
//   answers  .. header 81 0 0 0 365718249 81 0 0 0 748135629 ...      in the target
//
// The places in the target are told beforehand: they follow from the number of rows, if each has a
// solution. This knows no other rule: at the first row that is not plain, or has no solution (with a
// limit of 2: just one), or cannot be read or written, all threads give up. What came before in the
// order of the pages is good then, and who knows the words for it goes on from there.
#pragma once

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <memory>
#include <mutex>
#include <new>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "crew.hpp"
#include "memory.hpp"
#include "shape.hpp"
#include "squaredance/bulk.hpp"
#include "squaredance/lines.hpp"
#include "threads.hpp"

namespace squaredance::bindings {

// Values of 9x9 puzzles as a page has them, each behind its length.
namespace page_value {
constexpr std::size_t cells = 81, length_size = sizeof(std::uint32_t), size = length_size + cells;
}

// Whether values of `width` bytes, with their lengths, have just these lengths.
inline bool have_lengths(const std::uint8_t* values, std::size_t bytes, std::size_t width) {
  for (std::size_t at = 0; at < bytes; at += width) {
    std::uint32_t length;
    std::memcpy(&length, values + at, sizeof length);
    if (length != width - sizeof length) return false;
  }
  return true;
}

class PageCrew {
 public:
  // Rows that lie side by side in the source.
  struct Span {
    std::int64_t place;
    std::size_t rows;
  };

  static constexpr std::int64_t nowhere = -1;

  // The descriptors stay open, and nobody else writes there, until the crew is closed.
  PageCrew(const LineShape& shape, int source, int target, std::uint32_t limit, std::size_t threads)
      : shape_(shape), source_(source), target_(target), limit_(limit) {
    if (!grow_threads(threads_, threads, [this] { run(); })) give_up();
  }
  ~PageCrew() { close(); }
  PageCrew(const PageCrew&) = delete;
  PageCrew& operator=(const PageCrew&) = delete;

  // A page: the rows of these spans, and where the values go, given ones perhaps nowhere. Pages
  // have numbers from 0 on.
  std::size_t add(const std::vector<Span>& spans, std::int64_t given, std::int64_t answers) {
    std::vector<Piece> pieces;
    std::size_t rows = 0;
    for (Span span : spans)
      while (span.rows) {
        if (pieces.empty() || pieces.back().rows == piece_rows) {
          const auto before = static_cast<std::int64_t>(rows * page_value::size);
          pieces.push_back({{}, 0, given == nowhere ? nowhere : given + before, answers + before, 0});
        }
        Piece& piece = pieces.back();
        const std::size_t some = std::min(span.rows, piece_rows - piece.rows);
        piece.spans.push_back({span.place, some});
        piece.rows += some;
        rows += some;
        span.place += static_cast<std::int64_t>(some * page_value::size);
        span.rows -= some;
      }
    std::lock_guard lock(mutex_);
    for (Piece& piece : pieces) {
      piece.page = left_.size();
      pieces_.push_back(std::move(piece));
    }
    left_.push_back(rows);
    given_.notify_all();
    return left_.size() - 1;
  }

  // Bytes that belong to no piece; who writes pages writes them, before those that come after.
  void put(std::int64_t place, std::string bytes) {
    std::lock_guard lock(mutex_);
    unwritten_.push_back({nullptr, place, std::move(bytes)});
  }

  // Whether the page is written; nothing when the time is up before that is known.
  std::optional<bool> wait(std::size_t page, double seconds) {
    std::unique_lock lock(mutex_);
    done_.wait_for(lock, std::chrono::duration<double>(seconds),
                   [&] { return left_[page] == 0 || has_given_up_; });
    if (left_[page] == 0) return true;
    return has_given_up_ ? std::optional(false) : std::nullopt;
  }

  std::size_t pages() {
    std::lock_guard lock(mutex_);
    return left_.size();
  }

  // Rows that are written.
  std::size_t answered() {
    std::lock_guard lock(mutex_);
    return answered_;
  }

  // Ends all threads. Pages that are not written by then stay so.
  void close() {
    {
      std::lock_guard lock(mutex_);
      give_up();
    }
    for (std::thread& thread : threads_) thread.join();
    threads_.clear();
  }

 private:
  // At a time, by one thread: with its answers it stays in the second cache, or near to it.
  static constexpr std::size_t piece_rows = 8192;

  struct Piece {
    std::vector<Span> spans;
    std::size_t rows;
    std::int64_t given, answers;
    std::size_t page;
  };

  // A piece at work, with memory for it, which is used again.
  struct Work : bulk::Job {
    static constexpr std::size_t values = piece_rows * page_value::size;
    static constexpr std::size_t room = 2 * values + piece_rows * sizeof(std::uint32_t);

    Work() : bulk::Job{}, memory(static_cast<std::uint8_t*>(std::aligned_alloc(large, large))) {
      static_assert(room <= large);
      if (!memory) throw std::bad_alloc();
#if defined(__linux__)
      Pages(memory.get(), large, large).advise(MADV_HUGEPAGE);
#endif
    }

    std::uint8_t* given() const { return memory.get(); }
    std::uint8_t* answers() const { return memory.get() + values; }

    void begin(Piece next, std::uint32_t most) {
      piece = std::move(next);
      puzzles = given() + page_value::length_size;
      solutions = answers() + page_value::length_size;
      puzzle_step = solution_step = page_value::size;
      size = piece.rows;
      zero = '0';
      between = page_value::length_size;
      counts = reinterpret_cast<std::uint32_t*>(memory.get() + 2 * values);
      limit = most;
      taken = answered = 0;
      stop = false;
      std::memset(counts, 0xFF, size * sizeof *counts);  // unanswered
      std::memcpy(answers(), given(), page_value::length_size);
    }

    bool has_one_solution_each() const {
      return counts[0] == 1 && std::memcmp(counts, counts + 1, (size - 1) * sizeof *counts) == 0;
    }

    struct Free {
      void operator()(std::uint8_t* memory) const { std::free(memory); }
    };
    static constexpr std::size_t large = std::size_t{1} << 21;  // a large page

    Piece piece;
    std::unique_ptr<std::uint8_t, Free> memory;
  };

  // A piece that is solved, or some bytes.
  struct Unwritten {
    Work* work;
    std::int64_t place;
    std::string bytes;
  };

  // The work of one thread.
  class Hand final : public bulk::Jobs {
   public:
    explicit Hand(PageCrew& crew) : crew_(crew) {}
    bulk::Job* next(bulk::Job&) override { return crew_.begin(); }
    void leave(bulk::Job& job) override { crew_.end(static_cast<Work&>(job)); }

   private:
    PageCrew& crew_;
  };

  void run() {
    try {
      Tools tools;
      Hand hand(*this);
      while (is_work_there())
        if (Work* work = begin()) tools.solver9().work(*work, hand);
    } catch (...) {  // out of memory: nothing else is thrown there
      std::lock_guard lock(mutex_);
      give_up();
    }
  }

  bool is_work_there() {
    std::unique_lock lock(mutex_);
    given_.wait(lock, [&] { return has_given_up_ || !pieces_.empty(); });
    return !has_given_up_;
  }

  // Reads the next piece; null when there is none now, or it is not plain.
  Work* begin() {
    std::unique_lock lock(mutex_);
    if (has_given_up_ || pieces_.empty()) return nullptr;
    Piece piece = std::move(pieces_.front());
    pieces_.pop_front();
    if (free_.empty()) {
      works_.push_back(std::make_unique<Work>());
      free_.push_back(works_.back().get());
    }
    Work* const work = free_.back();
    free_.pop_back();
    lock.unlock();
    const bool is_plain = read(piece.spans, work->given()) && is_plain_text(work->given(), piece.rows);
    if (is_plain) work->begin(std::move(piece), limit_);
    lock.lock();
    if (!is_plain) give_up();
    if (has_given_up_) return nullptr;
    at_work_.push_back(work);
    return work;
  }

  // All puzzles of a piece are answered, or the threads have given up. Writes all that is there to
  // be written, or leaves it to the thread that is at it: the system lets one write at a time.
  void end(Work& work) {
    std::unique_lock lock(mutex_);
    at_work_.erase(std::find(at_work_.begin(), at_work_.end(), &work));
    if (!work.has_one_solution_each()) give_up();
    unwritten_.push_back({&work, 0, {}});
    if (is_writing_) return;
    is_writing_ = true;
    while (!unwritten_.empty()) {
      const Unwritten next = std::move(unwritten_.front());
      unwritten_.pop_front();
      lock.unlock();
      const bool is_written = !has_given_up_ && write(next);
      lock.lock();
      if (!is_written) give_up();
      if (!next.work) continue;
      free_.push_back(next.work);
      if (is_written) note(next.work->piece);
    }
    is_writing_ = false;
  }

  void note(const Piece& written) {
    left_[written.page] -= written.rows;
    answered_ += written.rows;
    if (left_[written.page] == 0) done_.notify_all();
  }

  // Requires the lock, or that there are no threads.
  void give_up() {
    has_given_up_ = true;
    for (Work* work : at_work_) work->stop = true;
    given_.notify_all();
    done_.notify_all();
  }

  bool read(const std::vector<Span>& spans, std::uint8_t* to) const {
    for (const Span& span : spans) {
      const std::size_t bytes = span.rows * page_value::size;
      auto some = [&](std::size_t at) {
        return ::pread(source_, to + at, bytes - at, span.place + static_cast<std::int64_t>(at));
      };
      if (!all_of(bytes, some)) return false;
      to += bytes;
    }
    return true;
  }

  bool write(const Unwritten& next) const {
    if (!next.work) {
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(next.bytes.data());
      return write(bytes, next.bytes.size(), next.place);
    }
    const Piece& piece = next.work->piece;
    const std::size_t bytes = piece.rows * page_value::size;
    return (piece.given == nowhere || write(next.work->given(), bytes, piece.given)) &&
           write(next.work->answers(), bytes, piece.answers);
  }

  bool write(const std::uint8_t* from, std::size_t bytes, std::int64_t place) const {
    return all_of(bytes, [&](std::size_t at) {
      return ::pwrite(target_, from + at, bytes - at, place + static_cast<std::int64_t>(at));
    });
  }

  // `some` of the bytes, from one on; again and again.
  template <typename Some>
  static bool all_of(std::size_t bytes, Some&& some) {
    for (std::size_t at = 0; at < bytes;) {
      const ssize_t new_bytes = some(at);
      if (new_bytes < 0 && errno == EINTR) continue;
      if (new_bytes <= 0) return false;
      at += static_cast<std::size_t>(new_bytes);
    }
    return true;
  }

  bool is_plain_text(const std::uint8_t* values, std::size_t rows) const {
    return have_lengths(values, rows * page_value::size, page_value::size) &&
           lines::plain_rows(values + page_value::length_size, rows, page_value::cells,
                             page_value::size, shape_.direct()) == rows;
  }

  const LineShape shape_;
  const int source_, target_;
  const std::uint32_t limit_;
  std::mutex mutex_;
  std::condition_variable given_, done_;
  std::deque<Piece> pieces_;  // that nobody has begun
  std::vector<std::unique_ptr<Work>> works_;
  std::vector<Work*> free_, at_work_;
  std::deque<Unwritten> unwritten_;
  bool is_writing_ = false;
  std::vector<std::size_t> left_;  // rows of each page that are not written
  std::size_t answered_ = 0;
  std::atomic<bool> has_given_up_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace squaredance::bindings
