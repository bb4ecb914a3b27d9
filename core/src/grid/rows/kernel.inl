// The kernel of the engine `rows`, after pack.inl; included once per instruction set.
//
// Propagation goes back and forth over the vectors with two sweeps:
//
//   settle   takes the values that have one place in a house (hidden singles), then collects
//            the cells that have one value left
//   strike   takes the values of those cells from their houses (naked singles), then counts
//            the places of every value in every house: none, one or more
//
// until settle finds no cell that it did not have before. Then come the extra houses, then the
// crossings of boxes with rows and columns (locked candidates); what they take starts it anew.

// The numbers of vectors: known when this is compiled, or not.
template <int b, int k, int j>
struct Fixed {
  static constexpr int bands = b, steps = k, planes = j;
  explicit Fixed(const Layout&) {}
};
struct Open {
  int bands, steps, planes;
  explicit Open(const Layout& layout)
      : bands(layout.bands), steps(layout.steps), planes(layout.planes) {}
};

template <typename Mask, int lanes, int span, typename Dims>
class Kernel final : public RowsSearch {
 public:
  explicit Kernel(const Layout& layout)
      : layout_(layout),
        dims_(layout),
        vectors_(layout.vectors()),
        full_(allocate(vectors_)),
        state_(allocate(vectors_)),
        singles_(allocate(vectors_)),
        weights_(allocate(vectors_)),
        taken_(allocate(house_vectors())),
        alone_(allocate(house_vectors())),
        faults_(allocate(house_vectors())),
        whole_(allocate(house_vectors())),
        house_weights_(allocate(house_vectors())),
        crossings_(allocate(2 * dims_.bands * dims_.planes + 3 * dims_.steps)) {
    const Mask all = static_cast<Mask>(~std::uint64_t{0} >> (64 - layout.size));
    for (std::uint16_t index : layout.index) full_[index] = all;
    cell_of_.reset(new Cell[layout.extent()]());
    for (std::size_t cell = 0; cell < layout.index.size(); ++cell)
      cell_of_[layout.index[cell]] = static_cast<Cell>(cell);
    for (int value = 0; value < 256; ++value)
      mask_of_[value] = value >= 1 && value <= layout.size ? Mask(Mask(1) << (value - 1)) : all;
    for_houses(full_.get(), whole_.get());
  }

  void start(const std::uint8_t* clues) override {
    const std::uint16_t* index = layout_.index.data();
    const int cells = layout_.size * layout_.size;
    for (int cell = 0; cell < cells; ++cell) state_[index[cell]] = mask_of_[clues[cell]];
    begin();
  }

  void start(std::span<const std::uint64_t> masks) override {
    for (std::size_t cell = 0; cell < masks.size(); ++cell)
      state_[layout_.index[cell]] = static_cast<Mask>(masks[cell]);
    begin();
  }

  Pause run(std::uint64_t nodes) override {
    for (;;) {
      if (next_ == Next::go_back && !go_back()) next_ = Next::stop;
      if (next_ == Next::stop) return Pause::exhausted;
      if (nodes-- == 0) return Pause::budget;
      ++effort_.nodes;
      if (!propagate()) {
        next_ = Next::go_back;
        continue;
      }
      Decision decision;
      if (!choose_decision(decision)) {
        next_ = Next::go_back;
        return Pause::solution;
      }
      decide(decision);
    }
  }

  void read_solution(std::span<std::uint8_t> values) const override {
    const std::uint16_t* index = layout_.index.data();
    for (std::size_t cell = 0; cell < values.size(); ++cell)
      values[cell] = static_cast<std::uint8_t>(count_trailing(state_[index[cell]]) + 1);
  }

  // The levels, and what there is one of.
  std::size_t memory() const override {
    const std::size_t states = chunks_.size() * chunk + 4;
    return (states * static_cast<std::size_t>(vectors_) +
            5 * static_cast<std::size_t>(house_vectors())) * sizeof(P) +
           decisions_.capacity() * sizeof(Decision);
  }

  bool read_root(std::span<std::uint64_t> masks) const override {
    const Mask* from = depth_ ? level(0) : state_.get();
    for (std::size_t cell = 0; cell < masks.size(); ++cell)
      masks[cell] = from[layout_.index[cell]];
    return true;
  }

 private:
  using P = Pack<Mask, lanes>;
  using C = Count<P>;
  struct Decision {
    std::uint32_t index;
    Mask bit;
  };
  enum class Next : std::uint8_t { propagate, go_back, stop };
  enum class From : std::uint8_t { settle, strike };

