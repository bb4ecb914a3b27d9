#include "inside.hpp"

#include <algorithm>
#include <array>

namespace squaredance::technique::chain {
namespace {

Note note_of(Note::Rule rule, const std::array<int, 5>& on) {
  Note note;
  note.rule = rule;
  std::copy(on.begin(), on.end(), note.on);
  return note;
}

}  // namespace

void Inside::start(const Graph& graph, bool sukaku) {
  const Sight& sight = graph.sight();
  const bool new_sight = serial_ != sight.serial();
  serial_ = sight.serial();
  graph_ = &graph;
  sukaku_ = sukaku;
  size_ = sight.size();
  if (new_sight) {
    covers_.assign(sight.houses(), {});
    for (int house = 0; house < sight.houses(); ++house) {
      for (int other = 0; other < sight.houses(); ++other) {
        const bool box = sight.kind(house) == HouseKind::box;
        const bool other_box = sight.kind(other) == HouseKind::box;
        const bool line = sight.kind(box ? other : house) != HouseKind::extra;
        if (box != other_box && line && sight.crossing(house, other)) {
          covers_[house].push_back(static_cast<std::uint16_t>(other));
        }
      }
    }
  }
  source_places_.assign(static_cast<std::size_t>(sight.houses()) * size_, 0);
  source_masks_.assign(sight.cells(), 0);
  dirty_values_.resize(sight.houses());
  dirty_positions_.resize(sight.houses());
  for (int i = 0; i < graph.ids(); ++i) {
    const Id id = static_cast<Id>(i);
    const int value = graph.value(id);
    source_masks_[graph.cell(id)] |= Mask{1} << value;
    for (const Membership& in : sight.geometry().houses_of(graph.cell(id))) {
      source_places_[in.house * size_ + value] |= Mask{1} << in.position;
    }
  }
}

void Inside::reset() {
  places_ = source_places_;
  masks_ = source_masks_;
  synced_ = 0;
  std::fill(std::begin(cursors_), std::end(cursors_), 0);
}

void Inside::sync() {
  const auto offs = net_->ids(false);
  for (; synced_ < offs.size(); ++synced_) {
    const Id id = offs[synced_];
    const int value = graph_->value(id);
    masks_[graph_->cell(id)] &= ~(Mask{1} << value);
    for (const Membership& in : graph_->sight().geometry().houses_of(graph_->cell(id))) {
      places_[in.house * size_ + value] &= ~(Mask{1} << in.position);
    }
  }
}

// Where something was struck since the rule last looked.
void Inside::collect(Rule rule) {
  const auto offs = net_->ids(false);
  std::fill(dirty_values_.begin(), dirty_values_.end(), 0);
  std::fill(dirty_positions_.begin(), dirty_positions_.end(), 0);
  for (std::size_t i = cursors_[rule]; i < offs.size(); ++i) {
    const int value = graph_->value(offs[i]);
    for (const Membership& in : graph_->sight().geometry().houses_of(graph_->cell(offs[i]))) {
      dirty_values_[in.house] |= Mask{1} << value;
      dirty_positions_[in.house] |= Mask{1} << in.position;
    }
  }
  cursors_[rule] = offs.size();
}

bool Inside::look(Net& net, std::vector<std::uint8_t>& status) {
  net_ = &net;
  status_ = &status;
  found_ = false;
  sync();
  const Sight& sight = graph_->sight();
  const bool boxes = sight.has_boxes();
  collect(locked);
  if (boxes) look_locked();
  if (found_) return true;
  collect(hidden_pairs);
  const auto in_houses = [&](auto look_at) {
    if (boxes) {
      for (int i = 2 * size_; i < 3 * size_; ++i) look_at(i);
    }
    for (int i = size_; i < 2 * size_; ++i) look_at(i);
    for (int i = 0; i < size_; ++i) look_at(i);
  };
  in_houses([this](int house) { look_hidden_pairs(house); });
  if (found_) return true;
  collect(naked_pairs);
  in_houses([this](int house) { look_naked_pairs(house); });
  if (found_) return true;
  collect(x_wings);
  look_x_wings(true);
  look_x_wings(false);
  return found_;
}

Id Inside::id_at(int house, int position, int value) const {
  const Cell cell = graph_->sight().geometry().house(house)[position];
  return graph_->id(graph_->sight().candidate(cell, value));
}

void Inside::add_parents(int house, Mask positions, int value) {
  for (Mask gone = source(house, value) & ~places(house, value) & ~positions; gone; gone &= gone - 1) {
    net_->add_parent(off(id_at(house, std::countr_zero(gone), value)));
  }
}

void Inside::strike(int house, Mask positions, int value) {
  for (Mask left = positions; left; left &= left - 1) {
    struck_.push_back(id_at(house, std::countr_zero(left), value));
  }
}

// Ends a step: without parents it held before the net, and is none of it.
void Inside::finish(const Note& note) {
  if (net_->no_parents()) {
    struck_.clear();
    return;
  }
  found_ = true;
  // The order of 1.2.1 is that of addresses, so any will do; rising is what later versions chose.
  if (!sukaku_ || note.rule != Note::Rule::x_wing) std::sort(struck_.begin(), struck_.end());
  if (sukaku_) bucket_order(struck_, *graph_);
  net_->add_advanced(struck_, note, *status_);
  struck_.clear();
}

void Inside::look_locked() {
  const int n = size_;
  const auto look_from = [&](int first, bool to_cols) {
    const auto fits = [&](int cover) {
      return first != 2 * n || (to_cols ? cover >= n : cover < n);
    };
    const auto look_at = [&](int base, Mask values) {
      if (values == 0) return;
      for (const int cover : covers_[base]) {
        if (fits(cover)) look_locked_at(base, cover, values);
      }
    };
    if (sukaku_) {
      for (int value = 0; value < n; ++value) {
        for (int base = first; base < first + n; ++base) {
          look_at(base, dirty_values_[base] & Mask{1} << value);
        }
      }
    } else {
      for (int base = first; base < first + n; ++base) look_at(base, dirty_values_[base]);
    }
  };
  look_from(2 * n, true);
  look_from(2 * n, false);
  look_from(n, false);
  look_from(0, false);
}

void Inside::look_locked_at(int base, int cover, Mask values) {
  const Sight& sight = graph_->sight();
  const Mask common = sight.crossing(base, cover);
  for (; values; values &= values - 1) {
    const int value = std::countr_zero(values);
    const Mask at = places(base, value);
    if ((at & ~common) || (at & (at - 1)) == 0) continue;
    const Mask rest = places(cover, value) & ~sight.crossing(cover, base);
    if (rest == 0) continue;
    net_->begin_parents();
    add_parents(base, common, value);
    strike(cover, rest, value);
    finish(note_of(Note::Rule::locked, {base, cover, value, 0, 0}));
  }
}

void Inside::look_hidden_pairs(int house) {
  const Mask dirty = dirty_values_[house];
  if (dirty == 0 || graph_->open(house) <= 4) return;
  Mask twos = 0;
  for (int value = 0; value < size_; ++value) {
    if (is_pair(places(house, value))) twos |= Mask{1} << value;
  }
  if (!(twos & dirty) || !(twos & (twos - 1))) return;
  for (Mask highs = twos; highs; highs &= highs - 1) {
    const int high = std::countr_zero(highs);
    for (Mask lows = twos & ((Mask{1} << high) - 1); lows; lows &= lows - 1) {
      const int low = std::countr_zero(lows);
      const Mask at = places(house, high);
      if (at != places(house, low) || !(dirty & (Mask{1} << high | Mask{1} << low))) continue;
      net_->begin_parents();
      const Mask gone = (source(house, low) | source(house, high)) & ~at;
      for (Mask left = gone; left; left &= left - 1) {
        const int position = std::countr_zero(left);
        for (const int value : {low, high}) {
          if (source(house, value) >> position & 1) {
            net_->add_parent(off(id_at(house, position, value)));
          }
        }
      }
      for (Mask left = at; left; left &= left - 1) {
        const int position = std::countr_zero(left);
        const Cell cell = graph_->sight().geometry().house(house)[position];
        Mask others = masks_[cell] & ~(Mask{1} << high | Mask{1} << low);
        for (; others; others &= others - 1) {
          strike(house, Mask{1} << position, std::countr_zero(others));
        }
      }
      if (struck_.empty()) {
        net_->drop_parents();
        continue;
      }
      const auto cells = graph_->sight().geometry().house(house);
      finish(note_of(Note::Rule::hidden_pair, {house, low, high, cells[std::countr_zero(at)],
                                               cells[63 - std::countl_zero(at)]}));
    }
  }
}

void Inside::look_naked_pairs(int house) {
  const Mask dirty = dirty_positions_[house];
  if (dirty == 0 || graph_->open(house) < 4) return;
  const auto cells = graph_->sight().geometry().house(house);
  Mask twos = 0;
  for (int i = 0; i < size_; ++i) {
    if (is_pair(masks_[cells[i]])) twos |= Mask{1} << i;
  }
  if (!(twos & dirty) || !(twos & (twos - 1))) return;
  for (Mask highs = twos; highs; highs &= highs - 1) {
    const int high = std::countr_zero(highs);
    for (Mask lows = twos & ((Mask{1} << high) - 1); lows; lows &= lows - 1) {
      const int low = std::countr_zero(lows);
      const Mask values = masks_[cells[high]];
      const Mask pair = Mask{1} << high | Mask{1} << low;
      if (values != masks_[cells[low]] || !(dirty & pair)) continue;
      for (Mask left = values; left; left &= left - 1) {
        const int value = std::countr_zero(left);
        strike(house, places(house, value) & ~pair, value);
      }
      if (struck_.empty()) continue;
      net_->begin_parents();
      for (const Cell cell : {cells[low], cells[high]}) {
        for (Mask gone = source_masks_[cell] & ~values; gone; gone &= gone - 1) {
          const Candidate candidate = graph_->sight().candidate(cell, std::countr_zero(gone));
          net_->add_parent(off(graph_->id(candidate)));
        }
      }
      finish(note_of(Note::Rule::naked_pair, {house, std::countr_zero(values),
                                              63 - std::countl_zero(values), cells[low], cells[high]}));
    }
  }
}

void Inside::look_x_wings(bool cols) {
  const int first = cols ? size_ : 0;
  for (int high = 1; high < size_; ++high) {
    for (int low = 0; low < high; ++low) {
      Mask values = dirty_values_[first + high] | dirty_values_[first + low];
      for (; values; values &= values - 1) {
        const int value = std::countr_zero(values);
        const Mask at = places(first + high, value);
        if (!is_pair(at) || at != places(first + low, value) || graph_->missing(value) < 4) continue;
        look_x_wing(first + low, first + high, value, cols);
      }
    }
  }
}

void Inside::look_x_wing(int low, int high, int value, bool cols) {
  const int first = cols ? size_ : 0;
  const Mask at = places(high, value);
  const Mask lines = Mask{1} << (low - first) | Mask{1} << (high - first);
  for (Mask left = at; left; left &= left - 1) {
    const int cover = std::countr_zero(left) + (cols ? 0 : size_);
    strike(cover, places(cover, value) & ~lines, value);
  }
  if (struck_.empty()) return;
  net_->begin_parents();
  add_parents(low, at, value);
  add_parents(high, at, value);
  const int covers = cols ? 0 : size_;
  finish(note_of(Note::Rule::x_wing, {value, low, high, covers + std::countr_zero(at),
                                      covers + 63 - std::countl_zero(at)}));
}

void bucket_order(std::vector<Id>& ids, const Graph& graph) {
  int cells = 0;
  int last = -1;
  for (const Id id : ids) {
    cells += graph.cell(id) != last;
    last = graph.cell(id);
  }
  int buckets = 16;
  while (4 * cells > 3 * buckets) buckets *= 2;
  std::stable_sort(ids.begin(), ids.end(), [&](Id a, Id b) {
    return graph.cell(a) % buckets < graph.cell(b) % buckets;
  });
}

}  // namespace squaredance::technique::chain
