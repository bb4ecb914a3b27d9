// X-chains (one value, by turns the only two places of a house and two places that see each other),
// XY-chains (cells of two candidates) and remote pairs (cells of the same two). From the one end
// being off follows the other end on, so what sees both is false.
//
// X- and XY-chains: the shortest way between each two ends, breadth first. Remote pairs: all ways,
// since a longer one tells more, up to 10 cells as in HoDoKu.
#include <algorithm>

#include "chain_proof.hpp"
#include "finders.hpp"
#include "harvest.hpp"

namespace squaredance::technique {
namespace {

constexpr int points_of_chain = 260;
constexpr int points_of_remote_pair = 110;
constexpr std::size_t most_remote = 10;
constexpr int effort_limit = 200'000;

// The candidates of the value that see both cells; where they are the same, all that see it.
std::vector<Candidate> seen_by_both(const State& state, int a, int b, int value) {
  const Sight& sight = state.sight();
  std::vector<Candidate> found;
  for (const Cell peer : sight.peers(a)) {
    if (state.has(peer, value) && (a == b || sight.sees(peer, b))) {
      found.push_back(sight.candidate(peer, value));
    }
  }
  return found;
}

// Breadth first over places, which are numbers; a start has itself as its parent.
class Ways {
 public:
  explicit Ways(std::size_t places) : parents_(places, -1) {}

  void start(int place) {
    for (const int used : order) parents_[used] = -1;
    order.assign(1, place);
    parents_[place] = place;
  }
  void add(int place, int parent) {
    if (parents_[place] >= 0) return;
    parents_[place] = parent;
    order.push_back(place);
  }
  std::vector<int> to(int place) const {
    std::vector<int> way = {place};
    while (parents_[way.back()] != way.back()) way.push_back(parents_[way.back()]);
    std::reverse(way.begin(), way.end());
    return way;
  }

  std::vector<int> order;

 private:
  std::vector<int> parents_;
};

void keep(const State& state, Technique technique, const std::vector<Stop>& way,
          std::vector<Candidate> eliminations, Report& report, Harvest& harvest) {
  const int length = static_cast<int>(way.size());
  if (!harvest.wants(technique, eliminations, length)) return;
  Step step;
  step.technique = technique;
  step.rating = points_of_chain;
  step.complexity = length;
  step.eliminations = std::move(eliminations);
  if (report.evidence) ChainProof(state, step.evidence).either(way, step.eliminations);
  harvest.keep(std::move(step), length);
}

// Places are cell * 2 + on.
void spread_value(const State& state, int value, Ways& ways) {
  const Sight& sight = state.sight();
  for (std::size_t head = 0; head < ways.order.size(); ++head) {
    const int place = ways.order[head];
    const int cell = place / 2;
    if (place & 1) {
      for (const Cell peer : sight.peers(cell)) {
        if (state.has(peer, value)) ways.add(peer * 2, place);
      }
      continue;
    }
    for (const Membership& in : sight.geometry().houses_of(cell)) {
      const Mask others = state.places(in.house, value) & ~(Mask{1} << in.position);
      if (std::popcount(others) != 1) continue;
      ways.add(sight.geometry().house(in.house)[std::countr_zero(others)] * 2 + 1, place);
    }
  }
}

void look_for_x_chains(const State& state, int start, int value, const Ways& ways, Report& report,
                       Harvest& harvest) {
  const Sight& sight = state.sight();
  for (const int place : ways.order) {
    if ((place & 1) == 0 || place / 2 < start) continue;
    std::vector<Candidate> eliminations = seen_by_both(state, start, place / 2, value);
    if (eliminations.empty()) continue;
    std::vector<Stop> way;
    for (const int stop : ways.to(place)) {
      way.push_back({{sight.candidate(stop / 2, value)}, (stop & 1) != 0});
    }
    if (way.size() < 4) continue;
    keep(state, Technique::x_chain, way, std::move(eliminations), report, harvest);
  }
}

// Places are candidates of cells with two: those that are on, the other one being off.
void spread_pairs(const State& state, Ways& ways) {
  const Sight& sight = state.sight();
  for (std::size_t head = 0; head < ways.order.size(); ++head) {
    const int place = ways.order[head];
    const int value = sight.value_of(place);
    for (const Cell peer : sight.peers(sight.cell_of(place))) {
      if (!state.has(peer, value) || state.count(peer) != 2) continue;
      const Mask other = state.mask(peer) & ~(Mask{1} << value);
      ways.add(static_cast<int>(sight.candidate(peer, std::countr_zero(other))), place);
    }
  }
}

Candidate other_of(const State& state, Candidate candidate) {
  const Sight& sight = state.sight();
  const int cell = sight.cell_of(candidate);
  const Mask other = state.mask(cell) & ~(Mask{1} << sight.value_of(candidate));
  return sight.candidate(cell, std::countr_zero(other));
}

void look_for_xy_chains(const State& state, Candidate end, const Ways& ways, Report& report,
                        Harvest& harvest) {
  const Sight& sight = state.sight();
  const int start = sight.cell_of(end);
  const int value = sight.value_of(end);
  for (const int place : ways.order) {
    if (sight.value_of(place) != value || sight.cell_of(place) <= start) continue;
    std::vector<Candidate> eliminations = seen_by_both(state, start, sight.cell_of(place), value);
    if (eliminations.empty()) continue;
    std::vector<Stop> way;
    for (const int stop : ways.to(place)) {
      way.push_back({{other_of(state, stop)}, false});
      way.push_back({{static_cast<Candidate>(stop)}, true});
    }
    if (way.size() < 6) continue;  // two cells are a naked pair
    keep(state, Technique::xy_chain, way, std::move(eliminations), report, harvest);
  }
}

class RemotePairs {
 public:
  RemotePairs(const State& state, Report& report)
      : state_(state), report_(report), harvest_(state, report) {}

