#include "easing.hpp"

#include <algorithm>
#include <utility>

namespace squaredance::generate {

void Easing::run() {
  if (find_leap()) dig_behind();
}

void Easing::put(std::uint16_t group, bool in) {
  for (const Cell cell : wish_.groups[group]) {
    made_.puzzle[cell] = in ? made_.solution[cell] : 0;
    made_.clues += in ? 1 : -1;
  }
}

Verdict Easing::judge_at(std::size_t gone) {
  for (; gone_ < gone; ++gone_) put(removed_[gone_], false);
  for (; gone_ > gone; --gone_) put(removed_[gone_ - 1], true);
  return made_.verdict = rater_.judge(made_.puzzle, made_.rating, stop_);
}

// Whether it stands before the leap; else it is done: made, stopped, or too hard with the most clues.
bool Easing::find_leap() {
  std::size_t least = removed_.size();
  for (int clues = made_.clues; least > 0; --least) {
    clues += static_cast<int>(wish_.groups[removed_[least - 1]].size());
    if (clues > wish_.most_clues) break;
  }
  const auto done = [&] { return made_.verdict == Verdict::made || made_.verdict == Verdict::stopped; };
  std::size_t easy = removed_.size(), hard = removed_.size();
  for (std::size_t back = 1; easy == hard; back *= 2) {
    if (hard == least) return false;
    easy = removed_.size() - std::min(back, removed_.size() - least);
    if (judge_at(easy) == Verdict::too_hard) hard = easy;
    if (done()) return false;
  }
  while (easy + 1 < hard) {
    const std::size_t middle = (easy + hard) / 2;
    (judge_at(middle) == Verdict::too_hard ? hard : easy) = middle;
    if (done()) return false;
  }
  if (gone_ != easy) judge_at(easy);
  return true;
}

void Easing::dig_behind() {
  for (std::size_t i = gone_ + 1; i < removed_.size(); ++i) {
    put(removed_[i], false);
    technique::Rating rating;
    const Verdict verdict = rater_.judge(made_.puzzle, rating, stop_);
    if (verdict == Verdict::too_hard) {
      put(removed_[i], true);
      continue;
    }
    made_.verdict = verdict;
    made_.rating = rating;
    if (verdict == Verdict::made || verdict == Verdict::stopped) return;
  }
}

}  // namespace squaredance::generate
