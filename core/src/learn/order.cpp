#include "order.hpp"

#include <utility>

namespace squaredance::learn {

void Order::start(std::vector<double> activity) {
  activity_ = std::move(activity);
  place_.assign(activity_.size(), absent);
  heap_.reserve(activity_.size());
  for (Var v = 0; v < activity_.size(); ++v) insert(v);
}

void Order::pop() {
  place_[heap_[0]] = absent;
  const Var last = heap_.back();
  heap_.pop_back();
  if (heap_.empty()) return;
  heap_[0] = last;
  sink(0);
}

void Order::rise(std::uint32_t i) {
  const Var v = heap_[i];
  const double activity = activity_[v];
  while (i > 0) {
    const std::uint32_t parent = (i - 1) / 2;
    if (activity_[heap_[parent]] >= activity) break;
    heap_[i] = heap_[parent];
    place_[heap_[i]] = i;
    i = parent;
  }
  heap_[i] = v;
  place_[v] = i;
}

void Order::sink(std::uint32_t i) {
  const Var v = heap_[i];
  const double activity = activity_[v];
  const auto size = static_cast<std::uint32_t>(heap_.size());
  for (;;) {
    std::uint32_t child = 2 * i + 1;
    if (child >= size) break;
    if (child + 1 < size && activity_[heap_[child + 1]] > activity_[heap_[child]]) ++child;
    if (activity_[heap_[child]] <= activity) break;
    heap_[i] = heap_[child];
    place_[heap_[i]] = i;
    i = child;
  }
  heap_[i] = v;
  place_[v] = i;
}

void Order::rescale() {
  for (double& a : activity_) a *= 1 / most;
  step_ *= 1 / most;
}

}  // namespace squaredance::learn
