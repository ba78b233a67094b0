// Irregular scatter along the r-nomial tree of scatter.knomial. The lengths of each subtree's blocks travel
// down in front of its data: the root knows all lengths, so no tree has to be built. Long blocks come
// straight from the root.
// Source: Traeff, HPC lecture "Collectives", "Final remark: binomial and k-nomial trees", for the tree;
// Traeff, "Hierarchical gather/scatter algorithms with graceful degradation", 2004, for the data that go
// straight. The lengths on the way down are our own.
// Cost: with q = ceil(log_r p) and d = call::straight_beyond, at most three times the start-ups of
// scatter.knomial, and p - 1 for data that go straight; m + (q + r - 2) min(m, d) bytes, and less than 16 p
// bytes of lengths. A subtree of more than d bytes is served by the root itself, part by part. Any p, any
// root, any lengths.
// Requires: nothing. The root sends each block in place; each process receives its own block in place.

#include <algorithm>
#include <cstdint>
#include <ranges>

#include "algorithms/gather/tree.hpp"
#include "algorithms/scatter/scatter.hpp"
#include "algorithms/shapes/shelf.hpp"
#include "tutti/bundle.hpp"

namespace tutti {
namespace {

using word = std::uint64_t;

// The subtree of one process, as far as the process knows it: the processes at offsets 0 (its own), 1, ... in
// the pre-order of the tree, which is that of ranks. A process with children, except the root, receives from
// its parent
//
//     offset    0        1  2 ...
//     word      carries  lengths of the blocks
//
// where `carries` is 1 if its parent has the data of its whole subtree.
class subtree {
 public:
  subtree(int rank, int p, int root, std::size_t direct, int radix)
      : at_(knomial_tree(rank, p, root, radix)),
        rank_(rank),
        p_(p),
        direct_(direct),
        words_(static_cast<std::size_t>(at_.processes())),
        before_(words_.size() + 1) {}

  [[nodiscard]] std::span<gather_place::subtree> children() noexcept { return at_.subtrees(); }
  [[nodiscard]] int parent() const noexcept { return at_.parent; }
  [[nodiscard]] std::size_t offset(int rank) const noexcept {
    return static_cast<std::size_t>(relative_rank(rank, rank_, p_));
  }
  static bool leaf(const gather_place::subtree& c) noexcept { return c.count == 1; }
  [[nodiscard]] buffer words() const noexcept { return message_of(words_); }
  word& operator[](std::size_t offset) noexcept { return words_[offset]; }

  /// Call this when all words but the process's own length have been received, before words are passed on.
  void add_up(std::size_t own) noexcept {
    carried_ = words_[0] != 0;
    words_[0] = own;
    before_[0] = 0;
    for (std::size_t k = 0; k < words_.size(); ++k)
      before_[k + 1] = before_[k] + (small(words_[k]) ? words_[k] : 0);
  }
  /// The bytes of the blocks of a child's subtree, long blocks excepted.
  [[nodiscard]] std::size_t bytes(const gather_place::subtree& c) const noexcept {
    const std::size_t first = offset(c.first);
    return before_[first + static_cast<std::size_t>(c.count)] - before_[first];
  }
  /// True if the parent has all data of the subtree.
  [[nodiscard]] bool carried() const noexcept { return carried_; }
  /// True if this many bytes, of one block or of several, may be passed on from process to process.
  [[nodiscard]] bool small(std::size_t bytes) const noexcept { return bytes <= direct_; }
  /// The message to a child that has children. `carries` replaces the child's own length, which the child
  /// knows.
  buffer words_of(const gather_place::subtree& c, bool carries) noexcept {
    words_[offset(c.first)] = carries ? 1 : 0;
    return message_of(words_.subspan(offset(c.first), static_cast<std::size_t>(c.count)));
  }

 private:
  gather_place at_;
  int rank_, p_;
  std::size_t direct_;
  workspace<word> words_;
  workspace<std::size_t> before_;
  bool carried_ = false;
};

// The root's messages: words for its children, and at most one message with data for each process.
class root_sends {
 public:
  root_sends(const subtree& all, const_blocks blocks, int root, int radix)
      : all_(all),
        blocks_(blocks),
        root_(root),
        radix_(radix),
        list_(2 * static_cast<std::size_t>(blocks.size())),
        served_(static_cast<std::size_t>(blocks.size())),
        bundles_(served_.size()) {
    std::ranges::fill(served_, false);
    served_[static_cast<std::size_t>(root)] = true;
  }
  /// Serves subtree c. If its data are few, all of them go to its first process. Otherwise this gets the data
  /// for itself and its leaves, and the other subtrees follow.
  void serve(const gather_place::subtree& c) {
    const std::size_t bytes = all_.bytes(c);
    if (subtree::leaf(c) || all_.small(bytes)) {
      send(c.first, c.count, [&](auto add) {
        for (int k = 0; k < c.count; ++k) add(ring(c.first, k, blocks_.size()));
      });
      return;
    }
    gather_place at = knomial_tree(c.head, blocks_.size(), root_, radix_);
    send(c.head, 1 + at.children, [&](auto add) {
      add(c.first);
      for (const auto& below : at.subtrees())
        if (subtree::leaf(below)) add(below.first);
    });
    for (const auto& below : at.subtrees() | std::views::reverse)
      if (!subtree::leaf(below)) serve(below);
  }
  /// Call this after all subtrees. Sends the long blocks of the processes that get their other data from
  /// parents.
  void serve_alone() {
    for (int r = 0; r < blocks_.size(); ++r)
      if (!served_[static_cast<std::size_t>(r)] && !all_.small(blocks_[r].bytes())) give(blocks_[r], r);
  }
  void give(const_buffer message, int to) { list_[n_++] = {message, to, buffer{}, nobody}; }
  [[nodiscard]] std::span<transfer> all() noexcept { return list_.first(n_); }

