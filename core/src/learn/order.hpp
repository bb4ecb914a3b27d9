// Order: which variable to decide next. A binary heap by activity; a variable's activity
// grows when it takes part in a conflict, and what happened lately counts more (VSIDS:
// Moskewicz, Madigan, Zhao, Zhang, Malik, 2001).
#pragma once

#include <cstdint>
#include <vector>

#include "literal.hpp"

namespace squaredance::learn {

class Order {
 public:
  void start(std::vector<double> activity);

  bool contains(Var v) const { return place_[v] != absent; }
  Var top() const { return heap_[0]; }
  double activity(Var v) const { return activity_[v]; }

  void insert(Var v) {
    if (contains(v)) return;
    heap_.push_back(v);
    rise(static_cast<std::uint32_t>(heap_.size() - 1));
  }
  void pop();
  void bump(Var v) {
    if ((activity_[v] += step_) > most) rescale();
    if (contains(v)) rise(place_[v]);
  }
  // After each conflict: older bumps count `decay` times what they did.
  void age(double decay) { step_ /= decay; }

  std::size_t memory() const {
    return activity_.capacity() * sizeof(double) +
           (heap_.capacity() + place_.capacity()) * sizeof(std::uint32_t);
  }

 private:
  static constexpr std::uint32_t absent = ~std::uint32_t{0};
  static constexpr double most = 1e100;

  void rise(std::uint32_t i);
  void sink(std::uint32_t i);
  void rescale();

  std::vector<double> activity_;
  std::vector<Var> heap_;
  std::vector<std::uint32_t> place_;
  double step_ = 1;
};

}  // namespace squaredance::learn
