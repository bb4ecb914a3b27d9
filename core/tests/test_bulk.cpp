// The bulk kernels: against the scalar engine, against each other, in any company.
#include <algorithm>
#include <array>
#include <chrono>
#include <deque>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

#include "check.hpp"
#include "nine.hpp"
#include "squaredance/bulk.hpp"

using namespace squaredance;

namespace {

using Values = nine::Bytes;

struct Answers {
  Values solutions;
  std::vector<std::uint32_t> counts;
  bool operator==(const Answers&) const = default;
};

Answers solve(cpu::Level level, const Values& values, std::uint32_t limit) {
  std::size_t n = values.size() / 81;
  Answers answers{Values(values.size()), std::vector<std::uint32_t>(n, 77)};
  bulk::Job job{.puzzles = values.data(),
                .size = n,
                .solutions = answers.solutions.data(),
                .counts = answers.counts.data(),
                .limit = limit};
  bulk::make_solver9(level)->work(job);
  return answers;
}

// Shuffled pattern grids with holes, some with a clue changed: 0, 1 and many solutions.
Values random_puzzles(std::size_t n, unsigned seed) {
  std::mt19937 random(seed);
  Values values;
  for (std::size_t i = 0; i < n; ++i) {
    std::array<std::uint8_t, 9> symbols{1, 2, 3, 4, 5, 6, 7, 8, 9};
    for (int k = 8; k > 0; --k) std::swap(symbols[k], symbols[random() % (k + 1)]);
    unsigned clues = 20 + random() % 40;
    std::array<unsigned, 3> turn{};  // the rows of each band, rotated
    for (unsigned& t : turn) t = random() % 3;
    for (int cell = 0; cell < 81; ++cell) {
      int band = cell / 27, c = cell % 9;
      int r = band * 3 + static_cast<int>((cell / 9 + turn[band]) % 3);
      std::uint8_t value = symbols[(r * 3 + r / 3 + c) % 9];
      if (random() % 200 == 0) value = static_cast<std::uint8_t>(1 + random() % 9);
      values.push_back(random() % 81 < clues ? value : 0);
    }
  }
  return values;
}

void append(Values& values, const Values& more) {
  values.insert(values.end(), more.begin(), more.end());
}

void test_against_search() {
  Geometry g = nine::geometry();
  Values values = random_puzzles(1500, 5);
  append(values, Values(81));       // the empty grid
  append(values, Values(81, 1));    // all ones
  for (int cell : {1, 8, 10, 72}) {  // two clues that clash: in a mini-row, row, box, column
    Values clash(81);
    clash[0] = clash[cell] = 5;
    append(values, clash);
  }
  for (std::uint32_t limit : {1u, 2u, 50u}) {
    Answers answers = solve(cpu::Level::portable, values, limit);
    std::array<int, 3> kinds{};
    for (std::size_t i = 0; i < answers.counts.size(); ++i) {
      std::uint32_t expected = nine::count_by_search(g, &values[i * 81], limit);
      CHECK(answers.counts[i] == expected);
      CHECK(expected == 0 || nine::solves(g, &values[i * 81], &answers.solutions[i * 81]));
      ++kinds[std::min(expected, 2u)];
    }
    CHECK(kinds[0] > 50 && kinds[1] > 50 && (limit == 1 || kinds[2] > 50));
  }
}

void test_kernels_agree() {
  Values values = random_puzzles(2000, 6);
  Answers expected = solve(cpu::Level::portable, values, 2);
  for (cpu::Level level : cpu::available())
    CHECK(solve(level, values, 2) == expected);
}

// The answer to a puzzle is the same alone, and in batches of any length.
void test_company_changes_nothing() {
  Values values = random_puzzles(600, 7);
  for (cpu::Level level : cpu::available()) {
    Answers whole = solve(level, values, 2), parts;
    for (std::size_t start = 0, length = 1; start < 600; start += length, length = length * 2 + 1) {
      std::size_t end = std::min<std::size_t>(600, start + length);
      Answers part = solve(level, Values(&values[start * 81], &values[end * 81 - 1] + 1), 2);
      append(parts.solutions, part.solutions);
      parts.counts.insert(parts.counts.end(), part.counts.begin(), part.counts.end());
    }
    CHECK(parts == whole);
    CHECK(solve(level, {}, 2).counts.empty());
  }
}

void work_in_threads(cpu::Level level, bulk::Job& job, int threads) {
  std::vector<std::thread> others;
  for (int i = 0; i < threads; ++i)
    others.emplace_back([&] { bulk::make_solver9(level)->work(job); });
  for (std::thread& other : others) other.join();
}

// Lines of text solved where they are, by several threads; no byte but the cells is touched.
void test_text_in_threads() {
  const std::size_t n = 3000;
  Values values = random_puzzles(n, 9), text;
  Answers expected = solve(cpu::Level::portable, values, 2);
  for (std::size_t i = 0; i < values.size(); ++i) {
    text.push_back(values[i] ? static_cast<std::uint8_t>('0' + values[i]) : '.');
    if (i % 81 == 80) text.push_back('\n');
  }
  text.pop_back();  // the last line has no end: a kernel that looks there is found out
  text.shrink_to_fit();
  for (cpu::Level level : cpu::available())
    for (int threads : {1, 3}) {
      Values out = text;
      std::vector<std::uint32_t> counts(n, bulk::unanswered);
      bulk::Job job{.puzzles = text.data(),
                    .puzzle_step = 82,
                    .size = n,
                    .solutions = out.data(),
                    .solution_step = 82,
                    .zero = '0',
                    .counts = counts.data()};
      work_in_threads(level, job, threads);
      CHECK(counts == expected.counts && job.answered == n);
      Values wanted = text;
      for (std::size_t i = 0; i < values.size(); ++i)
        if (counts[i / 81])
          wanted[i / 81 * 82 + i % 81] = static_cast<std::uint8_t>('0' + expected.solutions[i]);
      CHECK(out == wanted);
    }
}

// Work that is laid down after every step and taken up again; what lies between the puzzles goes
// along, and nothing behind the last one.
void test_work_in_pieces() {
  const std::size_t n = 1500, step = 84;
  Values values = random_puzzles(n, 10), text(n * step - 3, '!');
  for (std::size_t i = 0; i < n; ++i) std::ranges::copy_n(&values[i * 81], 81, &text[i * step]);
  for (std::size_t i = 0; i + 1 < n; ++i) text[i * step + 82] = static_cast<std::uint8_t>(i);
  for (cpu::Level level : cpu::available()) {
    Answers expected = solve(level, values, 3);
    Values out(n * step - 3);
    std::vector<std::uint32_t> counts(n, bulk::unanswered);
    bulk::Job job{.puzzles = text.data(),
                  .puzzle_step = step,
                  .size = n,
                  .solutions = out.data(),
                  .solution_step = step,
                  .between = 3,
                  .counts = counts.data(),
                  .limit = 3};
    auto solver = bulk::make_solver9(level);
    int pieces = 1;
    while (!solver->work(job, bulk::Clock::time_point())) ++pieces;
    CHECK(pieces > 10);
    CHECK(counts == expected.counts && job.answered == n);
    bool same = true;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t puzzle = i / step, at = i % step;
      if (at >= 81)
        same &= out[i] == text[i];
      else if (counts[puzzle])
        same &= out[i] == expected.solutions[puzzle * 81 + at];
      else
        same &= out[i] == 0;
    }
    CHECK(same);
    solver->work(job);  // it has forgotten the job: nothing is left to take
    CHECK(job.answered == n);
  }
}

