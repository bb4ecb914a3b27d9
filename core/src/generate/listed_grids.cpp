// Geometries with few grids: all of them are listed once, and one is picked.
//
// Listed are those in which the first house holds 1..N in order; the others are the same with other names for
// the values. So a pick and random names make every grid as likely as any other.
#include <map>
#include <mutex>
#include <numeric>
#include <utility>
#include <vector>

#include "grid_makers.hpp"
#include "squaredance/search.hpp"

namespace squaredance::generate {

namespace {

constexpr std::size_t most_grids = 50'000;  // the plain 6x6 has 39,168

// A listing of 6x6 takes some 20 ms. Of larger ones only those with many extra houses can have few
// grids, and a look should cost little.
std::uint64_t most_nodes(int size) { return size <= 6 ? 500'000 : 5'000; }

struct List {
  bool complete = false;
  std::size_t count = 0;
  std::vector<std::uint8_t> grids;
};

List listed(const Geometry& geometry) {
  const auto size = static_cast<std::size_t>(geometry.size()), cells = size * size;
  std::vector<std::uint64_t> masks(cells, ~std::uint64_t{0} >> (64 - size));
  for (std::size_t i = 0; i < size; ++i) masks[geometry.house(0)[i]] = std::uint64_t{1} << i;
  const auto search = make_search(Engine::search, geometry, std::move(masks));
  List list;
  while (list.count < most_grids && search->effort().nodes < most_nodes(geometry.size())) {
    const Pause pause = search->run(most_nodes(geometry.size()) - search->effort().nodes);
    if (pause == Pause::budget) break;
    if (pause == Pause::exhausted) {
      list.complete = true;
      return list;
    }
    list.grids.resize(++list.count * cells);
    search->read_solution({list.grids.data() + (list.count - 1) * cells, cells});
  }
  return {};
}

// The list of a geometry, one for all makers of it that live at the time. A second thread waits for the first.
std::shared_ptr<const List> shared_list(const Geometry& geometry) {
  static std::mutex mutex;
  static std::map<std::vector<Cell>, std::weak_ptr<const List>> lists;
  std::vector<Cell> key{static_cast<Cell>(geometry.size())};
  for (int h = 0; h < geometry.houses(); ++h)
    key.insert(key.end(), geometry.house(h).begin(), geometry.house(h).end());
  const std::lock_guard lock(mutex);
  auto& known = lists[std::move(key)];
  auto list = known.lock();
  if (!list) known = list = std::make_shared<const List>(listed(geometry));
  std::erase_if(lists, [](const auto& entry) { return entry.second.expired(); });
  return list;
}

class ListedGrids final : public GridMaker {
 public:
  ListedGrids(int size, std::shared_ptr<const List> list)
      : cells_(static_cast<std::size_t>(size) * static_cast<std::size_t>(size)),
        names_(static_cast<std::size_t>(size)),
        list_(std::move(list)) {}

  bool is_uniform() const override { return true; }

  bool make(Draw& draw, std::uint8_t* values, const std::atomic<bool>*) override {
    if (list_->count == 0) return false;
    const std::uint8_t* grid = list_->grids.data() + draw.below(list_->count) * cells_;
    std::iota(names_.begin(), names_.end(), std::uint8_t{1});
    draw.shuffle(names_);
    for (std::size_t cell = 0; cell < cells_; ++cell) values[cell] = names_[grid[cell] - 1];
    return true;
  }

 private:
  const std::size_t cells_;
  std::vector<std::uint8_t> names_;
  const std::shared_ptr<const List> list_;
};

}  // namespace

std::unique_ptr<GridMaker> make_listed_grids(const Geometry& geometry) {
  if (geometry.houses() == 0 || geometry.size() > 9) return nullptr;
  auto list = shared_list(geometry);
  if (!list->complete) return nullptr;
  return std::make_unique<ListedGrids>(geometry.size(), std::move(list));
}

}  // namespace squaredance::generate
