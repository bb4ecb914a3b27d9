// Search inside the lanes. Each lane walks its own tree; all do it in step.
//
//   board_          the state of every lane
//   levels_[k]      for a lane deeper than k: the state to go on with when what it tried at
//                   depth k fails, that is, the same state without the candidate it tried
//   at_depth_[k]    the lanes whose depth is k
//
// A sweep is run until enough lanes are ready, that is, dead, solved or without change.
// Then one event serves all of them: the dead go back (a blend from each level that some of
// them need), the unsolved branch (a blend into each level). No lane is ever handled alone,
// except to be filled and emptied. What a lane does depends on its own state only, so the
// solutions found, and their order, do not depend on the company it keeps.

class LaneSearch final : public Solver9 {
 public:
  void work(Job& job) override {
    job_ = &job;
    left_over_.clear();
    while (!job.stop) {
      std::size_t first = job.taken.fetch_add(lane_count);
      if (first >= job.size) break;
      propagate_batch(first, std::min<std::size_t>(lane_count, job.size - first));
    }
    if (!left_over_.empty()) search_left_over();
  }

 private:
  static constexpr int max_depth = 81;

  // Most puzzles need no guess: whole batches, sweeps only. The rest is left over.
  void propagate_batch(std::size_t first, std::size_t count) {
    load_batch(job_->puzzles + first * job_->puzzle_step, job_->puzzle_step, count, bytes_, board_);
    Lanes used = first_lanes(count), dead = {}, ready;
    const int enough = static_cast<int>(count) * 29 / 32;
    Swept swept;
    for (int sweeps = 1;; ++sweeps) {
      sweep(board_, swept);
      dead |= swept.dead;
      ready = (~swept.changed | dead) & used;
      int ready_count = popcount(ready);
      if (ready_count == static_cast<int>(count) || (ready_count >= enough && sweeps > 3)) break;
    }
    Lanes solved = ready & ~dead & swept.full;
    keep_solutions(~Lanes{});
    unload_batch(planes_, bytes_);
    each(dead & used, [&](int lane) { job_->counts[first + lane] = 0; });
    each(used & ~dead & ~solved, [&](int lane) { left_over_.push_back(first + lane); });
    for (int lane = 0; lane < static_cast<int>(count); lane += 16)
      read_lanes(bytes_, lane, [&](int l, const std::uint8_t* row) {
        if (!has(solved, l)) return;
        write_solution(first + l, row);
        job_->counts[first + l] = 1;
      });
    job_->answered += popcount((dead & used) | solved);
  }

  void write_solution(std::size_t puzzle, const std::uint8_t* values) {
    std::uint8_t* to = job_->solutions + puzzle * job_->solution_step;
    for (int c = 0; c < 81; ++c) to[c] = static_cast<std::uint8_t>(values[c] + job_->zero);
  }

  void search_left_over() {
    active_ = pending_ = Lanes{};
    for (Lanes& lanes : at_depth_) lanes = Lanes{};
    deepest_ = 0;
    std::size_t next = 0;
    while (!job_->stop) {
      if (next < left_over_.size()) next = refill(next);
      if (!any(active_)) break;
      Lanes finished = run_to_event();
      each(finished, [&](int l) { job_->counts[puzzle_[l]] = found_[l]; });
      job_->answered += popcount(finished);
      active_ &= ~finished;
    }
    flush();
  }

  // Puts puzzles into the lanes that are free, when there are enough to be worth it.
  std::size_t refill(std::size_t next) {
    Lanes free = ~active_;
    if (popcount(free) * 16 < lane_count) return next;
    std::memset(static_cast<void*>(&clues_), 0, sizeof clues_);
    Lanes fresh = {};
    for (int w = 0; w < word_count; ++w)
      for (std::uint64_t rest = free[w]; rest && next < left_over_.size(); rest &= rest - 1) {
        int lane = 64 * w + __builtin_ctzll(rest);
        puzzle_[lane] = left_over_[next++];
        found_[lane] = 0;
        set(fresh, lane);
        const std::uint8_t* puzzle = job_->puzzles + puzzle_[lane] * job_->puzzle_step;
        for (int c = 0; c < 81; ++c)
          for (int b = 0; b < 4; ++b)
            if (puzzle[c] >> b & 1) set(clues_[c][b], lane);
      }
    for (int c = 0; c < 81; ++c) {
      Lanes cell[10];
      decode_clues(clues_[c], cell);
      for (int v = 0; v < 10; ++v) board_.at[c][v] = blend(board_.at[c][v], cell[v], fresh);
    }
    active_ |= fresh;
    at_depth_[0] |= fresh;
    return next;
  }

