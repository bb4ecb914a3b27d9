// Franken and mutant fish: as many covers as bases, houses of all kinds, with fins where a place of a
// base has no cover or is in two bases (an endo fin).
//
// franken: rows and boxes against cols and boxes, or the other way round. mutant: anything else.
//
// Found from the target. Were it true, what it sees is gone: its own cover, and all fins, since it
// sees them. So n bases that share no place any more are left with n - 1 covers, which cannot be. Few
// bases have places that few houses cover, and those that have not are left out at once.
//
//   struct Fish: bases and covers, as the search finds them
//   Fins and eliminations are read off them as HoDoKu does (up to 5 fins, 2 of them endo fins).
#include <array>
#include <set>

#include "finders.hpp"
#include "tie.hpp"

namespace squaredance::technique {
namespace {

// Places of the value, numbered: enough for every 16x16. A value with more places is passed over; its
// fish would be of no use to anybody.
constexpr int most_places = 256;

struct Places {
  std::array<std::uint64_t, most_places / 64> words{};

  void add(int i) { words[i >> 6] |= std::uint64_t{1} << (i & 63); }
  bool has(int i) const { return (words[i >> 6] >> (i & 63)) & 1; }
  bool empty() const { return (words[0] | words[1] | words[2] | words[3]) == 0; }
  int first() const {
    int i = 0;
    while (words[i] == 0) ++i;
    return i * 64 + std::countr_zero(words[i]);
  }
  bool meets(const Places& other) const { return !(*this & other).empty(); }
  friend Places operator&(Places a, const Places& b) {
    for (int i = 0; i < 4; ++i) a.words[i] &= b.words[i];
    return a;
  }
  friend Places operator|(Places a, const Places& b) {
    for (int i = 0; i < 4; ++i) a.words[i] |= b.words[i];
    return a;
  }
  friend Places operator-(Places a, const Places& b) {
    for (int i = 0; i < 4; ++i) a.words[i] &= ~b.words[i];
    return a;
  }
};

enum class Breed { franken, mutant };

struct Fish {
  std::vector<int> bases, covers;  // rising
  auto operator<=>(const Fish&) const = default;
};

constexpr Technique technique_of(Breed breed, int size, bool fins) {
  const Technique first = breed == Breed::franken
                              ? (fins ? Technique::finned_franken_x_wing : Technique::franken_x_wing)
                              : (fins ? Technique::finned_mutant_x_wing : Technique::mutant_x_wing);
  return static_cast<Technique>(static_cast<int>(first) + size - 2);
}

class ComplexFish {
 public:
  ComplexFish(const State& state, Breed breed, int size, bool finned, Report& report)
      : state_(state), sight_(state.sight()), breed_(breed), size_(size), finned_(finned),
        report_(report), distinct_(report), base_ok_(sight_.houses()), cover_ok_(sight_.houses()) {}

  bool find();

 private:
  void number(int value);
  bool find_from(bool rows);
  void aim(int target);
  void grow(std::size_t start, const Places& body);
  bool coverable(const Places& body, int covers);
  void finish(const Places& body, std::size_t covers);
  void close();
  bool basic_or_other_breed(const Fish& fish) const;
  bool tell(const Fish& fish);
  bool read(const Fish& fish, std::vector<Candidate>& loose, std::vector<Candidate>& targets) const;

  const State& state_;
  const Sight& sight_;
  const Breed breed_;
  const int size_;
  const bool finned_;
  Report& report_;
  Distinct distinct_;
  std::vector<bool> base_ok_, cover_ok_;

