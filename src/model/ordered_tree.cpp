// Gather and scatter along an ordered tree that all processes know, so that the engine can time them. Source:
// Traeff, HPC lecture "Collectives", "Irregular collectives".
//
// The segment of a process has the blocks of its subtree. These are consecutive ranks, including its own:
//
//     segment of 5    3 | 4 | 5 | 6 7      children 4 (with 3), 6 (with 7)

#include <array>

#include "tutti/bundle.hpp"
#include "tutti/model/optimal_tree.hpp"

namespace tutti {
namespace {

constexpr algorithm offline(collective c, std::string_view name, std::string_view summary) {
  return {
      .of = c,
      .name = name,
      .summary = summary,
      .source = "Traeff, HPC lecture; Traeff 2019",
      .run = nullptr,
      .price = [](const shape& s) { return cost{.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1)}; },
      .traits = {.bound = true},
  };
}
constexpr std::string_view in_order = "the fastest ordered tree, found offline by dynamic programming",
                           in_any_order = "the fastest tree of all, found offline by trying all sets";
constexpr std::array all{offline(collective::gatherv, "optimal", in_order),
                         offline(collective::gatherv, "unordered_optimal", in_any_order),
                         offline(collective::scatterv, "optimal", in_order),
                         offline(collective::scatterv, "unordered_optimal", in_any_order)};

}  // namespace

const algorithm* offline_algorithm(collective c, std::string_view name) noexcept {
  for (const algorithm& a : all)
    if (a.of == c && a.name == name) return &a;
  return nullptr;
}

ordered_tree offline_tree(const algorithm& a, std::span<const int> lengths, int root, const network& on) {
  return a.summary == in_order ? optimal_tree(lengths, root, on, a.of == collective::scatterv)
                               : unordered_optimal_tree(lengths, root, on);
}

task gather_on(process& self, const_buffer in, blocks recv, const ordered_tree& tree) {
  const int place = tree.place(self.rank());
  const ordered_tree::node& me = tree.of(place);
  const bool is_root = place == tree.root;
  const std::size_t bytes = tree.bytes(me.first, me.count);
  if (!is_root && bytes == in.bytes()) {  // nothing to receive
    if (bytes > 0) co_await self.send(in, tree.rank(me.parent));
    co_return;
  }
  const scratch segment(self, is_root ? 0 : bytes);
  const auto place_of = [&](int first, int count) {
    return segment.slice(tree.bytes(me.first, first - me.first), tree.bytes(first, count));
  };
  self.copy(in, is_root ? recv[self.rank()] : place_of(place, 1));
  for (const int child : me.children) {
    const ordered_tree::node& below = tree.of(child);
    if (tree.bytes(below.first, below.count) == 0) continue;
    bundle parts(static_cast<std::size_t>(below.count));
    if (is_root)
      for (int i = 0; i < below.count; ++i) parts.add(recv[tree.rank(below.first + i)]);
    else
      parts.add(place_of(below.first, below.count));
    co_await self.recv(parts, tree.rank(child));
  }
  if (!is_root) co_await self.send(segment, tree.rank(me.parent));
}

task scatter_on(process& self, const_blocks send, buffer out, const ordered_tree& tree) {
  const int place = tree.place(self.rank());
  const ordered_tree::node& me = tree.of(place);
  const bool is_root = place == tree.root;
  const std::size_t bytes = tree.bytes(me.first, me.count);
  if (!is_root && bytes == out.bytes()) {  // nothing to forward
    if (bytes > 0) co_await self.recv(out, tree.rank(me.parent));
    co_return;
  }
  const scratch segment(self, is_root ? 0 : bytes);
  const auto place_of = [&](int first, int count) -> const_buffer {
    return segment.slice(tree.bytes(me.first, first - me.first), tree.bytes(first, count));
  };
  if (!is_root) co_await self.recv(segment, tree.rank(me.parent));
  for (std::size_t k = me.children.size(); k-- > 0;) {
    const int child = me.children[k];
    const ordered_tree::node& below = tree.of(child);
    if (tree.bytes(below.first, below.count) == 0) continue;
    const_bundle parts(static_cast<std::size_t>(below.count));
    if (is_root)
      for (int i = 0; i < below.count; ++i) parts.add(send[tree.rank(below.first + i)]);
    else
      parts.add(place_of(below.first, below.count));
    co_await self.send(parts, tree.rank(child));
  }
  self.copy(is_root ? send[self.rank()] : place_of(place, 1), out);
}

}  // namespace tutti
