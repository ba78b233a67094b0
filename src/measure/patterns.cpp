#include "measure/patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <set>

#include "text/counted.hpp"
#include "tutti/model/graphs.hpp"

namespace tutti::measure {
namespace {

using partners = pattern::partners;

// Pairs of neighbours, an even process i and i + 1. If p is odd, the last process has no partner.
int other_of(int rank, int p) {
  const int other = rank % 2 == 0 ? rank + 1 : rank - 1;
  return other < p ? other : nobody;
}

void check_pairs(experiment& e, const node_map& nodes) {
  if (e.problem == "within") {
    if (nodes.members(0).size() < 2)
      throw not_possible(e.operation + " within a node: the first has one process");
  } else if (e.problem == "between") {
    if (nodes.nodes() < 2) throw not_possible(e.operation + " between nodes: there is one");
  } else {
    e.problem = "same";
    if (nodes.processes() < 2) throw not_possible(e.operation + " needs two processes");
  }
}

// "within" a node: its first two processes; "between" nodes: the first process of each of the first two. All
// others have no partner.
int partner_of(const experiment& e, int rank, const node_map& nodes) {
  if (e.problem == "same") return other_of(rank, nodes.processes());
  const int first = nodes.members(0)[0];
  const int second = e.problem == "within" ? nodes.members(0)[1] : nodes.members(1)[0];
  return rank == first ? second : rank == second ? first : nobody;
}

partners one_way(const experiment& e, int rank, const node_map& nodes) {
  const int other = partner_of(e, rank, nodes);
  if (other == nobody) return {};
  return rank < other ? partners{{}, {other}} : partners{{other}, {}};
}

partners other_way(const experiment& e, int rank, const node_map& nodes) {
  const partners one = one_way(e, rank, nodes);
  return {one.to, one.from};
}

partners both_ways(const experiment& e, int rank, const node_map& nodes) {
  const int other = partner_of(e, rank, nodes);
  return other == nobody ? partners{} : partners{{other}, {other}};
}

// One send, one receive, or both at once.
task exchange(process& self, const partners& with, arguments a) {
  const const_buffer message(a.send, a.count, *a.type);
  const buffer room(a.recv, a.count, *a.type);
  const int to = with.to.empty() ? nobody : with.to[0], from = with.from.empty() ? nobody : with.from[0];
  co_await self.sendrecv(message, to, room, from);
}

task ping_pong(process& self, const partners& with, arguments a) {
  const const_buffer message(a.send, a.count, *a.type);
  const buffer room(a.recv, a.count, *a.type);
  const int other = with.to.empty() ? nobody : with.to[0];
  if (other == nobody) co_return;
  if (self.rank() < other) {
    co_await self.send(message, other);
    co_await self.recv(room, other);
  } else {
    co_await self.recv(room, other);
    co_await self.send(message, other);
  }
}

// Sends messages in blocks, both ways: either all at once, or the second process answers each block when it
// arrives. In the latter case, the first block returns while others are still on their way, as along a chain.
template <bool answered>
task in_blocks(process& self, const partners& with, arguments a) {
  const const_buffer message(a.send, a.count, *a.type);
  const buffer room(a.recv, a.count, *a.type);
  const int other = with.to.empty() ? nobody : with.to[0];
  if (other == nobody) co_return;
  std::array<transfer, pipeline_blocks> all;
  for (int k = 0; k < pipeline_blocks; ++k)
    all[static_cast<std::size_t>(k)] = {.out = message.part(k, pipeline_blocks),
                                        .to = other,
                                        .in = room.part(k, pipeline_blocks),
                                        .from = other};
  if (!answered || self.rank() < other) {
    co_await self.together(all);
    co_return;
  }
  co_await self.recv(all[0].in, other);
  for (std::size_t k = 1; k < all.size(); ++k)
    co_await self.sendrecv(all[k - 1].out, other, all[k].in, other);
  co_await self.send(all.back().out, other);
}

void check_nodes(const experiment& e, const node_map& nodes, const ring_neighbours& n) {
  if (!nodes.regular()) throw not_possible(e.operation + ": nodes have different numbers of processes");
  if (n.on_node >= nodes.per_node() || n.off_node >= nodes.nodes())
    throw not_possible(
        fmt::format("{} with {}: there {} of {}", e.operation, e.problem,
                    nodes.nodes() == 1 ? "is 1 node" : fmt::format("are {} nodes", nodes.nodes()),
                    counted(nodes.per_node(), "process")));
}

void check_ring(experiment& e, const node_map& nodes) {
  if (e.problem == "same") e.problem = "k=1 K=0";
  check_nodes(e, nodes, neighbours_of(e));
}

// At a distance of K nodes.
void check_across(experiment& e, const node_map& nodes) {
  if (e.problem == "same") e.problem = "k=0 K=1";
  const ring_neighbours n = neighbours_of(e);
  if (n.on_node != 0) throw not_possible(e.operation + " goes to other nodes: --neighbours 0+1");
  check_nodes(e, nodes, n);
}

// The processes at the same place of nodes i and i xor K. If one of these nodes does not exist, those of the
// other have no partner.
partners across_nodes(const experiment& e, int rank, const node_map& nodes) {
  const int there = nodes.node_of(rank) ^ neighbours_of(e).off_node;
  if (there >= nodes.nodes()) return {};
  const int other = nodes.members(there)[static_cast<std::size_t>(nodes.place_of(rank))];
  return {{other}, {other}};
}

// The next k processes on this node, and the processes at this process's place on the next K nodes:
//
//   node 0   0 > 1 > 2 > 0       k = 1: 0 sends to 1, 2 to 0
//            v   v   v
//   node 1   3 > 4 > 5 > 3       K = 1: 0 sends to 3, 3 to 0 (of two nodes)
partners on_ring(const experiment& e, int rank, const node_map& nodes) {
  const ring_neighbours n = neighbours_of(e);
  const int node = nodes.node_of(rank), place = nodes.place_of(rank);
  const auto own = nodes.members(node), same = nodes.lane(place);
  partners all;
  for (int j = 1; j <= n.on_node; ++j) {
    all.to.push_back(own[static_cast<std::size_t>(ring(place, j, nodes.per_node()))]);
    all.from.push_back(own[static_cast<std::size_t>(ring(place, -j, nodes.per_node()))]);
  }
  for (int j = 1; j <= n.off_node; ++j) {
    all.to.push_back(same[static_cast<std::size_t>(ring(node, j, nodes.nodes()))]);
    all.from.push_back(same[static_cast<std::size_t>(ring(node, -j, nodes.nodes()))]);
  }
  return all;
}

bool on_graph(const experiment& e) { return e.problem.find(':') != std::string::npos; }

// Caches the last graph, since each process of an experiment asks for the same one.
const process_graph& graph_of(const experiment& e) {
  thread_local std::optional<process_graph> last;
  if (!last || last->name != e.problem) last = make_graph(e.problem);
  return *last;
}

// The neighbours of a graph that are processes.
partners on_graph_of(const experiment& e, int rank) {
  const process_graph& g = graph_of(e);
  partners all{g.sources[static_cast<std::size_t>(rank)], g.destinations[static_cast<std::size_t>(rank)]};
  for (auto* side : {&all.from, &all.to}) std::erase(*side, nobody);
  return all;
}

// Without a graph: a neighbour on the node and one off it, if they exist.
void check_neighbours(experiment& e, const node_map& nodes) {
  const int p = nodes.processes();
  if (p < 2) throw not_possible(e.operation + " needs two processes");
  if (!on_graph(e)) {
    if (e.problem == "same")
      e.problem = fmt::format("k={} K={}", nodes.per_node() > 1 ? 1 : 0, nodes.nodes() > 1 ? 1 : 0);
    check_ring(e, nodes);
    return;
  }
  try {
    const process_graph& g = graph_of(e);
    e.problem = g.name;
    if (g.p() != p) throw not_possible(fmt::format("{} has {} processes, not {}", g.name, g.p(), p));
  } catch (const std::invalid_argument& wrong) {
    throw not_possible(wrong.what());
  }
  if (e.made != "alltoallv") return;
  for (int r = 0; r < p; ++r) {
    const partners with = on_graph_of(e, r);
    if (std::set(with.to.begin(), with.to.end()).size() < with.to.size())
      throw not_possible(
          fmt::format("alltoallv: in {} a process occurs twice among another's neighbours", e.problem));
  }
}

partners neighbours(const experiment& e, int rank, const node_map& nodes) {
  return on_graph(e) ? on_graph_of(e, rank) : on_ring(e, rank, nodes);
}

// Sends each partner the same message, or one of its own. There may be more to send than to receive, or less.
template <bool each_its_own>
task all_at_once(process& self, const partners& with, arguments a) {
  const std::size_t out = with.to.size(), in = with.from.size();
  workspace<transfer> all(std::max(out, in));
  const buffer room(a.recv, a.count * in, *a.type);
  const const_buffer messages(a.send, each_its_own ? a.count * out : a.count, *a.type);
  for (std::size_t j = 0; j < all.size(); ++j) {
    transfer& t = all[j];
    t.to = t.from = nobody;
    if (j < out) t.out = messages.slice(each_its_own ? j * a.count : 0, a.count), t.to = with.to[j];
    if (j < in) t.in = room.slice(j * a.count, a.count), t.from = with.from[j];
  }
  // A process copies what it sends to itself: its k-th message to itself is the k-th that it receives from
  // itself.
  std::size_t k = 0;
  for (transfer& sent : all) {
    if (sent.to != self.rank()) continue;
    while (all[k].from != self.rank()) ++k;
    self.copy(sent.out, all[k].in);
    sent.to = all[k].from = nobody;
  }
  co_await self.together(all);
}

void check_local(experiment& e, const node_map&) {
  e.problem = "same";
  if (e.layout != "contiguous")
    throw not_possible(e.operation + ": operators combine contiguous elements only");
}

void check_copied(experiment& e, const node_map&) { e.problem = "same"; }

partners oneself(const experiment&, int rank, const node_map&) { return {{rank}, {}}; }
partners from_oneself(const experiment&, int rank, const node_map&) { return {{rank}, {rank}}; }

task combine_locally(process& self, const partners&, arguments a) {
  self.reduce(*a.op, const_buffer(a.send, a.count, *a.type), buffer(a.recv, a.count, *a.type));
  co_return;
}

task copy_locally(process& self, const partners&, arguments a) {
  self.copy(const_buffer(a.send, a.count, *a.type), buffer(a.recv, a.count, *a.type));
  co_return;
}

using words = std::array<std::string_view, 3>;
constexpr words of_allgather{"messages", "neighbor_allgatherv", "alltoallv"},
    of_allgatherv{"messages", "neighbor_alltoallv", "alltoallv"},
    of_alltoall{"messages", "neighbor_alltoallv", "alltoallv"},
    of_alltoallv{"messages", "neighbor_alltoallw", "alltoallv"};
constexpr std::array<std::string_view, 2> of_alltoallw{"messages", "alltoallv"};
constexpr std::string_view one_after_the_other = "send+recv";
constexpr std::array of_exchange{one_after_the_other};

void check_communicators(experiment& e, const node_map&) {
  e.problem = "same", e.layout = "contiguous";
  e.bytes = 0;
}

partners nobody_at_all(const experiment&, int, const node_map&) { return {}; }

constexpr std::array<std::string_view, 3> of_one_sided{"lock", "post", "message"};
constexpr std::array<std::string_view, 2> of_communicators{"comm_dup", "comm_split_type"};

constexpr pattern one_sided(std::string_view name, std::string_view summary,
                            partners (*of)(const experiment&, int, const node_map&)) {
  return {name, summary, check_pairs, of, nullptr, false, {}, of_one_sided, false, calls::one_sided};
}

constexpr pattern neighbourhood(collective c, std::span<const std::string_view> ways, bool each_its_own) {
  return {name_of(c),
          each_its_own ? "all send something else to each neighbour: --neighbours 1+1, --graph moore:4x4:1"
                       : "all send the same to each neighbour: --neighbours 1+1, --graph moore:4x4:1",
          check_neighbours,
          neighbours,
          each_its_own ? all_at_once<true> : all_at_once<false>,
          false,
          c,
          ways,
          each_its_own};
}

constexpr std::array all{
    pattern{"ping", "even processes send to the next", check_pairs, one_way, exchange},
    pattern{"ping_ping",
            "even processes and the next send to each other at once",
            check_pairs,
            both_ways,
            exchange,
            false,
            {},
            of_exchange},
    pattern{"ping_pong", "even processes send to the next, which answers", check_pairs, both_ways, ping_pong},
    pattern{"across",
            "all exchange with their place on the node i xor K of node i: --neighbours 0+4",
            check_across,
            across_nodes,
            exchange,
            false,
            {},
            of_exchange},
    pattern{"blocks", "as across, in 16 blocks", check_across, across_nodes, in_blocks<false>},
    pattern{"pipeline", "as blocks, of which each is answered as it comes", check_across, across_nodes,
            in_blocks<true>},
    pattern{"ring", "all send to k on their node and K off it: --neighbours 1+0", check_ring, on_ring,
            all_at_once<false>},
    pattern{"reduce_local", "all combine their message with what they have, without sending", check_local,
            oneself, combine_locally, true},
    pattern{"copy_local", "all copy their message, without sending", check_copied, from_oneself,
            copy_locally},
    one_sided("put", "even processes write into the memory of the next, between two fences", one_way),
    one_sided("get", "even processes read the memory of the next, between two fences", other_way),
    pattern{"comm_split",
            "all make a communicator of every second process, and free it",
            check_communicators,
            nobody_at_all,
            nullptr,
            false,
            {},
            of_communicators,
            false,
            calls::communicators},
    neighbourhood(collective::neighbor_allgather, of_allgather, false),
    neighbourhood(collective::neighbor_allgatherv, of_allgatherv, false),
    neighbourhood(collective::neighbor_alltoall, of_alltoall, true),
    neighbourhood(collective::neighbor_alltoallv, of_alltoallv, true),
    neighbourhood(collective::neighbor_alltoallw, of_alltoallw, true),
};

}  // namespace

std::span<const pattern> patterns() noexcept { return all; }

const pattern* pattern_named(std::string_view name) noexcept {
  for (const pattern& p : all)
    if (p.name == name) return &p;
  return nullptr;
}

const pattern& messages_of(const experiment& e) {
  return *pattern_named(e.made == one_after_the_other ? "ping_pong" : e.operation);
}

bool has_neighbours(const pattern& p) noexcept {
  return p.check == check_ring || p.check == check_across || p.check == check_neighbours;
}

ring_neighbours neighbours_of(const experiment& e) {
  ring_neighbours n;
  int end = 0;
  if (std::sscanf(e.problem.c_str(), "k=%d K=%d%n", &n.on_node, &n.off_node, &end) != 2 ||
      static_cast<std::size_t>(end) != e.problem.size() || n.on_node < 0 || n.off_node < 0 ||
      n.on_node + n.off_node < 1)
    throw not_possible(
        fmt::format("problem {} of {}: expected the neighbours as k=1 K=0", e.problem, e.operation));
  return n;
}

}  // namespace tutti::measure
