#include "hint.hpp"

#include <algorithm>
#include <array>

namespace squaredance::technique::chain {
namespace {

struct Lengths {
  static constexpr int rungs = 40;
  std::array<int, rungs> above{};
  std::array<double, rungs + 1> added{};

  Lengths() {
    int ceiling = 4;
    for (int i = 0; i < rungs; ++i) {
      above[i] = ceiling;
      added[i + 1] = added[i] + 0.1;
      ceiling = i % 2 == 0 ? ceiling * 3 / 2 : ceiling * 4 / 3;
    }
  }
};

// A mixer of 64 bits (splitmix64, Steele and others 2014); sums of it tell sets apart.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

double length_difficulty(int complexity) {
  static const Lengths lengths;
  int rung = 0;
  while (rung < Lengths::rungs && complexity - 2 > lengths.above[rung]) ++rung;
  return lengths.added[rung];
}

void Hints::start(const Graph& graph, bool all) {
  all_ = all;
  discovered_ = 0;
  best_ = Rank{};
  hints_.clear();
  struck_.clear();
  steps_.clear();
  if (all) {
    single_.assign(graph.ids(), none);
    many_.clear();
  }
}

void Hints::consequences(const Graph& graph, Literal target, std::vector<Id>& struck) const {
  struck.clear();
  const Id id = id_of(target);
  if (!is_on(target)) {
    struck.push_back(id);
    return;
  }
  for (const Id other : graph.members(static_cast<int>(graph.item(id, 0)))) {
    if (other != id) struck.push_back(other);
  }
}

void Hints::add(Hint hint, std::span<const Id> struck, std::span<const PathStep> path) {
  hint.found = discovered_++;
  if (all_) {
    std::uint32_t* place = nullptr;
    if (struck.size() == 1) {
      place = &single_[struck[0]];
    } else {
      std::uint64_t hash = 0;
      for (const Id id : struck) hash += mix(id);
      place = &many_.try_emplace(hash, none).first->second;
    }
    if (*place != none && !(hint.rank < hints_[*place].rank)) return;
    if (*place == none) {
      *place = static_cast<std::uint32_t>(hints_.size());
      hints_.emplace_back();
    }
    hints_[*place] = hint;
    Hint& kept = hints_[*place];
    kept.first_struck = static_cast<std::uint32_t>(struck_.size());
    kept.struck = static_cast<std::uint32_t>(struck.size());
    struck_.insert(struck_.end(), struck.begin(), struck.end());
    kept.first_step = static_cast<std::uint32_t>(steps_.size());
    kept.steps = static_cast<std::uint32_t>(path.size());
    steps_.insert(steps_.end(), path.begin(), path.end());
  } else {
    if (!(hint.rank < best_)) return;
    hint.struck = static_cast<std::uint32_t>(struck.size());
    struck_.assign(struck.begin(), struck.end());
    hint.steps = static_cast<std::uint32_t>(path.size());
    steps_.assign(path.begin(), path.end());
    hints_.assign(1, hint);
  }
  best_ = std::min(best_, hint.rank);
}

void Hints::sort() {
  std::sort(hints_.begin(), hints_.end(), [](const Hint& a, const Hint& b) {
    if (a.rank < b.rank) return true;
    if (b.rank < a.rank) return false;
    return a.found < b.found;
  });
}

}  // namespace squaredance::technique::chain
