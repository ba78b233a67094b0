#pragma once

// The tree of an irregular gather or scatter as the root computes it from all lengths, without messages.

#include <algorithm>
#include <array>

#include "algorithms/gather/ordered_cubes.hpp"
#include "algorithms/shapes/shelf.hpp"
#include "tutti/bundle.hpp"
#include "tutti/cost.hpp"

namespace tutti {

/// The root's blocks for each process of a tree: one block, in any order in memory, or several if the tree's
/// processes are nodes.
template <class Byte>
struct root_blocks {
  basic_blocks<Byte> all;
  const int* order = nullptr;   ///< process i has block order[i]; null: block i
  const int* first = nullptr;   ///< not null: it has blocks order[first[i]], ..., order[first[i + 1] - 1]
  std::size_t most = SIZE_MAX;  ///< blocks of more bytes than these do not go through the tree

  template <class Visit>
  void each(int i, Visit visit) const {
    const int begin = first ? first[i] : i, end = first ? first[i + 1] : i + 1;
    for (int k = begin; k < end; ++k)
      if (const auto block = all[order ? order[k] : k]; block.bytes() <= most) visit(block);
  }
  [[nodiscard]] std::size_t bytes(int i) const {
    std::size_t n = 0;
    each(i, [&n](const basic_buffer<Byte>& b) { n += b.bytes(); });
    return n;
  }
  [[nodiscard]] std::size_t count(int i) const {
    return first ? static_cast<std::size_t>(first[i + 1] - first[i]) : 1;
  }
};

/// Lemma 2: the messages between the given root and the others. There is one for each of its neighbours H_0,
/// H_1, ..., whose trees are those of Lemma 1 or 4, and those that go straight to the root. Building the plan
/// takes O(p) operations on the lengths.
class root_plan {
 public:
  struct item {
    int partner;
    int first;      ///< the first process whose blocks it has; each() visits all of them
    int blocks;     ///< the number of processes with blocks that are not empty
    int dimension;  ///< of the cube whose gather root the partner is
    double bytes;
    double below;  ///< the time of receiving below the partner, start-ups included, in bytes
  };

  /// `bytes(i)` returns the bytes of the blocks of process i.
  template <class Bytes>
  root_plan(int p, int root, const tree_rule& rule, Bytes bytes)
      : rule_(rule),
        start_up_(rule.straight_beyond == SIZE_MAX
                      ? 0
                      : static_cast<double>(rule.straight_beyond) / straight_startups),
        next_(static_cast<std::size_t>(p)),
        items_(static_cast<std::size_t>(rule.straight_beyond == SIZE_MAX ? ceil_log2(p) : p)) {
    for (int d = 0; 1 << d < p; ++d)
      if (const int begin = neighbouring_cube(root, d); begin < p)
        add(cube_of(begin, std::min(begin + (1 << d), p), bytes));
  }

  /// The messages in the order of the neighbours, smaller cubes first. Of one neighbour, those that go
  /// straight to the root are first.
  [[nodiscard]] std::span<item> items() noexcept { return items_.first(count_); }
  /// Orders the messages of a scatter such that it ends early: of the partners that are ready, the one with
  /// the most below it is first. All are ready, unless trees are built by messages. Requires a rule with a
  /// threshold, which tells the plan the cost of a start-up.
  void order_for_scatter(bool trees_are_built);
  /// Calls visit(i) for the processes whose blocks a message holds, in rank order.
  template <class Visit>
  void each(const item& of, Visit visit) const {
    for (int i = of.first, n = 0; n < of.blocks; ++n, i = next_[static_cast<std::size_t>(i)]) visit(i);
  }

 private:
  // A cube, and the message that its gather root would send: see item.
  struct gathered {
    cube of;
    int first, last, blocks, dimension;
    double below;
  };
  // A block that is too long for the tree travels by itself; its process takes part without it.
  gathered single(int i, std::size_t bytes) noexcept {
    const gathered alone{{i, bytes, bytes}, i, i, bytes > 0, 0, 0};
    if (bytes <= rule_.straight_beyond) return alone;
    add(alone);
    return {{i, 0, 0}, i, i, 0, 0, 0};
  }
  gathered united(const gathered& left, const gathered& right) noexcept;
  void add(const gathered& b) noexcept {
    if (b.blocks > 0)
      items_[count_++] = {static_cast<int>(b.of.root),     b.first, b.blocks, b.dimension,
                          static_cast<double>(b.of.bytes), b.below};
  }

  // The cube of the ranks [begin, end). Cubes are united when their last process is added, so that few are
  // open at a time:
  //
  //     0   1   2   3   4   5   6        open: [0] [01] [01][2] [0123] [0123][4] [0123][45] [0123][45][6]
  //     at the end, from the right: [0123][456], [0123456]
  template <class Bytes>
  gathered cube_of(int begin, int end, Bytes bytes) {
    std::array<gathered, most_rounds> open;
    std::size_t n = 0;
    for (int i = begin; i < end; ++i) {
      open[n++] = single(i, bytes(i));
      for (int full = i + 1 - begin; full % 2 == 0; full /= 2, --n)
        open[n - 2] = united(open[n - 2], open[n - 1]);
    }
    for (; n > 1; --n) open[n - 2] = united(open[n - 2], open[n - 1]);
    return open[0];
  }

  tree_rule rule_;
  double start_up_;  // in bytes
  workspace<int> next_;
  workspace<item> items_;
  std::size_t count_ = 0;
};

/// The messages at the root: buffers over their blocks in place.
template <class Byte>
class root_messages {
 public:
  root_messages(root_plan& plan, const root_blocks<Byte>& of_root)
      : plan_(plan), blocks_(of_root), bundles_(plan.items().size()) {}

  /// Valid as long as this object.
  basic_buffer<Byte> of(const root_plan::item& item) {
    std::size_t parts = 0;
    plan_.each(item, [&](int i) { parts += blocks_.count(i); });
    basic_buffer<Byte> one;
    if (parts == 1) {
      blocks_.each(item.first, [&](const basic_buffer<Byte>& b) { one = b; });
      return one;
    }
    auto& all = bundles_.add(parts);
    plan_.each(item, [&](int i) { blocks_.each(i, [&](const basic_buffer<Byte>& b) { all.add(b); }); });
    return all;
  }

 private:
  root_plan& plan_;
  root_blocks<Byte> blocks_;
  shelf<basic_bundle<Byte>> bundles_;
};

}  // namespace tutti
