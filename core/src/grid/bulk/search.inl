// Search inside the lanes. Each lane walks its own tree; all do it in step.
//
//   batch_     puzzles just read: swept until most are solved; the others wait
//   waiting_   their states, until a lane is free
//   board_     the lanes at work
//   stacks_    for each lane the states to go back to, by depth
//
// A sweep is run until enough lanes are ready, that is, dead, solved or without change. Then
// one event serves all of them: the unsolved branch, the dead take up their latest state, the
// finished make room for one that waits. What a lane does depends on its own state only, so
// the solutions found, and their order, do not depend on the company it keeps.

class LaneSearch final : public Solver9 {
 public:
  bool work(Job& job, Clock::time_point until) override {
    if (!job_) begin(job);
    while (!job.stop && go_on(until))
      if (Clock::now() >= until) return false;
    flush();
    job_ = nullptr;
    return true;
  }

 private:
  static constexpr int max_depth = 81;
  // When to stop a batch, and when to serve the lanes, in 32nds: measured.
  static constexpr int batch_ready = 26, lanes_ready = 22;
  // Batches are read until so many wait, and again when so few are left.
  static constexpr std::size_t high_water = 16 * lane_count, low_water = lane_count / 2;
  // Few lanes at work cost as much as all: then it is faster one by one. But a puzzle that
  // takes many guesses is left to the lanes, which can be stopped.
  static constexpr std::size_t few = lane_count * 3 / 16, few_from_the_start = lane_count / 2;
  static constexpr std::uint64_t single_guesses = 4000;

  struct Waiting {
    std::size_t puzzle;
    State state;
  };

  void begin(Job& job) {
    job_ = &job;
    waiting_count_ = 0;
    active_ = pending_ = Lanes{};
    more_ = singly_ = true;
    filling_ = false;
  }

  // The next batch, or the next event; false when nothing is left.
  bool go_on(Clock::time_point until) {
    filling_ = more_ && waiting_count_ < (filling_ ? high_water : low_water);
    if (filling_) {
      more_ = propagate_batch();
      return true;
    }
    const std::size_t too_few = any(active_) ? few : few_from_the_start;
    if (singly_ && !more_ && popcount(active_) + waiting_count_ <= too_few) {
      singly_ = false;
      solve_rest_singly(until);
    }
    if (!any(active_) && waiting_count_ == 0) return false;
    run_to_event();
    return true;
  }

  // Most puzzles need no guess: whole batches, sweeps only. The rest waits.
  bool propagate_batch() {
    const std::size_t first = job_->taken.fetch_add(lane_count);
    if (first >= job_->size) return false;
    const std::size_t count = std::min<std::size_t>(lane_count, job_->size - first);
    copy_between(first, count);
    Lanes used = first_lanes(count);
    if (count <= few) {
      each(used, [&](int lane) {
        if (solve_singly(first + lane)) clear(used, lane);
      });
      if (!any(used)) return true;
    }
    load_batch(job_->puzzles + first * job_->puzzle_step, job_->puzzle_step, count, batch_digits_,
               batch_);
    Lanes dead = {}, ready;
    const int used_count = popcount(used), enough = used_count * batch_ready / 32;
    Swept swept;
    for (int sweeps = 1;; ++sweeps) {
      sweep(batch_, swept);
      dead |= swept.dead;
      ready = (~swept.changed | swept.full | dead) & used;
      int ready_count = popcount(ready);
      if (ready_count == used_count || (ready_count >= enough && sweeps > 3)) break;
    }
    Lanes solved = used & ~dead & swept.full;
    if (any(solved)) {
      Lanes complete = complete_rows(batch_);
      dead |= solved & ~complete;
      solved &= complete;
    }
    each(dead & used, [&](int lane) { job_->counts[first + lane] = 0; });
    if (any(solved)) {
      for (int c = 0; c < 81; ++c) encode_value(batch_.at[c], batch_digits_.bits(c));
      write_solutions(batch_digits_, solved, [&](int lane) { return first + lane; });
      each(solved, [&](int lane) { job_->counts[first + lane] = 1; });
    }
    Lanes left = used & ~dead & ~solved;
    job_->answered += used_count - popcount(left);
    if (any(left)) {
      turner_.start();
      each(left, [&](int lane) {
        Waiting& last = waiting_[waiting_count_++];
        last.puzzle = first + lane;
        turner_.add(lane, last.state);
      });
      turner_.save(batch_);
    }
    return true;
  }

  // Now, when the puzzles are about to be read: they come into the cache once.
  void copy_between(std::size_t first, std::size_t count) {
    if (job_->between == 0) return;
    const std::size_t last = std::min(first + count, job_->size - 1);
    for (std::size_t puzzle = first; puzzle < last; ++puzzle) {
      const std::uint8_t* from = job_->puzzles + puzzle * job_->puzzle_step + 81;
      std::uint8_t* to = job_->solutions + puzzle * job_->solution_step + 81;
      for (std::size_t i = 0; i < job_->between; ++i) to[i] = from[i];
    }
  }

  template <typename PuzzleOf>
  void write_solutions(Digits& digits, Lanes lanes, PuzzleOf&& puzzle_of) {
    write_lanes(digits, lanes, job_->zero, [&](int lane) {
      return job_->solutions + puzzle_of(lane) * job_->solution_step;
    });
  }

  bool solve_singly(std::size_t puzzle) {
    if (job_->stop) return false;
    const Answer9 answer = solve_single9(
        job_->puzzles + puzzle * job_->puzzle_step, job_->limit, single_guesses,
        job_->solutions + puzzle * job_->solution_step, job_->zero);
    if (!answer.finished) return false;
    job_->counts[puzzle] = answer.count;
    ++job_->answered;
    return true;
  }

