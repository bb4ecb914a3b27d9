// Chains of strong links on one value: skyscrapers, kites, empty rectangles and longer ones.
//
// A chain goes in at an end of a link, out at the other, and on to an end of the next link that
// shares a house with it. One of the two outer ends holds the value, so a candidate that sees both
// goes. Where the outer ends see each other too it is a ring, and what sees all of any two ends that
// meet goes. The places of the links of a chain are all different.
//
// The order of finding is that of SukakuExplainer 1.18.1, which lists all chains of all permutations
// and sorts them: by rating, most eliminations, name, and then as listed. Here the chains grow over
// bit sets of ends: `near`, those that share a house, and `mates`, those that some candidate sees
// together with this one. The last link comes from one intersection, so most of the time goes into
// the sets: 1 to 2 microseconds per value of a 9x9.
#include <algorithm>
#include <array>
#include <vector>

#include "finders.hpp"
#include "squaredance/stop.hpp"
#include "strong_chain.hpp"

namespace squaredance::technique {
namespace {

// Ends are numbered 2 * link + side.
template <int words>
struct EndSet {
  std::array<std::uint64_t, words> bits{};

  void add(int end) { bits[end >> 6] |= std::uint64_t{1} << (end & 63); }
  bool has(int end) const { return (bits[end >> 6] >> (end & 63)) & 1; }
  EndSet& operator|=(const EndSet& other) {
    for (int i = 0; i < words; ++i) bits[i] |= other.bits[i];
    return *this;
  }
  EndSet without(const EndSet& other) const {
    EndSet result;
    for (int i = 0; i < words; ++i) result.bits[i] = bits[i] & ~other.bits[i];
    return result;
  }
  EndSet both(const EndSet& other) const {
    EndSet result;
    for (int i = 0; i < words; ++i) result.bits[i] = bits[i] & other.bits[i];
    return result;
  }
  // The other ends of the same links.
  EndSet turned() const {
    constexpr std::uint64_t even = 0x5555555555555555;
    EndSet result;
    for (int i = 0; i < words; ++i) result.bits[i] = (bits[i] & even) << 1 | (bits[i] >> 1 & even);
    return result;
  }
  template <class Visit>
  void each(Visit visit) const {
    for (int i = 0; i < words; ++i) {
      for (std::uint64_t left = bits[i]; left; left &= left - 1) {
        visit(64 * i + std::countr_zero(left));
      }
    }
  }
};

template <int words>
class Search {
 public:
  using Ends = EndSet<words>;

  // `found`: the best one of all values so far, or all.
  Search(const State& state, int length, const Report& report, std::vector<StrongChain>& found)
      : state_(state),
        sight_(state.sight()),
        length_(length),
        all_(report.all),
        stop_(report.stop),
        found_(found),
        cell_words_(sight_.words()) {}

  void look(int value, const std::vector<StrongLink>& links) {
    links_ = links.data();
    count_ = static_cast<int>(links.size());
    chain_.value = value;
    chain_.length = length_;
    prepare();
    Ends later;  // of links after the start, where a chain that is listed ends
    for (int link = count_ - 1; link >= 0; --link) {
      for (int side = 0; side < 2; ++side) start(link, side, later);
      later.add(2 * link);
      later.add(2 * link + 1);
    }
  }

 private:
  template <class Visit>
  void each_cell(const StrongLink& link, Mask end, Visit visit) const {
    const auto cells = sight_.geometry().house(link.house);
    for (; end; end &= end - 1) visit(cells[std::countr_zero(end)]);
  }

  template <class Visit>
  void each_place(int link, Visit visit) const {
    each_cell(links_[link], links_[link].ends[0] | links_[link].ends[1], visit);
  }