// Jobs in a row, as a crew gives them; each is left once, when all of it is answered.
class Row final : public bulk::Jobs {
 public:
  explicit Row(std::deque<bulk::Job>& jobs) : jobs_(jobs) {}

  bulk::Job* next(bulk::Job& job) override {
    std::lock_guard lock(mutex_);
    CHECK(job.taken >= job.size);
    return taken_ < jobs_.size() ? &jobs_[taken_++] : nullptr;
  }
  void leave(bulk::Job& job) override {
    std::lock_guard lock(mutex_);
    CHECK(job.stop || job.answered == job.size);
    left_.push_back(&job);
  }

  std::size_t left() {
    std::ranges::sort(left_);
    CHECK(std::ranges::adjacent_find(left_) == left_.end());
    return left_.size();
  }

 private:
  std::deque<bulk::Job>& jobs_;
  std::mutex mutex_;
  std::size_t taken_ = 1;
  std::vector<bulk::Job*> left_;
};

void add_job(std::deque<bulk::Job>& jobs, const Values& values, Answers& answers,
             std::size_t start, std::size_t size, std::uint32_t limit) {
  bulk::Job& job = jobs.emplace_back();
  job.puzzles = values.data() + start * 81;
  job.size = size;
  job.solutions = answers.solutions.data() + start * 81;
  job.counts = answers.counts.data() + start;
  job.limit = limit;
}

