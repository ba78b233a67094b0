// Irregular gather along the r-nomial tree of gather.knomial: each process sends its parent a word with the
// length of its data, then the data. Data of more than call::straight_beyond go straight to the root, which
// knows all lengths and needs no words.
// Source: Traeff, HPC lecture "Collectives", "Final remark: binomial and k-nomial trees", for the tree;
// Traeff, "Hierarchical gather/scatter algorithms with graceful degradation", 2004, for the data that go
// straight. The combination is our own.
// Cost: with q = ceil(log_r p) and d = call::straight_beyond, at most three times the start-ups of
// gather.knomial, and p - 1 for data that go straight; m + r q min(m, d) bytes, and 8 bytes a start-up. Any
// p, any root, any lengths.
// Requires: nothing. A process sends its own block in place; the root receives each block in place.

#include <algorithm>

#include "algorithms/gather/gather.hpp"
#include "algorithms/gather/tree.hpp"
#include "algorithms/shapes/shelf.hpp"
#include "tutti/bundle.hpp"

namespace tutti {
namespace {

task collect(process& self, const_buffer in, int root, std::size_t direct, int radix) {
  gather_place at = knomial_tree(self.rank(), self.size(), root, radix);
  const auto children = at.subtrees();
  const workspace<transfer> all(children.size() + 1);
  std::size_t n = 0;
  for (auto& c : children) all[n++] = {const_buffer{}, nobody, message_of(c.bytes), c.head};
  const std::span words = all.first(n);
  if (n > 0) co_await self.together(words);

  const bool long_one = in.bytes() > direct;
  std::size_t below = 0;
  for (const auto& c : children) below += c.bytes;
  std::size_t tree = below + (long_one ? 0 : in.bytes());
  const bool to_root = at.parent == root || tree > direct;
  if (to_root) tree = 0;

  const scratch others(self, below);
  n = 0;
  if (at.parent != root) all[n++] = {message_of(tree), at.parent, buffer{}, nobody};
  std::size_t first = 0;
  for (const auto& c : children) {
    if (c.bytes > 0) all[n++] = {const_buffer{}, nobody, others.slice(first, c.bytes), c.first};
    first += c.bytes;
  }
  const std::span now = all.first(n);
  if (n > 0) co_await self.together(now);

  const_bundle message(1 + count_parts(in));
  if (to_root || !long_one) message.add(in);
  message.add(others);
  if (message.bytes() > 0) co_await self.send(message, to_root ? root : at.parent);
  if (long_one && !to_root) co_await self.send(in, root);
}

// The processes that send to the root, and their messages. Process k counts from the root; the other
// processes of its subtree follow it directly.
class senders {
 public:
  senders(blocks recv, int root, std::size_t direct, int radix)
      : recv_(recv),
        root_(root),
        direct_(direct),
        tree_(static_cast<std::size_t>(recv.size())),
        size_(tree_.size()),
        to_root_(tree_.size()) {
    const int p = recv.size();
    for (int k = 0; k < p; ++k)
      at(tree_, k) = block(k).bytes() <= direct ? block(k).bytes() : 0, at(size_, k) = 1;
    for (int k = p - 1; k > 0; --k) {
      const int parent = relative_rank(knomial_parent(ring(root, k, p), p, root, radix), root, p);
      at(to_root_, k) = parent == 0 || at(tree_, k) > direct;
      at(size_, parent) += at(size_, k);
      if (!at(to_root_, k)) at(tree_, parent) += at(tree_, k);
    }
  }
  /// True if process k sends its data to the root, and not to its parent.
  [[nodiscard]] bool to_root(int k) const noexcept { return at(to_root_, k); }
  /// True if process k's own block does not go through the tree.
  [[nodiscard]] bool long_one(int k) const noexcept { return block(k).bytes() > direct_; }
  [[nodiscard]] std::size_t parts(int k) const noexcept { return static_cast<std::size_t>(at(size_, k)); }
  void fill(bundle& message, int k) const {
    message.add(block(k));
    for (int i = k + 1; i < k + at(size_, k);) {
      if (at(to_root_, i)) {
        i += at(size_, i);
        continue;
      }
      if (!long_one(i)) message.add(block(i));
      ++i;
    }
  }
  [[nodiscard]] buffer block(int k) const noexcept { return recv_[rank(k)]; }
  [[nodiscard]] int rank(int k) const noexcept { return ring(root_, k, recv_.size()); }

 private:
  template <class T>
  static T& at(const workspace<T>& of, int k) noexcept {
    return of[static_cast<std::size_t>(k)];
  }
  blocks recv_;
  int root_;
  std::size_t direct_;
  workspace<std::size_t> tree_;  // bytes that a process passes on, its own among them
  workspace<int> size_;          // processes of its subtree
  workspace<bool> to_root_;
};

task collect_all(process& self, const_buffer in, blocks recv, std::size_t direct, int radix) {
  const int root = self.rank(), p = self.size();
  const senders who(recv, root, direct, radix);
  const workspace<transfer> all(static_cast<std::size_t>(p));
  shelf<bundle> messages(all.size());
  std::size_t n = 0;
  const auto from = [&](const buffer& where, int k) {
    if (!where.empty()) all[n++] = {const_buffer{}, nobody, where, who.rank(k)};
  };
  for (int k = 1; k < p; ++k) {
    if (who.to_root(k)) {
      bundle& message = messages.add(who.parts(k));
      who.fill(message, k);
      from(message, k);
    } else if (who.long_one(k)) {
      from(who.block(k), k);
    }
  }
  self.copy(in, recv[root]);
  const std::span now = all.first(n);
  if (n > 0) co_await self.together(now);
}

// A process waits for the words and the data of as many processes as in gather.knomial, and the root at worst
// for all. At each level a process receives up to r - 1 messages of at most d bytes and sends one; the last
// message contains at most all data.
template <int Radix>
cost bound_of_knomial(const shape& s) noexcept {
  if (s.p < 2) return {};
  const int q = ceil_log(s.p, Radix);
  cost c{.rounds = startups_of_irregular_knomial(s, Radix)};
  c.bytes = s.bytes + Radix * q * std::min(s.bytes, s.straight_beyond) + c.rounds * sizeof(std::size_t);
  return c;
}

template <int Radix>
constexpr algorithm irregular_entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::gatherv,
      .name = name,
      .summary = summary,
      .source = "ours; after Traeff, HPC lecture and 2004",
      .needs = {.straight = true},
      .run =
          [](process& self, const call& c) {
            return self.rank() == c.root ? collect_all(self, c.in, c.recv, c.straight_beyond, Radix)
                                         : collect(self, c.in, c.root, c.straight_beyond, Radix);
          },
      .price = bound_of_knomial<Radix>,
      .traits = {.on_network = traffic::direct,  // of long blocks
                 .bound = true},
  };
}

}  // namespace

extern const algorithm gatherv_knomial3_entry = irregular_entry<3>(
    "knomial3",
    "3-nomial tree, a word with the length in front of the data; straight to the root what is long");
extern const algorithm gatherv_knomial_entry = irregular_entry<4>(
    "knomial",
    "4-nomial tree, a word with the length in front of the data; straight to the root what is long");

}  // namespace tutti
