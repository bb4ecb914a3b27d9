#include "propagation.hpp"

#include "nested.hpp"

namespace squaredance::technique::chain {

Propagation::Propagation() = default;
Propagation::~Propagation() = default;

void Propagation::start(const Graph& graph, const Rules& rules, const std::atomic<bool>* stop) {
  graph_ = &graph;
  rules_ = rules;
  items_ = graph.links();
  if (rules.level > 0) inside_.start(graph, rules.sukaku);
  if (rules.level > 1) {
    if (!nested_) nested_ = std::make_unique<Nested>();
    nested_->start(graph, rules, stop);
  }
}

void Propagation::run(Literal root, Net& net) {
  net_ = &net;
  net.start(*graph_, root);
  status_.assign(graph_->ids(), 0);
  status_[id_of(root)] = is_on(root) ? is_on_bit : is_off_bit;
  if (rules_.dynamic) {
    items_.assign(graph_->links().begin(), graph_->links().end());
    if (rules_.level > 0) inside_.reset();
    run_to_end<true>();
  } else {
    run_to_end<false>();
  }
}

template <bool dynamic>
void Propagation::run_to_end() {
  std::size_t next_on = 0;
  std::size_t next_off = 0;
  for (;;) {
    if (next_on < net_->ids(true).size()) {
      if (!strike<dynamic>(net_->ids(true)[next_on++])) return;
    } else if (next_off < net_->ids(false).size()) {
      if (!turn_on<dynamic>(net_->ids(false)[next_off++])) return;
    } else if (rules_.level == 0) {
      return;
    } else if (!inside_.look(*net_, status_) &&
               (rules_.level == 1 || !nested_->look(*net_, items_, status_))) {
      return;
    }
  }
}

template <bool dynamic>
bool Propagation::strike(Id id) {
  for (const Weak& weak : rules_.cells ? graph_->weak(id) : graph_->weak_in_houses(id)) {
    std::uint8_t& status = status_[weak.to];
    if (status == 0) {
      status = is_off_bit;
      net_->add(off(weak.to), on(id), static_cast<std::uint8_t>(weak.slot));
    } else if ((status & is_on_bit) && !(dynamic && (status & gone_bit))) {
      net_->begin_parents();
      net_->add_parent(on(id));
      net_->add_clash(off(weak.to), static_cast<std::uint8_t>(weak.slot));
      return false;
    }
  }
  return true;
}

template <bool dynamic>
bool Propagation::turn_on(Id id) {
  const std::uint32_t* const items = graph_->items_of(id);
  for (int slot = rules_.cells ? 0 : 1; slot < graph_->slots(); ++slot) {
    const Item& item = items_[items[slot]];
    if (item.count != 2) continue;
    const Id last = static_cast<Id>(item.rest ^ id);
    std::uint8_t& status = status_[last];
    const bool clash = status & is_off_bit;
    if (!clash && (status & is_on_bit)) continue;
    net_->begin_parents();
    net_->add_parent(off(id));
    if (dynamic) {
      for (const Id member : graph_->members(static_cast<int>(items[slot]))) {
        if (member != id && member != last) net_->add_parent(off(member));
      }
    }
    if (clash) {
      // What the others of these items would add is not told: the net ends here. The original
      // strikes the candidate first, which nobody sees any more.
      net_->add_clash(on(last), static_cast<std::uint8_t>(slot));
      return false;
    }
    status |= is_on_bit;
    net_->add(on(last), static_cast<std::uint8_t>(slot));
  }
  if (dynamic) {
    status_[id] |= gone_bit;
    const std::uint32_t pad = static_cast<std::uint32_t>(graph_->items());
    for (int slot = 0; slot < graph_->slots(); ++slot) {
      if (items[slot] == pad) break;  // pads come last
      Item& item = items_[items[slot]];
      --item.count;
      item.rest ^= id;
    }
  }
  return true;
}

}  // namespace squaredance::technique::chain
