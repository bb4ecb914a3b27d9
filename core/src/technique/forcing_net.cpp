// Forcing chains and nets, after HoDoKu's tables (an idea of Trebor's): everything that follows from
// each candidate being on and off.
//   contradiction  a start leads to its own opposite, to a candidate both on and off, or to a cell or
//                  a house with nothing left
//   verity         on and off, all candidates of a cell, or all places of a value in a house lead to
//                  the same
// Chains go from one to the next, through groups too; in nets several together leave a single.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>

#include "finders.hpp"
#include "prove.hpp"
#include "reach.hpp"

namespace squaredance::technique {
namespace {

constexpr int points_of_chain = 500;
constexpr int points_of_net = 700;
// All pairs of literals are kept, so the memory is its square: 200 MB. A 25x25 has about as many.
constexpr int most_candidates = 3500;

class Search {
 public:
  Search(const State& state, bool nets, Report& report)
      : state_(state), sight_(state.sight()), nets_(nets), report_(report) {}

  bool run() {
    int candidates = 0;
    for (int cell = 0; cell < sight_.cells(); ++cell) candidates += state_.count(cell);
    if (candidates > most_candidates) return true;
    if (report_.stopped()) return false;
    reach_ = nets_ ? std::unique_ptr<Reach>(std::make_unique<NetReach>(state_))
                   : std::make_unique<ChainReach>(state_);
    literals_ = reach_->candidates() * 2;
    list_items();
    reached_.emplace(literals_, literals_);
    distances_.resize(static_cast<std::size_t>(literals_) * literals_);
    for (int start = 0; start < literals_; ++start) {
      if (start % 16 == 0 && report_.stopped()) return false;
      reach_->from(start);
      for (int literal = 0; literal < literals_; ++literal) {
        if (!reach_->reaches(literal)) continue;
        add_bit((*reached_)[start], literal);
        const int distance = std::min(reach_->distance(literal), 65535);
        distances_[static_cast<std::size_t>(start) * literals_ + literal] =
            static_cast<std::uint16_t>(distance);
      }
    }
    for (int start = 0; start < literals_ && !report_.stopped(); ++start) contradictions(start);
    verities();
    // What was found until then need not be the best.
    return !report_.stopped() && tell();
  }

 private:
  // Why something holds: the starts, and the literals that each of them reaches: one for verities,
  // two that clash, or all of a cell or a house.
  struct Reason {
    Lemma::Split split;
    int index = 0;
    int value = 0;
    std::vector<int> starts = {};
    std::vector<int> ends = {};
    int length = 0;
  };
  // A cell, or a value in a house: one of its literals is on.
  struct Item {
    Lemma::Split split;
    int index;
    int value;
    std::vector<int> ons;
  };
  // Placements before eliminations, then by candidate, as HoDoKu ranks them.
  struct Key {
    bool eliminates;
    Candidate candidate;
    bool verity;
    auto operator<=>(const Key&) const = default;
  };

  int distance(int start, int literal) const {
    return distances_[static_cast<std::size_t>(start) * literals_ + literal];
  }
  bool reaches(int start, int literal) const { return has_bit((*reached_)[start], literal); }

  // A literal that is proved: a candidate that is on is a placement. Naked singles need no chain.
  void found(int literal, bool verity, Reason&& reason) {
    if ((literal & 1) && state_.count(sight_.cell_of(reach_->candidate(literal))) == 1) return;
    const Key key{(literal & 1) == 0, reach_->candidate(literal), verity};
    const auto [at, fresh] = found_.try_emplace(key, reason);
    if (!fresh && reason.length < at->second.length) at->second = std::move(reason);
  }

  int length_of(int start, const std::vector<int>& ends) const {
    int length = 0;
    for (const int end : ends) length += distance(start, end) + 1;
    return length;
  }

  void contradiction(int start, std::vector<int> ends) {
    const int length = length_of(start, ends);
    found(start ^ 1, false,
          {.split = Lemma::Split::refute, .starts = {start}, .ends = std::move(ends),
           .length = length});
  }

  void contradictions(int start) {
    const Word* const row = (*reached_)[start];
    if (has_bit(row, start ^ 1)) contradiction(start, {start ^ 1});
    for (int w = 0; w < reached_->words(); ++w) {
      for (Word both = row[w] & (row[w] >> 1) & 0x5555555555555555; both; both &= both - 1) {
        const int off = w * 64 + std::countr_zero(both);
        contradiction(start, {off, off + 1});
      }
    }
    // In nets the last one of a cell or a house is on before it goes.
    if (nets_) return;
    for (const Item& item : items_) {
      if (!std::all_of(item.ons.begin(), item.ons.end(),
                       [&](int on) { return has_bit(row, on ^ 1); })) {
        continue;
      }
      std::vector<int> offs = item.ons;
      for (int& literal : offs) literal ^= 1;
      contradiction(start, std::move(offs));
    }
  }

  void list_items() {
    const auto literal = [&](int cell, int value) {
      return reach_->literal(sight_.candidate(cell, value), true);
    };
    for (int cell = 0; cell < sight_.cells(); ++cell) {
      Item item{Lemma::Split::cell, cell, 0, {}};
      for (Mask left = state_.mask(cell); left; left &= left - 1) {
        item.ons.push_back(literal(cell, std::countr_zero(left)));
      }
      if (item.ons.size() > 1) items_.push_back(std::move(item));
    }
    for (int house = 0; house < sight_.houses(); ++house) {
      for (int value = 0; value < state_.size(); ++value) {
        Item item{Lemma::Split::house, house, value, {}};
        for (Mask left = state_.places(house, value); left; left &= left - 1) {
          item.ons.push_back(
              literal(sight_.geometry().house(house)[std::countr_zero(left)], value));
        }
        if (item.ons.size() > 1) items_.push_back(std::move(item));
      }
    }
  }

