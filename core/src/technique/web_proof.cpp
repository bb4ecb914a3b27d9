#include "web_proof.hpp"

#include <algorithm>

#include "prove.hpp"

namespace squaredance::technique {
namespace {

using Group = std::vector<Candidate>;

// The candidates of a set of the value that the next literal of a way is about.
Group exit_of(const State& state, const Web& web, int set_literal, int value) {
  return candidates_in(state, web.sets().cells(web.set_of(set_literal)), value);
}

// From a set without a value: the cell is left with one candidate.
ChainProof::Id add_forced(const State& state, const Web& web, int set, int to,
                          ChainProof::Id parent, ChainProof& proof) {
  const Sight& sight = state.sight();
  const Candidate last = web.candidate(to);
  std::vector<ChainProof::Id> parents;
  for (const Candidate other : others(state, sight.cell_of(last), sight.value_of(last))) {
    const auto held = proof.subset(exit_of(state, web, set, sight.value_of(other)),
                                   web.sets().cells(web.set_of(set)), {parent});
    parents.push_back(proof.off({other}, held));
  }
  return proof.on({last}, std::move(parents));
}

class WayCloser {
 public:
  WayCloser(const State& state, const Web& web, const std::vector<int>& way)
      : state_(state), sight_(state.sight()), web_(web), way_(way), taken_(1, sight_.cells()) {
    for (const int literal : way) {
      for (const Candidate c : web.group(literal)) add_bit(taken_[0], sight_.cell_of(c));
      if (!web.is_set(literal)) continue;
      for (const Cell cell : web.sets().cells(web.set_of(literal))) add_bit(taken_[0], cell);
    }
  }

  ClosedWay make() {
    for (std::size_t i = 0; i + 1 < way_.size(); ++i) {
      const int from = way_[i];
      const int to = way_[i + 1];
      if (web_.is_set(from)) {
        leave_set(from, to);
      } else if (web_.is_on(from)) {
        weak(web_.group(from), web_.group(to));
      } else {
        strong(web_.group(from), web_.group(to));
      }
    }
    const Group ends = {web_.candidate(way_.front()), web_.candidate(way_.back())};
    if (web_.is_on(way_.front())) {
      closed_.bases.push_back(in_cell(sight_.cell_of(ends.front())));
    } else {
      weak({ends.front()}, {ends.back()});
    }
    return std::move(closed_);
  }

 private:
  void strong(const Group& from, const Group& to) {
    if (from.size() == 1 && to.size() == 1 &&
        sight_.cell_of(from.front()) == sight_.cell_of(to.front())) {
      closed_.bases.push_back(in_cell(sight_.cell_of(from.front())));
      return;
    }
    const int value = sight_.value_of(from.front());
    for (const Membership& in : sight_.geometry().houses_of(sight_.cell_of(from.front()))) {
      Mask left = state_.places(in.house, value);
      for (const Group* group : {&from, &to}) {
        for (const Candidate c : *group) {
          const int position = sight_.position(in.house, sight_.cell_of(c));
          if (position >= 0) left &= ~(Mask{1} << position);
        }
      }
      if (left) continue;
      closed_.bases.push_back(in_house(in.house, value));
      return;
    }
  }

  void weak(const Group& a, const Group& b) {
    Cover cover{a};
    cover.core.insert(cover.core.end(), b.begin(), b.end());
    const int cell = sight_.cell_of(a.front());
    const int value = sight_.value_of(a.front());
    if (value != sight_.value_of(b.front())) {
      for (const Candidate c : others(state_, cell, value)) {
        if (c != b.front()) cover.targets.push_back(c);
      }
    } else {
      for (const Cell peer : sight_.peers(cell)) {
        const Candidate c = sight_.candidate(peer, value);
        if (!state_.has(c) || has_bit(taken_[0], peer)) continue;
        if (std::all_of(cover.core.begin(), cover.core.end(),
                        [&](Candidate core) { return sight_.clash(core, c); })) {
          cover.targets.push_back(c);
        }
      }
    }
    closed_.covers.push_back(std::move(cover));
  }

  // The set's cells are bases, its values covers: those by which the way leaves it reach on to what
  // they strike, the others are locked in it.
  void leave_set(int from, int to) {
    const int set = web_.set_of(from);
    const AlsTable& sets = web_.sets();
    for (const Cell cell : sets.cells(set)) closed_.bases.push_back(in_cell(cell));
    Mask exits = Mask{1} << sight_.value_of(web_.candidate(to));
    if (web_.is_on(to)) {
      const int cell = sight_.cell_of(web_.candidate(to));
      exits = state_.mask(cell) & ~exits;
      closed_.bases.push_back(in_cell(cell));
      for (Mask left = exits; left; left &= left - 1) {
        const int value = std::countr_zero(left);
        weak(exit_of(state_, web_, from, value), {sight_.candidate(cell, value)});
      }
    } else {
      weak(exit_of(state_, web_, from, std::countr_zero(exits)), web_.group(to));
    }
    const Mask entry = Mask{1} << sight_.value_of(web_.candidate(from));
    for (Mask left = sets.values(set) & ~exits & ~entry; left; left &= left - 1) {
      const int value = std::countr_zero(left);
      Cover own{exit_of(state_, web_, from, value)};
      for_each_bit(sets.seers(set, value), sets.words(),
                   [&](int cell) { own.targets.push_back(sight_.candidate(cell, value)); });
      closed_.covers.push_back(std::move(own));
    }
  }

  const State& state_;
  const Sight& sight_;
  const Web& web_;
  const std::vector<int>& way_;
  BitRows taken_;  // the cells of the way
  ClosedWay closed_;
};

}  // namespace

ChainProof::Id add_way(const State& state, const Web& web, const std::vector<int>& way,
                       ChainProof& proof) {
  auto last = proof.assume(web.group(way.front()), web.is_on(way.front()));
  for (std::size_t i = 1; i < way.size(); ++i) {
    const int from = way[i - 1];
    const int to = way[i];
    if (!web.is_set(from)) {
      last = web.is_on(to) ? proof.on(web.group(to), {last}) : proof.off(web.group(to), last);
    } else if (web.is_on(to)) {
      last = add_forced(state, web, from, to, last, proof);
    } else {
      const int value = state.sight().value_of(web.candidate(to));
      last = proof.subset(exit_of(state, web, from, value),
                          web.sets().cells(web.set_of(from)), {last});
      last = proof.off(web.group(to), last);
    }
  }
  return last;
}

std::vector<Candidate> ClosedWay::eliminations() const {
  std::vector<Candidate> all;
  for (const Cover& cover : covers) {
    all.insert(all.end(), cover.targets.begin(), cover.targets.end());
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

ClosedWay closed(const State& state, const Web& web, const std::vector<int>& way) {
  return WayCloser(state, web, way).make();
}

}  // namespace squaredance::technique
