#pragma once

// Elements that carry what they are made of. An element is a number: a contribution (which process, which element of
// its vector) or the combination of two others. Equal numbers mean equal bracketings.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace tutti {

using term = std::uint64_t;

class terms {
 public:
  /// Element k of what process `of` contributes (for process `for_whom`, where each has a block of its own).
  term contribution(int of, int for_whom, std::size_t k);
  term combined(term left, term right);

  /// Whether t is the combination of exactly one contribution of each process first .. last, all with that
  /// `for_whom` and k, in rank order if `ordered`.
  bool is_reduction(term t, int first, int last, int for_whom, std::size_t k, bool ordered) const;

  std::string text(term t) const;

 private:
  struct node {
    std::uint64_t sum;  // of a fingerprint of each contribution: equal multisets have equal sums
    std::uint32_t count;
    int first, last;  // processes, where the contributions are those of first..last in order
    bool ordered;
    int for_whom;
    std::size_t k;
    term left, right;  // of a combination; 0 for a contribution
  };

  static std::uint64_t fingerprint(int of, int for_whom, std::size_t k);
  bool known(term t) const { return t >= 1 && t <= nodes_.size(); }
  const node& at(term t) const { return nodes_[t - 1]; }
  void flatten(term t, std::string& into, int& budget) const;

  std::vector<node> nodes_;  // term t is nodes_[t - 1]
  std::unordered_map<std::uint64_t, term> leaves_;
  std::unordered_map<std::uint64_t, term> pairs_;
};

}  // namespace tutti
