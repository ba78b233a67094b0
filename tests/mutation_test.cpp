// Who proves the proof? Algorithms with a mistake of a kind that people make, each beside the text that is right: prove()
// has to catch the one, in words that name what is wrong, and to pass the other.

#include <gtest/gtest.h>

#include <array>
#include <ostream>
#include <string>
#include <vector>

#include "tutti/bundle.hpp"
#include "tutti/engine/cases.hpp"
#include "tutti/nodes.hpp"

namespace tutti {
namespace {

// The texts. With `wrong` the mistake is made.

template <bool wrong>
task exchange_and_reduce(process& self, const_buffer in, buffer out, operation op) {  // p a power of two
  const scratch theirs(self, in);
  self.copy(in, out);
  for (int d = 1; d < self.size(); d *= 2) {
    const int partner = self.rank() ^ d;
    co_await self.sendrecv(out, partner, theirs, partner);
    if (wrong || partner < self.rank()) {  // the lower one's partial result is the left operand
      self.reduce(op, theirs, out);
    } else {
      self.reduce(op, out, theirs);
      self.copy(theirs, out);
    }
  }
}

template <bool wrong>
task around_the_ring(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  for (int i = 1; i < p; ++i) {
    const buffer leaving = recv[ring(rank, 1 - i, p)];
    const buffer arriving = recv[ring(rank, wrong ? -i - 1 : -i, p)];
    co_await self.sendrecv(leaving, ring(rank, 1, p), arriving, ring(rank, -1, p));
  }
}

// What is copied meanwhile is sent meanwhile.
template <bool wrong>
task ring_after_a_copy(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy_meanwhile(in, recv[rank]);
  const_buffer out = wrong ? const_buffer(recv[rank]) : in;
  for (int i = 1; i < p; ++i) {
    const buffer come = recv[ring(rank, -i, p)];
    co_await self.sendrecv(out, ring(rank, 1, p), come, ring(rank, -1, p));
    out = come;
  }
}

template <bool wrong>
task around_the_whole_ring(process& self, const_buffer in, blocks recv) {
  const int p = self.size(), rank = self.rank();
  self.copy(in, recv[rank]);
  for (int i = 1; i < (wrong ? p + 1 : p); ++i) {  // at last each block comes home
    const buffer leaving = recv[ring(rank, 1 - i, p)], arriving = recv[ring(rank, -i, p)];
    if (p > 1) co_await self.sendrecv(leaving, ring(rank, 1, p), arriving, ring(rank, -1, p));
  }
}

template <bool wrong>
task one_factors(process& self, const_blocks send, blocks recv) {
  const int p = self.size(), rank = self.rank();
  const int rounds = wrong ? p - p % 2 : p;
  for (int i = 0; i < rounds; ++i) {
    const int partner = ring(i, -rank, p);  // in round i those whose numbers are i in sum, modulo p
    if (partner == rank)
      self.copy(send[rank], recv[rank]);
    else
      co_await self.sendrecv(send[partner], partner, recv[partner], partner);
  }
}

template <bool wrong>
task star_of_halves(process& self, buffer data, int root) {  // one message in two parts
  const bool swapped = wrong && self.rank() != root;
  bundle both(2);
  both.add(data.part(swapped ? 1 : 0, 2));
  both.add(data.part(swapped ? 0 : 1, 2));
  if (self.rank() != root) {
    co_await self.recv(both, root);
    co_return;
  }
  for (int r = 0; r < self.size(); ++r)
    if (r != root) co_await self.send(both, r);
}

// A contribution comes in twice unless p is a power of two: the mistake is not to require that.
task disseminate(process& self, const_buffer in, buffer out, operation op) {
  const int p = self.size(), rank = self.rank();
  const scratch theirs(self, in);
  self.copy(in, out);
  for (int d = 1; d < p; d *= 2) {
    co_await self.sendrecv(out, ring(rank, d, p), theirs, ring(rank, -d, p));
    self.reduce(op, theirs, out);
  }
}

template <bool wrong>
task down_the_tree(process& self, buffer data, int asked) {
  const int p = self.size(), root = wrong ? 0 : asked;
  const int v = relative_rank(self.rank(), root, p);
  int bit = 1;
  while (bit < p && (v & bit) == 0) bit *= 2;
  if (v > 0) co_await self.recv(data, absolute_rank(v - bit, root, p));
  for (bit /= 2; bit > 0; bit /= 2)
    if (v + bit < p) co_await self.send(data, absolute_rank(v + bit, root, p));
}

template <bool wrong>
task up_the_tree(process& self, const_buffer in, buffer out, operation op, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const scratch room(self, in), theirs(self, in);
  buffer sum = v == 0 ? out : room.all();
  if (wrong && v != 0)
    sum.data = const_cast<std::byte*>(in.data);  // what is only to be read
  else
    self.copy(in, sum);
  for (int bit = 1; bit < p; bit *= 2) {
    if ((v & bit) != 0) {
      co_await self.send(sum, absolute_rank(v - bit, root, p));
      co_return;
    }
    if (v + bit >= p) continue;
    co_await self.recv(theirs, absolute_rank(v + bit, root, p));
    self.reduce(op, theirs, sum);
  }
}

template <bool wrong>
task star(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  if (v > 0) co_await self.recv(data, root);
  const int served = wrong ? p - 1 : p;
  for (int to = 1; v == 0 && to < served; ++to) co_await self.send(data, absolute_rank(to, root, p));
}

// Serves all that are there, and `more`.
template <int more>
task star_to(process& self, buffer data, int root) {
  if (self.rank() != root) co_await self.recv(data, root);
  for (int to = 0; self.rank() == root && to < self.size() + more; ++to)
    if (to != root) co_await self.send(data, to);
}

// Until the data are there, which nobody sends.
task wait_in_vain(process& self, buffer data, int root) {
  while (self.rank() != root) co_await self.recv(data, nobody);
}

template <bool wrong>
task star_of_sums(process& self, const_buffer in, buffer out, operation op, int root) {
  if (wrong || self.rank() == root) self.copy(in, out);
  if (self.rank() != root) {
    co_await self.send(in, root);
    co_return;
  }
  const scratch theirs(self, in);
  for (int r = 0; r < self.size(); ++r) {
    if (r == root) continue;
    co_await self.recv(theirs, r);
    self.reduce(op, theirs, out);
  }
}

template <bool wrong>
task star_of_parts(process& self, const_blocks send, buffer out, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  if (v > 0) co_await self.recv(out, root);
  for (int k = 1; v == 0 && k < p; ++k) {
    const int to = absolute_rank(k, root, p);
    const const_buffer block = send[wrong ? k : to];  // blocks lie in rank order, not counted from the root
    co_await self.send(block, to);
  }
  if (v == 0) self.copy(send[root], out);
}

template <bool wrong>
task partial_sums(process& self, const_buffer in, buffer out, operation op) {  // exscan
  const int p = self.size(), rank = self.rank();
  const int before = rank > 0 ? rank - 1 : nobody, after = rank + 1 < p ? rank + 1 : nobody;
  const scratch sum(self, in);
  self.copy(in, sum);
  if (wrong && rank == 0) {
    const buffer untouched = out;
    const scratch zero(self, in);
    self.copy(sum, zero);
    self.reduce(op, sum, zero);
    self.copy(zero, untouched);
  }
  co_await self.recv(out, before);
  if (rank > 0 && after != nobody) self.reduce(op, out, sum);
  co_await self.send(sum, after);
}

template <bool wrong>
task whole_and_less(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const buffer room = data.slice(0, wrong && data.count > 0 ? data.count - 1 : data.count);
  if (v > 0) co_await self.recv(room, absolute_rank(v - 1, root, p));
  if (v + 1 < p) co_await self.send(data, absolute_rank(v + 1, root, p));
}

// Memory: what a process may touch, and what is under way at the same time.

template <bool wrong>
task in_place_by_address(process& self, const_buffer in, blocks recv) {
  const buffer own = recv[self.rank()];
  const bool there = wrong ? in.data == own.data : same_elements(in, own);
  if (!there) self.copy(in, own);
  co_await around_the_ring<false>(self, own, recv);
}

template <bool wrong>
task star_that_hears_back(process& self, buffer data, int root) {
  co_await star<false>(self, data, root);
  if (!wrong) co_return;
  if (self.rank() != root) co_await self.send(data, root);
  for (int r = 0; self.rank() == root && r < self.size(); ++r)
    if (r != root) co_await self.recv(data, r);  // what is there already
}

template <bool wrong>
task star_of_parts_and_back(process& self, const_blocks send, buffer out, int root) {
  if (wrong && self.rank() == root) {  // in place the result is the own block of what is sent
    const scratch aside(self, out);
    self.copy(send[root], aside);
    self.copy(aside, out);
  }
  co_await star_of_parts<false>(self, send, out, root);
}

template <bool wrong>
task exchange_in_one_place(process& self, const_buffer in, buffer out, operation op) {  // p a power of two
  const scratch theirs(self, in);
  self.copy(in, out);
  for (int d = 1; d < self.size(); d *= 2) {
    const buffer room = wrong ? out : theirs.all();
    co_await self.sendrecv(out, self.rank() ^ d, room, self.rank() ^ d);
    self.reduce(op, theirs, out);
  }
}

template <bool wrong>
task all_into_one_place(process& self, const_buffer in, blocks recv, int root) {  // gather
  if (self.rank() != root) {
    co_await self.send(in, root);
    co_return;
  }
  const workspace<transfer> all(static_cast<std::size_t>(self.size()));
  std::size_t n = 0;
  for (int r = 0; r < self.size(); ++r)
    if (r != root) all[n++] = {const_buffer{}, nobody, recv[wrong ? (root + 1) % self.size() : r], r};
  self.copy(in, recv[root]);
  if (n > 0) co_await self.together(all.first(n));
}

template <bool wrong>
task chain_with_a_spare(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const scratch spare(self, data);
  if (v > 0) co_await self.recv(data, absolute_rank(v - 1, root, p));
  if (wrong && v > 0) co_await self.recv(spare, absolute_rank(v - 1, root, p));
  for (int i = 0; i < (wrong ? 2 : 1) && v + 1 < p; ++i)
    co_await self.send(data, absolute_rank(v + 1, root, p));
}

enum class memory_slip { none, copies_over_itself, takes_too_little, uses_what_it_gave_back };

template <memory_slip made>
task chain_through_memory(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const bool less = made == memory_slip::takes_too_little && data.count > 0;
  const scratch memory(self, less ? data.count - 1 : data.count, *data.type);
  buffer room(memory.all().data, data.count, *data.type);
  if (made == memory_slip::uses_what_it_gave_back) room = scratch(self, data).all();
  if (v == 0) self.copy(data, room);
  if (v > 0) co_await self.recv(room, absolute_rank(v - 1, root, p));
  if (v > 0) self.copy(room, data);
  if (v + 1 < p) co_await self.send(room, absolute_rank(v + 1, root, p));
  if (made == memory_slip::copies_over_itself && data.count > 1)
    self.copy(room.slice(0, data.count - 1), room.slice(1, data.count - 1));
}

template <bool wrong>
task chain_of_bytes(process& self, buffer data, int root) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const buffer whole = wrong ? buffer(data.data, data.bytes(), byte_type) : data;  // as if it were dense
  if (v > 0) co_await self.recv(whole, absolute_rank(v - 1, root, p));
  if (v + 1 < p) co_await self.send(whole, absolute_rank(v + 1, root, p));
}

// Blocks and types.

template <bool wrong>
task around_the_ring_of_neighbours(process& self, const_buffer in, blocks recv) {  // allgatherv
  workspace<std::size_t> start(static_cast<std::size_t>(self.size()) + 1);
  start[0] = 0;
  for (int r = 0; r < self.size(); ++r) {
    const auto k = static_cast<std::size_t>(r);
    start[k + 1] = start[k] + recv[r].count;
  }
  const blocks side_by_side =
      blocks::consecutive(recv[0].data, start.data(), *recv[0].type, self.size());  // which they need not be
  co_await around_the_ring<false>(self, in, wrong ? side_by_side : recv);
}

enum class type_slip { none, counts_are_alike, types_are_alike };

template <type_slip made>
task straight(process& self, const_blocks send, blocks recv) {  // alltoall, alltoallw
  const int p = self.size(), rank = self.rank();
  const auto place = [&](int from) {
    const buffer b = recv[from];
    if (made == type_slip::counts_are_alike) return buffer(b.data, send[from].count, *b.type);
    if (made == type_slip::types_are_alike) return buffer(b.data, b.count, *recv[0].type);
    return b;
  };
  self.copy(send[rank], place(rank));
  for (int i = 1; i < p; ++i) {
    const const_buffer out = send[ring(rank, i, p)];
    const buffer in = place(ring(rank, -i, p));
    co_await self.sendrecv(out, ring(rank, i, p), in, ring(rank, -i, p));
  }
}

template <bool wrong>
task chain_in_pieces(process& self, buffer data, int root, int pieces) {
  const int p = self.size(), v = relative_rank(self.rank(), root, p);
  const int before = v > 0 ? absolute_rank(v - 1, root, p) : nobody;
  const int after = v + 1 < p ? absolute_rank(v + 1, root, p) : nobody;
  for (int i = 0; i <= pieces; ++i) {
    const auto block = [&](int k) { return data.part(wrong ? k % 16 : k, pieces); };  // a table of 16
    const buffer done = i > 0 ? block(i - 1) : buffer{}, next = i < pieces ? block(i) : buffer{};
    co_await self.sendrecv(done, i > 0 ? after : nobody, next, i < pieces ? before : nobody);
  }
}

template <bool wrong>
task chain_by_table(process& self, buffer data, int root) {
  const std::array<int, 4> table{0, 1, 2, 3};  // too small
  if (wrong && table.at(static_cast<std::size_t>(self.rank())) < 0) co_return;
  co_await chain_of_bytes<false>(self, data, root);
}

task chain_that_throws_a_number(process& self, buffer data, int root) {
  co_await chain_of_bytes<false>(self, data, root);
  if (self.rank() == 1) throw 1;
}

// Barriers.

task hear_of_all(process& self) {
  const int p = self.size(), rank = self.rank();
  for (int d = 1; d < p; d *= 2)
    co_await self.sendrecv(const_buffer{}, ring(rank, d, p), buffer{}, ring(rank, -d, p));
}

task nothing_at_all(process&) { co_return; }

// If sends waited for their receivers, all would have entered when the first has sent to each: but they need not.
template <bool wrong>
task tell_all_twice(process& self) {
  const int p = self.size();
  if (self.rank() > 0) {
    if (wrong)
      co_await self.recv(buffer{}, 0);
    else
      co_await self.send(const_buffer{}, 0);
    co_await self.recv(buffer{}, 0);
    co_return;
  }
  for (int r = 1; r < p; ++r) {
    if (wrong)
      co_await self.send(const_buffer{}, r);
    else
      co_await self.recv(buffer{}, r);
  }
  for (int r = 1; r < p; ++r) co_await self.send(const_buffer{}, r);
}

template <bool wrong>
task leaders_hear(process& self, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node();
  if (!wrong) co_await hear_of_all(node);  // leaders speak for nodes of which they have not heard
  if (h.leads()) {
    group leaders = h.leaders();
    co_await hear_of_all(leaders);
  }
  co_await down_the_tree<false>(node, buffer{}, 0);
}

// Compositions: on the nodes, and between them.

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

// The last process of a node has the node's sum, and hears what is before; all add that to theirs.
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

// How they are called, and their prices.

template <slip made>
constexpr auto run_down_nodes =
    [](process& self, const call& c) { return down_the_nodes<made>(self, c.out, c.root, c.nodes); };
template <bool wrong>
constexpr auto run_lanes =
    [](process& self, const call& c) { return along_lanes<wrong>(self, c.in, c.recv, c.nodes); };
template <bool wrong>
constexpr auto run_leaders =
    [](process& self, const call& c) { return over_the_leaders<wrong>(self, c.in, c.out, c.op, c.nodes); };
template <bool wrong>
constexpr auto run_sums_of_nodes =
    [](process& self, const call& c) { return sums_of_nodes<wrong>(self, c.in, c.out, c.op, c.nodes); };

template <bool wrong>
constexpr auto run_exchange =
    [](process& self, const call& c) { return exchange_and_reduce<wrong>(self, c.in, c.out, c.op); };
template <bool wrong>
constexpr auto run_ring =
    [](process& self, const call& c) { return around_the_ring<wrong>(self, c.in, c.recv); };
template <bool wrong>
constexpr auto run_factors =
    [](process& self, const call& c) { return one_factors<wrong>(self, c.send, c.recv); };
constexpr auto run_disseminate = [](process& self, const call& c) {
  return disseminate(self, c.in, c.out, c.op);
};
template <bool wrong>
constexpr auto run_down =
    [](process& self, const call& c) { return down_the_tree<wrong>(self, c.out, c.root); };
template <bool wrong>
constexpr auto run_up =
    [](process& self, const call& c) { return up_the_tree<wrong>(self, c.in, c.out, c.op, c.root); };
template <bool wrong>
constexpr auto run_star = [](process& self, const call& c) { return star<wrong>(self, c.out, c.root); };
template <int more>
constexpr auto run_star_to = [](process& self, const call& c) { return star_to<more>(self, c.out, c.root); };
constexpr auto run_waits_in_vain = [](process& self, const call& c) {
  return wait_in_vain(self, c.out, c.root);
};
template <bool wrong>
constexpr auto run_star_of_sums =
    [](process& self, const call& c) { return star_of_sums<wrong>(self, c.in, c.out, c.op, c.root); };
template <bool wrong>
constexpr auto run_halves =
    [](process& self, const call& c) { return star_of_halves<wrong>(self, c.out, c.root); };
template <bool wrong>
constexpr auto run_parts =
    [](process& self, const call& c) { return star_of_parts<wrong>(self, c.send, c.out, c.root); };
template <bool wrong>
constexpr auto run_sums =
    [](process& self, const call& c) { return partial_sums<wrong>(self, c.in, c.out, c.op); };
template <bool wrong>
constexpr auto run_less =
    [](process& self, const call& c) { return whole_and_less<wrong>(self, c.out, c.root); };

template <bool wrong>
constexpr auto run_by_address =
    [](process& self, const call& c) { return in_place_by_address<wrong>(self, c.in, c.recv); };
template <bool wrong>
constexpr auto run_hears_back =
    [](process& self, const call& c) { return star_that_hears_back<wrong>(self, c.out, c.root); };
template <bool wrong>
constexpr auto run_parts_and_back =
    [](process& self, const call& c) { return star_of_parts_and_back<wrong>(self, c.send, c.out, c.root); };
template <bool wrong>
constexpr auto run_one_place =
    [](process& self, const call& c) { return exchange_in_one_place<wrong>(self, c.in, c.out, c.op); };
template <bool wrong>
constexpr auto run_all_into_one =
    [](process& self, const call& c) { return all_into_one_place<wrong>(self, c.in, c.recv, c.root); };
template <bool wrong>
constexpr auto run_copied_meanwhile =
    [](process& self, const call& c) { return ring_after_a_copy<wrong>(self, c.in, c.recv); };
template <bool wrong>
constexpr auto run_whole_ring =
    [](process& self, const call& c) { return around_the_whole_ring<wrong>(self, c.in, c.recv); };
template <bool wrong>
constexpr auto run_spare =
    [](process& self, const call& c) { return chain_with_a_spare<wrong>(self, c.out, c.root); };
template <memory_slip made>
constexpr auto run_memory =
    [](process& self, const call& c) { return chain_through_memory<made>(self, c.out, c.root); };
template <bool wrong>
constexpr auto run_bytes =
    [](process& self, const call& c) { return chain_of_bytes<wrong>(self, c.out, c.root); };
template <bool wrong>
constexpr auto run_neighbours =
    [](process& self, const call& c) { return around_the_ring_of_neighbours<wrong>(self, c.in, c.recv); };
template <type_slip made>
constexpr auto run_straight =
    [](process& self, const call& c) { return straight<made>(self, c.send, c.recv); };
template <bool wrong>
constexpr auto run_pieces =
    [](process& self, const call& c) { return chain_in_pieces<wrong>(self, c.out, c.root, c.pieces); };
template <bool wrong>
constexpr auto run_table =
    [](process& self, const call& c) { return chain_by_table<wrong>(self, c.out, c.root); };
constexpr auto run_throws_a_number = [](process& self, const call& c) {
  return chain_that_throws_a_number(self, c.out, c.root);
};
constexpr auto run_hear = [](process& self, const call&) { return hear_of_all(self); };
constexpr auto run_nothing = [](process& self, const call&) { return nothing_at_all(self); };
template <bool wrong>
constexpr auto run_tell_twice = [](process& self, const call&) { return tell_all_twice<wrong>(self); };
template <bool wrong>
constexpr auto run_leaders_hear =
    [](process& self, const call& c) { return leaders_hear<wrong>(self, c.nodes); };

cost logarithmic(const shape& s) {
  const int q = ceil_log2(s.p);
  return {.rounds = 1.0 * q, .bytes = q * s.bytes};
}
cost logarithmic_reduced(const shape& s) {
  cost c = logarithmic(s);
  c.reduced = c.bytes;
  return c;
}
cost a_round_too_few(const shape& s) {
  return {.rounds = 1.0 * floor_log2(s.p), .bytes = ceil_log2(s.p) * s.bytes};
}
cost bytes_once(const shape& s) { return {.rounds = 1.0 * ceil_log2(s.p), .bytes = s.p > 1 ? s.bytes : 0}; }
cost reduced_for_nothing(const shape& s) { return logarithmic(s); }
cost one_by_one(const shape& s) { return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1)}; }
cost one_by_one_reduced(const shape& s) {
  cost c = one_by_one(s);
  c.reduced = c.bytes;
  return c;
}
cost part_by_part(const shape& s) { return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1) / s.p}; }
cost a_round_each(const shape& s) { return {.rounds = 1.0 * s.p, .bytes = s.bytes}; }
cost chain_of_sums(const shape& s) {
  return {.rounds = s.p - 1.0, .bytes = s.bytes * (s.p - 1), .reduced = s.p > 2 ? s.bytes * (s.p - 2) : 0};
}

