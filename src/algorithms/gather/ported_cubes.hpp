#pragma once

// Ordered gather trees that processes with radix - 1 ports build themselves from the lengths of their blocks.
// Source: Traeff, "Practical, distributed, low overhead algorithms for irregular gather and scatter
// collectives", 2018: "both tree construction and communication algorithms can be extended to k-ported
// communication systems, which reduces the number of communication rounds needed from ceil(log_2 p) to
// ceil(log_(k+1) p)". The rules below are Lemmas 1 to 3 for `radix` neighbours instead of two.

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

#include "algorithms/shapes/radix.hpp"
#include "algorithms/shapes/shelf.hpp"
#include "tutti/bundle.hpp"
#include "tutti/cost.hpp"
#include "tutti/process.hpp"
#include "tutti/ranks.hpp"
#include "tutti/task.hpp"

namespace tutti {

// A cube of dimension d is the ranks a r^d .. (a + 1) r^d - 1, as far as these exist, with r the radix. The r
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

/// Lemma 1, for the siblings of one dimension from left to right: the gather root with the longest gather
/// time receives from all others at once, so that it waits for none of them. Among equally long gather times,
/// it is the root with the most data, and among equal amounts the last one, because its fixed root stays.
class united_cube {
 public:
  /// The next sibling. Those that do not exist are left out.
  constexpr void add(const ported_cube& c) noexcept {
    const bool receives =
        receiver_.root == nobody || std::pair(c.time, c.bytes) >= std::pair(receiver_.time, receiver_.bytes);
    longest_ = std::max(longest_, receives ? receiver_.bytes : c.bytes);
    bytes_ += c.bytes;
    if (receives) receiver_ = c;
  }
  /// The cube that they make. Its gather root receives for as long as the longest message takes.
  [[nodiscard]] constexpr ported_cube cube() const noexcept {
    return {receiver_.root, bytes_, receiver_.time + longest_};
  }

 private:
  ported_cube receiver_;
  std::uint64_t bytes_ = 0, longest_ = 0;
};

/// The siblings of a rank in one dimension.
struct sibling_ranks {
  long long width, p;  ///< a cube has `width` = radix^d ranks, the last one fewer if p ends it
  long long begin;     ///< the first rank of the first sibling
  int own;             ///< the rank's own cube among them
  int count;           ///< those that exist

  constexpr sibling_ranks(int rank, int processes, long long ranks, int radix) noexcept
      : width(ranks),
        p(processes),
        begin(rank / (width * radix) * (width * radix)),
        own(static_cast<int>(rank / width % radix)),
        count(static_cast<int>(std::min<long long>(radix, (p - begin + width - 1) / width))) {}
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
constexpr int dimension_beside(int rank, int root, int radix) noexcept {
  int d = 0;
  for (long long width = radix; rank / width != root / width; width *= radix) ++d;
  return d;
}

/// The place of a process other than the root in the tree.
class ported_place {
 public:
  ported_place(int rank, int p, int root, int radix, std::size_t own)
      : rank_(rank),
        p_(p),
        root_(root),
        radix_(radix),
        dimensions_(dimension_beside(rank, root, radix)),
        bytes_(own),
        met_(static_cast<std::size_t>(dimensions_) * static_cast<std::size_t>(radix)) {}

  /// `nobody` if there are no data to send or to receive.
  [[nodiscard]] int parent() const noexcept { return bytes_ > 0 ? parent_ : nobody; }
  /// The bytes of the blocks of lower ranks that the process has, and of those of higher ranks.
  [[nodiscard]] std::size_t bytes_left() const noexcept { return left_; }
  [[nodiscard]] std::size_t bytes_right() const noexcept { return right_; }
  /// The dimensions in which the process receives from its siblings' gather roots (in a gather).
  [[nodiscard]] int levels() const noexcept { return levels_; }
  /// The number of processes with which it exchanges data at once.
  [[nodiscard]] std::size_t ports() const noexcept { return static_cast<std::size_t>(radix_ - 1); }
  /// Calls visit(bytes, rank) for the siblings of level d on the left and on the right with data, each time
  /// the nearest one first.
  template <class Left, class Right>
  void each_child(int d, Left left, Right right) const {
    const std::span cubes = met(d);
    const int own = own_at(d);
    const auto visit = [&](int j, auto& with) {
      const ported_cube& c = cubes[static_cast<unsigned>(j)];
      if (c.bytes > 0) with(static_cast<std::size_t>(c.bytes), static_cast<int>(c.root));
    };
    for (int j = own; j-- > 0;) visit(j, left);
    for (int j = own + 1; j < radix_; ++j) visit(j, right);
  }

