// Compositions: on the nodes, and between them.

#include "tutti/nodes.hpp"

#include <cstddef>

#include "mutation.hpp"
#include "prices.hpp"
#include "texts.hpp"

namespace tutti::tests {
namespace {

enum class slip { none, leaves_small_nodes_out, leads_without_root };

template <slip made>
task down_the_nodes(process& self, buffer data, int root, const node_map* nodes) {
  const hierarchy h(self, nodes, made == slip::leads_without_root ? nobody : root);
  const int served = made == slip::leaves_small_nodes_out && nodes && h.node_of(root) == 0
                         ? self.size() / nodes->per_node()
                         : h.nodes();
  if (h.leads() && h.node() < served) {
    group leaders = h.leaders(), first(leaders, 0, served);
    co_await down_the_tree<false>(first, data, h.node_of(root));
  }
  group node = h.own_node();
  co_await down_the_tree<false>(node, data, h.leader());
}

template <slip made>
constexpr auto run_down_nodes =
    [](process& self, const call& c) { return down_the_nodes<made>(self, c.out, c.root, c.nodes); };

template <bool wrong>
task along_lanes(process& self, const_buffer in, blocks recv, const node_map* nodes) {
  const hierarchy h(self, nodes);
  if (!h.regular()) {
    co_await around_the_ring<false>(self, in, recv);
    co_return;
  }
  group node = h.own_node();
  const int many = h.nodes(), n = node.size();
  workspace<int> lane_members(static_cast<std::size_t>(many));
  for (int j = 0; j < many; ++j)  // the mistake turns the lanes by one place from node to node
    lane_members[static_cast<std::size_t>(j)] =
        h.rank_at(j, wrong ? ring(h.place(), (j - h.node()) % n, n) : h.place());
  group lane(self, lane_members, h.node());
  const std::size_t block = in.count, row = block * static_cast<std::size_t>(many);
  const scratch mine(self, row, *in.type), all(self, row * static_cast<std::size_t>(n), *in.type);
  const auto rows = blocks::regular(all.all().data, row, *in.type, n);
  co_await around_the_ring<false>(lane, in, blocks::regular(mine.all().data, block, *in.type, many));
  co_await around_the_ring<false>(node, mine, rows);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < many; ++j)
      self.copy(rows[i].slice(static_cast<std::size_t>(j) * block, block), recv[h.rank_at(j, i)]);
}

template <bool wrong>
task through_the_nodes(process& self, const_buffer in, blocks recv, const node_map* nodes) {
  const numbering order(wrong ? nullptr : nodes);  // the mistake crosses links again and again
  const int p = self.size(), own = order.number_of(self.rank());
  const auto at = [&](int distance) { return order.rank_of(ring(own, distance, p)); };
  self.copy(in, recv[self.rank()]);
  for (int i = 1; i < p; ++i) {
    const buffer leaving = recv[at(1 - i)], arriving = recv[at(-i)];
    co_await self.sendrecv(leaving, at(1), arriving, at(-1));
  }
}

template <bool wrong>
constexpr auto run_through_nodes =
    [](process& self, const call& c) { return through_the_nodes<wrong>(self, c.in, c.recv, c.nodes); };

template <bool wrong>
constexpr auto run_lanes =
    [](process& self, const call& c) { return along_lanes<wrong>(self, c.in, c.recv, c.nodes); };

template <bool wrong>
task over_the_leaders(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node();
  const scratch room(self, in);
  const buffer of_node = room;
  co_await up_the_tree<false>(node, in, of_node, op, 0);
  if (h.leads()) {
    group leaders = h.leaders();
    co_await up_the_tree<false>(leaders, of_node, out, op, 0);
    if (wrong && h.node() == 0 && h.nodes() > 1) self.reduce(op, of_node, out);  // it is in there
    co_await down_the_tree<false>(leaders, out, 0);
  }
  co_await down_the_tree<false>(node, out, 0);
}

template <bool wrong>
constexpr auto run_leaders =
    [](process& self, const call& c) { return over_the_leaders<wrong>(self, c.in, c.out, c.op, c.nodes); };

// The last process of a node has the node's sum, and receives the sum of the nodes before. All add that to
// theirs.
template <bool wrong>
task sums_of_nodes(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {  // scan
  const hierarchy h(self, nodes);
  group node = h.own_node();
  const scratch before(self, in);
  self.copy(in, out);
  if (node.rank() > 0) {
    co_await node.recv(before, node.rank() - 1);
    self.reduce(op, before, out);
  }
  if (node.rank() + 1 < node.size()) co_await node.send(out, node.rank() + 1);
  if (node.rank() + 1 == node.size()) {
    workspace<int> lasts(static_cast<std::size_t>(h.nodes()));
    for (int j = 0; j < h.nodes(); ++j) lasts[static_cast<std::size_t>(j)] = h.rank_at(j, h.members(j) - 1);
    group last(self, lasts, h.node());
    co_await partial_sums<false>(last, out, before, op);
  }
  if (h.node() == 0) co_return;
  co_await down_the_tree<false>(node, before, node.size() - 1);
  if (wrong) {
    self.reduce(op, out, before);
    self.copy(before, out);
  } else {
    self.reduce(op, before, out);
  }
}

template <bool wrong>
constexpr auto run_sums_of_nodes =
    [](process& self, const call& c) { return sums_of_nodes<wrong>(self, c.in, c.out, c.op, c.nodes); };

constexpr requirements by_nodes{.nodes = true};
constexpr requirements by_nodes_in_any_order{.commutative = true, .nodes = true};
constexpr requirements by_nodes_in_rank_order{.nodes = true, .consecutive = true};
constexpr algorithm_traits around_nodes{.on_network = traffic::neighbours, .in_node_order = true};

}  // namespace

mutations of_nodes() {
  using enum collective;
  return {
      {"SmallNodeLeftOut",
       {bcast, "nodes", "", "", by_nodes, run_down_nodes<slip::none>, twice_logarithmic},
       {bcast, "equal", "", "", by_nodes, run_down_nodes<slip::leaves_small_nodes_out>, twice_logarithmic},
       5,
       0,
       "process 3, element 0: expected x0[0], found nothing",
       {0, 0, 0, 1, 1}},
      {"RootDoesNotLead",
       {bcast, "nodes", "", "", by_nodes, run_down_nodes<slip::none>, twice_logarithmic},
       {bcast, "first_lead", "", "", by_nodes, run_down_nodes<slip::leads_without_root>, twice_logarithmic},
       4,
       1,
       "process 1: the place of what is received may only be read, in texts.hpp:",
       {0, 0, 1, 1}},
      {"WrongLane",
       {allgather, "lanes", "", "", by_nodes, run_lanes<false>, ring_of_rings},
       {allgather, "turned", "", "", by_nodes, run_lanes<true>, ring_of_rings},
       4,
       0,
       "process 0, element 24: expected x2[0], found x3[0]",
       {0, 0, 1, 1}},
      {"RingAcrossNodes",
       {allgather, "ring", "", "", {}, run_through_nodes<false>, part_by_part, nullptr, around_nodes},
       {allgather, "ring", "", "", {}, run_through_nodes<true>, part_by_part, nullptr, around_nodes},
       4,
       0,
       "process 0 sends to process 1, which is not next to it in node order",
       {0, 1, 0, 1}},
      {"NodeCountedTwice",
       {allreduce, "leaders", "", "", by_nodes_in_any_order, run_leaders<false>, up_and_down},
       {allreduce, "twice", "", "", by_nodes_in_any_order, run_leaders<true>, up_and_down},
       4,
       0,
       "process 0, element 0: expected x0[0] .. x3[0], found ",
       {0, 0, 1, 1}},
      {"NodesSwapped",
       {scan,
        "nodes",
        "",
        "",
        by_nodes_in_rank_order,
        run_sums_of_nodes<false>,
        chains_of_sums,
        nullptr,
        {.bound = true}},
       {scan,
        "swapped",
        "",
        "",
        by_nodes_in_rank_order,
        run_sums_of_nodes<true>,
        chains_of_sums,
        nullptr,
        {.bound = true}},
       4,
       0,
       "process 2, element 0: expected x0[0] .. x2[0] in rank order (or declare .needs = {.commutative = "
       "true}), found ",
       {0, 0, 1, 1}},
  };
}

}  // namespace tutti::tests