cost free(const shape&) { return {}; }
cost chain_of_pieces(const shape& s) {
  const double rounds = s.p > 1 ? s.p - 1 + s.pieces - 1 : 0;
  return {.rounds = rounds, .bytes = rounds * s.bytes / s.pieces};
}
pipeline stages_of_chain(int p) { return {.fill = p - 1.0, .interval = 1}; }
cost there_and_back(const shape& s) {
  return {.rounds = 2 * (s.p - 1.0), .bytes = 2 * (s.p - 1.0) * s.bytes};
}
cost rounds_of_leaders(const shape& s) {
  return {.rounds = 2.0 * ceil_log2(s.per_node) + ceil_log2(s.node_count())};
}

cost twice_logarithmic(const shape& s) {  // between the nodes and on each
  return logarithmic({.p = s.node_count(), .bytes = s.bytes}) +
         logarithmic({.p = s.per_node, .bytes = s.bytes});
}
cost up_and_down(const shape& s) {
  cost c = twice_logarithmic(s) + twice_logarithmic(s);
  c.reduced = c.bytes / 2;
  return c;
}
cost ring_of_rings(const shape& s) {
  if (!s.equal_nodes()) return part_by_part(s);
  const double rounds_between = s.node_count() - 1.0, rounds_within = s.per_node - 1.0;
  return {.rounds = rounds_between + rounds_within,
          .bytes = (rounds_between + rounds_within * s.node_count()) * s.bytes / s.p};
}
cost chains_of_sums(const shape& s) {
  const double chains = s.per_node - 1.0 + s.node_count() - 1.0, last = ceil_log2(s.per_node);
  return {.rounds = chains + last, .bytes = (chains + last) * s.bytes, .reduced = (chains + 1) * s.bytes};
}