  // Sweeps until enough lanes are ready, then serves them. Returns the lanes that finished.
  Lanes run_to_event() {
    const int enough = std::max(1, popcount(active_) / 2);
    Swept swept;
    Lanes ready;
    do {
      sweep(board_, swept);
      ready = (~swept.changed | swept.dead) & active_;
    } while (popcount(ready) < enough);
    Lanes solved = ready & ~swept.dead & swept.full, back = ready & swept.dead;
    Lanes branching = ready & ~swept.dead & ~swept.full, finished = {};
    if (any(solved)) {
      finished = note_solutions(solved);
      back |= solved & ~finished;
    }
    if (any(back)) finished |= go_back(back);
    if (any(branching)) branch(branching);
    return finished;
  }

  Lanes note_solutions(Lanes solved) {
    Lanes first = {}, finished = {};
    each(solved, [&](int lane) {
      if (found_[lane]++ == 0) set(first, lane);
      if (found_[lane] >= job_->limit) set(finished, lane);
    });
    if (any(first & pending_)) flush();
    keep_solutions(first);
    each(first, [&](int lane) { pending_puzzle_[lane] = puzzle_[lane]; });
    pending_ |= first;
    for (int k = 0; k <= deepest_; ++k) at_depth_[k] &= ~finished;
    return finished;
  }

  void keep_solutions(Lanes lanes) {
    for (int c = 0; c < 81; ++c) {
      const Lanes* v = board_.at[c] - 1;  // v[1] is value 1
      Lanes bit[4] = {v[1] | v[3] | v[5] | v[7] | v[9], v[2] | v[3] | v[6] | v[7],
                      v[4] | v[5] | v[6] | v[7], v[8] | v[9]};
      for (int b = 0; b < 4; ++b) planes_[b][c] = blend(planes_[b][c], bit[b], lanes);
    }
  }

  void flush() {
    if (!any(pending_)) return;
    unload_batch(planes_, bytes_);
    for (int first = 0; first < lane_count; first += 16) {
      if (!(pending_[first / 64] >> (first % 64) & 0xFFFF)) continue;
      read_lanes(bytes_, first, [&](int lane, const std::uint8_t* row) {
        if (has(pending_, lane)) write_solution(pending_puzzle_[lane], row);
      });
    }
    pending_ = Lanes{};
  }

  // The lanes take the state that waits one level up; those at depth 0 are finished.
  SQD_NOINLINE Lanes go_back(const Lanes& back) {
    Lanes finished = back & at_depth_[0];
    at_depth_[0] &= ~finished;
    Lanes moved = {};
    for (int k = 1; k <= deepest_; ++k) {
      Lanes lanes = back & at_depth_[k] & ~moved;
      if (!any(lanes)) continue;
      const Lanes* from = &levels_[k - 1].at[0][0];
      Lanes* to = &board_.at[0][0];
      for (int i = 0; i < 810; ++i) to[i] = blend(to[i], from[i], lanes);
      at_depth_[k] &= ~lanes;
      at_depth_[k - 1] |= lanes;
      moved |= lanes;
    }
    while (deepest_ > 0 && !any(at_depth_[deepest_])) --deepest_;
    return finished;
  }

  // Each lane tries the lowest candidate of its chosen cell and leaves the others for later.
  SQD_NOINLINE void branch(const Lanes& branching) {
    Lanes chosen[81], tried[81][9];
    choose(board_, branching, chosen);
    for (int c = 0; c < 81; ++c) {
      Lanes open = chosen[c];
      for (int v = 0; v < 9; ++v) {
        tried[c][v] = open & board_.at[c][v];
        open &= ~tried[c][v];
      }
    }
    const int deepest = deepest_;
    for (int k = deepest; k >= 0; --k) {
      Lanes lanes = branching & at_depth_[k];
      if (!any(lanes)) continue;
      Board& level = levels_[k];
      for (int c = 0; c < 81; ++c) {
        for (int v = 0; v < 9; ++v)
          level.at[c][v] = blend(level.at[c][v], board_.at[c][v] & ~tried[c][v], lanes);
        level.at[c][known] = blend(level.at[c][known], board_.at[c][known], lanes);
      }
      at_depth_[k] &= ~lanes;
      at_depth_[k + 1] |= lanes;
      deepest_ = std::max(deepest_, k + 1);
    }
    for (int c = 0; c < 81; ++c) {
      for (int v = 0; v < 9; ++v) board_.at[c][v] &= ~chosen[c] | tried[c][v];
      board_.at[c][known] |= chosen[c];
    }
  }

  Board board_;
  std::unique_ptr<Board[]> levels_{new Board[max_depth]};
  Lanes at_depth_[max_depth + 1];
  int deepest_ = 0;
  Lanes active_, pending_;
  Lanes planes_[4][81] = {};
  Lanes clues_[81][4];
  Bytes bytes_;
  std::size_t puzzle_[lane_count], pending_puzzle_[lane_count];
  std::uint32_t found_[lane_count];
  std::vector<std::size_t> left_over_;
  Job* job_ = nullptr;
};