  struct Free {
    void operator()(Mask* memory) const { ::operator delete[](memory, std::align_val_t{64}); }
  };
  using Memory = std::unique_ptr<Mask[], Free>;
  // Vectors of zeros.
  static Memory allocate(int vectors) {
    const std::size_t bytes = static_cast<std::size_t>(vectors) * sizeof(P);
    void* memory = ::operator new[](bytes, std::align_val_t{64});
    std::memset(memory, 0, bytes);
    return Memory(static_cast<Mask*>(memory));
  }

  static int count_trailing(Mask mask) { return __builtin_ctzll(mask); }

  // The houses have a vector each: rows (by band and step), then columns (by plane), then
  // boxes (by band). Every lane of a row, column or box in its vector holds the same.
  int row_vector(int band, int step) const { return band * dims_.steps + step; }
  int column_vector(int plane) const { return dims_.bands * dims_.steps + plane; }
  int box_vector(int band) const { return dims_.bands * dims_.steps + dims_.planes + band; }
  int house_vectors() const { return dims_.bands * (dims_.steps + 1) + dims_.planes; }

  static P get(const Mask* memory, int vector) { return P::load(memory + vector * lanes); }
  static void put(Mask* memory, int vector, const P& pack) { store(memory + vector * lanes, pack); }

  void copy(Mask* to, const Mask* from) const {
    for (int v = 0; v < vectors_; ++v) put(to, v, get(from, v));
  }

  void begin() {
    effort_ = {};
    depth_ = 0;
    next_ = Next::propagate;
    std::memset(singles_.get(), 0, static_cast<std::size_t>(vectors_) * sizeof(P));
    for (int v = 0; v < house_vectors(); ++v) put(house_weights_.get(), v, P::all(1));
    if (layout_.extra_houses())
      std::memset(weights_.get(), 0, static_cast<std::size_t>(vectors_) * sizeof(P));
    clear_alone();
    // Clues that clash are no solution at no cost.
    if (settle() == Found::conflict || !strike()) next_ = Next::stop;
    from_ = From::settle;
  }

  void clear_alone() {
    for (int v = 0; v < house_vectors(); ++v) put(alone_.get(), v, P::none());
  }

  // ---- the two sweeps

  enum class Found : std::uint8_t { nothing, singles, conflict };

