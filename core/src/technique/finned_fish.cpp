// Finned and sashimi fish: n lines (rows or cols) whose places of a value lie in n cover lines but for
// a few, the fins. If no fin is true it is a plain fish; so what a fish strikes and every fin sees is
// false either way. Sashimi: a base line has one place or none left without the fins.
#include "bits.hpp"
#include "finders.hpp"
#include "tie.hpp"

namespace squaredance::technique {
namespace {

constexpr Technique finned_of(int size, bool sashimi) {
  const Technique first = sashimi ? Technique::sashimi_x_wing : Technique::finned_x_wing;
  return static_cast<Technique>(static_cast<int>(first) + std::min(size - 2, 3));
}

struct Fish {
  Step step;
  std::vector<int> bases;
};

class FinnedFish {
 public:
  FinnedFish(const State& state, int size, bool sashimi, Report& report);
  bool find();

 private:
  bool find_in(int value, bool rows);
  bool grow(std::size_t start, Mask lines);
  Mask fin_lines(int house, Mask lines) const;
  bool look(Mask lines);
  bool check(Mask covers);
  bool is_sashimi(Mask covers) const;
  Step step_of(Mask covers, bool sashimi, const std::vector<Candidate>& fins,
               std::vector<Candidate>&& targets) const;
  bool tell_siamese();

  int first_cover() const { return rows_ ? sight_.size() : 0; }
  int base_of(int cell) const { return rows_ ? sight_.row_house(cell) : sight_.col_house(cell); }
  int cover_of(int cell) const { return rows_ ? sight_.col(cell) : sight_.row(cell); }

  const State& state_;
  const Sight& sight_;
  const int size_;
  const bool sashimi_;
  Report& report_;
  Distinct distinct_;

