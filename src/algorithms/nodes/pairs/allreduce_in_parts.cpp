// Allreduce on nodes, each of which combines one part of the vector for all nodes. Each two nodes exchange
// their sums of each other's part in one message, and then the results of their parts in the same way.
//
//   1. reduce-scatter on the node    place i has the node's sums of the parts of nodes i, i + n, i + 2n, ...
//   2. each two nodes exchange their sums of each other's part, by each_pair()
//   3. allreduce on the node of the sums received
//   4. each two nodes exchange their parts
//   5. allgather on the node
//
//        order of parts in the vector, N = 7, n = 3:  0 3 6 | 1 4 | 2 5; those of a place are side by side
//
// Source: reduce-scatter and allgather after Rabenseifner, 2004, on the lanes of Traeff, Hunold, "Decomposing
// MPI collectives for exploiting multi-lane communication", 2020, with exchanges of all with all between the
// nodes, which their processes share.
// Cost: N nodes of n processes: 2 ceil(log2 n) alpha + at most 2 (n - 1) ceil(N / n) / N beta m on the nodes
// (2 (n - 1)/n beta m where n divides N), an allreduce.recursive_doubling of m / N among min(n, N) processes
// there, and twice at most 2 ceil(N / n) - 1 rounds of alpha + beta m / N between them. Any p; unequal nodes:
// allreduce.leaders.
// Requires: a commutative operator.

#include <algorithm>
#include <cmath>

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/lanes.hpp"
#include "algorithms/nodes/leaders/leaders.hpp"
#include "algorithms/nodes/pairs/pairs.hpp"
#include "algorithms/nodes/pairs/partners.hpp"
#include "algorithms/reduce_scatter/reduce_scatter.hpp"

namespace tutti {
namespace {

/// The layout of a vector as N parts, one for each node, in the order of the places that exchange them.
class parts_by_place {
 public:
  parts_by_place(const_buffer vector, int nodes, int places)
      : vector_(vector), nodes_(nodes), places_(places), first_(static_cast<std::size_t>(places) + 1) {
    for (int i = 0, k = 0; i <= places; k += (nodes - i + places - 1) / places, ++i)
      first_[static_cast<std::size_t>(i)] = before(k);
  }
  /// Node b's part of a whole vector.
  template <class Byte>
  [[nodiscard]] basic_buffer<Byte> part(const basic_buffer<Byte>& whole, int b) const noexcept {
    return whole.slice(begin(b), length(b));
  }
  /// Node b's part of the data of a place, which is the one that exchanges it.
  [[nodiscard]] buffer part(const scratch& of_place, int b) const noexcept {
    return of_place.slice(begin(b) - first_[static_cast<std::size_t>(b % places_)], length(b));
  }
  [[nodiscard]] std::size_t length(int b) const noexcept { return before(slot(b) + 1) - before(slot(b)); }
  /// The number of elements of a place.
  [[nodiscard]] std::size_t of_place(int i) const noexcept {
    return first_[static_cast<std::size_t>(i) + 1] - first_[static_cast<std::size_t>(i)];
  }
  /// Cuts a vector into a block for each place.
  [[nodiscard]] const_blocks places(const_buffer whole) const noexcept {
    return const_blocks::consecutive(whole.data, first_.data(), *whole.type, places_);
  }
  [[nodiscard]] blocks places(buffer whole) const noexcept {
    return blocks::consecutive(whole.data, first_.data(), *whole.type, places_);
  }

