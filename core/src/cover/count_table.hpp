// CountTable: from keys of W words to exact counts; the layers of `frontier` and what `memo`
// remembers. Keys are compared in full.
//
//   index_    a power of two of places, at most two thirds in use; a place holds the number
//             of an entry plus one, or 0. Linear probing.
//   chunks_   entries in the order in which they came, so that a walk over all is a walk
//             through memory:  [key: W words][count: width() digits] [key][count] ...
//
// Entries are in chunks, so that growing copies nothing and memory never peaks at old plus new.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "natural.hpp"

namespace squaredance::cover {

template <int W>
using Key = std::array<std::uint64_t, W>;

template <int W>
std::uint64_t hash_of(const Key<W>& key) {
  std::uint64_t hash = 0x9E3779B97F4A7C15;
  for (std::uint64_t word : key) {
    hash = (hash ^ word) * 0xD6E8FEB86659FD93;
    hash ^= hash >> 32;
  }
  return hash * 0xD6E8FEB86659FD93;
}

template <int W>
class CountTable {
 public:
  using Entry = std::uint32_t;
  static constexpr Entry none = ~Entry{0};

  explicit CountTable(std::size_t width = 1) : width_(width) { make_index(6); }

  std::size_t size() const { return size_; }
  std::size_t width() const { return width_; }

  const Key<W>& key(Entry entry) const { return *reinterpret_cast<const Key<W>*>(at(entry)); }
  std::span<const natural::Digit> count(Entry entry) const { return {at(entry) + W, width_}; }
  std::span<natural::Digit> count(Entry entry) { return {at(entry) + W, width_}; }

  Entry find(const Key<W>& key, std::uint64_t hash) const {
    for (std::size_t place = hash >> shift_;; place = (place + 1) & mask_) {
      const Entry there = index_[place];
      if (there == 0) return none;
      if (std::memcmp(at(there - 1), key.data(), sizeof key) == 0) return there - 1;
    }
  }

  // The entry of the key, with count 0 when it is new; `none` when the table would then take
  // more than `most` bytes.
  Entry put(const Key<W>& key, std::uint64_t hash, std::size_t most) {
    std::size_t place = hash >> shift_;
    for (; index_[place] != 0; place = (place + 1) & mask_)
      if (std::memcmp(at(index_[place] - 1), key.data(), sizeof key) == 0)
        return index_[place] - 1;
    if (!make_room(most)) return none;
    if (index_moved_) {
      index_moved_ = false;
      for (place = hash >> shift_; index_[place] != 0;) place = (place + 1) & mask_;
    }
    std::uint64_t* entry = at(static_cast<Entry>(size_));
    std::memcpy(entry, key.data(), sizeof key);
    std::memset(entry + W, 0, width_ * sizeof(natural::Digit));
    index_[place] = static_cast<Entry>(++size_);
    return static_cast<Entry>(size_ - 1);
  }

  // Adds to an entry's count, with one digit more for all when it needs one. False when the
  // table would then take more than `most` bytes; the count is then lost.
  bool add(Entry entry, std::span<const natural::Digit> other, std::size_t most) {
    if (!natural::add(count(entry), other)) return true;
    if (!widen(width_ + 1, most)) return false;
    count(entry).back() = 1;
    return true;
  }

  bool widen(std::size_t width, std::size_t most) {
    const std::size_t entry_words = W + width;
    if (memory() + chunks_.size() * chunk_size * (width - width_) * 8 > most) return false;
    for (std::size_t c = 0; c < chunks_.size(); ++c) {
      Chunk wider = std::make_unique_for_overwrite<std::uint64_t[]>(chunk_size * entry_words);
      for (std::size_t i = 0; i < chunk_size && c * chunk_size + i < size_; ++i) {
        std::uint64_t* to = wider.get() + i * entry_words;
        std::memcpy(to, chunks_[c].get() + i * (W + width_), (W + width_) * 8);
        std::memset(to + W + width_, 0, (width - width_) * 8);
      }
      chunks_[c] = std::move(wider);
    }
    width_ = width;
    return true;
  }

  // Empties it, keeps its chunks where they fit, and expects about so many entries.
  void clear(std::size_t width, std::size_t expected) {
    if (width != width_) chunks_.clear();
    width_ = width;
    size_ = 0;
    int log = 6;
    while ((std::size_t{2} << log) < expected * 3) ++log;
    make_index(log);
  }

  void prefetch(std::uint64_t hash) const { __builtin_prefetch(&index_[hash >> shift_]); }
  void prefetch_entry(std::uint64_t hash) const {
    if (const Entry there = index_[hash >> shift_]) __builtin_prefetch(at(there - 1), 1);
  }

  std::size_t memory() const {
    return index_.capacity() * sizeof(Entry) + chunks_.size() * chunk_bytes();
  }

 private:
  using Chunk = std::unique_ptr<std::uint64_t[]>;
  static constexpr int chunk_log = 9;
  static constexpr std::size_t chunk_size = std::size_t{1} << chunk_log;

  std::size_t chunk_bytes() const { return chunk_size * (W + width_) * 8; }
  const std::uint64_t* at(Entry entry) const {
    return chunks_[entry >> chunk_log].get() + (entry & (chunk_size - 1)) * (W + width_);
  }
  std::uint64_t* at(Entry entry) {
    return chunks_[entry >> chunk_log].get() + (entry & (chunk_size - 1)) * (W + width_);
  }

  bool make_room(std::size_t most) {
    if (size_ >= none - 1) return false;
    if (size_ == chunks_.size() * chunk_size) {
      if (memory() + chunk_bytes() > most) return false;
      chunks_.push_back(std::make_unique_for_overwrite<std::uint64_t[]>(chunk_bytes() / 8));
    }
    if ((size_ + 1) * 3 > (mask_ + 1) * 2) {
      if (memory() + (mask_ + 1) * sizeof(Entry) > most) return false;
      make_index(64 - shift_ + 1);
      for (Entry e = 0; e < size_; ++e) {
        std::size_t place = hash_of<W>(key(e)) >> shift_;
        while (index_[place] != 0) place = (place + 1) & mask_;
        index_[place] = e + 1;
      }
      index_moved_ = true;
    }
    return true;
  }

  void make_index(int log) {
    shift_ = 64 - log;
    mask_ = (std::size_t{1} << log) - 1;
    if (index_.capacity() > 4 * (mask_ + 1)) std::vector<Entry>().swap(index_);
    index_.assign(mask_ + 1, 0);
  }

  std::vector<Entry> index_;
  std::vector<Chunk> chunks_;
  std::size_t width_;
  std::size_t size_ = 0;
  std::size_t mask_ = 0;
  int shift_ = 0;
  bool index_moved_ = false;
};

}  // namespace squaredance::cover