// One solver over jobs of every size, none and one puzzle among them, and more of them than it can
// have at a time; the hardest puzzles come first in each. Answers are those of one job.
void test_jobs_in_a_row() {
  Values values = random_puzzles(6000, 11);
  for (std::size_t i = 0; i < 6000; i += 400) {  // an empty grid: many guesses
    const auto empty = values.begin() + static_cast<std::ptrdiff_t>(i * 81);
    std::fill(empty, empty + 81, 0);
  }
  for (cpu::Level level : cpu::available())
    for (const std::uint32_t limit : {1u, 2u, 300u}) {
      const Answers expected = solve(level, values, limit);
      Answers found{Values(values.size()), std::vector<std::uint32_t>(6000, 77)};
      std::deque<bulk::Job> jobs;
      for (std::size_t start = 0, number = 0; start < 6000; start += jobs.back().size, ++number) {
        const std::size_t size = number % 3 == 2 ? 700 : number % 17;
        add_job(jobs, values, found, start, std::min(size, 6000 - start), limit);
      }
      Row row(jobs);
      bulk::make_solver9(level)->work(jobs[0], row);
      CHECK(row.left() == jobs.size());
      CHECK(found == expected);
    }
}

void test_a_row_is_stopped() {
  for (cpu::Level level : cpu::available()) {
    const Values values(600 * 81);
    Answers answers{Values(600 * 81), std::vector<std::uint32_t>(600, bulk::unanswered)};
    std::deque<bulk::Job> jobs;
    for (std::size_t start = 0; start < 600; start += 150)
      add_job(jobs, values, answers, start, 150, bulk::unanswered - 1);
    Row row(jobs);
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      for (bulk::Job& job : jobs) job.stop = true;
    });
    bulk::make_solver9(level)->work(jobs[0], row);
    stopper.join();
    CHECK(row.left() >= 1 && std::ranges::count(answers.counts, bulk::unanswered) == 600);
  }
}

void test_stop_before_the_work() {
  Values values = random_puzzles(600, 8);
  Answers answers{Values(values.size()), std::vector<std::uint32_t>(600, 77)};
  bulk::Job job{.puzzles = values.data(),
                .size = 600,
                .solutions = answers.solutions.data(),
                .counts = answers.counts.data()};
  job.stop = true;
  work_in_threads(cpu::used(), job, 2);
  CHECK(std::ranges::count(answers.counts, 77u) == 600);
}

// Empty grids with more solutions than anyone can count: it ends because it is told to.
void test_stop_during_the_work() {
  for (cpu::Level level : cpu::available()) {
    const std::size_t n = 300;
    Values values(n * 81), solutions(n * 81);
    std::vector<std::uint32_t> counts(n, bulk::unanswered);
    bulk::Job job{.puzzles = values.data(),
                  .size = n,
                  .solutions = solutions.data(),
                  .counts = counts.data(),
                  .limit = bulk::unanswered - 1};
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
      job.stop = true;
    });
    work_in_threads(level, job, 2);
    stopper.join();
    CHECK(std::ranges::count(counts, bulk::unanswered) == n && job.answered == 0);
  }
}

}  // namespace

void test_bulk() {
  test_against_search();
  test_kernels_agree();
  test_company_changes_nothing();
  test_text_in_threads();
  test_work_in_pieces();
  test_jobs_in_a_row();
  test_a_row_is_stopped();
  test_stop_before_the_work();
  test_stop_during_the_work();
}
