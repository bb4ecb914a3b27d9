// Search inside the lanes. Each lane walks its own tree; all do it in step.
//
//   batch_     puzzles just read: swept until most are solved; of the others some wait
//   waiting_   their states, until a lane is free
//   board_     the lanes at work
//   stacks_    for each lane the states to go back to, by depth
//
// A sweep is run until enough lanes are ready, that is, dead, solved or without change. Then
// one event serves all of them: the unsolved branch, the dead take up their latest state, the
// finished make room for one that waits. What a lane does depends on its own state only, so
// the solutions found, and their order, do not depend on the company it keeps; nor do they when
// lanes go on to the next job while some are still at work on the one before.

class LaneSearch final : public Solver9 {
 public:
  bool work(Job& job, Clock::time_point until) override {
    if (!now_) begin(job, nullptr);
    while (!now_->job->stop && go_on(until))
      if (Clock::now() >= until) return false;
    end();
    return true;
  }

  void work(Job& job, Jobs& jobs) override {
    begin(job, &jobs);
    while (!now_->job->stop && go_on(Clock::time_point::max())) {
    }
    end();
  }

 private:
  static constexpr int max_depth = 81;
  // When to stop a batch, and when to serve the lanes, in 32nds: measured.
  static constexpr int batch_ready = 22, lanes_ready = 22;
  // To put lanes of a batch aside takes as long for one as for all.
  static constexpr int most_stuck = lane_count / 8;
  // Batches are read until so many wait, and again when so few are left.
  static constexpr std::size_t high_water = 16 * lane_count, low_water = lane_count / 2;
  // Few lanes at work cost as much as all: then it is faster one by one. But a puzzle that
  // takes many guesses is left to the lanes, which can be stopped. How many are few, of those
  // at work, of those that wait, and of those that are taken at once: measured.
  static constexpr std::size_t few = lane_count * 3 / 16, few_from_the_start = lane_count / 2;
#if defined(SQD_AVX2) && !defined(SQD_AVX512)
  static constexpr std::size_t few_in_all = lane_count / 2;
#else
  static constexpr std::size_t few_in_all = few;
#endif
  static constexpr std::uint64_t single_guesses = 4000;

  static constexpr std::size_t most_waiting = high_water + lane_count;
  // At a time: callers have three under way. With more, the lanes run dry before the next one.
  static constexpr std::size_t most_jobs = 8;

  // What this solver has of a job; no job when it is free.
  struct Share {
    Job* job;
    std::size_t left;      // puzzles that were taken and have no answer
    std::size_t answered;  // since the job was told
  };

  struct Place {
    Share* share;
    std::size_t puzzle;
  };

  struct Waiting {
    Place place;
    State state;
  };

  void begin(Job& job, Jobs* jobs) {
    jobs_ = jobs;
    for (Share& share : shares_) share = {};
    now_ = &shares_[0];
    now_->job = &job;
    behind_ = 0;
    waiting_first_ = waiting_count_ = 0;
    active_ = pending_ = batch_used_ = Lanes{};
    more_ = singly_ = true;
    filling_ = false;
  }

  void end() {
    flush();
    for (Share& share : shares_)
      if (share.job) leave(share);
    now_ = nullptr;
  }

  void leave(Share& share) {
    share.job->answered += share.answered;
    if (jobs_) jobs_->leave(*share.job);
    share = {};
  }

  // On to the next job, if there is one.
  bool advance() {
    if (!jobs_) return false;
    Share* free = std::find_if(shares_, std::end(shares_), [](Share& s) { return !s.job; });
    Job* next = free == std::end(shares_) ? nullptr : jobs_->next(*now_->job);
    if (!next) return false;
    free->job = next;
    now_ = free;
    ++behind_;
    return singly_ = true;
  }

  // Tells the jobs of their answers; those before this one are left when they have all of them.
  void settle() {
    for (Share& share : shares_) {
      if (!share.job) continue;
      if (share.answered) share.job->answered += std::exchange(share.answered, 0);
      if (&share == now_ || share.left) continue;
      flush();
      leave(share);
      --behind_;
    }
  }

  // The next batch, or the next event; false when nothing is left. While jobs before this one lack
  // answers, both, so that nobody waits long for them.
  bool go_on(Clock::time_point until) {
    more_ = more_ || advance();
    filling_ = more_ && waiting_count_ < (filling_ && !behind_ ? enough_waiting() : low_water);
    if (filling_) more_ = propagate_batch(until);
    const bool is_served = filling_ && (!behind_ || (!any(active_) && waiting_count_ == 0));
    if (!is_served && !serve(until)) return false;
    settle();
    return true;
  }