  // Takes what is in `alone_`, and leaves in `taken_` the values of the cells that have one.
  __attribute__((noinline)) Found settle() {
    P multiple = P::none(), fresh = P::none(), clash = P::none();
    C columns[max_planes];
    P placed[max_planes];
    SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
      placed[j] = get(alone_.get(), column_vector(j));
    }
    for (int b = 0; b < dims_.bands; ++b) {
      C box;
      const P in_box = get(alone_.get(), box_vector(b));
      for (int k = 0; k < dims_.steps; ++k) {
        C row;
        const P in_row = get(alone_.get(), row_vector(b, k)) | in_box;
        SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
          const int v = row_vector(b, k) * dims_.planes + j;
          const P old = get(state_.get(), v);
          const P hidden = old & (in_row | placed[j]);
          const P x = hidden | (old & is_zero(hidden));
          const P single = x & is_zero(but_lowest(x));
          multiple |= but_lowest(hidden);
          fresh |= single ^ get(singles_.get(), v);
          put(state_.get(), v, x);
          put(singles_.get(), v, single);
          row.add(single);
          columns[j].add(single);
        }
        if (layout_.has_boxes) box.add(row);
        row.template gather<1, span>();
        clash |= row.twice;
        put(taken_.get(), row_vector(b, k), row.once);
        put(faults_.get(), row_vector(b, k), row.twice);
      }
      box.template gather<span, lanes>();
      clash |= box.twice;
      put(taken_.get(), box_vector(b), box.once);
      put(faults_.get(), box_vector(b), box.twice);
    }
    SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
      columns[j].template gather<span, lanes>();
      clash |= columns[j].twice;
      put(taken_.get(), column_vector(j), columns[j].once);
      put(faults_.get(), column_vector(j), columns[j].twice);
    }
    if (any(multiple | clash)) {
      any(multiple) ? blame_cell([&](int v) { return multiple_of(v); }) : blame_house();
      return Found::conflict;
    }
    return any(fresh) ? Found::singles : Found::nothing;
  }

  // Strikes what is in `taken_`, and leaves in `alone_` the values with one place in a house.
  // False on a conflict.
  __attribute__((noinline)) bool strike() {
    P empty = P::none(), missing = P::none();
    C columns[max_planes];
    P taken[max_planes];
    SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
      taken[j] = get(taken_.get(), column_vector(j));
    }
    for (int b = 0; b < dims_.bands; ++b) {
      C box;
      const P in_box = get(taken_.get(), box_vector(b));
      for (int k = 0; k < dims_.steps; ++k) {
        C row;
        const P in_row = get(taken_.get(), row_vector(b, k)) | in_box;
        SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
          const int v = row_vector(b, k) * dims_.planes + j;
          // A settled cell keeps its value, unless another rule took that: a conflict.
          const P x = get(state_.get(), v) & (get(singles_.get(), v) | ~(in_row | taken[j]));
          put(state_.get(), v, x);
          empty |= is_zero(x) & get(full_.get(), v);
          row.add(x);
          columns[j].add(x);
        }
        if (layout_.has_boxes) box.add(row);
        row.template gather<1, span>();
        missing |= missing_in(row_vector(b, k), row.once);
        put(alone_.get(), row_vector(b, k), row.single());
      }
      if (layout_.has_boxes) {
        box.template gather<span, lanes>();
        missing |= missing_in(box_vector(b), box.once);
      }
      put(alone_.get(), box_vector(b), box.single());
    }
    SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
      columns[j].template gather<span, lanes>();
      missing |= missing_in(column_vector(j), columns[j].once);
      put(alone_.get(), column_vector(j), columns[j].single());
    }
    if (!any(empty | missing)) [[likely]]
      return true;
    any(empty) ? blame_cell([&](int v) { return is_zero(get(state_.get(), v)) & get(full_.get(), v); })
               : blame_house();
    return false;
  }

  // Notes them too, so that they can be blamed.
  P missing_in(int house_vector, const P& present) {
    const P missing = get(whole_.get(), house_vector) & ~present;
    put(faults_.get(), house_vector, missing);
    return missing;
  }

  // Every value that some cell of a house can have.
  void for_houses(const Mask* grid, Mask* to) const {
    for (int v = 0; v < vectors_; ++v) {
      const int i = v / dims_.planes;
      const P x = get(grid, v);
      put(to, row_vector(0, i), get(to, row_vector(0, i)) | spread<1, span>(x));
      const int column = column_vector(v % dims_.planes), box = box_vector(i / dims_.steps);
      put(to, column, get(to, column) | spread<span, lanes>(x));
      if (layout_.has_boxes) put(to, box, get(to, box) | spread<span, lanes>(x));
    }
  }

  // False on a conflict.
  bool propagate() {
    for (;;) {
      if (from_ == From::settle) {
        const Found found = settle();
        if (found == Found::conflict) return false;
        from_ = From::strike;
        if (found == Found::nothing) {
          const Found more = layout_.extra_houses() ? extra() : Found::nothing;
          if (more == Found::conflict) return false;
          if (more == Found::nothing && !(layout_.has_boxes && locked())) return true;
        }
      }
      if (!strike()) return false;
      from_ = From::settle;
    }
  }

  // ---- locked candidates

  // In a box, a value that one row of the box has alone is struck from the rest of the row; in
  // a row, a value that one box has alone is struck from the rest of the box. The same for
  // columns. True when something was struck.
  __attribute__((noinline)) bool locked() {
    P changed = P::none();
    for (int b = 0; b < dims_.bands; ++b) changed |= locked_rows(b);
    changed |= locked_columns();
    return any(changed);
  }

  P locked_rows(int b) {
    Mask* parts = crossings_.get();                    // what each row has in each box
    Mask* by_row = parts + dims_.steps * lanes;        // struck along the row
    Mask* claims = by_row + dims_.steps * lanes;       // of a row on a box
    C in_box, claimed;
    for (int k = 0; k < dims_.steps; ++k) {
      P part = P::none();
      SQD_UNROLL for (int j = 0; j < dims_.planes; ++j)
        part |= get(state_.get(), row_vector(b, k) * dims_.planes + j);
      put(parts, k, part);
      in_box.add(part);
      C row = C::of(part);
      row.template gather<1, span>();
      const P claim = part & ~row.twice;
      put(claims, k, claim);
      claimed.add(claim);
    }
    in_box.template gather<span, lanes>();
    claimed.template gather<span, lanes>();
    P changed = P::none();
    for (int k = 0; k < dims_.steps; ++k) {
      const P own = get(parts, k) & ~in_box.twice;
      C pointed = C::of(own);
      pointed.template gather<1, span>();
      const P struck = others(pointed, own) | others(claimed, get(claims, k));
      SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
        const int v = row_vector(b, k) * dims_.planes + j;
        const P x = get(state_.get(), v);
        changed |= x & struck;
        put(state_.get(), v, x & ~struck);
      }
    }
    return changed;
  }

  // What the others of the count have.
  static P others(const C& count, const P& own) { return (count.once & ~own) | count.twice; }

  P locked_columns() {
    Mask* parts = crossings_.get();  // what each column has in each box
    Mask* own = parts + dims_.bands * dims_.planes * lanes;
    C in_column[max_planes], pointed[max_planes];
    for (int b = 0; b < dims_.bands; ++b) {
      C box;
      SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
        P part = P::none();
        for (int k = 0; k < dims_.steps; ++k)
          part |= get(state_.get(), row_vector(b, k) * dims_.planes + j);
        part = spread<span, lanes>(part);
        put(parts, b * dims_.planes + j, part);
        in_column[j].add(part);
        box.add(part);
      }
      SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
        const P alone = get(parts, b * dims_.planes + j) & ~box.twice;
        put(own, b * dims_.planes + j, alone);
        pointed[j].add(alone);
      }
    }
    P changed = P::none();
    for (int b = 0; b < dims_.bands; ++b) {
      C claimed;
      SQD_UNROLL for (int j = 0; j < dims_.planes; ++j)
        claimed.add(get(parts, b * dims_.planes + j) & ~in_column[j].twice);
      SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
        const P claim = get(parts, b * dims_.planes + j) & ~in_column[j].twice;
        const P struck =
            others(claimed, claim) | others(pointed[j], get(own, b * dims_.planes + j));
        for (int k = 0; k < dims_.steps; ++k) {
          const int v = row_vector(b, k) * dims_.planes + j;
          const P x = get(state_.get(), v);
          changed |= x & struck;
          put(state_.get(), v, x & ~struck);
        }
      }
    }
    return changed;
  }

  // ---- extra houses, a cell at a time

  Found extra() {
    bool changed = false;
    for (int h = 0; h < layout_.extra_houses(); ++h) {
      const std::uint16_t* house = layout_.extras.data() + h * layout_.size;
      if (!extra_naked(house, changed) || !extra_hidden(house, changed)) {
        blame_extra(house);
        return Found::conflict;
      }
    }
    return changed ? Found::singles : Found::nothing;
  }

  static bool is_single(Mask mask) { return (mask & (mask - 1)) == 0; }

  bool extra_naked(const std::uint16_t* house, bool& changed) {
    Mask taken = 0;
    for (int p = 0; p < layout_.size; ++p) {
      const Mask mask = state_[house[p]];
      if (!is_single(mask)) continue;
      if (taken & mask) return false;
      taken |= mask;
    }
    for (int p = 0; p < layout_.size; ++p) {
      Mask& mask = state_[house[p]];
      if (is_single(mask) || !(mask & taken)) continue;
      mask &= static_cast<Mask>(~taken);
      changed = true;
      if (mask == 0) return false;
    }
    return true;
  }

  bool extra_hidden(const std::uint16_t* house, bool& changed) {
    Mask once = 0, twice = 0;
    for (int p = 0; p < layout_.size; ++p) {
      const Mask mask = state_[house[p]];
      twice |= once & mask;
      once |= mask;
    }
    if (once != mask_of_[0]) return false;
    const Mask alone = static_cast<Mask>(once & ~twice);
    for (int p = 0; p < layout_.size; ++p) {
      Mask& mask = state_[house[p]];
      const Mask hidden = mask & alone;
      if (hidden == 0 || is_single(mask)) continue;
      if (!is_single(hidden)) return false;
      mask = hidden;
      changed = true;
    }
    return true;
  }

  // ---- weights of conflicts

  static constexpr Mask heaviest = 2700;  // four of them, times six, are less than 2^16

  void halve_weights() {
    for (int i = 0; i < house_vectors() * lanes; ++i)
      house_weights_[i] = static_cast<Mask>((house_weights_[i] + 1) / 2);
    for (int i = 0; i < vectors_ * lanes; ++i) weights_[i] /= 2;
  }

  // A cell that took two hidden singles has nothing but them.
  P multiple_of(int v) const {
    const int i = v / dims_.planes;
    const P alone = get(alone_.get(), row_vector(0, i)) |
                    get(alone_.get(), column_vector(v % dims_.planes)) |
                    get(alone_.get(), box_vector(i / dims_.steps));
    return but_lowest(get(state_.get(), v) & alone);
  }

  template <typename Test>
  __attribute__((noinline, cold)) void blame_cell(Test&& test) {
    for (int v = 0; v < vectors_; ++v) {
      const P hit = test(v);
      if (!any(hit)) continue;
      const int lane = first_lane(hit), i = v / dims_.planes;
      raise_group(row_vector(0, i), lane, true);
      raise_group(column_vector(v % dims_.planes), lane, false);
      if (layout_.has_boxes) raise_group(box_vector(i / dims_.steps), lane, false);
      return;
    }
  }

  __attribute__((noinline, cold)) void blame_house() {
    for (int v = house_vectors() - 1; v >= 0; --v) {
      const P hit = get(faults_.get(), v);
      if (!any(hit)) continue;
      raise_group(v, first_lane(hit), v < column_vector(0));
      return;
    }
  }

  void blame_extra(const std::uint16_t* house) {
    bool heavy = false;
    for (int p = 0; p < layout_.size; ++p) heavy |= ++weights_[house[p]] >= heaviest;
    if (heavy) halve_weights();
  }

  static int first_lane(const P& pack) {
    alignas(64) Mask values[lanes];
    store(values, pack);
    int lane = 0;
    while (values[lane] == 0) ++lane;
    return lane;
  }

  // The lanes of one house: a row has `span` lanes side by side, a column or box every
  // span-th.
  void raise_group(int house_vector, int lane, bool is_row) {
    Mask* weight = house_weights_.get() + house_vector * lanes;
    if (is_row) {
      for (int s = 0; s < span; ++s) ++weight[lane / span * span + s];
    } else {
      for (int k = lane % span; k < lanes; k += span) ++weight[k];
    }
    if (weight[lane] >= heaviest) halve_weights();
  }

  // ---- decisions
