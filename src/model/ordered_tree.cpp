// Gather and scatter along an ordered tree that all processes know, so that the engine can time them. Source:
// Traeff, HPC lecture "Collectives", "Irregular collectives".
//
// The segment of a process has the blocks of its subtree. These are consecutive ranks, including its own:
//
//     segment of 5    3 | 4 | 5 | 6 7      children 4 (with 3), 6 (with 7)

#include "tutti/model/optimal_tree.hpp"

namespace tutti {
namespace {

constexpr algorithm optimal(collective c) {
  return {
      .of = c,
      .name = "optimal",
      .summary = "the fastest ordered tree, found offline by dynamic programming",
      .source = "Traeff, HPC lecture; Traeff 2019",
      .needs = {.side_by_side = true},
      .run = nullptr,
      .price = [](const shape& s) { return cost{.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1)}; },
      .traits = {.bound = true},
  };
}
constexpr algorithm optimal_gatherv = optimal(collective::gatherv),
                    optimal_scatterv = optimal(collective::scatterv);

}  // namespace

const algorithm* offline_algorithm(collective c, std::string_view name) noexcept {
  for (const algorithm* a : {&optimal_gatherv, &optimal_scatterv})
    if (a->of == c && a->name == name) return a;
  return nullptr;
}

task gather_on(process& self, const_buffer in, blocks recv, const ordered_tree& tree) {
  const ordered_tree::node& me = tree.of(self.rank());
  const bool is_root = self.rank() == tree.root;
  const std::size_t bytes = tree.bytes(me.first, me.count);
  if (!is_root && bytes == in.bytes()) {  // nothing to receive
    if (bytes > 0) co_await self.send(in, me.parent);
    co_return;
  }
  const scratch segment(self, is_root ? 0 : bytes);
  const auto place_of = [&](int first, int count) {
    return is_root ? recv.run(first, count)
                   : segment.slice(tree.bytes(me.first, first - me.first), tree.bytes(first, count));
  };
  self.copy(in, place_of(self.rank(), 1));
  for (const int child : me.children) {
    const buffer place = place_of(tree.of(child).first, tree.of(child).count);
    if (!place.empty()) co_await self.recv(place, child);
  }
  if (!is_root) co_await self.send(segment, me.parent);
}

task scatter_on(process& self, const_blocks send, buffer out, const ordered_tree& tree) {
  const ordered_tree::node& me = tree.of(self.rank());
  const bool is_root = self.rank() == tree.root;
  const std::size_t bytes = tree.bytes(me.first, me.count);
  if (!is_root && bytes == out.bytes()) {  // nothing to forward
    if (bytes > 0) co_await self.recv(out, me.parent);
    co_return;
  }
  const scratch segment(self, is_root ? 0 : bytes);
  const auto place_of = [&](int first, int count) -> const_buffer {
    if (is_root) return send.run(first, count);
    return segment.slice(tree.bytes(me.first, first - me.first), tree.bytes(first, count));
  };
  if (!is_root) co_await self.recv(segment, me.parent);
  for (std::size_t k = me.children.size(); k-- > 0;) {
    const int child = me.children[k];
    const const_buffer place = place_of(tree.of(child).first, tree.of(child).count);
    if (!place.empty()) co_await self.send(place, child);
  }
  self.copy(place_of(self.rank(), 1), out);
}

}  // namespace tutti
