#pragma once

// Ordered gather trees that processes with Radix - 1 ports build themselves from the lengths of their blocks.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter
// collectives", 2018: "both tree construction and communication algorithms can be extended to k-ported
// communication systems, which reduces the number of communication rounds needed from ceil(log_2 p) to
// ceil(log_(k+1) p)". The rules below are Lemmas 1 to 3 for Radix neighbours instead of two.

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "algorithms/shapes/shelf.hpp"
#include "tutti/bundle.hpp"
#include "tutti/cost.hpp"
#include "tutti/process.hpp"
#include "tutti/ranks.hpp"
#include "tutti/task.hpp"

namespace tutti {

// A cube of dimension d is the ranks a r^d .. (a + 1) r^d - 1, as far as these exist, with r = Radix. The r
// cubes of dimension d in one of dimension d + 1 are siblings. Each cube has a fixed root, its last process,
// which every process can compute, and a gather root, which depends on its blocks and will have its data:
//
//     p = 11, r = 3    0 1 2 3 4 5 6 7 8 9 10
//     d = 1            ----- ----- ----- ----    fixed roots 2, 5, 8, 10
//     d = 2            ----------------- ----    fixed roots 8, 10

/// The description of a cube that is sent in the construction.
struct ported_cube {
  std::int64_t root = nobody;  ///< its gather root; `nobody`: there is no such cube
  std::uint64_t bytes = 0;     ///< of all its blocks
  std::uint64_t time = 0;      ///< bytes that go to the gather root one after the other, by all its ports
};

/// The siblings of one dimension, from left to right. Those that do not exist are the last ones.
template <int Radix>
using siblings = std::array<ported_cube, Radix>;

/// Lemma 1: the gather root with the longest gather time receives from all others at once, so that it waits
/// for none of them; of equally long ones the one with the most data, and of those the last, because its
/// fixed root stays.
template <int Radix>
constexpr int receiver_of(const siblings<Radix>& cubes) noexcept {
  unsigned receiver = 0;
  for (unsigned j = 1; j < Radix && cubes[j].root != nobody; ++j)
    if (std::pair(cubes[j].time, cubes[j].bytes) >= std::pair(cubes[receiver].time, cubes[receiver].bytes))
      receiver = j;
  return static_cast<int>(receiver);
}

/// The cube that they make. Its gather root receives for as long as the longest message takes.
template <int Radix>
constexpr ported_cube unite(const siblings<Radix>& cubes) noexcept {
  const auto receiver = static_cast<unsigned>(receiver_of<Radix>(cubes));
  ported_cube both = cubes[receiver];
  std::uint64_t longest = 0;
  for (unsigned j = 0; j < Radix; ++j) {
    if (j == receiver) continue;
    both.bytes += cubes[j].bytes;
    longest = std::max(longest, cubes[j].bytes);
  }
  both.time += longest;
  return both;
}

/// The siblings of a rank in one dimension.
template <int Radix>
struct sibling_ranks {
  long long width, p;  ///< a cube has `width` = Radix^d ranks, the last one fewer if p ends it
  long long begin;     ///< the first rank of the first sibling
  int own;             ///< the rank's own cube among them
  int count;           ///< those that exist

  constexpr sibling_ranks(int rank, int processes, long long ranks) noexcept
      : width(ranks),
        p(processes),
        begin(rank / (width * Radix) * (width * Radix)),
        own(static_cast<int>(rank / width % Radix)),
        count(static_cast<int>(std::min<long long>(Radix, (p - begin + width - 1) / width))) {}
  /// The first process of sibling j < count, and the number of its processes.
  [[nodiscard]] constexpr int first(int j) const noexcept { return static_cast<int>(begin + j * width); }
  [[nodiscard]] constexpr int size(int j) const noexcept {
    return static_cast<int>(std::min(width, p - begin - j * width));
  }
  [[nodiscard]] constexpr int fixed_root(int j) const noexcept { return first(j) + size(j) - 1; }
};

/// Lemma 2: the root of all receives from its siblings of each dimension alone. Returns the dimension in
/// which `rank` is in a sibling of the root's cube: the number of rounds of construction that it takes part
/// in.
template <int Radix>
constexpr int dimension_beside(int rank, int root) noexcept {
  int d = 0;
  for (long long width = Radix; rank / width != root / width; width *= Radix) ++d;
  return d;
}

/// The place of a process other than the root in the tree.
template <int Radix>
class ported_place {
 public:
  ported_place(int rank, int p, int root, std::size_t own) noexcept
      : rank_(rank),
        p_(p),
        root_(root),
        bytes_(own),
        met_(static_cast<std::size_t>(dimension_beside<Radix>(rank, root))) {}

  /// `nobody` if there are no data to send or to receive.
  [[nodiscard]] int parent() const noexcept { return bytes_ > 0 ? parent_ : nobody; }
  /// The bytes of the blocks of lower ranks that the process has, and of those of higher ranks.
  [[nodiscard]] std::size_t bytes_left() const noexcept { return left_; }
  [[nodiscard]] std::size_t bytes_right() const noexcept { return right_; }
  /// The dimensions in which the process receives from its siblings' gather roots (in a gather).
  [[nodiscard]] int levels() const noexcept { return levels_; }
  /// Calls visit(bytes, rank) for the siblings of level d on the left and on the right with data, each time
  /// the nearest one first.
  template <class Left, class Right>
  void each_child(int d, Left left, Right right) const {
    const auto& cubes = met_[static_cast<unsigned>(d)];
    const int own = own_at(d);
    const auto visit = [&](int j, auto& with) {
      const ported_cube& c = cubes[static_cast<unsigned>(j)];
      if (c.bytes > 0) with(static_cast<std::size_t>(c.bytes), static_cast<int>(c.root));
    };
    for (int j = own; j-- > 0;) visit(j, left);
    for (int j = own + 1; j < Radix; ++j) visit(j, right);
  }

