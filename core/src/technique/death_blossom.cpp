// Death blossom: a stem cell, and for each of its values an almost locked set, a petal, that loses
// that value when the stem holds it. Whatever the stem is, one petal becomes locked, so a value that
// all petals have is in one of them.
#include <algorithm>

#include "als.hpp"
#include "finders.hpp"
#include "harvest.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

constexpr int points = 360;
// Petals tried in one call at most: some 50 ms.
constexpr std::int64_t effort_limit = 3'000'000;

class Search {
 public:
  Search(const State& state, Report& report)
      : state_(state),
        report_(report),
        table_(state, report.stop),
        harvest_(state, report),
        by_stem_(static_cast<std::size_t>(state.sight().cells()) * state.size()) {
    for (int als = 0; als < table_.size(); ++als) {
      for (Mask left = table_.values(als); left; left &= left - 1) {
        const int value = std::countr_zero(left);
        for_each_bit(table_.seers(als, value), table_.words(),
                     [&](int cell) { by_stem_[cell * state.size() + value].push_back(als); });
      }
    }
  }

  bool run() {
    for (stem_ = 0; stem_ < state_.sight().cells() && more_ && effort_ < effort_limit; ++stem_) {
      if (report_.stopped()) return false;
      if (state_.count(stem_) < 2) continue;
      // The rare values first would be faster; HoDoKu's first step wants them in order.
      choose(state_.mask(stem_), ~state_.mask(stem_) & (~Mask{0} >> (64 - state_.size())));
    }
    return more_ && harvest_.tell();
  }

 private:
  struct Petal {
    int als, value;
  };

  // Chooses petals for the values that are left, as long as a value that all of them have strikes
  // something.
  void choose(Mask left, Mask common) {
    if (left == 0) return look(common);
    const int value = std::countr_zero(left);
    for (const int als : by_stem_[stem_ * state_.size() + value]) {
      if (!more_ || ++effort_ > effort_limit) return;
      const Mask still = common & table_.values(als);
      if (still == 0 || (!report_.all && overlaps(als))) continue;
      petals_.push_back({als, value});
      const Mask useful = useful_of(still);
      if (useful) choose(left & (left - 1), useful);
      petals_.pop_back();
    }
  }

  bool overlaps(int als) const {
    return std::any_of(petals_.begin(), petals_.end(), [&](const Petal& petal) {
      return meet(table_.bits(als), table_.bits(petal.als), table_.words());
    });
  }

  Mask useful_of(Mask values) const {
    Mask useful = 0;
    for (Mask left = values; left; left &= left - 1) {
      const int value = std::countr_zero(left);
      for (int w = 0; w < table_.words(); ++w) {
        Word seers = ~Word{0};
        for (const Petal& petal : petals_) seers &= table_.seers(petal.als, value)[w];
        if (seers) useful |= Mask{1} << value;
      }
    }
    return useful;
  }

  std::vector<Candidate> targets_of(int value) const {
    std::vector<Candidate> targets;
    for (int w = 0; w < table_.words(); ++w) {
      Word seers = ~Word{0};
      for (const Petal& petal : petals_) seers &= table_.seers(petal.als, value)[w];
      for (; seers; seers &= seers - 1) {
        targets.push_back(state_.sight().candidate(w * 64 + std::countr_zero(seers), value));
      }
    }
    return targets;
  }

  void look(Mask values) {
    Step step;
    step.technique = Technique::death_blossom;
    step.rating = points;
    int cells = 1;
    for (const Petal& petal : petals_) cells += static_cast<int>(table_.cells(petal.als).size());
    for (Mask left = values; left; left &= left - 1) {
      const auto targets = targets_of(std::countr_zero(left));
      step.eliminations.insert(step.eliminations.end(), targets.begin(), targets.end());
    }
    std::sort(step.eliminations.begin(), step.eliminations.end());
    if (!harvest_.wants(step.technique, step.eliminations, cells)) return;
    if (report_.evidence) {
      for (Mask left = values; left; left &= left - 1) prove(std::countr_zero(left), step.evidence);
    }
    if (report_.all) {
      harvest_.keep(std::move(step), cells);
    } else {
      more_ = report_.take(std::move(step));
    }
  }

  // Bases: the stem and all cells of the petals. Covers: the stem's values with their places in the
  // petals, the petals' own values, and the common value once for each petal, through the targets.
  void prove(int value, Evidence& evidence) const {
    const std::vector<Candidate> targets = targets_of(value);
    std::vector<Set> bases = {in_cell(stem_)};
    std::vector<Cover> covers;
    for (const Petal& petal : petals_) {
      const std::vector<Cell>& cells = table_.cells(petal.als);
      for (const Cell cell : cells) bases.push_back(in_cell(cell));
      Cover joint{candidates_in(state_, cells, petal.value)};
      joint.core.push_back(state_.sight().candidate(stem_, petal.value));
      covers.push_back(std::move(joint));
      const Mask used = (Mask{1} << petal.value) | (Mask{1} << value);
      for (Mask left = table_.values(petal.als) & ~used; left; left &= left - 1) {
        covers.push_back({candidates_in(state_, cells, std::countr_zero(left))});
      }
      covers.push_back({candidates_in(state_, cells, value), targets, true});
    }
    add_counts(state_, bases, covers, evidence);
  }

  const State& state_;
  Report& report_;
  AlsTable table_;
  Harvest harvest_;
  std::vector<std::vector<int>> by_stem_;
  std::vector<Petal> petals_;
  int stem_ = 0;
  bool more_ = true;
  std::int64_t effort_ = 0;
};

}  // namespace

bool find_death_blossoms(const State& state, int, Report& report) {
  return Search(state, report).run();
}

}  // namespace squaredance::technique
