#include "annealing.hpp"

#include <bit>
#include <numeric>
#include <utility>

#include "squaredance/stop.hpp"

namespace squaredance::generate {

namespace {

// To fill up what was not solved: ten are enough, but for clues that clash.
constexpr int last_moves = 200;

}  // namespace

Annealing::Annealing(const DeepBoard& board, Schedule schedule)
    : board_(board),
      schedule_(schedule),
      all_((1u << board.size) - 1),
      kernel_(make_deep_kernel(board)),
      clues_(static_cast<std::size_t>(board.cells)),
      kept_(clues_.size()),
      work_(clues_.size()) {}

void Annealing::run(std::span<Annealed> all, const std::atomic<bool>* stop) {
  std::size_t next = 0, running = 0;
  for (Chain& chain : chains_) chain.result = nullptr;
  for (;;) {
    for (int lane = 0; lane < deep_lanes; ++lane) {
      if (chains_[lane].result) continue;
      if (next == all.size()) {
        for (Masks& masks : clues_) masks.lane[lane] = all_;
        continue;
      }
      begin(lane, all[next++]);
      ++running;
    }
    if (running == 0 || is_stopped(stop)) return;
    work_ = clues_;
    for (int lane = 0; lane < deep_lanes; ++lane)
      if (chains_[lane].result) propose(lane);
    alignas(64) std::uint32_t open[deep_lanes];
    kernel_->run(work_[0].lane, open);
    for (int lane = 0; lane < deep_lanes; ++lane) {
      if (!chains_[lane].result) continue;
      judge(lane, open[lane]);
      if (!chains_[lane].result) --running;
    }
  }
}

void Annealing::begin(int lane, Annealed& result) {
  Chain& chain = chains_[lane];
  chain.result = &result;
  chain.clues = 0;
  chain.most = schedule_.clues;
  chain.open = DeepKernel::conflict - 1;
  chain.order.resize(clues_.size());
  std::iota(chain.order.begin(), chain.order.end(), std::uint16_t{0});
  result.draw.shuffle(chain.order);
  for (std::size_t cell = 0; cell < clues_.size(); ++cell) clues_[cell].lane[lane] = kept_[cell].lane[lane] = all_;
}

void Annealing::propose(int lane) {
  Chain& chain = chains_[lane];
  Draw& draw = chain.result->draw;
  const auto cells = static_cast<int>(chain.order.size());
  std::uint32_t mask;
  do {
    chain.given = chain.clues + static_cast<int>(draw.below(cells - chain.clues));
    mask = kept_[chain.order[chain.given]].lane[lane];
  } while (std::has_single_bit(mask));
  for (auto skipped = draw.below(std::popcount(mask)); skipped > 0; --skipped) mask &= mask - 1;
  chain.value = mask & (~mask + 1);
  work_[chain.order[chain.given]].lane[lane] = chain.value;
  chain.taken = -1;
  if (chain.clues < chain.most) return;
  chain.taken = static_cast<int>(draw.below(chain.clues));
  work_[chain.order[chain.taken]].lane[lane] = all_;
}

// The number of leading zeros of a drawn number, and a fraction from the bits behind them, is a binary logarithm that
// is the same on every machine, near enough to a true one.
bool Annealing::is_kept(Chain& chain, std::uint32_t open) {
  if (open >= DeepKernel::conflict) return false;
  if (open <= chain.open) return true;
  const std::uint64_t drawn = chain.result->draw.next() | 1;
  const int zeros = std::countl_zero(drawn);
  const std::uint64_t rest = zeros == 63 ? 0 : drawn << (zeros + 1);
  const double logarithm = zeros + 1 - static_cast<double>(rest >> 11) * 0x1p-53;
  return static_cast<double>(open - chain.open) <= schedule_.warmth * logarithm * 0.6931471805599453;  // ln 2
}

void Annealing::judge(int lane, std::uint32_t open) {
  Chain& chain = chains_[lane];
  ++chain.result->moves;
  if (is_kept(chain, open)) {
    chain.open = open;
    clues_[chain.order[chain.given]].lane[lane] = chain.value;
    if (chain.taken >= 0) {
      clues_[chain.order[chain.taken]].lane[lane] = all_;
      std::swap(chain.order[chain.given], chain.order[chain.taken]);
    } else {
      std::swap(chain.order[chain.given], chain.order[chain.clues++]);
    }
    for (std::size_t cell = 0; cell < kept_.size(); ++cell) kept_[cell].lane[lane] = work_[cell].lane[lane];
  }
  if (chain.result->moves >= schedule_.moves) chain.most = board_.cells;
  if (chain.open == 0 || chain.result->moves >= schedule_.moves + last_moves) end(lane);
}

void Annealing::end(int lane) {
  Chain& chain = chains_[lane];
  Annealed& result = *chain.result;
  result.done = true;
  result.solved = chain.open == 0;
  result.clues.assign(kept_.size(), 0);
  result.solution.resize(kept_.size());
  for (int i = 0; i < chain.clues; ++i) result.clues[chain.order[i]] = clues_[chain.order[i]].lane[lane];
  for (std::size_t cell = 0; cell < kept_.size(); ++cell) result.solution[cell] = kept_[cell].lane[lane];
  chain.result = nullptr;
}

}  // namespace squaredance::generate
