#include "store.hpp"

#include <algorithm>

namespace squaredance::learn {

Ref Store::add(std::span<const Lit> lits, std::uint32_t glue) {
  const Ref ref = end();
  words_.push_back(static_cast<std::uint32_t>(lits.size()));
  words_.push_back(std::min(glue, glue_bits) | just_used * used_one);
  words_.insert(words_.end(), lits.begin(), lits.end());
  watch(ref);
  return ref;
}

void Store::watch(Ref ref) {
  const Lit* lits = words_.data() + ref + 2;
  watches_[lits[0]].push_back({lits[1], ref});
  watches_[lits[1]].push_back({lits[0], ref});
}

void Store::compact(std::span<Ref> moved) {
  // The new place of a clause is left in its old second word while the words shift down, which
  // never overtakes the reading: headers are kept aside.
  std::vector<std::uint32_t> headers;
  Ref to = first_learned_;
  for (Ref from = first_learned_; from < end(); from = next(from)) {
    if (is_dropped(from)) continue;
    headers.push_back(words_[from + 1]);
    words_[from + 1] = to;
    to += words_[from] + 2;
  }
  for (Ref& ref : moved) ref = ref < first_learned_ ? ref : words_[ref + 1];
  for (auto& list : watches_) list.clear();
  to = first_learned_;
  std::size_t kept = 0;
  for (Ref from = first_learned_; from < end();) {
    const std::uint32_t length = words_[from] + 2;
    if (!is_dropped(from)) {
      std::copy_n(words_.begin() + from, length, words_.begin() + to);
      words_[to + 1] = headers[kept++];
      to += length;
    }
    from += length;
  }
  words_.resize(to);
  for (Ref ref = 1; ref < end(); ref = next(ref)) watch(ref);
}

std::size_t Store::memory() const {
  std::size_t bytes = words_.capacity() * sizeof(std::uint32_t);
  for (const auto& list : watches_) bytes += sizeof list + list.capacity() * sizeof(Watch);
  return bytes;
}

}  // namespace squaredance::learn