  /// Lemma 3: builds the tree. In each round the fixed roots of siblings exchange their cubes, by all ports
  /// at once, and then each passes them on to its gather root: ceil(log_radix p) - 1 rounds of two steps.
  task build(process& self) {
    ported_cube mine{rank_, bytes_, 0};
    long long width = 1;
    const workspace<transfer> all(ports());
    for (int d = 0; d < dimensions_; ++d, width *= radix_) {
      const sibling_ranks beside(rank_, p_, width, radix_);
      const std::span cubes = met(d);
      std::ranges::fill(cubes, ported_cube());
      const bool gathers = mine.root == rank_, fixed = beside.fixed_root(beside.own) == rank_;
      if (beside.count == 1) {
        levels_ += gathers;
        continue;
      }
      if (fixed) {
        cubes[static_cast<unsigned>(beside.own)] = mine;
        // In each place of the lists every process has another partner, and all messages of it fit together.
        for (int k = 1; k < beside.count; ++k) {
          const int to = ring(beside.own, k, beside.count), from = ring(beside.own, -k, beside.count);
          all[static_cast<unsigned>(k - 1)] = {message_of(mine), beside.fixed_root(to),
                                               message_of(cubes[static_cast<unsigned>(from)]),
                                               beside.fixed_root(from)};
        }
        const std::span exchange = all.first(static_cast<unsigned>(beside.count - 1));
        co_await self.together(exchange);
        if (!gathers) co_await self.send(message_of(cubes), static_cast<int>(mine.root));
      } else if (gathers) {
        co_await self.recv(message_of(cubes), beside.fixed_root(beside.own));
      } else {
        co_return;  // neither root any more
      }
      united_cube all_of_them;
      for (const ported_cube& c : cubes.first(static_cast<unsigned>(beside.count))) all_of_them.add(c);
      mine = all_of_them.cube();
      if (!gathers) continue;
      if (mine.root == rank_)
        receives_from(d, mine);
      else
        parent_ = static_cast<int>(mine.root);
    }
    if (mine.root == rank_) parent_ = root_;
  }

 private:
  /// The siblings of dimension d; those that do not exist are the last ones.
  [[nodiscard]] std::span<ported_cube> met(int d) const noexcept {
    const auto n = static_cast<std::size_t>(radix_);
    return met_.subspan(static_cast<std::size_t>(d) * n, n);
  }
  [[nodiscard]] int own_at(int d) const noexcept {
    long long width = 1;
    for (; d > 0; --d) width *= radix_;
    return static_cast<int>(rank_ / width % radix_);
  }
  void receives_from(int d, const ported_cube& all) {
    ++levels_;
    each_child(
        d, [this](std::size_t bytes, int) { left_ += bytes; },
        [this](std::size_t bytes, int) { right_ += bytes; });
    bytes_ = static_cast<std::size_t>(all.bytes);
  }

  int rank_, p_, root_, radix_, dimensions_, parent_ = nobody, levels_ = 0;
  std::size_t bytes_, left_ = 0,
                      right_ = 0;  // of all blocks that it has, and of those on either side of its own
  workspace<ported_cube> met_;     // the siblings of the first levels_ dimensions, one after the other
};

/// The cube of the `size` ranks from `first` on, computed from all lengths: bytes(i) of process i. `width` is
/// a power of the radix, at least `size`.
template <class Bytes>
ported_cube cube_of_all(int first, int size, long long width, int radix, const Bytes& bytes) {
  if (width == 1) return {first, bytes(first), 0};
  united_cube all;
  width /= radix;
  for (long long begin = 0; begin < size; begin += width)
    all.add(cube_of_all(first + static_cast<int>(begin),
                        static_cast<int>(std::min<long long>(width, size - begin)), width, radix, bytes));
  return all.cube();
}

/// The messages of the root of all with one dimension of its siblings: those with data, each with its gather
/// root and its blocks in place.
template <class Byte>
class ported_root_round {
 public:
  ported_root_round(basic_blocks<Byte> of_all, int root, long long width, int radix)
      : bundles_(static_cast<std::size_t>(radix - 1)), list_(static_cast<std::size_t>(radix - 1)) {
    const sibling_ranks beside(root, of_all.size(), width, radix);
    for (int j = 0; j < beside.count; ++j) {
      if (j == beside.own) continue;
      const int first = beside.first(j), size = beside.size(j);
      const ported_cube cube =
          cube_of_all(first, size, width, radix, [&](int i) { return of_all[i].bytes(); });
      if (cube.bytes == 0) continue;
      auto& message = bundles_.add(static_cast<std::size_t>(size));
      for (int i = first; i < first + size; ++i) message.add(of_all[i]);
      add(message.all(), static_cast<int>(cube.root));
    }
  }
  [[nodiscard]] std::span<transfer> all() noexcept { return list_.first(n_); }

 private:
  void add(const buffer& into, int from) { list_[n_++] = {const_buffer{}, nobody, into, from}; }
  void add(const const_buffer& from, int to) { list_[n_++] = {from, to, buffer{}, nobody}; }

  shelf<basic_bundle<Byte>> bundles_;
  workspace<transfer> list_;
  std::size_t n_ = 0;
};

/// With one port. Each round of the construction takes at most 2 k - 1 start-ups for the exchange of k
/// messages, as each waits for the k - 1 others of its sender and of its receiver, and one to notify; each
/// round of data k. All data may travel once in each round. On the machine's ports the messages of a round
/// take one start-up.
template <int Radix>
cost bound_of_ported_cubes(const shape& s) noexcept {
  const int radix = radix_on<Radix>(s.logp, s.p);
  const double k = Radix == by_ports ? 1 : radix - 1;
  const double q = Radix == by_ports ? rounds_on_ports(s) : ceil_log(s.p, radix);
  if (q < 1) return {};
  return {.rounds = (q - 1) * 2 * k + q * k,
          .bytes = q * s.bytes + (q - 1) * (2 * k - 1 + radix) * sizeof(ported_cube)};
}

}  // namespace tutti