  void prepare() {
    const int ends = 2 * count_;
    in_house_.assign(sight_.houses(), {});
    near_.assign(ends, {});
    clash_.assign(count_, {});
    mates_.assign(ends, {});
    seen_.assign(static_cast<std::size_t>(ends) * cell_words_, 0);
    seen_by_.assign(sight_.cells(), {});
    used_by_.assign(sight_.cells(), {});
    find_places();
    for (int end = 0; end < ends; ++end) {
      each_house(end, [&](int house) { in_house_[house].add(end); });
      see(end);
      each_seen(end, [&](int cell) { seen_by_[cell].add(end); });
    }
    for (int link = 0; link < count_; ++link) {
      Ends both;
      both.add(2 * link);
      both.add(2 * link + 1);
      each_place(link, [&](Cell cell) { used_by_[cell] |= both; });
    }
    for (int end = 0; end < ends; ++end) {
      each_house(end, [&](int house) { near_[end] |= in_house_[house]; });
      each_seen(end, [&](int cell) { mates_[end] |= seen_by_[cell]; });
    }
    for (int link = 0; link < count_; ++link) {
      each_place(link, [&](Cell cell) { clash_[link] |= used_by_[cell]; });
    }
  }

  void find_places() {
    places_.assign(cell_words_ + 1, 0);  // a row may reach into a word after the last
    for (int row = 0; row < sight_.size(); ++row) {
      const Mask places = state_.places(row, chain_.value);
      const int first = row * sight_.size();
      places_[first >> 6] |= places << (first & 63);
      if (first & 63) places_[(first >> 6) + 1] |= places >> (64 - (first & 63));
    }
  }

  // The houses other than its own that hold all of an end.
  template <class Visit>
  void each_house(int end, Visit visit) const {
    const StrongLink& link = links_[end >> 1];
    const Mask places = link.ends[end & 1];
    const Cell cell = sight_.geometry().house(link.house)[std::countr_zero(places)];
    const bool alone = (places & (places - 1)) == 0;
    for (const Membership& in : sight_.geometry().houses_of(cell)) {
      if (in.house == link.house) continue;
      if (alone || (places & ~sight_.crossing(link.house, in.house)) == 0) visit(in.house);
    }
  }

  // The candidates that see all of an end, without those of the link itself.
  void see(int end) {
    const StrongLink& link = links_[end >> 1];
    std::uint64_t* seen = seen_.data() + static_cast<std::size_t>(end) * cell_words_;
    for (int i = 0; i < cell_words_; ++i) seen[i] = places_[i];
    each_cell(link, link.ends[end & 1], [&](Cell cell) {
      const std::uint64_t* peers = sight_.peer_bits(cell);
      for (int i = 0; i < cell_words_; ++i) seen[i] &= peers[i];
    });
    each_place(end >> 1, [&](Cell cell) {
      seen[cell >> 6] &= ~(std::uint64_t{1} << (cell & 63));
    });
  }

  template <class Visit>
  void each_seen(int end, Visit visit) const {
    const std::uint64_t* seen = seen_.data() + static_cast<std::size_t>(end) * cell_words_;
    for (int i = 0; i < cell_words_; ++i) {
      for (std::uint64_t left = seen[i]; left; left &= left - 1) {
        visit(64 * i + std::countr_zero(left));
      }
    }
  }

  void start(int link, int side, const Ends& later) {
    start_ = 2 * link + side;
    // A ring is listed once: from its first link, at its first end.
    Ends wanted = mates_[start_].without(near_[start_]);
    if (side == 0) wanted |= near_[start_];
    last_ = wanted.turned().both(later);
    enter(0, start_, {}, 0);
  }

  void enter(int depth, int end, Ends blocked, int kinds) {
    const int link = end >> 1;
    kinds |= kind_bits(links_[link]);
    if (is_stopped(stop_)) return;
    if (!all_ && !found_.empty() && harder_by(kinds) > found_[0].harder) return;
    chain_.index[depth] = static_cast<std::uint16_t>(link);
    chain_.entry[depth] = static_cast<std::uint8_t>(end & 1);
    if (depth == length_ - 1) return finish();
    blocked |= clash_[link];
    Ends next = near_[end ^ 1].without(blocked);
    if (depth == length_ - 2) next = next.both(last_);
    next.each([&](int other) { enter(depth + 1, other, blocked, kinds); });
  }

  int end_at(int place, bool out) const {
    return 2 * chain_.index[place] + (chain_.entry[place] ^ static_cast<int>(out));
  }

  bool in_bases(int cell) const {
    return std::any_of(chain_.links.begin(), chain_.links.begin() + length_,
                       [&](const StrongLink& link) { return sight_.position(link.house, cell) >= 0; });
  }

