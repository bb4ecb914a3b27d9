#include "search_counter.hpp"

#include <utility>

#include "squaredance/cover/choose.hpp"

namespace squaredance::cover {

namespace {

class SearchCounter final : public Counter {
 public:
  explicit SearchCounter(std::unique_ptr<Search> search) : search_(std::move(search)) {}

  Halt run(std::uint64_t nodes) override {
    const Pause pause = search_->count(nodes, ~std::uint64_t{0}, found_);
    effort_ = search_->effort();
    return pause == Pause::exhausted ? Halt::done : Halt::budget;
  }

  // One by one nobody comes to 2^64.
  std::vector<std::uint64_t> total() const override {
    if (found_ == 0) return {};
    return {found_};
  }
  double progress() const override { return search_->progress(); }
  std::size_t memory() const override { return search_->memory(); }
  Method method() const override { return Method::search; }

 private:
  std::unique_ptr<Search> search_;
  std::uint64_t found_ = 0;
};

}  // namespace

std::unique_ptr<Counter> make_search_counter(const Problem& problem) {
  return std::make_unique<SearchCounter>(make_search(best_engine(problem), problem));
}

}  // namespace squaredance::cover