  // Of the value and direction that is looked at:
  int value_ = 0;
  bool rows_ = true;
  std::vector<int> lines_;  // houses with places
  std::vector<int> houses_;  // that a fin and a target can share
  int widest_ = 0;           // cover lines of one of them
  std::vector<int> bases_;  // chosen so far
  std::vector<Fish> found_;  // for siamese pairs
};

FinnedFish::FinnedFish(const State& state, int size, bool sashimi, Report& report)
    : state_(state), sight_(state.sight()), size_(size), sashimi_(sashimi), report_(report),
      distinct_(report) {}

bool FinnedFish::find() {
  for (int value = 0; value < sight_.size(); ++value) {
    for (const bool rows : {true, false}) {
      if (!find_in(value, rows) || report_.stopped()) return false;
    }
  }
  return true;
}

bool FinnedFish::find_in(int value, bool rows) {
  value_ = value;
  rows_ = rows;
  lines_.clear();
  houses_.clear();
  found_.clear();
  widest_ = 0;
  const int first = rows ? 0 : sight_.size();
  for (int line = first; line < first + sight_.size(); ++line) {
    if (state_.places(line, value)) lines_.push_back(line);
  }
  if (static_cast<int>(lines_.size()) <= size_) return true;
  for (int house = 2 * sight_.size(); house < sight_.houses(); ++house) {
    Mask span = 0;
    for (const Cell cell : sight_.geometry().house(house)) span |= Mask{1} << cover_of(cell);
    if (state_.places(house, value)) houses_.push_back(house);
    widest_ = std::max(widest_, std::popcount(span));
  }
  return grow(0, 0) && tell_siamese();
}

// Those of the cover lines where all places of the bases lie in the house, so that they can be fins.
Mask FinnedFish::fin_lines(int house, Mask lines) const {
  for (const int base : bases_) lines &= ~(state_.places(base, value_) & ~sight_.crossing(base, house));
  return lines;
}

// The fins of a target share its box (or extra house), and its cover line has none of them: so they
// lie in all cover lines of one house but one at the most. All lines but the fins' are covers. (Fins
// that see a target through different houses, where a grid has extras, are left out.)
bool FinnedFish::grow(std::size_t start, Mask lines) {
  if (report_.stopped()) return false;
  if (static_cast<int>(bases_.size()) == size_) return look(lines);
  for (std::size_t i = start; i < lines_.size(); ++i) {
    const Mask now = lines | state_.places(lines_[i], value_);
    if (std::popcount(now) > size_ + widest_ - 1) continue;
    bases_.push_back(lines_[i]);
    const bool fits = std::ranges::any_of(houses_, [&](int house) {
      return std::popcount(now & ~fin_lines(house, now)) <= size_;
    });
    const bool more = !fits || grow(i + 1, now);
    bases_.pop_back();
    if (!more) return false;
  }
  return true;
}

// Tells the subsets of `from` with so many bits.
void choose(Mask from, int count, Mask chosen, std::vector<Mask>& all) {
  if (count == 0) {
    all.push_back(chosen);
    return;
  }
  for (Mask left = from; std::popcount(left) >= count; left &= left - 1) {
    const Mask bit = left & (~left + 1);
    choose(left & (left - 1), count - 1, chosen | bit, all);
  }
}

bool FinnedFish::look(Mask lines) {
  const int outside = std::popcount(lines) - size_;
  if (outside < 1) return true;
  std::vector<Mask> out;
  for (const int house : houses_) choose(fin_lines(house, lines), outside, 0, out);
  std::vector<Mask> covers;
  for (const Mask fins : out) covers.push_back(lines & ~fins);
  std::ranges::sort(covers, lists_before);
  const auto repeated = std::ranges::unique(covers);
  covers.erase(repeated.begin(), repeated.end());
  return std::ranges::all_of(covers, [&](Mask cover) { return !report_.stopped() && check(cover); });
}

bool FinnedFish::is_sashimi(Mask covers) const {
  return std::ranges::any_of(bases_, [&](int base) {
    return std::popcount(state_.places(base, value_) & covers) <= 1;
  });
}

bool FinnedFish::check(Mask covers) {
  std::vector<Candidate> fins;
  for (const int base : bases_) {
    for (Mask left = state_.places(base, value_) & ~covers; left; left &= left - 1) {
      const Cell cell = sight_.geometry().house(base)[std::countr_zero(left)];
      fins.push_back(sight_.candidate(cell, value_));
    }
  }
  std::vector<Candidate> targets;
  for (const Cell cell : sight_.peers(sight_.cell_of(fins[0]))) {
    if (!state_.has(cell, value_) || !((covers >> cover_of(cell)) & 1)) continue;
    const Candidate target = sight_.candidate(cell, value_);
    const auto seen = [&](Candidate fin) { return sight_.clash(fin, target); };
    if (std::ranges::count(bases_, base_of(cell)) || !std::ranges::all_of(fins, seen)) continue;
    targets.push_back(target);
  }
  if (targets.empty()) return true;
  const bool sashimi = is_sashimi(covers);
  if (!distinct_.all() && sashimi != sashimi_) return true;
  Step step = step_of(covers, sashimi, fins, std::move(targets));
  if (distinct_.all()) found_.push_back({step, bases_});
  return sashimi != sashimi_ || distinct_.take(std::move(step));
}

Step FinnedFish::step_of(Mask covers, bool sashimi, const std::vector<Candidate>& fins,
                         std::vector<Candidate>&& targets) const {
  Step step;
  step.technique = finned_of(size_, sashimi);
  step.eliminations = std::move(targets);
  if (!distinct_.evidence()) return step;
  std::vector<Set> base_sets;
  std::vector<Set> cover_sets;
  for (const int base : bases_) base_sets.push_back(in_house(base, value_));
  for (Mask left = covers; left; left &= left - 1) {
    cover_sets.push_back(in_house(first_cover() + std::countr_zero(left), value_));
  }
  tie_up(sight_, base_sets, cover_sets, fins, step.eliminations, step.evidence);
  return step;
}

// Two fish with the same bases as one step. HoDoKu joins them when asked to (it calls them siamese),
// so only where all steps are wanted.
bool FinnedFish::tell_siamese() {
  for (std::size_t i = 0; i < found_.size(); ++i) {
    if (report_.stopped()) return false;
    for (std::size_t j = i + 1; j < found_.size(); ++j) {
      const Step& a = found_[i].step;
      const Step& b = found_[j].step;
      if (found_[i].bases != found_[j].bases || a.eliminations == b.eliminations) continue;
      const Technique mine = finned_of(size_, sashimi_);
      if (a.technique != mine && b.technique != mine) continue;
      Step step = joined(a, b, mine);
      if (!distinct_.take(std::move(step))) return false;
    }
  }
  return true;
}

}  // namespace

bool find_finned_fish(const State& state, int size, Report& report) {
  return FinnedFish(state, size, false, report).find();
}

bool find_sashimi_fish(const State& state, int size, Report& report) {
  return FinnedFish(state, size, true, report).find();
}

}  // namespace squaredance::technique