  void verities() {
    for (int node = 0; node < reach_->candidates(); ++node) {
      verity({.split = Lemma::Split::either, .starts = {node * 2 + 1, node * 2}});
    }
    for (const Item& item : items_) {
      verity({.split = item.split, .index = item.index, .value = item.value, .starts = item.ons});
    }
  }

  void verity(const Reason& cases) {
    if (report_.stopped()) return;
    for (int w = 0; w < reached_->words(); ++w) {
      Word common = ~Word{0};
      for (const int start : cases.starts) common &= (*reached_)[start][w];
      for (; common; common &= common - 1) {
        const int literal = w * 64 + std::countr_zero(common);
        Reason reason = cases;
        reason.ends = {literal};
        for (const int start : cases.starts) reason.length += length_of(start, reason.ends);
        found(literal, true, std::move(reason));
      }
    }
  }

  bool tell() {
    for (auto at = found_.begin(); at != found_.end(); ++at) {
      // HoDoKu takes the shorter of the two kinds that say the same.
      const auto next = std::next(at);
      if (!report_.all && next != found_.end() && next->first.candidate == at->first.candidate &&
          next->first.eliminates == at->first.eliminates &&
          next->second.length < at->second.length) {
        at = next;
      }
      if (!report_.take(make(at->first, at->second)) || !report_.all) return report_.all;
    }
    return true;
  }

  Step make(const Key& key, const Reason& reason) {
    Step step;
    step.technique = key.verity ? (nets_ ? Technique::forcing_net_verity
                                         : Technique::forcing_chain_verity)
                                : (nets_ ? Technique::forcing_net_contradiction
                                         : Technique::forcing_chain_contradiction);
    step.rating = nets_ ? points_of_net : points_of_chain;
    step.complexity = reason.length;
    const Candidate c = key.candidate;
    const int cell = sight_.cell_of(c);
    const int value = sight_.value_of(c);
    if (key.eliminates) {
      step.eliminations = {c};
    } else {
      step.placements = {{static_cast<Cell>(cell), static_cast<std::uint8_t>(value)}};
    }
    if (!report_.evidence) return step;
    const std::vector<Candidate> struck = key.eliminates ? step.eliminations
                                                         : others(state_, cell, value);
    if (key.verity) {
      prove_verity(reason, struck, step.evidence);
    } else {
      prove_contradiction(reason, key.eliminates, struck, step.evidence);
    }
    return step;
  }

  // The end of a case: what is on strikes what is to be struck.
  ChainProof::Id strike(int end, ChainProof::Id at, const std::vector<Candidate>& struck,
                        ChainProof& proof) const {
    return (end & 1) ? proof.off(struck, at) : at;
  }

  void prove_verity(const Reason& reason, const std::vector<Candidate>& struck,
                    Evidence& evidence) {
    ChainProof proof(state_, evidence);
    Lemma lemma;
    lemma.kind = Lemma::Kind::chain;
    lemma.split = reason.split;
    lemma.index = static_cast<std::uint16_t>(reason.index);
    lemma.value = static_cast<std::uint8_t>(reason.value);
    lemma.eliminations = struck;
    const int end = reason.ends.front();
    for (const int start : reason.starts) {
      reach_->from(start);
      ReachProof reached(*reach_, proof);
      const auto first = reached.add(start);
      lemma.cases.push_back({first, strike(end, reached.add(end), struck, proof)});
    }
    evidence.lemmas.push_back(std::move(lemma));
  }

  // A start that is on is refuted. Of one that is off the case cannot be, so the other one is left,
  // which strikes all else in the cell.
  void prove_contradiction(const Reason& reason, bool was_on, const std::vector<Candidate>& struck,
                           Evidence& evidence) {
    ChainProof proof(state_, evidence);
    Lemma lemma;
    lemma.kind = Lemma::Kind::chain;
    lemma.split = was_on ? Lemma::Split::refute : Lemma::Split::either;
    lemma.eliminations = struck;
    const int start = reason.starts.front();
    if (!was_on) {
      const auto on = proof.assume(reach_->group(start), true);
      lemma.cases.push_back({on, proof.off(struck, on)});
    }
    reach_->from(start);
    ReachProof reached(*reach_, proof);
    Case clash{reached.add(start), reached.add(reason.ends.front())};
    if (reason.ends.size() == 1) {
      clash.clash = clash.assumption;
    } else if (reason.ends[1] == (reason.ends[0] ^ 1)) {
      clash.clash = reached.add(reason.ends[1]);
    } else {
      std::vector<ChainProof::Id> rest;
      for (std::size_t i = 1; i < reason.ends.size(); ++i) rest.push_back(reached.add(reason.ends[i]));
      clash.clash = proof.on(reach_->group(reason.ends.front()), std::move(rest));
    }
    lemma.cases.push_back(clash);
    evidence.lemmas.push_back(std::move(lemma));
  }

  const State& state_;
  const Sight& sight_;
  bool nets_;
  Report& report_;
  std::unique_ptr<Reach> reach_;
  int literals_ = 0;
  std::vector<Item> items_;
  std::optional<BitRows> reached_;
  std::vector<std::uint16_t> distances_;
  std::map<Key, Reason> found_;
};

}  // namespace

bool find_forcing_nets(const State& state, int nets, Report& report) {
  return Search(state, nets != 0, report).run();
}

}  // namespace squaredance::technique
