#include "dance_search.hpp"
#include "mask_search.hpp"
#include "squaredance/learn.hpp"
#include "squaredance/search.hpp"
#include "start.hpp"

namespace squaredance {

namespace {

class NoSolution final : public Search {
 public:
  Pause run(std::uint64_t) override { return Pause::exhausted; }
  void read_solution(std::span<std::uint8_t>) const override {}
};

}  // namespace

std::unique_ptr<Search> make_search(Engine engine, const Geometry& geometry,
                                    std::vector<std::uint64_t> masks) {
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