  // Of the value:
  int value_ = 0;
  std::vector<Cell> cells_;
  std::vector<Places> in_house_, seen_;
  std::set<Fish> found_;
  // Of the target:
  int target_ = 0;
  std::vector<std::pair<int, Places>> pool_;  // base houses with what is left in them
  std::vector<int> bases_, covers_;
};

bool ComplexFish::find() {
  for (value_ = 0; value_ < sight_.size(); ++value_) {
    number(value_);
    if (cells_.empty() || cells_.size() > most_places) continue;
    if (!find_from(true)) return false;
    if (breed_ == Breed::franken && !find_from(false)) return false;
  }
  return true;
}

void ComplexFish::number(int value) {
  cells_.clear();
  for (int cell = 0; cell < sight_.cells(); ++cell) {
    if (state_.has(cell, value)) cells_.push_back(static_cast<Cell>(cell));
  }
  const int count = static_cast<int>(cells_.size());
  if (count > most_places) return;
  in_house_.assign(sight_.houses(), {});
  seen_.assign(count, {});
  for (int i = 0; i < count; ++i) {
    for (const Membership& in : sight_.geometry().houses_of(cells_[i])) in_house_[in.house].add(i);
    for (int j = 0; j < count; ++j) {
      if (sight_.sees(cells_[i], cells_[j])) seen_[i].add(j);
    }
  }
}

bool ComplexFish::find_from(bool rows) {
  for (int house = 0; house < sight_.houses(); ++house) {
    const HouseKind kind = sight_.kind(house);
    const bool mutant = breed_ == Breed::mutant;
    const bool used = !in_house_[house].empty();
    base_ok_[house] = used && (mutant || kind == HouseKind::box ||
                               kind == (rows ? HouseKind::row : HouseKind::col));
    cover_ok_[house] = used && (mutant || kind == HouseKind::box ||
                                kind == (rows ? HouseKind::col : HouseKind::row));
  }
  found_.clear();
  for (int i = 0; i < static_cast<int>(cells_.size()); ++i) {
    if (report_.stopped()) return false;
    aim(i);
  }
  if (report_.stopped()) return false;
  for (const Fish& fish : found_) {
    if (!tell(fish)) return false;
  }
  return true;
}

void ComplexFish::aim(int target) {
  target_ = target;
  pool_.clear();
  for (int house = 0; house < sight_.houses(); ++house) {
    if (!base_ok_[house] || in_house_[house].has(target)) continue;
    const Places left = in_house_[house] - seen_[target];
    if (!left.empty() && coverable(left, size_ - 1)) pool_.push_back({house, left});
  }
  if (static_cast<int>(pool_.size()) >= size_) grow(0, {});
}

void ComplexFish::grow(std::size_t start, const Places& body) {
  if (static_cast<int>(bases_.size()) == size_) {
    finish(body, size_ - 1);
    return;
  }
  for (std::size_t i = start; i < pool_.size() && !report_.stopped(); ++i) {
    const auto& [house, left] = pool_[i];
    if (body.meets(left)) continue;
    bases_.push_back(house);
    const Places now = body | left;
    if (coverable(now, size_ - 1)) grow(i + 1, now);
    bases_.pop_back();
  }
}

// Whether so many covers can hold all of these places.
bool ComplexFish::coverable(const Places& body, int covers) {
  if (body.empty()) return true;
  if (covers == 0) return false;
  for (const Membership& in : sight_.geometry().houses_of(cells_[body.first()])) {
    if (!cover_ok_[in.house] || std::ranges::count(bases_, in.house)) continue;
    if (coverable(body - in_house_[in.house], covers - 1)) return true;
  }
  return false;
}

// All choices of exactly so many covers.
void ComplexFish::finish(const Places& body, std::size_t covers) {
  if (body.empty()) {
    if (covers_.size() == covers) close();
    return;
  }
  if (covers_.size() == covers) return;
  for (const Membership& in : sight_.geometry().houses_of(cells_[body.first()])) {
    if (!cover_ok_[in.house] || std::ranges::count(bases_, in.house)) continue;
    covers_.push_back(in.house);
    finish(body - in_house_[in.house], covers);
    covers_.pop_back();
  }
}

// The last cover is one of the target's own.
void ComplexFish::close() {
  Places body;
  for (const int base : bases_) body = body | in_house_[base];
  for (const Membership& in : sight_.geometry().houses_of(cells_[target_])) {
    if (!cover_ok_[in.house] || std::ranges::count(bases_, in.house)) continue;
    if (std::ranges::count(covers_, in.house) || !body.meets(in_house_[in.house])) continue;
    Fish fish{bases_, covers_};
    fish.covers.push_back(in.house);
    std::ranges::sort(fish.covers);
    if (!basic_or_other_breed(fish)) found_.insert(std::move(fish));
  }
}

bool ComplexFish::basic_or_other_breed(const Fish& fish) const {
  const auto kinds = [&](const std::vector<int>& houses) {
    int bits = 0;
    for (const int house : houses) bits |= 1 << static_cast<int>(sight_.kind(house));
    return bits;
  };
  constexpr int row = 1 << static_cast<int>(HouseKind::row);
  constexpr int col = 1 << static_cast<int>(HouseKind::col);
  constexpr int box = 1 << static_cast<int>(HouseKind::box);
  const int bases = kinds(fish.bases);
  const int covers = kinds(fish.covers);
  const auto within = [](int bits, int of) { return (bits & ~of) == 0; };
  const bool franken = (within(bases, row | box) && within(covers, col | box)) ||
                       (within(bases, col | box) && within(covers, row | box));
  const bool basic = franken && !((bases | covers) & box);
  return basic || franken != (breed_ == Breed::franken);
}

// Fins and eliminations; false when it is not of the sort that is looked for. A place with more bases
// than covers is loose once for each; HoDoKu calls one in two bases a fin even if both are covered.
bool ComplexFish::read(const Fish& fish, std::vector<Candidate>& loose,
                       std::vector<Candidate>& targets) const {
  constexpr int most_fins = 5;
  constexpr int most_endo_fins = 2;
  const int count = static_cast<int>(cells_.size());
  std::vector<int> bases(count);
  std::vector<int> covers(count);
  for (int i = 0; i < count; ++i) {
    for (const int house : fish.bases) bases[i] += in_house_[house].has(i);
    for (const int house : fish.covers) covers[i] += in_house_[house].has(i);
  }
  std::vector<int> fins;
  int endo_fins = 0;
  for (int i = 0; i < count; ++i) {
    if (bases[i] > 1 || bases[i] > covers[i]) fins.push_back(i);
    endo_fins += bases[i] > 1;
    for (int lacks = covers[i]; lacks < bases[i]; ++lacks) {
      loose.push_back(sight_.candidate(cells_[i], value_));
    }
  }
  if (fins.empty() == finned_ || endo_fins > most_endo_fins) return false;
  if (static_cast<int>(fins.size()) > most_fins) return false;
  for (int i = 0; i < count; ++i) {
    const auto seen = [&](int fin) { return seen_[fin].has(i); };
    if (covers[i] <= bases[i] || !std::ranges::all_of(fins, seen)) continue;
    targets.push_back(sight_.candidate(cells_[i], value_));
  }
  return !targets.empty();
}

bool ComplexFish::tell(const Fish& fish) {
  Step step;
  step.technique = technique_of(breed_, size_, finned_);
  std::vector<Candidate> loose;
  if (!read(fish, loose, step.eliminations) || !distinct_.is_new(step)) return true;
  if (report_.evidence) {
    std::vector<Set> bases;
    std::vector<Set> covers;
    for (const int house : fish.bases) bases.push_back(in_house(house, value_));
    for (const int house : fish.covers) covers.push_back(in_house(house, value_));
    tie_up(sight_, bases, covers, loose, step.eliminations, step.evidence);
  }
  return report_.take(std::move(step));
}

}  // namespace

bool find_franken_fish(const State& state, int size, Report& report) {
  return ComplexFish(state, Breed::franken, size, false, report).find();
}

bool find_finned_franken_fish(const State& state, int size, Report& report) {
  return ComplexFish(state, Breed::franken, size, true, report).find();
}

bool find_mutant_fish(const State& state, int size, Report& report) {
  return ComplexFish(state, Breed::mutant, size, false, report).find();
}

bool find_finned_mutant_fish(const State& state, int size, Report& report) {
  return ComplexFish(state, Breed::mutant, size, true, report).find();
}

}  // namespace squaredance::technique
