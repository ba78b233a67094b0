#pragma once

// Elements that record what they are made of. An element is a number: a contribution (which process, which
// element of its vector) or the combination of two elements. Equal numbers mean equal bracketings.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace tutti {

using term = std::uint64_t;

class terms {
 public:
  terms() = default;
  ~terms() = default;
  terms(const terms&) = delete;
  terms& operator=(const terms&) = delete;

  /// The number of calls under way together that can be distinguished.
  static constexpr int most_calls = 8;

  /// Element k of the contribution of process `of` to a call. `for_whom`: the process or block that it is
  /// meant for, or -1. Several calls may be under way.
  static term contribution(int of, int for_whom, std::size_t k, int call = 0);
  term combined(term left, term right);
  /// An order of contributions (tutti::ordering): by k, then by process.
  static bool earlier(const std::byte* a, const std::byte* b, const void* with) noexcept;

  /// True if t is the combination of exactly one contribution of each process 0 .. last, all with that k,
  /// that call and for_whom = -1; in rank order if `ordered`. Fast if called with ascending `last`.
  bool is_reduction(term t, int last, std::size_t k, bool ordered, int call = 0);
  /// A hash of the bracketing of processes: elements that combine the contributions of the same processes in
  /// the same way have equal ones, whatever their k. `t` must be known.
  std::uint64_t bracketing(term t) const { return at(t).bracketing; }
  /// True if the contributions are those of consecutive processes in rank order. `t` must be known.
  bool in_rank_order(term t) const { return at(t).ordered; }

  std::string text(term t) const;

  /// Reserves room for at least this many combinations.
  void expect(std::size_t combinations);
  /// Forgets all combinations; keeps the memory of some.
  void forget();

 private:
  // Less than a cache line: a proof has millions of them.
  struct node {
    std::uint64_t sum;  // of the contributions' fingerprints: equal multisets have equal sums
    std::uint64_t bracketing;
    term left, right;  // of a combination; 0 for a contribution
    std::uint32_t count;
    std::int32_t first, last;  // processes; if `ordered`, the contributions are those of first..last
    std::int32_t for_whom;
    std::uint32_t k;
    std::uint8_t call;
    bool ordered;
  };

  bool known(term t) const;
  node at(term t) const;
  std::size_t slot_of(term left, term right) const;
  void make_table(std::size_t size);
  std::uint64_t sum_to(int last, std::size_t k, int call);
  void flatten(term t, std::string& into, int& budget) const;

  std::vector<node> nodes_;  // of combinations: term t is nodes_[t - 1]
  // Combinations by left and right: an open-addressing hash table, 0 for an empty slot.
  std::vector<std::uint32_t> table_;

  struct running_sum {
    int last = -1;
    std::uint64_t sum = 0;
  };
  // For each call and element, the sum of the fingerprints of processes 0 .. last.
  std::array<std::vector<running_sum>, most_calls> sums_;
};

}  // namespace tutti
