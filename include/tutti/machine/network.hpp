#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"

namespace tutti {

/// How long an undisturbed message takes. Places are where processes are put: see `network`.
class cost_model {
 public:
  struct duration {
    double startup = 0, data = 0;  ///< seconds
  };
  virtual ~cost_model() = default;
  /// A message of this number of bytes between two places that are `hops` links apart.
  [[nodiscard]] virtual duration of(int from, int to, std::size_t bytes, int hops) const = 0;
  /// Not null: ends of a message are not occupied for its whole duration, but as LogGP says.
  [[nodiscard]] virtual const loggp* overheads() const { return nullptr; }
  /// Not null: nothing depends on the places or on the way between them.
  [[nodiscard]] virtual const machine* uniform() const { return nullptr; }
  /// How many neighbouring places the model takes for a node; 0 where it knows no nodes.
  [[nodiscard]] virtual int places_per_node() const { return 0; }
  /// A message occupies one link of its route after the other, each for what `of` says of one hop.
  [[nodiscard]] virtual bool stores_and_forwards() const { return false; }
  /// Places 0 .. places() - 1 are known; 0 where there is no limit.
  [[nodiscard]] virtual long long places() const { return 0; }
};

// Cost models. Parameters that are negative, no numbers, or above 1e12 seconds: std::invalid_argument.
using cost_model_ptr = std::shared_ptr<const cost_model>;

/// alpha + beta n. With hop > 0, each link of the route after the first adds as much to the start-up.
cost_model_ptr linear_model(double alpha, double beta, double hop = 0);

/// alpha + beta n with those of the last piece that starts at or below n. The first starts at 0.
struct piece {
  std::size_t from = 0;
  double alpha = 0, beta = 0;
};
cost_model_ptr piecewise_model(std::vector<piece> pieces);

/// alpha[i * p + j] + beta[i * p + j] n.
cost_model_ptr pairwise_model(int p, std::vector<double> alpha, std::vector<double> beta);

/// n_0 places make a node, n_1 nodes a cabinet, ...: a message costs alpha + beta n of the innermost level
/// that contains both its ends.
struct level {
  int size = 1;
  double alpha = 0, beta = 0;
  std::vector<piece> pieces = {};  ///< instead of alpha and beta, if there are any: see piecewise_model()
};
cost_model_ptr hierarchical_model(std::vector<level> levels);

cost_model_ptr loggp_model(const loggp& parameters);

/// Each link of the route passes on the whole message before the next one has it: hops (latency + n /
/// bandwidth) if it meets no other. Its sender is free when it has left the first link, its receiver is
/// occupied from the last one on.
cost_model_ptr store_and_forward_model(double latency, double bandwidth);

/// The number of consecutive nodes at one switch (0: all), and of messages that leave, and enter, that switch
/// at full speed at once.
struct leaf_switches {
  int nodes = 0;
  double uplinks = 0;
};

/// Which links a message between two places occupies. A link carries messages in one direction; messages that
/// are on it at once share it: see link_sharing.
class topology {
 public:
  virtual ~topology() = default;
  [[nodiscard]] virtual int places() const = 0;
  [[nodiscard]] virtual int links() const = 0;
  /// Appends the links from one place to another in their order.
  virtual void route(int from, int to, std::vector<int>& links) const = 0;
  [[nodiscard]] virtual double capacity(int /*link*/) const { return 1; }
  /// The most links between two places.
  [[nodiscard]] virtual int diameter() const = 0;
  /// Messages that can cross at once, in one direction, the smallest cut into two halves.
  [[nodiscard]] virtual double bisection_width() const = 0;
  /// "torus 4 x 4"
  [[nodiscard]] virtual std::string name() const = 0;
  /// How many neighbouring places make a node, for cyclic placement.
  [[nodiscard]] virtual int places_per_node() const { return 1; }
  /// Whether links join nodes and nothing else: see cluster().
  [[nodiscard]] virtual bool is_cluster() const { return false; }
  /// Messages within a node that are at full speed at once; 0: all.
  [[nodiscard]] virtual double memory_lanes() const { return 0; }
  /// What joins the nodes of a cluster.
  [[nodiscard]] virtual leaf_switches leaves() const { return {}; }
};
using topology_ptr = std::shared_ptr<const topology>;

// Topologies. Sizes below 1: std::invalid_argument.
topology_ptr fully_connected(int p);
topology_ptr linear_array(int p);
topology_ptr ring_of(int p);
/// Dimension-ordered routes, the last dimension first (rows before columns); the last dimension varies
/// fastest.
topology_ptr mesh(std::vector<int> dimensions);
/// The same with wrap-around links; the shorter way round, upwards where both are equal.
topology_ptr torus(std::vector<int> dimensions);
/// 2^dimension places; E-cube routes: the lowest differing bit first.
topology_ptr hypercube(int dimension);
/// Places are the leaves of a balanced binary tree, what is inside are switches. p a power of two.
topology_ptr switch_tree(int p);
/// `leaves` leaf switches with `places` places each, and `uplinks` links from each to the top level.
topology_ptr fat_tree(int leaves, int places, double uplinks);
/// Nodes of `places` places from which at most `lanes` messages leave, and enter, at full speed; within a
/// node `memory` of them (0: all) are at full speed at once. The nodes may be at several switches, whose
/// uplinks they share.
topology_ptr cluster(int nodes, int places, double lanes, double memory = 0, leaf_switches leaves = {});

/// Where each process is: place_of[rank].
using placement = std::vector<int>;
placement consecutive_placement(int p);
/// Round robin over the nodes of the topology.
placement cyclic_placement(int p, const topology& on);
placement random_placement(int p, const topology& on, std::uint64_t seed);

/// How fast messages are that are on the same links at once, of the speed of a message that has them for
/// itself.
enum class link_sharing {
  /// Each of c messages on a link gets capacity / c, at most 1; the slowest link of a route counts. The
  /// textbook's rule: t_w is scaled by the congestion.
  equal,
  /// What a message cannot use because of another link is left to its neighbours (max-min fairness,
  /// progressive filling).
  max_min
};

/// Bytes: where processes of a node share memory, longer messages are copied once, by its kernel, others twice.
inline constexpr std::size_t longest_through_ring = std::size_t{16} << 10U;
/// Bytes: there, longer data that go to several processes of the node are copied for each of them.
inline constexpr std::size_t longest_read_by_all = std::size_t{4} << 20U;

/// What the embedded engine runs on.
struct network {
  cost_model_ptr model;
  topology_ptr links;  ///< null: fully connected, without contention
  placement places;    ///< empty: process r at place r
  double gamma = 0;    ///< seconds a byte reduced
  double copying = 0;  ///< seconds a byte copied
  /// Seconds of each start-up for which its sender is busy, and as long its receiver; 0: for all of the
  /// message.
  double overhead = 0;
  /// The longest message, bytes, that leaves before its receiver asks for it, where there are overheads.
  double eager = 1e300;
  /// Where there are overheads: what one process sends to another is a stream, of which one message follows
  /// the other on links. Otherwise they share the links with each other as with all others, which no network
  /// does but SimGrid's.
  bool in_order = true;
  /// Processes of a node send each other messages through memory that they share: short ones are written by one and read by the other,
  /// and what one sends to several others at once it writes once. Where places are known, and messages come in order.
  bool shares_memory = true;
  link_sharing sharing = link_sharing::equal;
  int ports = 1;  ///< messages that a process can send, and as many that it can receive, at once

