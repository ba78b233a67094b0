#pragma once

// Elements that carry what they are made of. An element is a number: a contribution (which process, which
// element of its vector) or the combination of two others. Equal numbers mean equal bracketings.

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

  /// How many calls that are under way together are told apart.
  static constexpr int most_calls = 8;

  /// Element k of what process `of` contributes (for process `for_whom`, where each has a block of its own;
  /// or -1) to a call, of which several may be under way.
  static term contribution(int of, int for_whom, std::size_t k, int call = 0);
  term combined(term left, term right);
  /// An order of contributions (tutti::ordering): by k, then by process.
  static bool earlier(const std::byte* a, const std::byte* b, const void* with) noexcept;

  /// Whether t is the combination of exactly one contribution of each process 0 .. last, all with that k and
  /// for nobody in particular, to that call, in rank order if `ordered`. Quick if asked with `last`
  /// ascending.
  bool is_reduction(term t, int last, std::size_t k, bool ordered, int call = 0);

  std::string text(term t) const;

  /// Makes room: there will be at least this many combinations.
  void expect(std::size_t combinations);
  /// There are no combinations any more; the memory for some is kept.
  void forget();

 private:
  // Three quarters of a cache line: a proof has millions of them.
  struct node {
    std::uint64_t sum;  // of a fingerprint of each contribution: equal multisets have equal sums
    term left, right;   // of a combination; 0 for a contribution
    std::uint32_t count;
    std::int32_t first, last;  // processes, where the contributions are those of first..last in order
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
  // Combinations by their two sides: an open-addressing hash table, 0 where it is empty.
  std::vector<std::uint32_t> table_;

  struct running_sum {
    int last = -1;
    std::uint64_t sum = 0;
  };
  // For each call and element, the sum of the fingerprints of processes 0 .. last.
  std::array<std::vector<running_sum>, most_calls> sums_;
};

}  // namespace tutti