struct mutation {
  const char* mistake;
  algorithm right, wrong;
  int p, root;        ///< where the mistake shows
  const char* named;  ///< what the first finding there has to say
  std::vector<int> nodes = {};
  instance how = {};  ///< what else it takes to show
};
void PrintTo(const mutation& m, std::ostream* out) { *out << m.mistake; }

constexpr requirements any_order{.commutative = true, .exact = true};
constexpr requirements by_nodes{.nodes = true};
constexpr requirements by_nodes_in_any_order{.commutative = true, .nodes = true};
constexpr requirements by_nodes_in_rank_order{.nodes = true, .consecutive = true};
using enum collective;

const mutation mutations[] = {
    {"SwappedOperands",
     {allreduce, "exchange", "", "", {.power_of_two = true}, run_exchange<false>, logarithmic_reduced},
     {allreduce, "swapped", "", "", {.power_of_two = true}, run_exchange<true>, logarithmic_reduced},
     4,
     0,
     "process 0, element 0: expected x0[0] .. x3[0] in rank order (or declare .needs = {.commutative = "
     "true}), "
     "found ((x3[0] x2[0]) (x1[0] x0[0]))"},
    {"ProcessesBracketDifferently",  // the same text, for operators that commute: rounding would differ
     {allreduce,
      "exchange",
      "",
      "",
      {.commutative = true, .power_of_two = true},
      run_exchange<false>,
      logarithmic_reduced},
     {allreduce,
      "swapped",
      "",
      "",
      {.commutative = true, .power_of_two = true},
      run_exchange<true>,
      logarithmic_reduced},
     2,
     0,
     "process 1, element 0: expected the bracketing of process 0, (x1[0] x0[0]) (or declare .needs = {.exact "
     "= "
     "true}: it then serves only operators that never round), found (x0[0] x1[0])"},
    {"BlockOffByOne",
     {allgather, "ring", "", "", {}, run_ring<false>, part_by_part},
     {allgather, "off_by_one", "", "", {}, run_ring<true>, part_by_part},
     4,
     0,
     "process 0, element 0: expected x0[0], found "},
    {"LastRoundMissingForOddP",
     {alltoall, "factors", "", "", {}, run_factors<false>, a_round_each, nullptr, {.bound = true}},
     {alltoall, "a_round_less", "", "", {}, run_factors<true>, a_round_each, nullptr, {.bound = true}},
     5,
     0,
     "process 0, element 48: expected x4->0[0], found nothing"},
    {"ContributionDoubled",
     {allreduce,
      "disseminate",
      "",
      "",
      {.commutative = true, .exact = true, .power_of_two = true},
      run_disseminate,
      logarithmic_reduced},
     {allreduce, "doubled", "", "", any_order, run_disseminate, logarithmic_reduced},
     3,
     0,
     "process 0, element 0: expected x0[0] .. x2[0], found ((x0[0] x1[0]) (x2[0] x0[0]))"},
    {"RootForgotten",
     {bcast, "binomial", "", "", {}, run_down<false>, logarithmic},
     {bcast, "from_zero", "", "", {}, run_down<true>, logarithmic},
     4,
     2,
     "process 2: the place of what is received may only be read, in mutation_test.cpp:"},
    {"BlocksCountedFromTheRoot",
     {scatter, "star", "", "", {}, run_parts<false>, part_by_part},
     {scatter, "counted", "", "", {}, run_parts<true>, part_by_part},
     4,
     2,
     "process 0, element 0: expected x2->0[0], found x2->2[0]"},
    {"PartsInAnotherOrder",
     {bcast, "halves", "", "", {}, run_halves<false>, one_by_one},
     {bcast, "halves_swapped", "", "", {}, run_halves<true>, one_by_one},
     4,
     0,
     "process 1, element 0: expected x0[0], found x0[6]"},
    {"SendBufferWritten",
     {reduce, "binomial", "", "", {.commutative = true}, run_up<false>, logarithmic_reduced},
     {reduce, "in_the_input", "", "", {.commutative = true}, run_up<true>, logarithmic_reduced},
     4,
     0,
     "process 2: the place of a reduction may only be read, after mutation_test.cpp:"},
    {"ResultWhereThereIsNone",
     {exscan, "chain", "", "", {}, run_sums<false>, chain_of_sums},
     {exscan, "zero_too", "", "", {}, run_sums<true>, chain_of_sums},
     4,
     0,
     "process 0: the place of a copy may only be read"},
    {"MessageDropped",
     {bcast, "star", "", "", {}, run_star<false>, one_by_one},
     {bcast, "star_but_one", "", "", {}, run_star<true>, one_by_one},
     4,
     1,
     "deadlock: 1 of 4 processes waits for ever\n"
     "  process 0 waits to receive 96 bytes from 1 (which has ended), in mutation_test.cpp:"},
    {"RoomTooSmall",
     {bcast, "chain", "", "", {}, run_less<false>, one_by_one},
     {bcast, "less", "", "", {}, run_less<true>, one_by_one},
     3,
     0,
     "message from process 0 to process 1: 96 bytes into room for 88, sent in mutation_test.cpp:"},
    {"ResultOnAllProcesses",
     {reduce, "star", "", "", {.commutative = true}, run_star_of_sums<false>, one_by_one_reduced},
     {reduce, "star_to_all", "", "", {.commutative = true}, run_star_of_sums<true>, one_by_one_reduced},
     4,
     0,
     "process 1: copies 96 bytes into room for 0 (an empty buffer, as c.out and c.recv are on a process "
     "without a "
     "result)"},
    {"PartnerThatIsNotThere",
     {bcast, "star", "", "", {}, run_star<false>, one_by_one},
     {bcast, "star_and_one_more", "", "", {}, run_star_to<1>, one_by_one},
     4,
     0,
     "process 0 sends to 4, outside 0..3, in mutation_test.cpp:"},
    {"LoopWithoutEnd",
     {bcast, "star", "", "", {}, run_star<false>, one_by_one},
     {bcast, "waits_in_vain", "", "", {}, run_waits_in_vain, one_by_one},
     4,
     0,
     "process 1 does not end: its last 1048576 communications had no partner, in mutation_test.cpp:"},
    {"PriceWithARoundTooFew",
     {bcast, "binomial", "", "", {}, run_down<false>, logarithmic},
     {bcast, "binomial", "", "", {}, run_down<false>, a_round_too_few},
     5,
     0,
     "rounds: the price says 2, found 3"},
    {"PriceWithTooFewBytes",
     {bcast, "binomial", "", "", {}, run_down<false>, logarithmic},
     {bcast, "binomial", "", "", {}, run_down<false>, bytes_once},
     3,
     0,
     "bytes: the price says 96, found 192"},
    {"PriceWithoutReductions",
     {reduce, "binomial", "", "", {.commutative = true}, run_up<false>, logarithmic_reduced},
     {reduce, "binomial", "", "", {.commutative = true}, run_up<false>, reduced_for_nothing},
     3,
     0,
     "bytes reduced: the price says 0, found 192"},
    {"BoundThatIsExceeded",
     {bcast, "binomial", "", "", {}, run_down<false>, logarithmic, nullptr, {.bound = true}},
     {bcast, "binomial", "", "", {}, run_down<false>, a_round_too_few, nullptr, {.bound = true}},
     5,
     0,
     "rounds: the price says at most 2, found 3"},
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
     "process 1: the place of what is received may only be read, in mutation_test.cpp:",
     {0, 0, 1, 1}},
    {"WrongLane",
     {allgather, "lanes", "", "", by_nodes, run_lanes<false>, ring_of_rings},
     {allgather, "turned", "", "", by_nodes, run_lanes<true>, ring_of_rings},
     4,
     0,
     "process 0, element 24: expected x2[0], found x3[0]",
     {0, 0, 1, 1}},
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
    {"InPlaceByAddress",
     {allgather, "ring", "", "", {}, run_by_address<false>, part_by_part},
     {allgather, "by_address", "", "", {}, run_by_address<true>, part_by_part},
     4,
     0,
     "process 0, element 0: expected x0[0], found nothing",
     {},
     {.lies = layout::one_array}},
    {"RootsDataWrittenAsTheyAre",
     {bcast, "star", "", "", {}, run_hears_back<false>, one_by_one},
     {bcast, "echo", "", "", {}, run_hears_back<true>, one_by_one},
     3,
     1,
     "process 1: the place of what is received may only be read, in mutation_test.cpp:"},
    {"OwnBlockWrittenInPlace",
     {scatter, "star", "", "", {}, run_parts_and_back<false>, part_by_part},
     {scatter, "and_back", "", "", {}, run_parts_and_back<true>, part_by_part},
     3,
     1,
     "process 1: the place of a copy may only be read",
     {},
     {.in_place = true}},
    {"SentWhereReceived",
     {allreduce,
      "exchange",
      "",
      "",
      {.commutative = true, .exact = true, .power_of_two = true},
      run_one_place<false>,
      logarithmic_reduced},
     {allreduce,
      "one_place",
      "",
      "",
      {.commutative = true, .exact = true, .power_of_two = true},
      run_one_place<true>,
      logarithmic_reduced},
     4,
     0,
     "process 0: what is sent lies where something else is written at the same time, in mutation_test.cpp:"},
    {"SentBeforeItIsCopied",
     {allgather, "ring", "", "", {}, run_copied_meanwhile<false>, part_by_part},
     {allgather, "too_soon", "", "", {}, run_copied_meanwhile<true>, part_by_part},
     4,
     0,
     "process 0: what is sent lies where something else is written at the same time, in mutation_test.cpp:"},
    {"TwoReceivedIntoOnePlace",
     {gather, "star", "", "", {}, run_all_into_one<false>, part_by_part},
     {gather, "one_place", "", "", {}, run_all_into_one<true>, part_by_part},
     4,
     0,
     "process 0: the place of what is received is that of something else, too, in mutation_test.cpp:"},
    {"CopyOverItself",
     {bcast, "chain", "", "", {}, run_memory<memory_slip::none>, one_by_one},
     {bcast, "over_itself", "", "", {}, run_memory<memory_slip::copies_over_itself>, one_by_one},
     2,
     0,
     "process 0: what is copied lies where something else is written at the same time, after "
     "mutation_test.cpp:"},
    {"TooLittleMemory",
     {bcast, "chain", "", "", {}, run_memory<memory_slip::none>, one_by_one},
     {bcast, "too_little", "", "", {}, run_memory<memory_slip::takes_too_little>, one_by_one},
     2,
     0,
     "process 0: the place of a copy lies outside the elements of the buffers and what was taken"},
    {"MemoryGivenBack",
     {bcast, "chain", "", "", {}, run_memory<memory_slip::none>, one_by_one},
     {bcast, "given_back", "", "", {}, run_memory<memory_slip::uses_what_it_gave_back>, one_by_one},
     2,
     0,
     "process 0: the place of a copy lies outside the elements of the buffers and what was taken"},
    {"ReceivedForNothing",  // which a bound does not show
     {bcast, "chain", "", "", {}, run_spare<false>, one_by_one, nullptr, {.bound = true}},
     {bcast, "spare", "", "", {}, run_spare<true>, there_and_back, nullptr, {.bound = true}},
     3,
     0,
     "process 1: received data is never used, after mutation_test.cpp:"},
    {"TrafficThatABoundHides",
     {allgather, "ring", "", "", {}, run_whole_ring<false>, part_by_part, nullptr, {.bound = true}},
     {allgather, "home", "", "", {}, run_whole_ring<true>, a_round_each, nullptr, {.bound = true}},
     4,
     0,
     "process 0: receives 384 bytes and needs 288"},
    {"BoundThatIsNotReached",
     {gatherv,
      "star",
      "",
      "",
      {},
      run_all_into_one<false>,
      part_by_part,
      nullptr,
      {.bound = true, .exact_if_equal = true}},
     {gatherv,
      "star",
      "",
      "",
      {},
      run_all_into_one<false>,
      a_round_each,
      nullptr,
      {.bound = true, .exact_if_equal = true}},
     3,
     0,
     "rounds: the price says 3, found 2",
     {},
     {.counts = {2, 2, 2}}},
    {"HolesAsData",
     {bcast, "chain", "", "", {}, run_bytes<false>, one_by_one},
     {bcast, "bytes", "", "", {}, run_bytes<true>, one_by_one},
     2,
     0,
     "process 0: what is sent lies outside the elements of the buffers and what was taken",
     {},
     {.lies = layout::holes}},
    {"BeforeTheAddress",
     {bcast, "chain", "", "", {}, run_bytes<false>, one_by_one},
     {bcast, "bytes", "", "", {}, run_bytes<true>, one_by_one},
     2,
     0,
     "process 0: what is sent lies outside the elements of the buffers and what was taken",
     {},
     {.lies = layout::backwards}},
    {"BlocksNotSideBySide",
     {allgatherv,
      "ring",
      "",
      "",
      {},
      run_neighbours<false>,
      part_by_part,
      nullptr,
      {.bound = true, .worst = 20}},
     {allgatherv,
      "neighbours",
      "",
      "",
      {},
      run_neighbours<true>,
      part_by_part,
      nullptr,
      {.bound = true, .worst = 20}},
     3,
     0,
     "process 0: ",
     {},
     {.counts = {3, 3, 3}, .lies = layout::holes}},
    {"AsManyElementsSentAsReceived",
     {alltoall, "straight", "", "", {}, run_straight<type_slip::none>, part_by_part},
     {alltoall, "alike", "", "", {}, run_straight<type_slip::counts_are_alike>, part_by_part},
     2,
     0,
     "process 0: copies 96 bytes into room for 48",
     {},
     {.lies = layout::differing}},
    {"OneTypeForAllBlocks",
     {alltoallw,
      "straight",
      "",
      "",
      {},
      run_straight<type_slip::none>,
      part_by_part,
      nullptr,
      {.bound = true, .worst = 20}},
     {alltoallw,
      "alike",
      "",
      "",
      {},
      run_straight<type_slip::types_are_alike>,
      part_by_part,
      nullptr,
      {.bound = true, .worst = 20}},
     2,
     0,
     "process 0: the place of what is received lies outside the elements of the buffers and what was taken",
     {},
     {.counts = {2, 2, 2, 2}, .lies = layout::holes}},
    {"TableForSixteenPieces",
     {bcast, "chain", "", "", {.bytes = true}, run_pieces<false>, chain_of_pieces, stages_of_chain},
     {bcast, "sixteen", "", "", {.bytes = true}, run_pieces<true>, chain_of_pieces, stages_of_chain},
     2,
     0,
     "process 1, element ",
     {},
     {.pieces = 17}},
    {"ThrowsSomething",
     {bcast, "chain", "", "", {}, run_table<false>, one_by_one},
     {bcast, "table", "", "", {}, run_table<true>, one_by_one},
     5,
     0,
     "process 4 threw: array::at"},
    {"ThrowsNoException",
     {bcast, "chain", "", "", {}, run_table<false>, one_by_one},
     {bcast, "number", "", "", {}, run_throws_a_number, one_by_one},
     3,
     0,
     "process 1 threw what is no std::exception, after mutation_test.cpp:"},
    {"BarrierThatDoesNothing",
     {barrier, "dissemination", "", "", {}, run_hear, logarithmic},
     {barrier, "nothing", "", "", {}, run_nothing, free},
     4,
     0,
     "process 1 leaves the barrier before process 0 has entered it"},
    {"BarrierThatNeedsSendsToWait",
     {barrier, "star", "", "", {}, run_tell_twice<false>, there_and_back},
     {barrier, "twice", "", "", {}, run_tell_twice<true>, there_and_back},
     4,
     0,
     "process 0 leaves the barrier before process 1 has entered it"},
    {"BarrierOfLeaders",
     {barrier, "nodes", "", "", by_nodes, run_leaders_hear<false>, rounds_of_leaders},
     {barrier,
      "leaders",
      "",
      "",
      by_nodes,
      run_leaders_hear<true>,
      rounds_of_leaders,
      nullptr,
      {.bound = true}},
     4,
     0,
     "process 0 leaves the barrier before process 1 has entered it",
     {0, 0, 1, 1}},
};

