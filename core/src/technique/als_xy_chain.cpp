// ALS-XY-chains: four or more almost locked sets, each with a restricted common value with the next,
// no two neighbouring links by the same value. One of the ends holds every value that both have and
// that is not its link.
//
// For each first set and its link, the shortest ways to all others are found breadth first. A place
// on the way is a set and the value of the link by which it was reached. Unless all steps are wanted,
// chains go to later sets only, and the best is told: so does HoDoKu.
#include <algorithm>

#include "als.hpp"
#include "finders.hpp"
#include "harvest.hpp"

namespace squaredance::technique {
namespace {

constexpr int points = 340;
constexpr std::size_t least_sets = 4;
// Links followed in one call at most: some 50 ms. A hard 9x9 takes a tenth of it.
constexpr std::int64_t effort_limit = 20'000'000;

class Search {
 public:
  Search(const State& state, Report& report)
      : state_(state),
        report_(report),
        table_(state, report.stop),
        links_(table_, report),
        harvest_(state, report),
        size_(state.size()),
        seen_(static_cast<std::size_t>(table_.size()) * size_, -1),
        parents_(seen_.size()) {}

  bool run() {
    for (int first = 0; first < table_.size(); ++first) {
      if (report_.stopped()) return false;
      for (Mask left = table_.values(first); left; left &= left - 1) {
        spread(first, std::countr_zero(left));
        if (effort_ > effort_limit) return harvest_.tell();
      }
    }
    return harvest_.tell();
  }

 private:
  int place(int als, int value) const { return als * size_ + value; }

  void spread(int first, int link) {
    ++stamp_;
    queue_.clear();
    const int start = place(first, link);
    seen_[start] = stamp_;
    parents_[start] = -1;
    for (const auto& [other, values] : links_.of(first)) {
      if (!report_.all && other < first) continue;
      if ((values >> link) & 1) visit(place(other, link), start);
    }
    for (std::size_t head = 0; head < queue_.size(); ++head) {
      const int from = queue_[head];
      const int als = from / size_;
      effort_ += static_cast<std::int64_t>(links_.of(als).size());
      for (const auto& [other, values] : links_.of(als)) {
        if (other == first || (!report_.all && other < als)) continue;
        for (Mask left = values & ~(Mask{1} << (from % size_)); left; left &= left - 1) {
          visit(place(other, std::countr_zero(left)), from);
        }
      }
    }
    for (const int end : queue_) {
      if (first < end / size_) look(first, link, end);
    }
  }

  void visit(int to, int from) {
    if (seen_[to] == stamp_) return;
    seen_[to] = stamp_;
    parents_[to] = from;
    queue_.push_back(to);
  }

  void look(int first, int link, int end) {
    const int last = end / size_;
    const Mask links = (Mask{1} << link) | last_links(end);
    const Mask values = table_.values(first) & table_.values(last) & ~links;
    if (values == 0) return;
    std::vector<Candidate> eliminations;
    for (Mask left = values; left; left &= left - 1) {
      add_common_seers(state_, table_, first, last, std::countr_zero(left), eliminations);
    }
    if (eliminations.empty()) return;
    std::sort(eliminations.begin(), eliminations.end());
    AlsChain chain;
    int cells = 0;
    for (int at = end; at >= 0; at = parents_[at]) {
      chain.sets.push_back(at / size_);
      if (parents_[at] >= 0) chain.links.push_back(at % size_);
      cells += static_cast<int>(table_.cells(at / size_).size());
    }
    if (chain.sets.size() < least_sets) return;
    if (!harvest_.wants(Technique::als_xy_chain, eliminations, cells)) return;
    Step step;
    step.technique = Technique::als_xy_chain;
    step.rating = points;
    step.eliminations = std::move(eliminations);
    if (report_.evidence) prove(chain, values, step.evidence);
    harvest_.keep(std::move(step), cells);
  }

  // The link of the last set. HoDoKu leaves out both values where it has two that could be it.
  Mask last_links(int end) const {
    const Mask own = Mask{1} << (end % size_);
    const int before = parents_[end];
    if (report_.all || parents_[before] < 0) return own;
    for (const auto& [other, values] : links_.of(end / size_)) {
      if (other == before / size_) return values & ~(Mask{1} << (before % size_));
    }
    return own;
  }

  void prove(const AlsChain& chain, Mask values, Evidence& evidence) const {
    for (Mask left = values; left; left &= left - 1) {
      const int value = std::countr_zero(left);
      std::vector<Candidate> targets;
      add_common_seers(state_, table_, chain.sets.front(), chain.sets.back(), value, targets);
      if (!targets.empty()) {
        add_als_chain_counts(state_, table_, chain, value, targets, evidence);
      }
    }
  }

  const State& state_;
  Report& report_;
  AlsTable table_;
  AlsLinks links_;
  Harvest harvest_;
  int size_;
  int stamp_ = 0;
  std::int64_t effort_ = 0;
  std::vector<int> seen_, parents_, queue_;
};

}  // namespace

bool find_als_xy_chains(const State& state, int, Report& report) {
  return Search(state, report).run();
}

}  // namespace squaredance::technique