  network() = default;
  network(const machine& on);
  /// Whether messages are sent as MPI libraries do: see src/engine/protocols.cpp.
  [[nodiscard]] bool has_protocols() const noexcept { return overhead > 0; }
  [[nodiscard]] int place_of(int rank) const noexcept {
    return places.empty() ? rank : places[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] int hops(int from, int to) const;
  /// Throws std::invalid_argument with one sentence if p processes do not fit.
  void check(int p) const;
};

/// The part of a start-up, seconds, for which a process is busy; 0: all of it.
double overhead_of(const network& on);

/// The same machine with processes on nodes of any sizes: process r on node node_of[r], counted from 0.
/// Messages within a node and between nodes cost what they cost within and between those of `on`, where it
/// has nodes; its lanes, links shared by nodes, overheads and eager limit stay. Of several levels the
/// outermost counts between nodes, since what crosses most of the machine decides how long a collective
/// takes. A topology other than a cluster's is kept, and its places.
network on_nodes(const network& on, std::span<const int> node_of);

/// The node of each of p processes, as node_map takes them; empty where the topology knows no nodes.
std::vector<int> nodes_on(const network& on, int p);

/// How a set of messages lies in a network: the longest route and the most messages over one link at once
/// (divided by the link's capacity).
struct embedding {
  int dilation = 0;
  double congestion = 0;
};

/// When processes arrive, seconds: none means all at 0.
using arrival = std::vector<double>;
/// Each between 0 and `most`, evenly distributed, the same for the same seed on every machine.
arrival random_arrival(int p, double most, std::uint64_t seed);

/// A network and when processes arrive on it.
struct machine_description {
  network on;
  arrival skews;
};

/// From the text forms of the command line, which `tutti predict --help` lists; each error is a
/// std::invalid_argument of one sentence. Empty text: linear with the values of `machine`, full, consecutive, none.
machine_description make_machine(std::string_view model, std::string_view topology, std::string_view where,
                                 std::string_view when, int p);
network make_network(std::string_view model, std::string_view topology, std::string_view where, int p);
/// Only the machine that the text of a model describes, for any number of processes: for on_nodes().
network machine_of_model(std::string_view model);
arrival make_arrival(std::string_view when, int p);
placement make_placement(std::string_view text, const topology_ptr& on, int p);

/// A machine description in JSON: see docs/machines.md. `file` is what errors call it.
machine_description parse_machine(std::string_view json, std::string_view file, int p);
/// Only the machine of it, for any number of processes: model, topology, gamma, ports, overhead.
network parse_network(std::string_view json, std::string_view file);
/// Measured times of arrival of p processes in JSON: see docs/files.md. The earliest counts as 0.
arrival parse_arrival(std::string_view json, std::string_view file, int p);

}  // namespace tutti
