  // The heaviest of the things that were offered, the first one when several tie.
  struct Best {
    P score, at;
    __attribute__((always_inline)) Best() : score(P::none()), at(P::none()) {}

    __attribute__((always_inline)) void offer(const P& s, int number) {
      const P above = is_above(s, score);
      score = choose(above, s, score);
      at = choose(above, P::all(static_cast<Mask>(number)), at);
    }

    // Its weight, 0 when there was none.
    template <typename Rank>
    Mask take(int& number, int& lane, Rank&& rank) const {
      alignas(64) Mask scores[lanes], numbers[lanes];
      store(scores, score);
      store(numbers, at);
      lane = 0;
      for (int i = 1; i < lanes; ++i)
        if (scores[i] > scores[lane] ||
            (scores[i] == scores[lane] && rank(numbers[i], i) < rank(numbers[lane], lane)))
          lane = i;
      number = numbers[lane];
      return scores[lane];
    }
  };

  // What to try next, False when every cell is settled. First the cell with the highest ratio
  // of weight to values. If that has more than two of them, rather a value with two places in
  // a house, if there is one.
  bool choose_decision(Decision& decision) {
    if (!choose_cell(decision)) return false;
    const Mask mask = state_[decision.index], two = mask & (mask - 1), three = two & (two - 1);
    if (three == 0) return true;
    if (choose_house(decision)) return true;
    const Mask four = three & (three - 1);
    return (four & (four - 1)) == 0 || choose_widest(decision);
  }

  // Conflicts that the houses of the cells had.
  P weight_of(int b, int k, int j) const {
    const P weight = get(house_weights_.get(), row_vector(b, k)) +
                     get(house_weights_.get(), column_vector(j)) +
                     get(house_weights_.get(), box_vector(b));
    if (layout_.extra_houses() == 0) return weight;
    return weight + get(weights_.get(), row_vector(b, k) * dims_.planes + j);
  }

  // Twelve times the weight, divided by the number of values: exact for two to four of them,
  // and six for all that have more. None for a settled cell.
  static P ratio(const P& x, const P& weight) {
    const P two = but_lowest(x), three = but_lowest(two), four = but_lowest(three);
    const P twice = weight + weight;
    const P sum = twice + (is_zero(three) & twice) + (is_zero(four) & weight) +
                  (is_zero(but_lowest(four)) & weight);
    return sum & ~is_zero(two);
  }

  __attribute__((noinline)) bool choose_cell(Decision& decision) const {
    Best best;
    for (int b = 0, v = 0; b < dims_.bands; ++b)
      for (int k = 0; k < dims_.steps; ++k)
        SQD_UNROLL for (int j = 0; j < dims_.planes; ++j, ++v)
          best.offer(ratio(get(state_.get(), v), weight_of(b, k, j)), v);
    int vector, lane;
    auto rank = [&](int v, int l) { return cell_of_[v * lanes + l]; };
    if (best.take(vector, lane, rank) == 0) return false;
    decide_on(decision, vector * lanes + lane);
    return true;
  }

  void decide_on(Decision& decision, int index) const {
    const Mask mask = state_[index];
    decision = {static_cast<std::uint32_t>(index), static_cast<Mask>(mask & (Mask(0) - mask))};
  }

  // Counts to three.
  struct Thrice : C {
    P thrice;
    __attribute__((always_inline)) Thrice() : thrice(P::none()) {}
    __attribute__((always_inline)) void add(const P& a) {
      thrice |= this->twice & a;
      C::add(a);
    }
    __attribute__((always_inline)) void add(const Thrice& a) {
      thrice |= a.thrice | (this->twice & a.once) | (this->once & a.twice);
      C::add(a);
    }
    __attribute__((always_inline)) P pair() const { return this->twice & ~thrice; }
    template <int first, int last>
    __attribute__((always_inline)) void gather() {
      over_distances<first, last>([&](auto distance) {
        Thrice other;
        other.once = swapped<distance()>(this->once);
        other.twice = swapped<distance()>(this->twice);
        other.thrice = swapped<distance()>(thrice);
        add(other);
      });
    }
  };

  // Of the values with two places in a house, the first one in the house with most conflicts.
  __attribute__((noinline)) bool choose_house(Decision& decision) {
    Best best;
    Thrice columns[max_planes];
    auto offer = [&](int vector, const P& pair) {
      put(faults_.get(), vector, pair);
      best.offer(get(house_weights_.get(), vector) & ~is_zero(pair), vector);
    };
    for (int b = 0; b < dims_.bands; ++b) {
      Thrice box;
      for (int k = 0; k < dims_.steps; ++k) {
        Thrice row;
        SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
          const P x = get(state_.get(), row_vector(b, k) * dims_.planes + j);
          row.add(x);
          columns[j].add(x);
        }
        if (layout_.has_boxes) box.add(row);
        row.template gather<1, span>();
        offer(row_vector(b, k), row.pair());
      }
      box.template gather<span, lanes>();
      offer(box_vector(b), box.pair());
    }
    SQD_UNROLL for (int j = 0; j < dims_.planes; ++j) {
      columns[j].template gather<span, lanes>();
      offer(column_vector(j), columns[j].pair());
    }
    int vector, lane;
    if (best.take(vector, lane, [](int v, int) { return v; }) == 0) return false;
    const Mask pair = faults_[vector * lanes + lane];
    decision = {place_in(vector, lane, pair & (Mask(0) - pair)), static_cast<Mask>(pair & (Mask(0) - pair))};
    return true;
  }

  // The first place of the value in a house.
  std::uint32_t place_in(int house_vector, int lane, Mask bit) const {
    std::uint32_t found = 0;
    auto look = [&](int v, int first, int last, int step) {
      for (int l = first; l < last; l += step)
        if (state_[v * lanes + l] & bit) {
          found = static_cast<std::uint32_t>(v * lanes + l);
          return true;
        }
      return false;
    };
    if (house_vector < column_vector(0)) {
      const int first = lane / span * span;
      SQD_UNROLL for (int j = 0; j < dims_.planes; ++j)
        if (look(house_vector * dims_.planes + j, first, first + span, 1)) break;
    } else if (house_vector < box_vector(0)) {
      for (int i = 0; i < dims_.bands * dims_.steps; ++i)
        if (look(i * dims_.planes + house_vector - column_vector(0), lane % span, lanes, span)) break;
    } else {
      const int first = (house_vector - box_vector(0)) * dims_.steps * dims_.planes;
      for (int v = 0; v < dims_.steps * dims_.planes; ++v)
        if (look(first + v, lane % span, lanes, span)) break;
    }
    return found;
  }

  // Of all cells that are not settled the one with the best ratio of weight to values.
  __attribute__((noinline)) bool choose_widest(Decision& decision) const {
    int best = -1;
    std::uint64_t best_size = 1, best_weight = 0;
    for (int b = 0, v = 0; b < dims_.bands; ++b)
      for (int k = 0; k < dims_.steps; ++k)
        SQD_UNROLL for (int j = 0; j < dims_.planes; ++j, ++v) {
          const P x = get(state_.get(), v);
          if (!any(but_lowest(x))) continue;
          alignas(64) Mask weight[lanes];
          store(weight, weight_of(b, k, j));
          for (int lane = 0; lane < lanes; ++lane) {
            const Mask mask = state_[v * lanes + lane];
            if (is_single(mask)) continue;
            const std::uint64_t size = static_cast<std::uint64_t>(__builtin_popcountll(mask));
            const std::uint64_t mine = best_size * weight[lane], its = size * best_weight;
            if (best < 0 || mine > its ||
                (mine == its && cell_of_[v * lanes + lane] < cell_of_[best])) {
              best = v * lanes + lane;
              best_size = size;
              best_weight = weight[lane];
            }
          }
        }
    if (best < 0) return false;
    decide_on(decision, best);
    return true;
  }
