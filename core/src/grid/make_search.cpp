#include "dance_search.hpp"
#include "mask_search.hpp"
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
                                    std::span<const std::uint64_t> masks) {
  std::vector<std::uint64_t> start(masks.begin(), masks.end());
  if (!strike_clues(geometry, start)) return std::make_unique<NoSolution>();
  if (engine == Engine::dance) return std::make_unique<DanceSearch>(geometry, start);
  if (geometry.size() <= 16)
    return std::make_unique<MaskSearch<std::uint16_t>>(geometry, start);
  if (geometry.size() <= 32)
    return std::make_unique<MaskSearch<std::uint32_t>>(geometry, start);
  return std::make_unique<MaskSearch<std::uint64_t>>(geometry, start);
}

}  // namespace squaredance
