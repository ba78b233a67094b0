#pragma once

// Sends or receives that wait for their counterpart: for each pair (from, to) a queue of numbers, first in,
// first out. An open-addressing hash table of the pairs whose queue is not empty.

#include <cstdint>
#include <vector>

#include "machine/hash.hpp"

namespace tutti {

class mailbox {
 public:
  static constexpr std::uint32_t none = 0xffffffff;

  void put(int from, int to, std::uint32_t value) {
    if (10 * (used_ + 1) > 7 * slots_.size()) grow();
    const std::uint32_t at = new_node(value);
    const std::uint64_t key = key_of(from, to);
    slot& s = slots_[find(key)];
    if (s.head == none) {
      s = {key, at, at};
      ++used_;
    } else {
      nodes_[s.tail].next = at;
      s.tail = at;
    }
  }

  /// Removes and returns the oldest number in the pair's queue; `none` if the queue is empty.
  std::uint32_t take(int from, int to) {
    if (used_ == 0) return none;
    const std::size_t i = find(key_of(from, to));
    slot& s = slots_[i];
    if (s.head == none) return none;
    const std::uint32_t at = s.head, value = nodes_[at].value;
    s.head = nodes_[at].next;
    nodes_[at].next = free_;
    free_ = at;
    if (s.head == none) close_gap(i);
    return value;
  }

  /// True if the pair's queue is not empty.
  [[nodiscard]] bool has(int from, int to) const {
    return used_ > 0 && slots_[find(key_of(from, to))].head != none;
  }

  /// Calls f(from, to, value) for all, in no particular order.
  template <class F>
  void each(F f) const {
    for (const slot& s : slots_)
      for (std::uint32_t at = s.head; at != none; at = nodes_[at].next)
        f(static_cast<int>(s.key >> 32U), static_cast<int>(s.key & 0xffffffffU), nodes_[at].value);
  }

 private:
  struct slot {
    std::uint64_t key = 0;
    std::uint32_t head = none, tail = none;
  };
  struct node {
    std::uint32_t value, next;
  };

  static std::uint64_t key_of(int from, int to) {
    return static_cast<std::uint64_t>(static_cast<std::uint32_t>(from)) << 32U |
           static_cast<std::uint32_t>(to);
  }
  std::size_t home(std::uint64_t key) const { return spread(key) >> shift_; }
  std::size_t next(std::size_t i) const { return (i + 1) & (slots_.size() - 1); }
  // The slot of a pair, or the empty one where it would be.
  std::size_t find(std::uint64_t key) const {
    std::size_t i = home(key);
    while (slots_[i].head != none && slots_[i].key != key) i = next(i);
    return i;
  }

  std::uint32_t new_node(std::uint32_t value) {
    if (free_ == none) {
      nodes_.push_back({value, none});
      return static_cast<std::uint32_t>(nodes_.size() - 1);
    }
    const std::uint32_t at = free_;
    free_ = nodes_[at].next;
    nodes_[at] = {value, none};
    return at;
  }

  // Slot i has become empty: moves back the entries that collisions pushed past it.
  void close_gap(std::size_t i) {
    --used_;
    for (std::size_t j = next(i); slots_[j].head != none; j = next(j)) {
      const std::size_t h = home(slots_[j].key);
      const std::size_t mask = slots_.size() - 1;
      if (((j - h) & mask) < ((j - i) & mask)) continue;  // j's home is after the gap
      slots_[i] = slots_[j];
      i = j;
    }
    slots_[i] = slot{};
  }

  void grow() {
    std::vector<slot> old(slots_.empty() ? 256 : 2 * slots_.size());
    shift_ = slots_.empty() ? 56 : shift_ - 1;
    old.swap(slots_);
    for (const slot& s : old) {
      if (s.head == none) continue;
      std::size_t i = home(s.key);
      while (slots_[i].head != none) i = next(i);
      slots_[i] = s;
    }
  }

  std::vector<slot> slots_;
  std::vector<node> nodes_;
  std::size_t used_ = 0;
  unsigned shift_ = 64;
  std::uint32_t free_ = none;
};

}  // namespace tutti
