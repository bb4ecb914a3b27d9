#include "als.hpp"

#include <algorithm>

#include "prove.hpp"
#include "squaredance/stop.hpp"

namespace squaredance::technique {
namespace {

constexpr int most_cells_of_large = 5;
// Words of all sets together: 3,000 sets at 16x16.
constexpr int most_words = 12'000;

}  // namespace

AlsTable::AlsTable(const State& state, const std::atomic<bool>* stop, int least)
    : stop_(stop),
      size_(state.size()),
      least_(least),
      most_(state.size() > 9 ? std::min(state.size() - 1, most_cells_of_large) : state.size() - 1),
      bits_(0, state.sight().cells()),
      places_(0, state.sight().cells()),
      seers_(0, state.sight().cells()) {
  if (least_ > most_) return;
  std::vector<Cell> chosen;
  for (int house = 0; house < state.sight().houses(); ++house) search(state, house, 0, 0, chosen);
}

void AlsTable::search(const State& state, int house, int from, Mask values,
                      std::vector<Cell>& chosen) {
  if (static_cast<int>(chosen.size()) >= most_ || is_full()) return;
  if (is_stopped(stop_)) return;
  const auto cells = state.sight().geometry().house(house);
  for (int i = from; i < state.size(); ++i) {
    if (!state.open(cells[i])) continue;
    const Mask joined = values | state.mask(cells[i]);
    if (std::popcount(joined) > most_ + 1) continue;
    chosen.push_back(cells[i]);
    const int count = static_cast<int>(chosen.size());
    if (std::popcount(joined) == count + 1 && count >= least_) add(state, house, joined, chosen);
    search(state, house, i + 1, joined, chosen);
    chosen.pop_back();
  }
}

void AlsTable::add(const State& state, int house, Mask values, const std::vector<Cell>& chosen) {
  const Sight& sight = state.sight();
  if (is_full()) return;
  // Told by the first house that has all of its cells.
  for (const Membership& in : sight.geometry().houses_of(chosen.front())) {
    if (in.house >= house) break;
    if (std::all_of(chosen.begin(), chosen.end(),
                    [&](Cell cell) { return sight.position(in.house, cell) >= 0; })) {
      return;
    }
  }
  const int als = size();
  values_.push_back(values);
  cells_.push_back(chosen);
  bits_.resize(als + 1);
  for (const Cell cell : chosen) add_bit(bits_[als], cell);
  rows_.resize(rows_.size() + size_);
  for (Mask left = values; left; left &= left - 1) {
    const int value = std::countr_zero(left);
    rows_[static_cast<std::size_t>(als) * size_ + value] =
        static_cast<std::uint32_t>(places_.rows());
    places_.resize(places_.rows() + 1);
    seers_.resize(places_.rows());
    Word* const seers = seers_[row(als, value)];
    bool first = true;
    for (const Cell cell : chosen) {
      if (!state.has(cell, value)) continue;
      add_bit(places_[row(als, value)], cell);
      const Word* const peers = sight.peer_bits(cell);
      for (int w = 0; w < words(); ++w) seers[w] = first ? peers[w] : seers[w] & peers[w];
      first = false;
    }
    for (int w = 0; w < words(); ++w) seers[w] &= ~bits_[als][w];
    for_each_bit(seers, words(), [&](int cell) {
      if (!state.has(cell, value)) seers[cell >> 6] &= ~(Word{1} << (cell & 63));
    });
  }
}

// Those beyond are left out.
bool AlsTable::is_full() const { return size_ > 9 && size() * words() >= most_words; }

Mask AlsTable::restricted(int a, int b) const {
  Mask found = 0;
  for (Mask left = values_[a] & values_[b]; left; left &= left - 1) {
    if (restricted(a, b, std::countr_zero(left))) found |= left & -left;
  }
  return found;
}

AlsLinks::AlsLinks(const AlsTable& table, const Report& report) : links_(table.size()) {
  const bool overlap = report.all;
  for (int a = 0; a < table.size() && !report.stopped(); ++a) {
    for (int b = a + 1; b < table.size(); ++b) {
      if ((table.values(a) & table.values(b)) == 0) continue;
      if (!overlap && meet(table.bits(a), table.bits(b), table.words())) continue;
      const Mask values = table.restricted(a, b);
      if (values == 0) continue;
      links_[a].push_back({b, values});
      links_[b].push_back({a, values});
    }
  }
}

void add_common_seers(const State& state, const AlsTable& table, int a, int b, int value,
                      std::vector<Candidate>& found) {
  for_each_common(table.seers(a, value), table.seers(b, value), table.words(),
                  [&](int cell) { found.push_back(state.sight().candidate(cell, value)); });
}

void add_als_chain_counts(const State& state, const AlsTable& table, const AlsChain& chain,
                          int value, const std::vector<Candidate>& targets, Evidence& evidence) {
  std::vector<Set> bases;
  std::vector<Cover> covers;
  const std::size_t last = chain.sets.size() - 1;
  for (std::size_t i = 0; i <= last; ++i) {
    const std::vector<Cell>& cells = table.cells(chain.sets[i]);
    for (const Cell cell : cells) bases.push_back(in_cell(cell));
    Mask own = table.values(chain.sets[i]);
    if (i > 0) own &= ~(Mask{1} << chain.links[i - 1]);
    if (i < last) own &= ~(Mask{1} << chain.links[i]);
    if (i == 0 || i == last) own &= ~(Mask{1} << value);
    for (; own; own &= own - 1) {
      covers.push_back({candidates_in(state, cells, std::countr_zero(own))});
    }
    if (i < last) {
      Cover joint{candidates_in(state, cells, chain.links[i])};
      const auto more = candidates_in(state, table.cells(chain.sets[i + 1]), chain.links[i]);
      joint.core.insert(joint.core.end(), more.begin(), more.end());
      covers.push_back(std::move(joint));
    }
    if (i == 0 || i == last) covers.push_back({candidates_in(state, cells, value), targets, true});
  }
  add_counts(state, bases, covers, evidence);
}

}  // namespace squaredance::technique