  /// Lemma 3: builds the tree. In each round the fixed roots of siblings exchange their cubes, by all ports
  /// at once, and then each passes them on to its gather root: ceil(log_Radix p) - 1 rounds of two steps.
  task build(process& self) {
    ported_cube mine{rank_, bytes_, 0};
    long long width = 1;
    for (std::size_t d = 0; d < met_.size(); ++d, width *= Radix) {
      const sibling_ranks<Radix> beside(rank_, p_, width);
      if (beside.count == 1) {
        met_[d] = {};
        levels_ += mine.root == rank_;
        continue;
      }
      siblings<Radix> cubes{};
      const bool gathers = mine.root == rank_, fixed = beside.fixed_root(beside.own) == rank_;
      if (fixed) {
        cubes[static_cast<unsigned>(beside.own)] = mine;
        std::array<transfer, Radix - 1> all;
        // In each place of the lists every process has another partner, and all messages of it fit together.
        for (int k = 1; k < beside.count; ++k) {
          const int to = ring(beside.own, k, beside.count), from = ring(beside.own, -k, beside.count);
          all[static_cast<unsigned>(k - 1)] = {message_of(mine), beside.fixed_root(to),
                                               message_of(cubes[static_cast<unsigned>(from)]),
                                               beside.fixed_root(from)};
        }
        const std::span exchange = std::span(all).first(static_cast<unsigned>(beside.count - 1));
        co_await self.together(exchange);
        if (!gathers) co_await self.send(message_of(cubes), static_cast<int>(mine.root));
      } else if (gathers) {
        co_await self.recv(message_of(cubes), beside.fixed_root(beside.own));
      } else {
        co_return;  // neither root any more
      }
      mine = unite<Radix>(cubes);
      if (!gathers) continue;
      if (mine.root == rank_) {
        receives_from(cubes, d);
      } else {
        parent_ = static_cast<int>(mine.root);
      }
    }
    if (mine.root == rank_) parent_ = root_;
  }

 private:
  [[nodiscard]] int own_at(int d) const noexcept {
    long long width = 1;
    for (; d > 0; --d) width *= Radix;
    return static_cast<int>(rank_ / width % Radix);
  }
  void receives_from(const siblings<Radix>& cubes, std::size_t d) {
    met_[d] = cubes;
    ++levels_;
    each_child(
        static_cast<int>(d), [this](std::size_t bytes, int) { left_ += bytes; },
        [this](std::size_t bytes, int) { right_ += bytes; });
    bytes_ = static_cast<std::size_t>(unite<Radix>(cubes).bytes);
  }

  int rank_, p_, root_, parent_ = nobody, levels_ = 0;
  std::size_t bytes_, left_ = 0,
                      right_ = 0;   // of all blocks that it has, and of those on either side of its own
  workspace<siblings<Radix>> met_;  // the first levels_ are set
};

/// The cube of the `size` ranks from `first` on, computed from all lengths: bytes(i) of process i. `width` is
/// a power of Radix, at least `size`.
template <int Radix, class Bytes>
ported_cube cube_of_all(int first, int size, long long width, const Bytes& bytes) {
  if (width == 1) return {first, bytes(first), 0};
  siblings<Radix> cubes{};
  width /= Radix;
  for (int j = 0; j * width < size; ++j) {
    const auto begin = static_cast<int>(j * width);
    cubes[static_cast<unsigned>(j)] = cube_of_all<Radix>(
        first + begin, static_cast<int>(std::min<long long>(width, size - begin)), width, bytes);
  }
  return unite<Radix>(cubes);
}

/// The messages of the root of all with one dimension of its siblings: those with data, each with its gather
/// root and its blocks in place.
template <int Radix, class Byte>
class ported_root_round {
 public:
  ported_root_round(basic_blocks<Byte> of_all, int root, long long width) : bundles_(Radix - 1) {
    const sibling_ranks<Radix> beside(root, of_all.size(), width);
    for (int j = 0; j < beside.count; ++j) {
      if (j == beside.own) continue;
      const int first = beside.first(j), size = beside.size(j);
      const ported_cube cube =
          cube_of_all<Radix>(first, size, width, [&](int i) { return of_all[i].bytes(); });
      if (cube.bytes == 0) continue;
      auto& message = bundles_.add(static_cast<std::size_t>(size));
      for (int i = first; i < first + size; ++i) message.add(of_all[i]);
      add(message.all(), static_cast<int>(cube.root));
    }
  }
  [[nodiscard]] std::span<transfer> all() noexcept { return std::span(list_).first(n_); }

 private:
  void add(const buffer& into, int from) { list_[n_++] = {const_buffer{}, nobody, into, from}; }
  void add(const const_buffer& from, int to) { list_[n_++] = {from, to, buffer{}, nobody}; }

  shelf<basic_bundle<Byte>> bundles_;
  std::array<transfer, Radix - 1> list_;
  std::size_t n_ = 0;
};

/// With one port. Each round of the construction takes at most 2 k - 1 start-ups for the exchange of k
/// messages, as each waits for the k - 1 others of its sender and of its receiver, and one to notify; each
/// round of data k. All data may travel once in each round.
template <int Radix>
cost bound_of_ported_cubes(const shape& s) noexcept {
  constexpr double k = Radix - 1;
  const double q = ceil_log(s.p, Radix);
  if (q < 1) return {};
  return {.rounds = (q - 1) * 2 * k + q * k,
          .bytes = q * s.bytes + (q - 1) * (2 * k - 1 + Radix) * sizeof(ported_cube)};
}

}  // namespace tutti
