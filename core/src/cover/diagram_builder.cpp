// Makes a Diagram from the layers of a frontier.
//
//   down   layer by layer as `frontier`, but what is kept is not how many ways lead to a state
//          but which: for each state, the options that fit and the states that follow
//   up     each state becomes a chain of nodes, one for each option that fits, ending where
//          leaving leads; what follows has its nodes already
//
//     state s: options a -> u, c -> v          (a) --no--> (c) --no--> nothing
//                                               |yes        |yes
//                                               u's node    v's node
//
// An option belongs to one step, so equal nodes can only come from the same layer.
#include <algorithm>

#include "frontier_order.hpp"
#include "frontier_steps.hpp"
#include "squaredance/cover/diagram.hpp"

namespace squaredance::cover {

class DiagramBuilder::State {
 public:
  explicit State(bool too_large) : out_of_memory_(too_large) {}
  virtual ~State() = default;

  virtual Halt run(std::uint64_t) { return out_of_memory_ ? Halt::memory : Halt::done; }
  virtual double progress() const { return out_of_memory_ ? 0 : 1; }
  virtual std::size_t memory() const { return diagram_.memory(); }

  Diagram diagram_;
  Effort effort_;

 protected:
  bool out_of_memory_;
};

template <int W>
class DiagramBuilder::Sweep final : public State {
 public:
  Sweep(Plan plan, CountLimits limits) : State(false), steps_(std::move(plan)), limits_(limits) {
    const Entry start = now_.put(Key<W>{}, hash_of<W>(Key<W>{}), limits_.memory);
    out_of_memory_ = start == CountTable<W>::none;
    layers_.reserve(steps_.size());
  }

  Halt run(std::uint64_t nodes) override {
    if (out_of_memory_) return Halt::memory;
    while (!done_) {
      if (nodes-- == 0) return Halt::budget;
      if (!(up_ ? step_up() : step_down())) {
        out_of_memory_ = true;
        return Halt::memory;
      }
    }
    return Halt::done;
  }

  double progress() const override {
    if (done_) return 1;
    const double size = static_cast<double>(std::max<std::size_t>(steps_.size(), 1));
    const double share = static_cast<double>(layers_.size()) / size;
    return up_ ? 1 - share / 2 : share / 2;
  }

  std::size_t memory() const override {
    return steps_.memory() + now_.memory() + next_.memory() + way_bytes_ + diagram_.memory() +
           (nodes_now_.capacity() + nodes_next_.capacity()) * sizeof(Diagram::Index) +
           unique_.memory();
  }

 private:
  using Entry = typename CountTable<W>::Entry;

  struct Way {
    std::uint32_t option;  // place in the plan, or Plan::none
    std::uint32_t state;   // in the next layer
  };
  struct Layer {
    std::vector<Way> ways;            // state after state
    std::vector<std::size_t> ends{};  // by state
  };

  std::size_t room() const {
    const std::size_t used = memory();
    return limits_.memory > used ? limits_.memory - used : 0;
  }

  // Room for one more, which may double the vector.
  template <class T>
  bool reserve(std::vector<T>& list, std::size_t* bytes) {
    if (list.size() < list.capacity()) return true;
    const std::size_t more = std::max<std::size_t>(list.capacity(), 16);
    if (2 * more * sizeof(T) > room()) return false;
    list.reserve(list.size() + more);
    if (bytes) *bytes += more * sizeof(T);
    return true;
  }

  // One state, or the end of a layer.
  bool step_down() {
    if (layers_.size() == steps_.size() && at_ == 0) {
      turn();
      return true;
    }
    if (at_ == 0) layers_.emplace_back();
    if (at_ == now_.size()) {
      at_ = 0;
      std::swap(now_, next_);
      next_.clear(0, now_.size());
      if (now_.size() == 0) return finish(Diagram::nothing);
      if (layers_.size() == steps_.size()) turn();
      return true;
    }
    ++effort_.nodes;
    return follow(static_cast<Entry>(at_++));
  }

  bool follow(Entry entry) {
    Layer& layer = layers_.back();
    bool fits = true;
    const std::size_t most = next_.memory() + room();
    steps_.follow(layers_.size() - 1, now_.key(entry), [&](std::uint32_t option, const Key<W>& to) {
      fits = fits && reserve(layer.ways, &way_bytes_);
      if (!fits) return;
      const Entry state = next_.put(to, hash_of<W>(to), most);
      fits = state != CountTable<W>::none;
      if (fits) layer.ways.push_back({option, state});
    });
    fits = fits && reserve(layer.ends, &way_bytes_);
    if (fits) layer.ends.push_back(layer.ways.size());
    return fits;
  }