#include "choose.inl"

  void decide(const Decision& decision) {
    ++effort_.guesses;
    if (depth_ == decisions_.size()) add_level();
    decisions_[depth_] = decision;
    copy(level(depth_++), state_.get());
    settle_one(decision);
    next_ = Next::propagate;
    from_ = From::strike;
  }

  // What settle would find after it found nothing and the decision was taken.
  void settle_one(const Decision& decision) {
    const int v = static_cast<int>(decision.index) / lanes, i = v / dims_.planes;
    const int lane = static_cast<int>(decision.index) % lanes;
    state_[decision.index] = singles_[decision.index] = decision.bit;
    Mask* row = taken_.get() + row_vector(0, i) * lanes + lane / span * span;
    for (int s = 0; s < span; ++s) row[s] |= decision.bit;
    Mask* column = taken_.get() + column_vector(v % dims_.planes) * lanes + lane % span;
    for (int k = 0; k < lanes; k += span) column[k] |= decision.bit;
    if (!layout_.has_boxes) return;
    Mask* box = taken_.get() + box_vector(i / dims_.steps) * lanes + lane % span;
    for (int k = 0; k < lanes; k += span) box[k] |= decision.bit;
  }

  // Undoes the last decision and strikes its candidate instead. False when none is left.
  bool go_back() {
    if (depth_ == 0) return false;
    copy(state_.get(), level(--depth_));
    const Decision& decision = decisions_[depth_];
    state_[decision.index] &= static_cast<Mask>(~decision.bit);
    clear_alone();
    next_ = Next::propagate;
    from_ = From::settle;
    return true;
  }

  static constexpr std::size_t chunk = 8;  // levels that are made at a time
  void add_level() {
    if (depth_ % chunk == 0) chunks_.push_back(allocate(static_cast<int>(chunk) * vectors_));
    decisions_.push_back({});
  }
  Mask* level(std::size_t depth) const {
    return chunks_[depth / chunk].get() + depth % chunk * static_cast<std::size_t>(vectors_) * lanes;
  }

  static constexpr int max_planes = std::is_same_v<Dims, Open> ? 32 : 5;

  const Layout& layout_;
  const Dims dims_;
  const int vectors_;
  const Memory full_;     // the empty grid
  Memory state_;
  Memory singles_;        // those of the last settle
  Memory weights_;        // by cell, for extra houses
  Memory taken_;          // by house: values of settled cells
  Memory alone_;          // values with one place
  Memory faults_;         // for the blame
  const Memory whole_;
  Memory house_weights_;
  Memory crossings_;
  Mask mask_of_[256];
  std::unique_ptr<Cell[]> cell_of_;  // the cell at an index
  std::vector<Memory> chunks_;
  std::vector<Decision> decisions_;
  std::size_t depth_ = 0;
  Next next_ = Next::stop;
  From from_ = From::settle;
};