  // Fewer towards the end of a job: those that one solver keeps no other can take, and all would
  // wait for the one that has most of them.
  std::size_t enough_waiting() const {
    const Job& job = *now_->job;
    const std::size_t left = job.size - std::min(job.size, job.taken.load());
    return std::min(high_water, low_water + left / 32);
  }

  // The next event; the last few puzzles one by one. False when there are none.
  bool serve(Clock::time_point until) {
    const std::size_t too_few = any(active_) ? few : few_from_the_start;
    if (singly_ && !more_ && popcount(active_) + waiting_count_ <= too_few) {
      singly_ = false;
      solve_rest_singly(until);
    }
    if (!any(active_) && waiting_count_ == 0) return false;
    run_to_event();
    return true;
  }

  // Most puzzles need no guess: they are in and out of `batch_` by sweeps alone. Those that need
  // more sweeps than most stay for the next round; those that are stuck, without a change, wait.
  // False when no puzzles are left to take; then all that are not done wait.
  bool propagate_batch(Clock::time_point until) {
    const Lanes used_before = batch_used_;
    do
      batch_used_ |= take_puzzles(~batch_used_, until);
    while (any(~batch_used_) && advance());
    const bool more = !any(~batch_used_);
    Swept swept{};
    if (any(batch_used_ & ~used_before)) batch_used_ &= ~sweep_batch(swept);
    const Lanes stuck = more ? batch_used_ & ~swept.changed : batch_used_;
    if (!more || behind_ || popcount(stuck) >= most_stuck) put_aside(stuck);
    return more;
  }

  // Fills lanes with puzzles, as long as there are some.
  Lanes take_puzzles(Lanes lanes, Clock::time_point until) {
    Job& job = *now_->job;
    const auto wanted = static_cast<std::size_t>(popcount(lanes));
    const std::size_t first = job.taken.fetch_add(wanted);
    if (first >= job.size) return Lanes{};
    std::size_t next = first, end = std::min(first + wanted, job.size);
    now_->left += end - first;
    copy_between(job, first, end - first);
    const bool goes_on = jobs_ && first > 0;  // with the next job
    if (end - first <= few_in_all && !any(batch_used_) && !goes_on)
      while (next < end && solve_singly({now_, next}))
        if (++next % 16 == 0 && Clock::now() >= until) break;
    Lanes fresh = {};
    for (int w = 0; w < word_count; ++w)
      for (std::uint64_t rest = lanes[w]; rest && next < end; rest &= rest - 1, ++next) {
        const int lane = 64 * w + __builtin_ctzll(rest);
        read_puzzle(job.puzzles + next * job.puzzle_step, batch_digits_.words[lane]);
        batch_place_[lane] = {now_, next};
        fresh[w] |= rest & -rest;
      }
    if (any(fresh)) load_clues(batch_digits_, fresh, batch_);
    return fresh;
  }

  // Sweeps until most lanes are ready; answers those that are solved or dead, and returns them.
  Lanes sweep_batch(Swept& swept) {
    Lanes dead = {};
    const int used_count = popcount(batch_used_), enough = used_count * batch_ready / 32;
    for (int sweeps = 1;; ++sweeps) {
      sweep(batch_, swept);
      dead |= swept.dead;
      const int ready = popcount((~swept.changed | swept.full | dead) & batch_used_);
      if (ready == used_count || (ready >= enough && sweeps > 2)) break;
    }
    dead &= batch_used_;
    Lanes solved = batch_used_ & ~dead & swept.full;
    if (any(solved)) {
      Lanes complete = complete_rows(batch_);
      dead |= solved & ~complete;
      solved &= complete;
      for (int c = 0; c < 81; ++c) encode_value(batch_.at[c], batch_digits_.bits(c));
      write_solutions(batch_digits_, solved, batch_place_);
      each(solved, [&](int lane) { answer(batch_place_[lane], 1); });
    }
    each(dead, [&](int lane) { answer(batch_place_[lane], 0); });
    return dead | solved;
  }

  // Those that wait, in their order: who came first is served first, or a job could wait for
  // its last puzzles as long as new ones come.
  Waiting& waiting(std::size_t i) { return waiting_[(waiting_first_ + i) % most_waiting]; }

