// The Geometry that Python holds: with searches that wait for the next puzzle of it.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "squaredance/auto_search.hpp"
#include "squaredance/cpu.hpp"

namespace squaredance::bindings {

// To make a search takes longer than to solve an easy 16x16 with one that is there. All of this
// happens with the GIL held.
class PyGeometry : public Geometry {
 public:
  using Geometry::Geometry;
  PyGeometry(const PyGeometry&) = delete;

  std::unique_ptr<AutoSearch> take_search() const {
    if (level_ != cpu::used()) idle_.clear();
    level_ = cpu::used();
    if (idle_.empty()) return std::make_unique<AutoSearch>(*this);
    auto search = std::move(idle_.back());
    idle_.pop_back();
    return search;
  }

  // Only those that did not get far: a search that learned holds a lot.
  void give_back(std::unique_ptr<AutoSearch> search) const {
    if (idle_.size() < most && level_ == cpu::used() && search->memory() < most_bytes)
      idle_.push_back(std::move(search));
  }

 private:
  static constexpr std::size_t most = 2, most_bytes = std::size_t{1} << 20;
  mutable std::vector<std::unique_ptr<AutoSearch>> idle_;
  mutable cpu::Level level_{};
};

}  // namespace squaredance::bindings