  void turn() {
    up_ = true;
    at_ = 0;
    now_ = CountTable<W>(0);
    next_ = CountTable<W>(0);
    nodes_next_.assign(1, Diagram::everything);
    start_layer();
  }

  void start_layer() {
    unique_.clear(0, 16);
    base_ = diagram_.nodes_.size();
    nodes_now_.clear();
    if (layers_.empty()) finish(nodes_next_[0]);
  }

  bool finish(Diagram::Index root) {
    diagram_.root_ = root;
    done_ = true;
    layers_.clear();
    way_bytes_ = 0;
    return true;
  }

  // One state, or the end of a layer.
  bool step_up() {
    Layer& layer = layers_.back();
    if (at_ == layer.ends.size()) {
      at_ = 0;
      std::swap(nodes_now_, nodes_next_);
      way_bytes_ -= layer.ways.capacity() * sizeof(Way);
      way_bytes_ -= layer.ends.capacity() * sizeof(layer.ends[0]);
      layers_.pop_back();
      start_layer();
      return true;
    }
    ++effort_.nodes;
    Diagram::Index node = Diagram::nothing;
    const std::size_t begin = at_ == 0 ? 0 : layer.ends[at_ - 1];
    for (std::size_t i = layer.ends[at_++]; i-- > begin;) {
      const Diagram::Index after = nodes_next_[layer.ways[i].state];
      if (layer.ways[i].option == Plan::none) {
        node = after;
      } else if (after != Diagram::nothing) {
        if (!share({steps_.plan().options[layer.ways[i].option], node, after}, node)) return false;
      }
    }
    if (!reserve(nodes_now_, nullptr)) return false;
    nodes_now_.push_back(node);
    return true;
  }

  // The one node that is like this. New ones get their numbers in the order of the table.
  bool share(Diagram::Node node, Diagram::Index& index) {
    const Key<2> key{std::uint64_t{node.option} << 32 | node.no, node.yes};
    const auto entry = unique_.put(key, hash_of<2>(key), unique_.memory() + room());
    if (entry == CountTable<2>::none || base_ + entry > ~Diagram::Index{0}) return false;
    index = static_cast<Diagram::Index>(base_ + entry);
    if (index < diagram_.nodes_.size()) return true;
    if (!reserve(diagram_.nodes_, nullptr)) return false;
    diagram_.nodes_.push_back(node);
    return true;
  }

  Steps<W> steps_;
  CountLimits limits_;
  std::vector<Layer> layers_;
  std::size_t way_bytes_ = 0;
  std::size_t at_ = 0;  // state of the layer that is next
  bool up_ = false;
  bool done_ = false;
  CountTable<W> now_{0}, next_{0};                     // states, on the way down
  std::vector<Diagram::Index> nodes_now_, nodes_next_;  // of the states, on the way up
  CountTable<2> unique_{0};                            // nodes of the layer
  std::size_t base_ = 0;                               // the first of them
};

DiagramBuilder::DiagramBuilder(const Problem& problem, CountLimits limits) {
  Plan plan = plan_frontier(problem, limits.memory, default_order_work);
  const std::size_t words = plan.words;
  if (plan.impossible || plan.too_large) {
    state_ = std::make_unique<State>(plan.too_large);
  } else if (words <= 1) {
    state_ = std::make_unique<Sweep<1>>(std::move(plan), limits);
  } else if (words <= 2) {
    state_ = std::make_unique<Sweep<2>>(std::move(plan), limits);
  } else if (words <= 4) {
    state_ = std::make_unique<Sweep<4>>(std::move(plan), limits);
  } else if (words <= 16) {
    state_ = std::make_unique<Sweep<16>>(std::move(plan), limits);
  } else {
    state_ = std::make_unique<Sweep<Plan::most_words>>(std::move(plan), limits);
  }
}

DiagramBuilder::~DiagramBuilder() = default;

Halt DiagramBuilder::run(std::uint64_t nodes) { return state_->run(nodes); }
Diagram DiagramBuilder::take() { return std::move(state_->diagram_); }
double DiagramBuilder::progress() const { return state_->progress(); }
std::size_t DiagramBuilder::memory() const { return state_->memory(); }
Effort DiagramBuilder::effort() const { return state_->effort_; }

}  // namespace squaredance::cover
