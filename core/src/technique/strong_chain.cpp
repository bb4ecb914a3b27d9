#include "strong_chain.hpp"

#include <algorithm>

#include "junction.hpp"
#include "prove.hpp"

namespace squaredance::technique {
namespace {

// The place of an order of links among all, as Fuchs's QuickPerm makes them, which is how they are
// listed. Only looked up when all else is equal.
int listing_rank(const std::array<int, max_links>& order, int length) {
  std::array<int, max_links> now{};
  std::array<int, max_links + 1> left{};
  for (int i = 0; i <= length; ++i) left[i] = i;
  for (int i = 0; i < length; ++i) now[i] = i;
  int rank = 0;
  for (int upper = 1; now != order && upper < length; ++rank) {
    --left[upper];
    std::swap(now[upper % 2 ? left[upper] : 0], now[upper]);
    for (upper = 1; left[upper] == 0; ++upper) left[upper] = upper;
  }
  return rank;
}

// For a handful of numbers; std::sort makes the compiler warn of bounds it cannot see.
template <class Numbers>
void sort_few(Numbers& numbers, int count) {
  for (int i = 1; i < count; ++i) {
    for (int j = i; j > 0 && numbers[j] < numbers[j - 1]; --j) std::swap(numbers[j], numbers[j - 1]);
  }
}

// Chains of the same kinds, value and name: the links in rising order, their order in the chain,
// the sides.
bool listed_before(const StrongChain& a, const StrongChain& b) {
  const int length = a.length;
  const auto sorted = [&](const StrongChain& chain) {
    auto links = chain.index;
    sort_few(links, length);
    return links;
  };
  const auto links_a = sorted(a);
  const auto links_b = sorted(b);
  if (links_a != links_b) return links_a < links_b;
  const auto rank = [&](const StrongChain& chain) {
    std::array<int, max_links> order{};
    for (int i = 0; i < length; ++i) {
      order[i] = static_cast<int>(std::find(links_a.begin(), links_a.begin() + length,
                                            chain.index[i]) - links_a.begin());
    }
    return listing_rank(order, length);
  };
  const int rank_a = rank(a);
  const int rank_b = rank(b);
  return rank_a != rank_b ? rank_a < rank_b : a.entry < b.entry;
}

// The digits of the kinds along the chain, the least of: as they are, backwards, and both with rows
// and cols swapped; in front of them how many links are grouped.
int name_of_chain(const StrongChain& chain) {
  int grouped = 0, plain = 0, back = 0, swapped = 0, swapped_back = 0;
  constexpr int other[] = {0, 2, 1, 3};
  for (int i = 0; i < chain.length; ++i) {
    const int last = chain.length - 1 - i;
    grouped += chain.links[i].grouped;
    plain = 10 * plain + chain.links[i].kind;
    back = 10 * back + chain.links[last].kind;
    swapped = 10 * swapped + other[chain.links[i].kind];
    swapped_back = 10 * swapped_back + other[chain.links[last].kind];
  }
  int place = 1;
  for (int i = 0; i < chain.length; ++i) place *= 10;
  return grouped * place + std::min({plain, back, swapped, swapped_back});
}

Technique technique_of(const StrongChain& chain, const Sight& sight) {
  if (chain.length > 2 || chain.ring) return Technique::strong_links;
  const StrongLink& a = chain.links[0];
  const StrongLink& b = chain.links[1];
  if (a.grouped || b.grouped) {
    const auto plain_line = [](const StrongLink& link) {
      return !link.grouped && (link.kind == 1 || link.kind == 2);
    };
    const bool rectangle = (a.crossed && plain_line(b)) || (b.crossed && plain_line(a));
    return rectangle ? Technique::empty_rectangle : Technique::strong_links;
  }
  const auto cell = [&](const StrongLink& link, int side) {
    return sight.geometry().house(link.house)[std::countr_zero(link.ends[side])];
  };
  if (a.kind + b.kind == 3 && a.kind * b.kind == 2) return Technique::two_string_kite;
  const int out = cell(a, 1 - chain.entry[0]);
  const int in = cell(b, chain.entry[1]);
  const bool joined = a.kind == 1 ? sight.col(out) == sight.col(in) : sight.row(out) == sight.row(in);
  const bool parallel = a.kind == b.kind && (a.kind == 1 || a.kind == 2);
  return parallel && joined ? Technique::skyscraper : Technique::turbot_fish;
}

void prove(const State& state, const StrongChain& chain, Step& step) {
  const Sight& sight = state.sight();
  std::vector<Set> bases;
  std::vector<Junction> junctions(chain.length + 1);
  const auto add = [&](Junction& junction, const StrongLink& link, int side) {
    junction.value = chain.value;
    for (Mask left = link.ends[side]; left; left &= left - 1) {
      junction.cells.push_back(sight.geometry().house(link.house)[std::countr_zero(left)]);
    }
  };
  for (int i = 0; i < chain.length; ++i) {
    bases.push_back(in_house(chain.links[i].house, chain.value));
    add(junctions[i], chain.links[i], chain.entry[i]);
    const bool closes = chain.ring && i + 1 == chain.length;
    add(junctions[closes ? 0 : i + 1], chain.links[i], 1 - chain.entry[i]);
  }
  if (chain.ring) junctions.pop_back();
  prove_by_junctions(state, bases, junctions, step.eliminations, step.evidence);
}

constexpr int base_ratings[] = {0, 0, 40, 54, 58, 62, 66};

}  // namespace

void StrongChain::rank() {
  int bits = 0;
  std::array<int, max_links> sorted{};
  for (int i = 0; i < length; ++i) {
    bits |= kind_bits(links[i]);
    sorted[i] = links[i].kind;
  }
  sort_few(sorted, length);
  kinds = 0;
  for (int i = length - 1; i >= 0; --i) kinds = 4 * kinds + sorted[i];
  harder = harder_by(bits);
  count = static_cast<int>(eliminations.size());
  name = name_of_chain(*this);
}

bool before(const StrongChain& a, const StrongChain& b) {
  if (a.harder != b.harder) return a.harder < b.harder;
  if (a.count != b.count) return a.count > b.count;
  if (a.name != b.name) return a.name < b.name;
  if (a.kinds != b.kinds) return a.kinds < b.kinds;
  if (a.value != b.value) return a.value < b.value;
  return listed_before(a, b);
}

Step step_of(const State& state, StrongChain& chain, bool evidence) {
  Step step;
  step.technique = technique_of(chain, state.sight());
  step.rating = base_ratings[chain.length] + chain.harder;
  std::ranges::sort(chain.eliminations);
  const auto rest = std::ranges::unique(chain.eliminations);
  chain.eliminations.erase(rest.begin(), rest.end());
  step.eliminations = chain.eliminations;
  if (evidence) prove(state, chain, step);
  return step;
}

}  // namespace squaredance::technique