  // From the batch to those that wait.
  void put_aside(Lanes lanes) {
    if (!any(lanes)) return;
    turner_.start();
    each(lanes, [&](int lane) {
      Waiting& last = waiting(waiting_count_++);
      last.place = batch_place_[lane];
      turner_.add(lane, last.state);
    });
    turner_.save(batch_);
    batch_used_ &= ~lanes;
  }

  // Now, when the puzzles are about to be read: they come into the cache once.
  static void copy_between(const Job& job, std::size_t first, std::size_t count) {
    if (job.between == 0) return;
    const std::size_t last = std::min(first + count, job.size - 1);
    for (std::size_t puzzle = first; puzzle < last; ++puzzle) {
      const std::uint8_t* from = job.puzzles + puzzle * job.puzzle_step + 81;
      std::uint8_t* to = job.solutions + puzzle * job.solution_step + 81;
      for (std::size_t i = 0; i < job.between; ++i) to[i] = from[i];
    }
  }

  void write_solutions(Digits& digits, Lanes lanes, const Place* place_of) {
    write_lanes(digits, lanes, now_->job->zero, [&](int lane) {
      const auto& [share, puzzle] = place_of[lane];
      return share->job->solutions + puzzle * share->job->solution_step;
    });
  }

  static void answer(Place place, std::uint32_t count) {
    place.share->job->counts[place.puzzle] = count;
    --place.share->left;
    ++place.share->answered;
  }

  bool solve_singly(Place place) {
    const Job& job = *place.share->job;
    if (job.stop) return false;
    const Answer9 found = solve_single9(
        job.puzzles + place.puzzle * job.puzzle_step, job.limit, single_guesses,
        job.solutions + place.puzzle * job.solution_step, job.zero);
    if (found.finished) answer(place, found.count);
    return found.finished;
  }

  // What is at work or waits, from the start; as far as the time goes.
  void solve_rest_singly(Clock::time_point until) {
    auto solve = [&](Place place) { return Clock::now() < until && solve_singly(place); };
    each(active_, [&](int lane) {
      if (solve(place_[lane])) clear(active_, lane);
    });
    std::size_t left = 0;
    for (std::size_t i = 0; i < waiting_count_; ++i)
      if (!solve(waiting(i).place)) waiting(left++) = waiting(i);
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
    each(finished, [&](int lane) { answer(place_[lane], found_[lane]); });
    active_ &= ~finished;
    back &= ~finished;
    Lanes free = ~active_;
    for (int w = 0; w < word_count; ++w)
      for (std::uint64_t rest = free[w]; rest && waiting_count_ > 0; rest &= rest - 1) {
        int lane = 64 * w + __builtin_ctzll(rest);
        Waiting& first = waiting(0);
        waiting_first_ = (waiting_first_ + 1) % most_waiting;
        --waiting_count_;
        place_[lane] = first.place;
        turner_.add(lane, first.state);
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
      if (found_[lane] >= place_[lane].share->job->limit) set(finished, lane);
    });
    if (any(first & pending_)) flush();
    for (int c = 0; c < 81; ++c) {
      Lanes bit[4];
      encode_value(board_.at[c], bit);
      Lanes* kept = digits_.bits(c);
      for (int p = 0; p < 4; ++p) kept[p] = blend(kept[p], bit[p], first);
    }
    each(first, [&](int lane) { pending_place_[lane] = place_[lane]; });
    pending_ |= first;
    return finished;
  }

  void flush() {
    if (!any(pending_)) return;
    write_solutions(digits_, pending_, pending_place_);
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
  Lanes active_, pending_, batch_used_;
  Digits digits_{}, batch_digits_{};
  Place place_[lane_count], pending_place_[lane_count], batch_place_[lane_count];
  std::uint32_t found_[lane_count];
  std::unique_ptr<Waiting[]> waiting_{new Waiting[most_waiting]};  // a ring
  std::size_t waiting_first_ = 0, waiting_count_ = 0;
  Share shares_[most_jobs];
  Share* now_ = nullptr;  // of the job that puzzles are taken from
  int behind_;            // jobs before it that lack answers
  Jobs* jobs_;
  bool more_, filling_;  // puzzles are left to take; they are being taken, many at once
  bool singly_;          // the last few may be solved one by one
};