 private:
  /// The index of node b's part in the layout. The first N mod n places have one part more than the others.
  [[nodiscard]] int slot(int b) const noexcept {
    const int i = b % places_;
    return i * (nodes_ / places_) + std::min(i, nodes_ % places_) + b / places_;
  }
  [[nodiscard]] std::size_t begin(int b) const noexcept { return before(slot(b)); }
  [[nodiscard]] std::size_t before(int slots) const noexcept {
    return vector_.parts_from(0, slots, nodes_).count;
  }
  const_buffer vector_;
  int nodes_, places_;
  workspace<std::size_t> first_;
};

task on_lanes(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  group node = h.own_node();
  const int n = node.size(), own = h.node(), place = h.place();
  const parts_by_place parts(in, h.nodes(), n);
  const scratch sums(self, parts.of_place(place), *in.type);
  co_await reduce_scatter_circulant(node, parts.places(in), sums, op);

  const std::size_t length = parts.length(own);
  const buffer mine = parts.part(out, own);
  // Places from the number of nodes on have no partners.
  if (const int speaking = std::min(n, h.nodes()); place < speaking) {
    workspace<transfer> pairs(static_cast<std::size_t>(h.nodes()));
    const auto partners = static_cast<std::size_t>((h.nodes() - place + n - 1) / n);
    const scratch received(self, partners * length, *in.type), sum(self, length, *in.type);
    const auto arrival = [&](std::size_t i) { return received.slice(i * length, length); };
    // Empty parts are not sent.
    const auto to = [&](int b, int rank) { return parts.length(b) > 0 ? rank : nobody; };
    const auto from = [&](int rank) { return length > 0 ? rank : nobody; };
    std::size_t k = 0;
    each_pair(h, [&](int b, int rank) {
      pairs[k] = {parts.part(sums, b), to(b, rank), arrival(k), from(rank)};
      ++k;
    });
    const std::span<transfer> towards = pairs.first(k);
    if (k > 0) co_await self.together(towards);

    std::size_t i = 0;
    self.copy(own % n == place ? parts.part(sums, own) : arrival(i++), sum);
    for (; i < k; ++i) self.reduce(op, arrival(i), sum);
    if (length > 0) {
      group there(node, 0, speaking);
      co_await allreduce_recursive_doubling(there, sum, mine, op);
    }

    k = 0;
    each_pair(h, [&](int b, int rank) { pairs[k++] = {mine, from(rank), parts.part(out, b), to(b, rank)}; });
    const std::span<transfer> back = pairs.first(k);
    if (k > 0) co_await self.together(back);
  }
  const blocks all = parts.places(out);
  co_await allgather_bruck(node, all[place], all);
}

/// The most bytes that a place exchanges.
double of_a_place(const shape& s) {
  return std::ceil(1.0 * s.node_count() / s.per_node) * s.bytes / s.node_count();
}

cost price_on_lanes(const shape& s) {
  const double part = s.bytes / s.node_count();
  shape speaking = s;
  speaking.per_node = std::min(s.per_node, s.node_count());
  const cost pairs = price_of_pairs(s, part);
  return price_on_whole_node(reduce_scatter_circulant_entry, s, s.bytes, 1, of_a_place(s)) + pairs +
         cost{.reduced = pairs.bytes} +
         price_on_whole_node(allreduce_recursive_doubling_entry, speaking, part) + pairs +
         price_on_whole_node(allgatherv_bruck_entry, s, s.bytes, 1, of_a_place(s));
}

}  // namespace

task allreduce_node_pairs_in_parts(process& self, const_buffer in, buffer out, operation op,
                                   const node_map* nodes) {
  return has_lanes(nodes) ? on_lanes(self, in, out, op, nodes) : allreduce_leaders(self, in, out, op, nodes);
}

extern const algorithm allreduce_node_pairs_in_parts_entry{
    .of = collective::allreduce,
    .name = "node_pairs_in_parts",
    .summary = "reduce-scatter and allgather on each node, parts and sums between each two nodes",
    .source = "after Rabenseifner 2004; Traeff, Hunold 2020",
    .needs = {.commutative = true, .nodes = true},
    .run = [](process& self,
              const call& c) { return allreduce_node_pairs_in_parts(self, c.in, c.out, c.op, c.nodes); },
    .price =
        [](const shape& s) { return s.equal_nodes() ? price_on_lanes(s) : allreduce_leaders_entry.price(s); },
    .traits = {.on_network = traffic::by_node,
               .bound = true},  // which messages wait for each other depends on timing
};

}  // namespace tutti
