#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tutti/cost.hpp"
#include "tutti/cxx20.hpp"

namespace tutti {

/// The duration of a message without contention. A place is a position of a process: see `network`.
class cost_model {
 public:
  struct duration {
    double startup = 0, data = 0;  ///< seconds
  };
  virtual ~cost_model() = default;
  /// The duration of a message of `bytes` bytes between two places that are `hops` links apart.
  [[nodiscard]] virtual duration of(int from, int to, std::size_t bytes, int hops) const = 0;
  /// The LogGP parameters, by which a message occupies its ends; null if it occupies them for its whole
  /// duration.
  [[nodiscard]] virtual const loggp* overheads() const { return nullptr; }
  /// The linear parameters if the duration does not depend on places or hops; otherwise null.
  [[nodiscard]] virtual const machine* uniform() const { return nullptr; }
  /// The number of consecutive places that form a node; 0 if the model has no nodes.
  [[nodiscard]] virtual int places_per_node() const { return 0; }
  /// True if a message occupies one link of its route after the other, each for the duration of one hop.
  [[nodiscard]] virtual bool stores_and_forwards() const { return false; }
  /// The model covers places 0 .. places() - 1; 0 means no limit.
  [[nodiscard]] virtual long long places() const { return 0; }
};

// Cost models, for messages of n bytes. They throw std::invalid_argument for parameters that are negative,
// not a number, or above 1e12 seconds.
using cost_model_ptr = std::shared_ptr<const cost_model>;

/// alpha + beta n. Each link of the route after the first adds `hop` seconds to the start-up.
cost_model_ptr linear_model(double alpha, double beta, double hop = 0);

/// alpha + beta n, by the last piece that starts at or below n bytes. The first piece must start at 0.
struct piece {
  std::size_t from = 0;
  double alpha = 0, beta = 0;
};
cost_model_ptr piecewise_model(std::vector<piece> pieces);

/// alpha[i * p + j] + beta[i * p + j] n from place i to place j.
cost_model_ptr pairwise_model(int p, std::vector<double> alpha, std::vector<double> beta);

/// n_0 places form a node, n_1 nodes a cabinet, ...: a message costs alpha + beta n of the innermost level
/// that contains both its ends.
struct level {
  int size = 1;
  double alpha = 0, beta = 0;
  std::vector<piece> pieces = {};  ///< unless empty, replace alpha and beta: see piecewise_model()
};
cost_model_ptr hierarchical_model(std::vector<level> levels);

cost_model_ptr loggp_model(const loggp& parameters);

/// Each link of the route carries the whole message before the next link starts: hops (latency + n /
/// bandwidth) without contention. The sender is occupied during the first link, the receiver during the last
/// one.
cost_model_ptr store_and_forward_model(double latency, double bandwidth);

/// The number of consecutive nodes at one leaf switch (0: all), and the number of messages that can leave,
/// and enter, that switch at full speed at once.
struct leaf_switches {
  int nodes = 0;
  double uplinks = 0;
};

/// The links that a message between two places occupies. A link has one direction; concurrent messages share
/// it: see link_sharing.
class topology {
 public:
  virtual ~topology() = default;
  [[nodiscard]] virtual int places() const = 0;
  /// Places, and switches without a process.
  [[nodiscard]] virtual int vertices() const { return places(); }
  /// Links have numbers below this one.
  [[nodiscard]] virtual int links() const = 0;
  /// The number of links, each of one direction. Some numbers may have none.
  [[nodiscard]] virtual long long wires() const { return links(); }
  /// The maximum number of links that leave a vertex.
  [[nodiscard]] virtual int degree() const = 0;
  /// Appends the links of the route from one place to another, in order.
  virtual void route(int from, int to, std::vector<int>& links) const = 0;
  /// The rule of the routes, in a few words.
  [[nodiscard]] virtual std::string routing() const = 0;
  /// The number of messages that the link carries at full speed at once.
  [[nodiscard]] virtual double capacity(int /*link*/) const { return 1; }
  /// The seconds that the link adds to the start-up of each message.
  [[nodiscard]] virtual double latency(int /*link*/) const { return 0; }
  [[nodiscard]] virtual bool has_latencies() const { return false; }
  /// The maximum number of links between two places.
  [[nodiscard]] virtual int diameter() const = 0;
  /// The number of messages that can cross the smallest cut into two halves at once, in one direction. If the
  /// two directions differ, the wider one counts.
  [[nodiscard]] virtual double bisection_width() const = 0;
  /// False if bisection_width() is that of some cut into halves, so that the smallest one may be narrower.
  [[nodiscard]] virtual bool bisection_is_exact() const { return true; }
  /// "torus 4 x 4"
  [[nodiscard]] virtual std::string name() const = 0;
  /// The number of consecutive places that form a node.
  [[nodiscard]] virtual int places_per_node() const { return 1; }
  /// True if only nodes have links, not single places: see cluster().
  [[nodiscard]] virtual bool is_cluster() const { return false; }
  /// The number of messages within a node at full speed at once; 0: no limit.
  [[nodiscard]] virtual double memory_lanes() const { return 0; }
  /// The leaf switches that join the nodes of a cluster.
  [[nodiscard]] virtual leaf_switches leaves() const { return {}; }
};
using topology_ptr = std::shared_ptr<const topology>;

// Topologies. They throw std::invalid_argument for sizes below 1.
topology_ptr fully_connected(int p);
topology_ptr linear_array(int p);
topology_ptr ring_of(int p);
/// Dimension-ordered routes, the last dimension first (rows before columns); the last dimension varies
/// fastest.
topology_ptr mesh(std::vector<int> dimensions);
/// A mesh with wrap-around links. Routes take the shorter way round, or upwards if both are equal.
topology_ptr torus(std::vector<int> dimensions);
/// 2^dimension places; E-cube routes: the lowest differing bit first.
topology_ptr hypercube(int dimension);
/// A balanced binary tree: places are its leaves, inner nodes are switches. p must be a power of two.
topology_ptr switch_tree(int p);
/// `leaves` leaf switches with `places` places each, and `uplinks` links from each leaf switch to the top
/// level.
topology_ptr fat_tree(int leaves, int places, double uplinks);
/// Nodes of `places` places each. At most `lanes` messages leave, and enter, a node at full speed at once;
/// within a node, `memory` messages (0: all). The nodes may be at several leaf switches, whose uplinks they
/// share.
topology_ptr cluster(int nodes, int places, double lanes, double memory = 0, leaf_switches leaves = {});

// Networks whose links have one direction, unless the comment says that they go both ways. Routes are the
// shortest ones; of several, the one whose next vertex has the least number. Sources: Traeff, HPC lecture,
// "Communication algorithms in networks"; Fraigniaud, Lazard 1994.

/// Place i has a link to place i + 1, the last one to place 0.
topology_ptr unidirectional_ring(int p);
/// Words of `digits` digits; a link drops the first digit of a word and appends any digit.
topology_ptr de_bruijn(int symbols, int digits);
/// Words of `diameter` digits below degree + 1, adjacent ones different; links as in a de Bruijn network.
topology_ptr kautz(int degree, int diameter);
/// 2^bits places; a link rotates the bits to the left (shuffle) or flips the last one (exchange).
topology_ptr shuffle_exchange(int bits);
/// A hypercube whose vertices are cycles of `dimension` places. Place x * dimension + k has links both ways
/// to its neighbours of the cycle, k - 1 and k + 1, and to place k of the cycle that differs in bit k of x.
topology_ptr cube_connected_cycles(int dimension);

// Networks of switches. Routes are those of the network's usual rule.

/// 2^dimension places, each at an input and an output of a Benes network, 2 dimension - 1 stages of switches
/// with two inputs and two outputs. A route could reach any switch of the middle stage; it takes the one that
/// its destination determines.
topology_ptr benes(int dimension);
/// Leaf switches with `places` places each; links both ways from each of them to each of the `middles`
/// switches. Messages to place r take the middle switch r mod middles.
topology_ptr clos(int leaves, int places, int middles);
/// Groups of `routers` routers with `places` places each. The routers of a group have links to each other,
/// and each has `global` links to other groups. There are routers * global + 1 groups, so one link joins
/// every two groups. A route has at most one link between groups. Source: Kim, Dally, Scott, Abts 2008.
topology_ptr dragonfly(int places, int routers, int global);

/// A link of a network that is given by all its links.
struct wire {
  int from = 0, to = 0;  ///< vertices
  double latency = 0;    ///< see topology::latency()
  double capacity = 1;   ///< see topology::capacity()
};
/// Any network. Vertices 0 .. places - 1 are places, the others switches; at most 4096 vertices. Routes are
/// the shortest ones, as above. Throws std::invalid_argument if no route leads from one place to another.
topology_ptr network_of_wires(std::string name, int places, int vertices, std::vector<wire> wires);

/// The place of each process, by rank.
using placement = std::vector<int>;
placement consecutive_placement(int p);
/// Round robin over the nodes of the topology.
placement cyclic_placement(int p, const topology& on);
placement random_placement(int p, const topology& on, std::uint64_t seed);

/// The speed of concurrent messages on the same links, relative to a message that uses them alone.
enum class link_sharing {
  /// Each of c messages on a link gets capacity / c, at most 1; the slowest link of a route counts. The
  /// textbook's rule: t_w is scaled by the congestion.
  equal,
  /// Bandwidth that a message cannot use because of another link is left to other messages (max-min fairness,
  /// progressive filling).
  max_min
};

/// The longest message, bytes, that processes of a node copy twice, through shared memory. The kernel copies
/// longer messages, once.
inline constexpr std::size_t longest_through_ring = std::size_t{16} << 10U;
/// The longest multicast, bytes, that is written once for several processes of a node. Longer data are copied
/// for each receiver.
inline constexpr std::size_t longest_read_by_all = std::size_t{4} << 20U;

/// The network on which the embedded engine runs.
struct network {
  cost_model_ptr model;
  topology_ptr links;  ///< null: fully connected, without contention
  placement places;    ///< empty: process r at place r
  double gamma = 0;    ///< seconds a byte reduced
  double copying = 0;  ///< seconds a byte copied
  /// A process combines data while they arrive: a combination that directly follows a communication counts as
  /// begun when the data of its last message began to arrive. Requires that messages have no overhead.
  /// Source: collective operations lecture notes, the model (send, receive and compute at the same time).
  bool combines_on_arrival = false;
  /// Seconds of each start-up during which the sender, and then the receiver, is busy. 0: both are busy for
  /// the whole message.
  double overhead = 0;
  /// The overhead of messages between nodes, if it differs. Requires nodes, and an overhead.
  std::optional<double> overhead_between;
  /// Eager limit, bytes: the longest message that leaves before its receive is posted. Requires an overhead.
  double eager = 1e300;
  /// Requires an overhead. If true, messages from one process to another are a stream: on links, one follows
  /// the other. If false, they share the links with each other as with all other messages, as in SimGrid
  /// only.
  bool in_order = true;
  /// Processes of a node exchange messages through shared memory. The sender writes a short message and the
  /// receiver reads it; a message to several processes at once is written only once. Requires a cluster, and
  /// in_order.
  bool shares_memory = true;
  link_sharing sharing = link_sharing::equal;
  int ports = 1;  ///< the number of messages that a process can send, and receive, at once