class Mutation : public testing::TestWithParam<mutation> {};

TEST_P(Mutation, is_caught_and_named) {
  const mutation& m = GetParam();
  instance at = m.how;
  at.of = &m.wrong, at.p = m.p, at.root = m.root, at.count = 12, at.nodes = m.nodes;
  const finding f = prove(at);
  ASSERT_FALSE(f.wrong.empty()) << describe(at);
  EXPECT_EQ(f.wrong.front().substr(0, std::string_view(m.named).size()), m.named);
}

// The proof of the catalogue looks at these cases: it would have caught it, without being told where.
TEST_P(Mutation, is_caught_among_the_cases_of_every_algorithm) {
  const mutation& m = GetParam();
  std::size_t caught = 0;
  for_each_case(m.wrong, {.p = {1, 2, 3, 4, 5, 6}}, [&](const instance& i) {
    caught += !prove(i).wrong.empty();
    return caught == 0;
  });
  EXPECT_GT(caught, 0U);
}

TEST_P(Mutation, is_all_that_is_wrong) {
  const mutation& m = GetParam();
  for_each_case(m.right, {.p = {1, 2, 3, 4, 5, 6, 7, 8}}, [&](const instance& i) {
    for (const std::string& w : prove(i).wrong) ADD_FAILURE() << describe(i) << ": " << w;
    return !HasFailure();
  });
}

