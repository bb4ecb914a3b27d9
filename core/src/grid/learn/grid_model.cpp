#include "grid_model.hpp"

#include <bit>

#include "../bits.hpp"

namespace squaredance::learn {

namespace {

constexpr std::uint32_t no_var = ~std::uint32_t{0};

// Singles of both kinds to a fixed point, over item masks as in mask_search.hpp (drawn there).
// It runs once per puzzle; what counts is that it is short.
class Singles {
 public:
  Singles(const Geometry& geometry, std::span<const std::uint64_t> masks)
      : geometry_(geometry), choices_(geometry.items()) {
    for (int cell = 0; cell < geometry.cells(); ++cell) {
      choices_[cell] = masks[cell];
      for (std::uint64_t rest = masks[cell]; rest; rest &= rest - 1)
        for (const Membership& m : geometry.houses_of(cell))
          choices_[m.first_item + std::countr_zero(rest)] |= std::uint64_t{1} << m.position;
    }
    for (int item = 0; item < geometry.items(); ++item)
      if (has_one_bit(choices_[item])) singles_.push_back(item);
  }

  // False when an item has no choice left.
  bool settle() {
    while (!singles_.empty()) {
      std::uint32_t item = singles_.back();
      singles_.pop_back();
      if (choices_[item] == 0) return false;
      place(item);
    }
    return true;
  }

  std::span<const std::uint64_t> choices() const { return choices_; }

 private:
  void place(std::uint32_t item) {
    int cell = static_cast<int>(item);
    int value = std::countr_zero(choices_[item]);
    if (cell >= geometry_.cells()) {
      int house = (cell - geometry_.cells()) / geometry_.size();
      int in_house = (cell - geometry_.cells()) % geometry_.size();
      cell = geometry_.house(house)[value];
      value = in_house;
    }
    for (std::uint64_t others = choices_[cell] & ~(std::uint64_t{1} << value); others;
         others &= others - 1)
      strike(cell, std::countr_zero(others));
    for (const Membership& m : geometry_.houses_of(cell)) {
      std::uint64_t others = choices_[m.first_item + value] & ~(std::uint64_t{1} << m.position);
      for (; others; others &= others - 1)
        strike(geometry_.house(m.house)[std::countr_zero(others)], value);
    }
  }

  void strike(int cell, int value) {
    narrow(cell, value);
    for (const Membership& m : geometry_.houses_of(cell)) narrow(m.first_item + value, m.position);
  }

  void narrow(std::uint32_t item, int bit) {
    choices_[item] &= ~(std::uint64_t{1} << bit);
    if (has_one_bit(choices_[item])) singles_.push_back(item);
  }

  const Geometry& geometry_;
  std::vector<std::uint64_t> choices_;
  std::vector<std::uint32_t> singles_;  // items to place, or found empty
};

}  // namespace

GridModel::GridModel(const Geometry& geometry, std::span<const std::uint64_t> masks)
    : size(geometry.size()), values(geometry.cells()) {
  Singles singles(geometry, masks);
  contradiction = !singles.settle();
  if (!contradiction) number(geometry, singles.choices());
}

void GridModel::number(const Geometry& geometry, std::span<const std::uint64_t> choices) {
  std::vector<Var> var_of_candidate(static_cast<std::size_t>(geometry.cells()) * size, no_var);
  std::vector<Var> item;
  for (int cell = 0; cell < geometry.cells(); ++cell) {
    if (has_one_bit(choices[cell])) {
      values[cell] = static_cast<std::uint8_t>(std::countr_zero(choices[cell]) + 1);
      continue;
    }
    item.clear();
    for (std::uint64_t rest = choices[cell]; rest; rest &= rest - 1) {
      const std::uint32_t candidate = cell * size + std::countr_zero(rest);
      var_of_candidate[candidate] = static_cast<Var>(candidates.size());
      item.push_back(var_of_candidate[candidate]);
      candidates.push_back(candidate);
    }
    members.add(item);
  }
  for (int house = 0; house < geometry.houses(); ++house) {
    for (int value = 0; value < size; ++value) {
      std::uint64_t rest = choices[geometry.cells() + house * size + value];
      if (has_one_bit(rest)) continue;
      item.clear();
      for (; rest; rest &= rest - 1)
        item.push_back(
            var_of_candidate[geometry.house(house)[std::countr_zero(rest)] * size + value]);
      members.add(item);
    }
  }
  variables = static_cast<std::uint32_t>(candidates.size());
  exact = members.size();
  gather();
}

}  // namespace squaredance::learn
