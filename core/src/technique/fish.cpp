// Fish: n cols in which a value has places in n rows only, so those rows have it there; or the other
// way round. X-wing, swordfish, jellyfish, and larger ones for large grids.
#include <array>

#include "bits.hpp"
#include "finders.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

struct Fish {
  int value;
  Mask bases, covers;  // lines
  bool by_cols;        // the bases are cols
};

// The house of a line: a row, or a col.
int line(const State& state, int index, bool col) { return col ? state.size() + index : index; }

// Candidates in the covers outside of the bases. A position in a line is the number of the line that
// crosses it there.
std::vector<Candidate> strikes(const State& state, const Fish& fish) {
  const Sight& sight = state.sight();
  std::vector<Candidate> struck;
  for (Mask covers = fish.covers; covers; covers &= covers - 1) {
    const int cover = line(state, std::countr_zero(covers), !fish.by_cols);
    Mask left = state.places(cover, fish.value) & ~fish.bases;
    for (; left; left &= left - 1) {
      const Cell cell = sight.geometry().house(cover)[std::countr_zero(left)];
      struck.push_back(sight.candidate(cell, fish.value));
    }
  }
  std::sort(struck.begin(), struck.end());
  return struck;
}

bool strikes_any(const State& state, const Fish& fish) {
  Mask left = 0;
  for (Mask covers = fish.covers; covers; covers &= covers - 1) {
    left |= state.places(line(state, std::countr_zero(covers), !fish.by_cols), fish.value);
  }
  return left & ~fish.bases;
}

bool tell(const State& state, const Fish& fish, Report& report) {
  const int size = std::popcount(fish.bases);
  Step step;
  step.technique = static_cast<Technique>(static_cast<int>(Technique::x_wing) + std::min(size, 5) - 2);
  constexpr std::array ratings{32, 38, 52};
  step.rating = size <= 4 ? ratings[size - 2] : 52 + 6 * (size - 4);
  step.eliminations = strikes(state, fish);
  if (report.evidence) {
    Lemma& lemma = step.evidence.lemmas.emplace_back();
    for (Mask left = fish.bases; left; left &= left - 1) {
      const int base = line(state, std::countr_zero(left), fish.by_cols);
      lemma.bases.push_back(in_house(base, fish.value));
    }
    for (Mask left = fish.covers; left; left &= left - 1) {
      const int cover = line(state, std::countr_zero(left), !fish.by_cols);
      lemma.covers.push_back(in_house(cover, fish.value));
    }
    lemma.eliminations = step.eliminations;
  }
  return report.take(std::move(step));
}

// The fish of one value, those with the lowest bases first. A fish of n leaves n lines at least to
// the fish of the other way round, which is smaller if those are fewer.
template <class Visit>
bool find_of_value(const State& state, int value, int size, bool by_cols, bool any,
                   const Report& report, const Visit& visit) {
  Choices choices;
  int open_lines = 0;
  for (int index = 0; index < state.size(); ++index) {
    const Mask places = state.places(line(state, index, by_cols), value);
    open_lines += places != 0;
    if (size == 2 ? is_pair(places) : (places & (places - 1)) && std::popcount(places) <= size) {
      choices.add(index, places);
    }
  }
  if ((!any && open_lines < 2 * size) || choices.count < size) return true;
  const auto look = [&](Mask bases, Mask covers) {
    const Fish fish = {value, bases, covers, by_cols};
    return !strikes_any(state, fish) || visit(fish);
  };
  return combine(choices, choices.count, size, size, 0, 0, look, [&] { return report.stopped(); });
}

// Sudoku Explainer takes the lines first, then the values: so the first fish is the one with the
// lowest bases of all, read as a number.
bool find_by(const State& state, int size, bool by_cols, Report& report) {
  std::vector<Fish> found;
  for (int value = 0; value < state.size(); ++value) {
    find_of_value(state, value, size, by_cols, false, report, [&](const Fish& fish) {
      found.push_back(fish);
      return report.all;
    });
    if (report.stopped()) return false;
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Fish& a, const Fish& b) { return a.bases < b.bases; });
  for (const Fish& fish : found) {
    if (!tell(state, fish, report)) return false;
  }
  return true;
}

// HoDoKu takes value by value, rows before cols.
bool find_by_value(const State& state, int size, Report& report) {
  for (int value = 0; value < state.size(); ++value) {
    for (const bool by_cols : {false, true}) {
      std::vector<Fish> found;
      find_of_value(state, value, size, by_cols, true, report, [&](const Fish& fish) {
        found.push_back(fish);
        return true;
      });
      if (report.stopped()) return false;
      std::ranges::sort(found, lists_before, &Fish::bases);
      for (const Fish& fish : found) {
        if (!tell(state, fish, report)) return false;
      }
    }
  }
  return true;
}

}  // namespace

bool find_fish(const State& state, int parameter, Report& report) {
  const int size = parameter & ~hodoku_order;
  if (parameter != size) return find_by_value(state, size, report);
  if (2 * size > state.size()) return true;
  return find_by(state, size, true, report) && find_by(state, size, false, report);
}

}  // namespace squaredance::technique
