#include "ranking.hpp"

#include <algorithm>
#include <array>

namespace squaredance::technique::chain {
namespace {

double added_by(int complexity) {
  double added = 0;
  bool odd = false;
  for (int ceiling = 4; complexity - 2 > ceiling; odd = !odd) {
    added += 0.1;
    ceiling = odd ? ceiling * 4 / 3 : ceiling * 3 / 2;
  }
  return added;
}

constexpr int most_in_table = 1024;

std::array<double, most_in_table> lengths() {
  std::array<double, most_in_table> table{};
  for (int complexity = 0; complexity < most_in_table; ++complexity) {
    table[complexity] = added_by(complexity);
  }
  return table;
}

// A mixer of 64 bits (splitmix64, Steele and others 2014); sums of it tell sets apart.
std::uint64_t mix(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

double length_difficulty(int complexity) {
  static const std::array<double, most_in_table> table = lengths();
  return complexity < most_in_table ? table[complexity] : added_by(complexity);
}

void Ranking::start(std::size_t ids, bool all) {
  all_ = all;
  discovered_ = 0;
  best_ = Rank{};
  chains_.clear();
  struck_.clear();
  steps_.clear();
  if (all) {
    single_.assign(ids, none);
    many_.clear();
  }
}

void Ranking::add(Ranked ranked, std::span<const Id> struck, std::span<const PathStep> path) {
  ranked.found = discovered_++;
  if (all_) {
    std::uint32_t* place = nullptr;
    if (struck.size() == 1) {
      place = &single_[struck[0]];
    } else {
      std::uint64_t hash = 0;
      for (const Id id : struck) hash += mix(id);
      place = &many_.try_emplace(hash, none).first->second;
    }
    if (*place != none && !(ranked.rank < chains_[*place].rank)) return;
    if (*place == none) {
      *place = static_cast<std::uint32_t>(chains_.size());
      chains_.emplace_back();
    }
    chains_[*place] = ranked;
    Ranked& kept = chains_[*place];
    kept.first_struck = static_cast<std::uint32_t>(struck_.size());
    kept.struck = static_cast<std::uint32_t>(struck.size());
    struck_.insert(struck_.end(), struck.begin(), struck.end());
    kept.first_step = static_cast<std::uint32_t>(steps_.size());
    kept.steps = static_cast<std::uint32_t>(path.size());
    steps_.insert(steps_.end(), path.begin(), path.end());
  } else {
    if (!(ranked.rank < best_)) return;
    ranked.struck = static_cast<std::uint32_t>(struck.size());
    struck_.assign(struck.begin(), struck.end());
    ranked.steps = static_cast<std::uint32_t>(path.size());
    steps_.assign(path.begin(), path.end());
    chains_.assign(1, ranked);
  }
  best_ = std::min(best_, ranked.rank);
}

void Ranking::sort() {
  std::sort(chains_.begin(), chains_.end(), [](const Ranked& a, const Ranked& b) {
    if (a.rank < b.rank) return true;
    if (b.rank < a.rank) return false;
    return a.found < b.found;
  });
}

}  // namespace squaredance::technique::chain
