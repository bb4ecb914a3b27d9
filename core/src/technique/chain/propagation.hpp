// Propagation: fills a Net from its assumption.
#pragma once

#include <atomic>
#include <memory>
#include <vector>

#include "inside.hpp"
#include "net.hpp"

namespace squaredance::technique::chain {

// What a kind of chain may use.
struct Rules {
  bool cells = true;     // links in cells; nishio has only those of one value
  bool dynamic = false;  // what is struck stays so
  int level = 0;
  int inner = 0;         // level 4: the level of the dynamic chains inside
  bool sukaku = false;   // look inside in the order of SukakuExplainer 1.18.1
};

class Nested;

class Propagation {
 public:
  Propagation();
  ~Propagation();
  // `stop` (optional) is looked at in nested searches.
  void start(const Graph& graph, const Rules& rules, const std::atomic<bool>* stop = nullptr);
  void run(Literal root, Net& net);

 private:
  // Both say false at a clash.
  template <bool dynamic>
  bool strike(Id id);
  template <bool dynamic>
  bool turn_on(Id id);
  template <bool dynamic>
  void run_to_end();

  const Graph* graph_ = nullptr;
  Rules rules_;
  Net* net_ = nullptr;
  Inside inside_;
  std::unique_ptr<Nested> nested_;
  std::vector<Item> items_;
  std::vector<std::uint8_t> status_;
};

}  // namespace squaredance::technique::chain
