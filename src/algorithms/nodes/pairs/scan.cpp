// Allreduce, scan and exscan on nodes: every process learns the vectors of its node and the sums of all
// nodes, and combines them itself, in rank order, and so all in the same way.
//
//   1. allgather on the node       v[0] .. v[n - 1], then their prefixes in place; v[n - 1] is the node's sum
//   2. each two nodes exchange their sums, by each_pair()
//   3. allgather on the node of the sums received in step 2
//
//        place i has the sums of nodes i, i + n, i + 2n, ...
//        order in memory, N = 7, n = 3:  0 3 6 | 1 4 | 2 5
//
// Source: the lanes of Traeff, Hunold, "Decomposing MPI collectives for exploiting multi-lane communication",
// 2020, with an exchange of all with all between the nodes, which their processes share.
// Cost: N nodes of n processes: 2 ceil(log2 n) alpha + (n + N) beta m on the nodes, and at most 2
// ceil(N / n) - 1 rounds of alpha + beta m between them; (n + N - 2) m reduced. Any p; for short vectors.
// Requires: consecutive ranks on the nodes; for allreduce, or an operator that commutes.

#include "algorithms/scan/scan.hpp"

#include <cmath>

#include "algorithms/allgather/allgather.hpp"
#include "algorithms/allreduce/allreduce.hpp"
#include "algorithms/composed_price.hpp"
#include "algorithms/nodes/pairs/pairs.hpp"
#include "algorithms/nodes/pairs/partners.hpp"

namespace tutti {
namespace {

/// Room for the vectors of this node and for the sums of all nodes.
class sums {
 public:
  sums(process& self, const hierarchy& h, const_buffer like)
      : count_(like.count),
        n_(h.members(h.node())),
        on_node_(self, static_cast<std::size_t>(n_) * count_, *like.type),
        of_nodes_(self, static_cast<std::size_t>(h.nodes()) * count_, *like.type),
        first_(static_cast<std::size_t>(n_) + 1) {
    first_[0] = 0;
    for (int i = 0; i < n_; ++i)
      first_[at(i) + 1] = first_[at(i)] + at((h.nodes() - i + n_ - 1) / n_) * count_;
  }
  [[nodiscard]] buffer vector(int place) const { return on_node_.slice(at(place) * count_, count_); }
  [[nodiscard]] buffer sum(int node) const {
    return of_nodes_.slice(first_[at(node % n_)] + at(node / n_) * count_, count_);
  }
  [[nodiscard]] blocks vectors() const {
    return blocks::regular(on_node_.all().data, count_, *on_node_.all().type, n_);
  }
  /// A block of sums for each process of the node.
  [[nodiscard]] blocks by_place() const {
    return blocks::consecutive(of_nodes_.all().data, first_.data(), *of_nodes_.all().type, n_);
  }
  /// Returns the sum of all nodes before `node`, which is not the first, computed in place.
  [[nodiscard]] const_buffer before(process& self, const operation& op, int node) const {
    for (int b = 1; b < node; ++b) self.reduce(op, sum(b - 1), sum(b));
    return sum(node - 1);
  }

 private:
  static std::size_t at(int i) { return static_cast<std::size_t>(i); }
  std::size_t count_;
  int n_;
  scratch on_node_, of_nodes_;
  workspace<std::size_t> first_;
};

// vector(i) becomes the prefix of this node up to place i, sum(b) the sum of node b.
task learn(process& self, const hierarchy& h, const_buffer in, const sums* all, operation op) {
  group node = h.own_node();
  const int n = node.size(), own = h.node();
  co_await allgather_bruck(node, in, all->vectors());
  for (int i = 1; i < n; ++i) self.reduce(op, all->vector(i - 1), all->vector(i));
  const const_buffer sum = all->vector(n - 1);
  if (own % n == h.place()) self.copy(sum, all->sum(own));
  workspace<transfer> pairs(static_cast<std::size_t>(h.nodes()));
  std::size_t k = 0;
  each_pair(h, [&](int b, int rank) { pairs[k++] = {sum, rank, all->sum(b), rank}; });
  const std::span<transfer> now = pairs.first(k);
  if (k > 0) co_await self.together(now);
  const blocks by_place = all->by_place();
  co_await allgather_bruck(node, by_place[h.place()], by_place);
}

cost price_of_all(const shape& s) {
  const double n = s.per_node, many = s.node_count();
  // Places have at most one sum more than others.
  const double most = s.equal_nodes() ? std::ceil(many / n) : many;
  return price_on_whole_node(allgather_bruck_entry, s, n * s.bytes) + price_of_pairs(s, s.bytes) +
         price_on_whole_node(allgatherv_bruck_entry, s, many * s.bytes, 1, most * s.bytes) +
         cost{.reduced = (n + many - 2) * s.bytes};
}

constexpr std::string_view summary =
    "all vectors on each node, sums between each two nodes, all sums on each node";
constexpr std::string_view source = "after Traeff, Hunold 2020";

}  // namespace

task allreduce_node_pairs(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const sums all(self, h, in);
  co_await learn(self, h, in, &all, op);
  self.copy(all.before(self, op, h.nodes()), out);
}

task scan_node_pairs(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const sums all(self, h, in);
  co_await learn(self, h, in, &all, op);
  self.copy(all.vector(h.place()), out);
  if (h.node() > 0) self.reduce(op, all.before(self, op, h.node()), out);
}

task exscan_node_pairs(process& self, const_buffer in, buffer out, operation op, const node_map* nodes) {
  const hierarchy h(self, nodes);
  const sums all(self, h, in);
  co_await learn(self, h, in, &all, op);
  const bool follows = h.node() > 0;
  const const_buffer before = follows ? all.before(self, op, h.node()) : const_buffer{};
  if (h.place() > 0) {
    self.copy(all.vector(h.place() - 1), out);
    if (follows) self.reduce(op, before, out);
  } else if (follows) {
    self.copy(before, out);
  }
}

extern const algorithm allreduce_node_pairs_entry{
    .of = collective::allreduce,
    .name = "node_pairs",
    .summary = summary,
    .source = source,
    .needs = {.nodes = true, .node_order = true},
    .run = [](process& self,
              const call& c) { return allreduce_node_pairs(self, c.in, c.out, c.op, c.nodes); },
    .price = price_of_all,
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .same_for_elements = true},  // which messages wait for each other depends on timing
};

extern const algorithm scan_node_pairs_entry{
    .of = collective::scan,
    .name = "node_pairs",
    .summary = summary,
    .source = source,
    .needs = {.nodes = true, .consecutive = true},
    .run = [](process& self, const call& c) { return scan_node_pairs(self, c.in, c.out, c.op, c.nodes); },
    .price = price_of_all,
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .surplus = true,
               .same_for_elements = true},  // as for allreduce
};

extern const algorithm exscan_node_pairs_entry{
    .of = collective::exscan,
    .name = "node_pairs",
    .summary = summary,
    .source = source,
    .needs = {.nodes = true, .consecutive = true},
    .run = [](process& self, const call& c) { return exscan_node_pairs(self, c.in, c.out, c.op, c.nodes); },
    .price = price_of_all,
    .traits = {.on_network = traffic::by_node,
               .bound = true,
               .surplus = true,
               .same_for_elements = true},  // as for allreduce
};

}  // namespace tutti