// An element that is wrong on two counts is said once, and what is right is not held against a process 0 that is wrong.
TEST(Findings, do_not_repeat_themselves) {
  const algorithm swapped{allreduce,          "swapped",          "", "", {.power_of_two = true},
                          run_exchange<true>, logarithmic_reduced};
  const finding f = prove({.of = &swapped, .p = 2, .count = 1});
  ASSERT_EQ(f.wrong.size(), 1U);
  EXPECT_EQ(
      f.wrong[0],
      "process 0, element 0: expected x0[0] .. x1[0] in rank order (or declare .needs = {.commutative = "
      "true}), found (x1[0] x0[0])");
}

TEST(Findings, are_of_cases_whose_names_hold_what_they_depend_on) {
  const auto name = [](collective of, const instance& rest) {
    algorithm a{of, "mine", "", "", {}, nullptr, nullptr};
    instance i = rest;
    i.of = &a;
    return describe(i);
  };
  EXPECT_EQ(name(bcast, {.p = 5, .root = 2}), "bcast.mine, p = 5, root 2, 1 element");
  EXPECT_EQ(name(allreduce, {.p = 5, .count = 0}), "allreduce.mine, p = 5, 0 elements");
  EXPECT_EQ(name(shift, {.p = 5, .root = 2, .count = 7}), "shift.mine, p = 5, distance 2, 7 elements");
  EXPECT_EQ(name(barrier, {.p = 5}), "barrier.mine, p = 5");
  EXPECT_EQ(name(gatherv, {.p = 3, .pieces = 2, .counts = {1, 0, 1}, .in_place = true}),
            "gatherv.mine, p = 3, root 0, counts 1 0 1, M = 2, in place");
}

INSTANTIATE_TEST_SUITE_P(Proof, Mutation, testing::ValuesIn(mutations),
                         [](const auto& one) { return std::string(one.param.mistake); });

}  // namespace
}  // namespace tutti
