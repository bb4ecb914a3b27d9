// A Block: puzzles that lie in memory of the caller, and the memory of the same layout that
// their solutions go to. text_block.hpp, value_block.hpp and row_block.hpp say where they lie.
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
    const std::size_t bytes = at.size ? (at.size - 1) * at.solution_step + shape_.cells() : 0;
    if (bytes >= worth_touching) alone([&] { touch(at.solutions, bytes); });
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

  bulk::Job* bulk_job() override { return nine_.get(); }
  void work() override {
    if (forms_) {
      canon::work(*forms_);
    } else {
      many::work(*any_);
    }
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

}  // namespace squaredance::bindings