  // What is at work or waits, from the start; as far as the time goes.
  void solve_rest_singly(Clock::time_point until) {
    auto solve = [&](std::size_t puzzle) { return Clock::now() < until && solve_singly(puzzle); };
    each(active_, [&](int lane) {
      if (solve(puzzle_[lane])) clear(active_, lane);
    });
    std::size_t left = 0;
    for (std::size_t i = 0; i < waiting_count_; ++i)
      if (!solve(waiting_[i].puzzle)) waiting_[left++] = waiting_[i];
    waiting_count_ = left;
  }

  // Sweeps until enough lanes are ready, then serves them.
  void run_to_event() {
    Lanes solved = {}, back = {}, branching = {}, finished = {};
    if (any(active_)) {
      const int enough = std::max(1, popcount(active_) * lanes_ready / 32);
      Swept swept;
      Lanes ready, dead = {};
      do {
        sweep(board_, swept);
        dead |= swept.dead;
        ready = (~swept.changed | swept.full | dead) & active_;
      } while (popcount(ready) < enough);
      solved = ready & ~dead & swept.full;
      if (any(solved)) {
        Lanes complete = complete_rows(board_);
        dead |= solved & ~complete;
        solved &= complete;
      }
      back = ready & dead;
      branching = ready & ~dead & ~swept.full;
      if (any(solved)) {
        finished = note_solutions(solved);
        back |= solved & ~finished;
      }
      if (any(branching)) branch(branching);
    }
    move_on(back, finished);
  }

  // Those that go back take the state on top of their stack; free lanes take one that waits.
  SQD_NOINLINE void move_on(Lanes back, Lanes finished) {
    Lanes fresh = {};
    turner_.start();
    each(back, [&](int lane) {
      if (depth_[lane] == 0)
        set(finished, lane);
      else
        turner_.add(lane, stacks_[--depth_[lane] * lane_count + lane]);
    });
    each(finished, [&](int lane) { job_->counts[puzzle_[lane]] = found_[lane]; });
    active_ &= ~finished;
    job_->answered += popcount(finished);
    back &= ~finished;
    Lanes free = ~active_;
    for (int w = 0; w < word_count; ++w)
      for (std::uint64_t rest = free[w]; rest && waiting_count_ > 0; rest &= rest - 1) {
        int lane = 64 * w + __builtin_ctzll(rest);
        Waiting& last = waiting_[--waiting_count_];
        puzzle_[lane] = last.puzzle;
        turner_.add(lane, last.state);
        found_[lane] = 0;
        depth_[lane] = 0;
        set(fresh, lane);
      }
    active_ |= fresh;
    Lanes moved = back | fresh;
    if (!any(moved)) return;
    turner_.load(board_, moved);
  }

  Lanes note_solutions(Lanes solved) {
    Lanes first = {}, finished = {};
    each(solved, [&](int lane) {
      if (found_[lane]++ == 0) set(first, lane);
      if (found_[lane] >= job_->limit) set(finished, lane);
    });
    if (any(first & pending_)) flush();
    for (int c = 0; c < 81; ++c) {
      Lanes bit[4];
      encode_value(board_.at[c], bit);
      Lanes* kept = digits_.bits(c);
      for (int p = 0; p < 4; ++p) kept[p] = blend(kept[p], bit[p], first);
    }
    each(first, [&](int lane) { pending_puzzle_[lane] = puzzle_[lane]; });
    pending_ |= first;
    return finished;
  }

  void flush() {
    if (!any(pending_)) return;
    write_solutions(digits_, pending_, [&](int lane) { return pending_puzzle_[lane]; });
    pending_ = Lanes{};
  }

  // Each lane tries the lowest candidate of its chosen cell and puts the others aside.
  SQD_NOINLINE void branch(const Lanes& branching) {
    Lanes chosen[81], tried[9] = {};
    choose(board_, branching, chosen);
    turner_.start();
    each(branching, [&](int lane) {
      turner_.add(lane, stacks_[depth_[lane]++ * lane_count + lane]);
    });
    for (int c = 0; c < 81; ++c) {
      Lanes* cell = board_.at[c];
      Lanes open = chosen[c];
      for (int v = 0; v < 9; ++v) {
        Lanes lowest = open & cell[v];
        open &= ~cell[v];
        tried[v] |= lowest;
        cell[v] &= ~lowest;
      }
    }
    turner_.save(board_);
    for (int c = 0; c < 81; ++c) {
      Lanes* cell = board_.at[c];
      for (int v = 0; v < 9; ++v) cell[v] = blend(cell[v], tried[v], chosen[c]);
      cell[known] |= chosen[c];
    }
  }

  Board board_{}, batch_{};
  Turner turner_;
  std::unique_ptr<State[]> stacks_{new State[std::size_t{lane_count} * max_depth]};
  std::uint8_t depth_[lane_count];
  Lanes active_, pending_;
  Digits digits_, batch_digits_;
  std::size_t puzzle_[lane_count], pending_puzzle_[lane_count];
  std::uint32_t found_[lane_count];
  std::unique_ptr<Waiting[]> waiting_{new Waiting[high_water + lane_count]};
  std::size_t waiting_count_ = 0;
  Job* job_ = nullptr;  // that it is at work on
  bool more_, filling_;  // puzzles are left to take; they are being taken, many at once
  bool singly_;          // the last few may be solved one by one
};