  bool run() {
    for (int cell = 0; cell < state_.sight().cells(); ++cell) {
      if (report_.stopped()) return false;
      if (state_.count(cell) == 2) go_on(static_cast<Cell>(cell));
    }
    return harvest_.tell();
  }

 private:
  void go_on(Cell cell) {
    way_.push_back(cell);
    if (way_.size() >= 4 && way_.size() % 2 == 0) look();
    if (way_.size() < most_remote && ++effort_ < effort_limit) {
      for (const Cell peer : state_.sight().peers(cell)) {
        if (state_.mask(peer) != state_.mask(cell)) continue;
        if (std::find(way_.begin(), way_.end(), peer) == way_.end()) go_on(peer);
      }
    }
    way_.pop_back();
  }

  // Each two cells of the way with an even number between them, two at least, hold both values.
  void look() {
    Step step;
    step.technique = Technique::remote_pair;
    step.rating = points_of_remote_pair;
    const int length = static_cast<int>(way_.size()) * 2;
    step.complexity = length;
    const auto for_each_pair = [&](auto visit) {
      for (std::size_t i = 0; i < way_.size(); ++i) {
        for (std::size_t j = i + 3; j < way_.size(); j += 2) {
          for (Mask left = state_.mask(way_[i]); left; left &= left - 1) {
            visit(i, j, std::countr_zero(left));
          }
        }
      }
    };
    auto& all = step.eliminations;
    for_each_pair([&](std::size_t i, std::size_t j, int value) {
      const auto found = seen_by_both(state_, way_[i], way_[j], value);
      all.insert(all.end(), found.begin(), found.end());
    });
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    if (!harvest_.wants(step.technique, all, length)) return;
    if (report_.evidence) {
      std::vector<Candidate> left = all;
      for_each_pair([&](std::size_t i, std::size_t j, int value) {
        std::vector<Candidate> targets;
        for (const Candidate c : seen_by_both(state_, way_[i], way_[j], value)) {
          if (std::erase(left, c)) targets.push_back(c);
        }
        if (!targets.empty()) prove(i, j, value, targets, step.evidence);
      });
    }
    harvest_.keep(std::move(step), length);
  }

  void prove(std::size_t i, std::size_t j, int value, const std::vector<Candidate>& targets,
             Evidence& evidence) const {
    const int other = std::countr_zero(state_.mask(way_[i]) & ~(Mask{1} << value));
    std::vector<Stop> way;
    for (std::size_t k = i; k <= j; ++k) {
      const bool even = (k - i) % 2 == 0;
      way.push_back({{state_.sight().candidate(way_[k], even ? value : other)}, false});
      way.push_back({{state_.sight().candidate(way_[k], even ? other : value)}, true});
    }
    ChainProof(state_, evidence).either(way, targets);
  }

  const State& state_;
  Report& report_;
  Harvest harvest_;
  std::vector<Cell> way_;
  int effort_ = 0;
};

}  // namespace

bool find_x_chains(const State& state, int, Report& report) {
  Harvest harvest(state, report);
  Ways ways(static_cast<std::size_t>(state.sight().cells()) * 2);
  for (int value = 0; value < state.size(); ++value) {
    if (report.stopped()) return false;
    for (int cell = 0; cell < state.sight().cells(); ++cell) {
      if (!state.has(cell, value)) continue;
      ways.start(cell * 2);
      spread_value(state, value, ways);
      look_for_x_chains(state, cell, value, ways, report, harvest);
    }
  }
  return harvest.tell();
}

bool find_xy_chains(const State& state, int, Report& report) {
  Harvest harvest(state, report);
  Ways ways(static_cast<std::size_t>(state.sight().cells()) * state.size());
  for (int cell = 0; cell < state.sight().cells(); ++cell) {
    if (report.stopped()) return false;
    if (state.count(cell) != 2) continue;
    for (Mask left = state.mask(cell); left; left &= left - 1) {
      const Candidate end = state.sight().candidate(cell, std::countr_zero(left));
      ways.start(static_cast<int>(other_of(state, end)));
      spread_pairs(state, ways);
      look_for_xy_chains(state, end, ways, report, harvest);
    }
  }
  return harvest.tell();
}

bool find_remote_pairs(const State& state, int, Report& report) {
  return RemotePairs(state, report).run();
}

}  // namespace squaredance::technique
