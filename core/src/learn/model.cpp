#include "model.hpp"

#include <utility>

namespace squaredance::learn {

namespace {
constexpr std::size_t most_peers = std::size_t{1} << 22;  // 16 MB
constexpr Var no_var = ~Var{0};
}  // namespace

void Model::gather() {
  items.starts.assign(variables + 1, 0);
  for (Var v : members.entries) ++items.starts[v + 1];
  for (Var v = 0; v < variables; ++v) items.starts[v + 1] += items.starts[v];
  items.entries.resize(members.entries.size());
  std::vector<std::uint32_t> next = items.starts;
  for (std::uint32_t i = 0; i < members.size(); ++i)
    for (Var v : members[i]) items.entries[next[v]++] = i;
  gather_peers();
}

// A list per variable is faster to walk than the items (half the instructions), but at 64x64 it
// would take 250 MB.
void Model::gather_peers() {
  std::size_t total = 0;
  for (std::uint32_t i = 0; i < members.size(); ++i) total += members[i].size() * members[i].size();
  if (total > most_peers) return;
  std::vector<Var> seen(variables, no_var);
  for (Var v = 0; v < variables; ++v) {
    seen[v] = v;
    for (std::uint32_t item : items[v])
      for (Var other : members[item])
        if (std::exchange(seen[other], v) != v) peers.entries.push_back(other);
    peers.starts.push_back(static_cast<std::uint32_t>(peers.entries.size()));
  }
}

}  // namespace squaredance::learn