 private:
  template <class Each>
  void send(int to, int most, Each each) {
    auto& message = bundles_.add(static_cast<std::size_t>(most));
    each([&](int r) {
      if (r == to || all_.small(blocks_[r].bytes())) message.add(blocks_[r]);
    });
    served_[static_cast<std::size_t>(to)] = true;
    if (message.bytes() > 0) give(message, to);
  }

  const subtree& all_;
  const_blocks blocks_;
  int root_, radix_;
  std::size_t n_ = 0;
  workspace<transfer> list_;
  workspace<bool> served_;
  shelf<const_bundle> bundles_;
};

task send_all(process& self, const_blocks send, buffer out, std::size_t direct, int radix) {
  const int root = self.rank(), p = self.size();
  subtree all(root, p, root, direct, radix);
  for (int k = 1; k < p; ++k) all[static_cast<std::size_t>(k)] = send[ring(root, k, p)].bytes();
  all[0] = 0;
  all.add_up(send[root].bytes());
  root_sends messages(all, send, root, radix);
  for (const auto& c : all.children() | std::views::reverse) {
    if (!subtree::leaf(c)) messages.give(all.words_of(c, false), c.first);
    messages.serve(c);
  }
  messages.serve_alone();
  self.copy(send[root], out);
  const std::span now = messages.all();
  if (!now.empty()) co_await self.together(now);
}

// The part of a process with others below it.
task pass_on(process& self, buffer out, int root, subtree* of) {
  co_await self.recv(of->words(), of->parent());
  of->add_up(out.bytes());
  const auto children = of->children();
  std::size_t below = 0;
  for (const auto& c : children) below += of->bytes(c);
  const bool long_one = !of->small(out.bytes());
  const bool carries = of->carried() || of->small(below + (long_one ? 0 : out.bytes()));
  const auto passes = [&](const gather_place::subtree& c) { return carries || subtree::leaf(c); };
  std::size_t bytes = 0;  // for others
  for (const auto& c : children)
    if (passes(c)) bytes += of->bytes(c);

  const scratch others(self, bytes);
  bundle message(1 + count_parts(out));
  if (!of->carried() || !long_one) message.add(out);
  message.add(others);
  const workspace<transfer> all(children.size() + 2);
  std::size_t n = 0, first = bytes;
  for (const auto& c : children | std::views::reverse)
    if (!subtree::leaf(c)) all[n++] = {of->words_of(c, carries), c.first, buffer{}, nobody};
  if (message.bytes() > 0) all[n++] = {const_buffer{}, nobody, message, of->carried() ? of->parent() : root};
  const std::span hears = all.first(n);
  if (n > 0) co_await self.together(hears);

  n = 0;
  for (const auto& c : children | std::views::reverse) {
    const std::size_t its = passes(c) ? of->bytes(c) : 0;
    first -= its;
    if (its > 0) all[n++] = {others.slice(first, its), c.first, buffer{}, nobody};
  }
  if (of->carried() && long_one) all[n++] = {const_buffer{}, nobody, out, root};
  const std::span gives = all.first(n);
  if (n > 0) co_await self.together(gives);
}

task scatterv_knomial(process& self, const_blocks send, buffer out, int root, std::size_t direct, int radix) {
  if (self.rank() == root) {
    co_await send_all(self, send, out, direct, radix);
    co_return;
  }
  subtree below(self.rank(), self.size(), root, direct, radix);
  if (!below.children().empty())
    co_await pass_on(self, out, root, &below);
  else if (!out.empty())
    co_await self.recv(out, below.small(out.bytes()) ? below.parent() : root);
}

// Between the root and a leaf each process sends its words and its data to as many others as in
// scatter.knomial, and at worst the root's other messages precede them. All data leave the root once. At each
// level at most d bytes are passed on, but at most (r - 1) d at the last one, to up to r - 1 leaves. The root
// sends at most p words, its child half as many, and each further process an r-th of those of the one before.
template <int Radix>
cost bound_of_knomial(const shape& s) noexcept {
  if (s.p < 2) return {};
  const int q = ceil_log(s.p, Radix);
  cost c{.rounds = startups_of_irregular_knomial(s, Radix)};
  c.bytes = s.bytes + (q + Radix - 2) * std::min(s.bytes, s.straight_beyond) + 2 * s.p * sizeof(word);
  return c;
}

template <int Radix>
constexpr algorithm irregular_entry(std::string_view name, std::string_view summary) {
  return {
      .of = collective::scatterv,
      .name = name,
      .summary = summary,
      .source = "ours; after Traeff, HPC lecture and 2004",
      .needs = {.straight = true},
      .run =
          [](process& self, const call& c) {
            return scatterv_knomial(self, c.send, c.out, c.root, c.straight_beyond, Radix);
          },
      .price = bound_of_knomial<Radix>,
      .traits = {.on_network = traffic::direct,  // of long blocks
                 .bound = true},
  };
}

}  // namespace

extern const algorithm scatterv_knomial3_entry = irregular_entry<3>(
    "knomial3",
    "3-nomial tree, the lengths travel down it in front of the data; straight from the root what is long");
extern const algorithm scatterv_knomial_entry = irregular_entry<4>(
    "knomial",
    "4-nomial tree, the lengths travel down it in front of the data; straight from the root what is long");

}  // namespace tutti
