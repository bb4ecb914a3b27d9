#include "dance_search.hpp"
#include "mask_search.hpp"
#include "rows/rows_search.hpp"
#include "squaredance/learn.hpp"
#include "squaredance/search.hpp"
#include "start.hpp"

#include <utility>

namespace squaredance {

namespace {

class NoSolution final : public Search {
 public:
  Pause run(std::uint64_t) override { return Pause::exhausted; }
  void read_solution(std::span<std::uint8_t>) const override {}
  bool watch(Frame& frame) override {
    frame = {};
    return true;
  }
};

// A search of the engine `rows` with the layout that it reads.
class WithLayout final : public Search {
 public:
  WithLayout(rows::Layout layout, std::span<const std::uint64_t> masks)
      : layout_(std::move(layout)), search_(rows::make(layout_)) {
    search_->start(masks);
  }

  Pause run(std::uint64_t nodes) override {
    const Pause pause = search_->run(nodes);
    effort_ = search_->effort();
    return pause;
  }
  void read_solution(std::span<std::uint8_t> values) const override {
    search_->read_solution(values);
  }
  bool read_root(std::span<std::uint64_t> masks) const override { return search_->read_root(masks); }
  std::size_t memory() const override { return search_->memory(); }

 private:
  const rows::Layout layout_;
  std::unique_ptr<rows::RowsSearch> search_;
};

}  // namespace

std::unique_ptr<Search> make_search(Engine engine, const Geometry& geometry,
                                    std::vector<std::uint64_t> masks) {
  if (engine == Engine::rows)
    if (auto layout = rows::layout_of(geometry))
      return std::make_unique<WithLayout>(std::move(*layout), masks);
  if (engine == Engine::learn)
    return std::make_unique<LearnSearch>(geometry, std::move(masks), LearnOptions{});
  if (!strike_clues(geometry, masks)) return std::make_unique<NoSolution>();
  if (engine == Engine::dance) return std::make_unique<DanceSearch>(geometry, masks);
  if (geometry.size() <= 16)
    return std::make_unique<MaskSearch<std::uint16_t>>(geometry, masks);
  if (geometry.size() <= 32)
    return std::make_unique<MaskSearch<std::uint32_t>>(geometry, masks);
  return std::make_unique<MaskSearch<std::uint64_t>>(geometry, masks);
}

}  // namespace squaredance
