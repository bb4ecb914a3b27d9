#include "race.hpp"

#include <algorithm>
#include <functional>
#include <future>
#include <utility>

namespace squaredance {

Race::Race(const Geometry& geometry, const std::vector<std::uint64_t>& masks,
           std::vector<std::uint8_t> known, unsigned threads)
    : cells_(static_cast<std::size_t>(geometry.cells())),
      known_(std::move(known)),
      solution_(cells_) {
  for (unsigned seed = 0; seed < threads; ++seed)
    runners_.push_back({.search = std::make_unique<LearnSearch>(geometry, masks,
                                                                LearnOptions{.seed = seed}),
                        .goal = round});
}

Pause Race::run(std::uint64_t nodes) {
  for (;;) {
    if (std::ranges::all_of(runners_, is_waiting)) {
      Pause news;
      if (hear(news)) return news;
      continue;
    }
    if (nodes == 0) {
      if (!ask_for_the_end()) return Pause::budget;
      continue;
    }
    grant(nodes);
    const std::uint64_t before = effort_.nodes;
    run_all();
    nodes -= effort_.nodes - before;
  }
}

void Race::read_solution(std::span<std::uint8_t> values) const {
  std::ranges::copy(solution_, values.begin());
}

std::size_t Race::memory() const {
  std::size_t bytes = known_.capacity();
  for (const Runner& runner : runners_) bytes += runner.search->memory();
  return bytes;
}

// It has come to the end of the round, or has something to tell.
bool Race::is_waiting(const Runner& runner) {
  return runner.news != Pause::budget || runner.search->effort().nodes >= runner.goal;
}

// The end of a round. True when there is news; else those that wait go on.
bool Race::hear(Pause& news) {
  bool is_over = true;
  for (std::size_t i = 0; i < runners_.size(); ++i) {
    Runner& runner = runners_[i];
    if (runner.news == Pause::budget) continue;
    news = runner.news;
    if (news == Pause::exhausted) return true;
    runner.news = Pause::budget;
    runner.search->read_solution(solution_);
    if (!is_known(solution_)) {
      tell(i);
      return true;
    }
    is_over = false;  // it has the rest of its round before it
  }
  if (is_over)
    for (Runner& runner : runners_) runner.goal += round;
  return false;
}

bool Race::is_known(std::span<const std::uint8_t> values) const {
  for (auto at = known_.begin(); at != known_.end(); at += static_cast<std::ptrdiff_t>(cells_))
    if (std::equal(values.begin(), values.end(), at)) return true;
  return false;
}

void Race::tell(std::size_t runner) {
  if (runners_.size() == 1) return;
  known_.insert(known_.end(), solution_.begin(), solution_.end());
  if (known_.size() < 2 * cells_) return;
  std::swap(runners_[0], runners_[runner]);
  const Effort own = runners_[0].search->effort();
  past_ = {effort_.nodes - own.nodes, effort_.guesses - own.guesses};
  runners_.resize(1);
}

// One alone knows without a further node when it is at its end. In a race that would have to
// wait for the end of the round.
bool Race::ask_for_the_end() {
  if (runners_.size() == 1) runners_[0].news = runners_[0].search->run(0);
  return runners_[0].news == Pause::exhausted;
}

// Shares the nodes among those that do not wait.
void Race::grant(std::uint64_t nodes) {
  const auto running = static_cast<std::uint64_t>(
      std::ranges::count_if(runners_, [](const Runner& r) { return !is_waiting(r); }));
  std::uint64_t rest = nodes % running;
  for (Runner& runner : runners_) {
    runner.share = 0;
    if (is_waiting(runner)) continue;
    const std::uint64_t part = nodes / running + (rest > 0 ? 1 : 0);
    if (rest > 0) --rest;
    runner.share = std::min(part, runner.goal - runner.search->effort().nodes);
  }
}

// Each of them in a thread, if the system gives one.
void Race::run_all() {
  std::vector<std::future<void>> others;
  Runner* here = nullptr;
  for (Runner& runner : runners_) {
    if (runner.share == 0) continue;
    if (here) others.push_back(std::async(run_share, std::ref(*here)));
    here = &runner;
  }
  if (here) run_share(*here);
  for (std::future<void>& other : others) other.get();
  count_effort();
}

void Race::run_share(Runner& runner) { runner.news = runner.search->run(runner.share); }

void Race::count_effort() {
  effort_ = past_;
  for (const Runner& runner : runners_) {
    effort_.nodes += runner.search->effort().nodes;
    effort_.guesses += runner.search->effort().guesses;
  }
}

}  // namespace squaredance