  // The house that two ends share; cols before rows, then boxes.
  int shared_house(int a, int b) const {
    int best = -1;
    const auto rank = [&](int house) {
      const HouseKind kind = sight_.kind(house);
      return kind == HouseKind::col ? 0 : kind == HouseKind::row ? 1 : house;
    };
    each_house(a, [&](int house) {
      if (in_house_[house].has(b) && (best < 0 || rank(house) < rank(best))) best = house;
    });
    return best;
  }

  // SukakuExplainer leaves out what lies in the houses that join the links, but for rings.
  bool joined_in(int cell) const {
    for (int i = 0; i + 1 < length_; ++i) {
      const int house = shared_house(end_at(i, true), end_at(i + 1, false));
      if (sight_.position(house, cell) >= 0) return true;
    }
    return false;
  }

  void strike_between(int a, int b) {
    const std::uint64_t* other = seen_.data() + static_cast<std::size_t>(b) * cell_words_;
    each_seen(a, [&](int cell) {
      if (!(other[cell >> 6] >> (cell & 63) & 1) || in_bases(cell)) return;
      if (!chain_.ring && joined_in(cell)) return;
      chain_.eliminations.push_back(sight_.candidate(cell, chain_.value));
    });
  }

  void finish() {
    const int end = end_at(length_ - 1, true);
    chain_.ring = near_[start_].has(end);
    if (chain_.ring && std::any_of(chain_.index.begin(), chain_.index.begin() + length_,
                                   [&](int link) { return link < start_ >> 1; })) {
      return;
    }
    for (int i = 0; i < length_; ++i) chain_.links[i] = links_[chain_.index[i]];
    chain_.eliminations.clear();
    strike_between(start_, end);
    for (int i = 0; chain_.ring && i + 1 < length_; ++i) {
      strike_between(end_at(i, true), end_at(i + 1, false));
    }
    if (chain_.eliminations.empty()) return;
    chain_.rank();
    if (all_ || found_.empty()) {
      found_.push_back(chain_);
    } else if (before(chain_, found_[0])) {
      found_[0] = chain_;
    }
  }

  const State& state_;
  const Sight& sight_;
  const int length_;
  const bool all_;
  const std::atomic<bool>* const stop_;
  std::vector<StrongChain>& found_;
  const int cell_words_;
  const StrongLink* links_ = nullptr;
  int count_ = 0;
  StrongChain chain_;
  int start_ = 0;
  Ends last_;                          // where the chain may enter its last link
  std::vector<Ends> in_house_;         // house -> ends that lie in it
  std::vector<Ends> near_, mates_;     // end -> ends
  std::vector<Ends> clash_;            // link -> ends of links that share a candidate with it
  std::vector<Ends> seen_by_;          // cell -> ends that it sees all of
  std::vector<Ends> used_by_;          // cell -> ends of the links that it is a place of
  std::vector<std::uint64_t> seen_;    // end -> candidates, as bits of cells
  std::vector<std::uint64_t> places_;  // all candidates of the value
};

std::vector<StrongChain> chains_of(const State& state, int length, const Report& report) {
  std::vector<StrongChain> found;
  Search<1> narrow(state, length, report, found);
  Search<4> wide(state, length, report, found);
  Search<24> widest(state, length, report, found);
  std::vector<StrongLink> links;
  for (int value = 0; value < state.size() && !report.stopped(); ++value) {
    strong_links_of(state, value, links);
    const int count = static_cast<int>(links.size());
    if (count < length) continue;
    if (count <= 32) {
      narrow.look(value, links);
    } else if (count <= 4 * 32) {
      wide.look(value, links);
    } else {
      // Room for 64x64 with two links in every house; what is beyond that is left out.
      if (count > 24 * 32) links.resize(24 * 32);
      widest.look(value, links);
    }
  }
  // What was found until then need not be the best.
  if (report.stopped()) return {};
  std::ranges::sort(found, before);
  return found;
}

}  // namespace

bool find_strong_links(const State& state, int length, Report& report) {
  std::vector<std::vector<Candidate>> told;
  for (StrongChain& chain : chains_of(state, length, report)) {
    Step step = step_of(state, chain, report.evidence);
    // Of all chains that strike the same, the easiest is told.
    if (std::ranges::find(told, step.eliminations) != told.end()) continue;
    if (report.all) told.push_back(step.eliminations);
    if (!report.take(std::move(step))) return false;
  }
  return !report.stopped();
}

}  // namespace squaredance::technique