  network() = default;
  network(const machine& on);
  /// True if the eager and rendezvous protocols of MPI libraries are simulated: see src/engine/protocols.cpp.
  [[nodiscard]] bool has_protocols() const noexcept { return overhead > 0; }
  [[nodiscard]] int place_of(int rank) const noexcept {
    return places.empty() ? rank : places[static_cast<std::size_t>(rank)];
  }
  [[nodiscard]] int hops(int from, int to) const;
  /// The number of consecutive places that form a node; 0 if the machine has no nodes.
  [[nodiscard]] int places_of_node() const;
  /// Throws std::invalid_argument with one sentence if p processes do not fit.
  void check(int p) const;
};

/// The part of a start-up, in seconds, during which a process is busy with a message between nodes or within
/// a node; 0: all of it.
double overhead_of(const network& on, bool between_nodes);

/// The same machine with other nodes: process r on node node_of[r], counted from 0. The costs of messages
/// within and between nodes are those of `on`, if it has nodes. Lanes, links shared by nodes, overheads and
/// the eager limit stay the same. If `on` has several levels, the outermost one gives the costs between
/// nodes, since the longest distances determine the time of a collective. A topology other than a cluster is
/// kept, with its places.
network on_nodes(const network& on, std::span<const int> node_of);

/// The node of each of p processes, for node_map; empty if the topology has no nodes.
std::vector<int> nodes_on(const network& on, int p);

/// The embedding of a set of messages in a network: the longest route (dilation), and the maximum number of
/// concurrent messages on a link, divided by its capacity (congestion).
struct embedding {
  int dilation = 0;
  double congestion = 0;
};

/// The same for the messages between the given pairs of processes, if all are sent at once.
embedding embed(std::span<const std::pair<int, int>> messages, const network& on);

/// Arrival times of the processes, seconds; empty: all arrive at 0.
using arrival = std::vector<double>;
/// Arrival times uniformly distributed between 0 and `most`. The same seed gives the same times on every
/// machine.
arrival random_arrival(int p, double most, std::uint64_t seed);

/// A network, and the arrival times of the processes on it.
struct machine_description {
  network on;
  arrival skews;
};

/// Makes a machine from the text forms of the command line, which `tutti predict --help` lists. Each error is
/// a std::invalid_argument with one sentence. Defaults for empty texts: linear with the values of `machine`,
/// full, consecutive, none.
machine_description make_machine(std::string_view model, std::string_view topology, std::string_view where,
                                 std::string_view when, int p);
network make_network(std::string_view model, std::string_view topology, std::string_view where, int p);
/// Only the machine of a model's text, for any number of processes: input of on_nodes().
network machine_of_model(std::string_view model);
arrival make_arrival(std::string_view when, int p);
/// If the text has no size, the topology has places for p processes.
topology_ptr make_topology(std::string_view text, int p);
placement make_placement(std::string_view text, const topology_ptr& on, int p);

/// Parses a machine description in JSON: see docs/machines.md. `file` is its name in error messages.
machine_description parse_machine(std::string_view json, std::string_view file, int p);
/// Only its machine, for any number of processes: model, topology, gamma, ports, overhead.
network parse_network(std::string_view json, std::string_view file);
/// Parses a network that is given by its links, in JSON: see docs/files.md.
topology_ptr parse_links(std::string_view json, std::string_view file);
/// Parses the measured arrival times of p processes in JSON: see docs/files.md. The earliest becomes 0.
arrival parse_arrival(std::string_view json, std::string_view file, int p);

}  // namespace tutti
