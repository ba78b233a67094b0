// tutti place: which process on which node, so that few bytes cross between nodes.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

#include "cli/line/commands.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/output/output.hpp"
#include "cli/values/graphs.hpp"
#include "cli/values/option_values.hpp"
#include "cli/values/resources.hpp"
#include "text/counted.hpp"
#include "text/file_text.hpp"
#include "text/number.hpp"
#include "text/quantity.hpp"
#include "text/split.hpp"
#include "text/table.hpp"
#include "tutti/engine/agreed_graph.hpp"
#include "tutti/engine/predict.hpp"
#include "tutti/model/placing.hpp"

namespace tutti::cli {
namespace {

constexpr const char* help =
    "Finds a node for each process of a program, so that processes that exchange much share a node\n"
    "and few bytes cross between nodes. The program's messages are those of a --graph, one block for\n"
    "each neighbour, or those of a file: one line for each pair, FROM TO BYTES, or the profiles of\n"
    "Open MPI's monitoring. -o writes the placement for a launcher. Compares it with the placement by\n"
    "rank and with round robin over the nodes: the bytes between nodes, the most that one node sends\n"
    "and receives, and for a graph the time of an MPI_Neighbor_alltoall in virtual time, by the\n"
    "fastest algorithm. docs/placing.md.\n\n"
    "  tutti place --graph cart:16x12:periodic --hosts a:16,b:16,c:160 -o ranks\n"
    "  mpirun --rankfile ranks ./app                             Open MPI\n"
    "  tutti place --graph moore:8x8x8 --hosts a:128,b:384 --for mpich -o hosts\n"
    "  mpirun -f hosts ./app                                     MPICH\n"
    "  tutti place --messages pairs.txt --hosts a:24,b:24 --for slurm -o hosts\n"
    "  SLURM_HOSTFILE=hosts srun --distribution=arbitrary ./app  Slurm";

struct options {
  std::string graph, messages, per_node, hosts, model, bytes = "64K", launcher = "openmpi", output;
  bool json = false;
};

// The messages of the program's processes.
struct program {
  process_traffic messages;
  process_graph edges;  // no processes if the messages come from a file
  [[nodiscard]] int p() const noexcept { return static_cast<int>(messages.size()); }
};

program program_from(const options& o, std::size_t bytes) {
  constexpr int most = 1 << 16;
  if (o.graph.empty() == o.messages.empty())
    throw usage_error("expected either --graph or --messages: what the processes exchange");
  program given;
  if (!o.graph.empty()) {
    given.edges = graph_from(o.graph);
    if (given.edges.p() > most) throw usage_error("--graph {}: expected at most {} processes", o.graph, most);
    given.messages = traffic_of(given.edges, static_cast<double>(bytes));
    return given;
  }
  require_file("--messages", o.messages);
  try {
    given.messages = parse_messages(text_of(o.messages));
  } catch (const std::invalid_argument& wrong) {
    throw usage_error("--messages {}: {}", o.messages, wrong.what());
  }
  if (given.p() > most) throw usage_error("--messages {}: expected at most {} processes", o.messages, most);
  return given;
}

// The nodes, in order, and the number of processes that each gets.
struct node_list {
  std::vector<std::string> names;  // empty: unknown
  std::vector<int> room;
};

// The number of processes on each of the hosts "a:16,b:16".
node_list hosts_from(const std::string& text, int p) {
  node_list all;
  int left = p;
  for (const std::string_view host : split(text, ',')) {
    const std::size_t colon = host.rfind(':');
    const auto slots =
        colon == std::string_view::npos ? std::nullopt : number_from<int>(host.substr(colon + 1));
    if (!slots || *slots < 1 || colon == 0)
      throw usage_error("--hosts: expected HOST:SLOTS, as in node1:16,node2:16, not '{}'", host);
    const std::string_view name = host.substr(0, colon);
    if (name.find_first_of(" \t=") != std::string_view::npos)
      throw usage_error("--hosts: '{}' is no name of a host", name);
    if (std::ranges::find(all.names, name) != all.names.end())
      throw usage_error("--hosts names {} twice", name);
    if (left == 0) break;
    all.names.emplace_back(name);
    all.room.push_back(std::min(left, *slots));
    left -= all.room.back();
  }
  if (left > 0)
    throw usage_error("--hosts: {} {} not fit, {} {} left over", counted(p, "process"),
                      p == 1 ? "does" : "do", left, left == 1 ? "is" : "are");
  return all;
}

node_list nodes_from(const options& o, int p) {
  if (o.hosts.empty() == o.per_node.empty())
    throw usage_error("expected either --per-node or --hosts: where the processes may run");
  if (!o.hosts.empty()) return hosts_from(o.hosts, p);
  const int each = processes_per_node(o.per_node, p);
  node_list all;
  for (int left = p; left > 0; left -= each) all.room.push_back(std::min(each, left));
  return all;
}

std::vector<int> round_robin(const std::vector<int>& room) {
  std::vector<int> node_of, left = room;
  while (node_of.size() < static_cast<std::size_t>(std::accumulate(room.begin(), room.end(), 0)))
    for (std::size_t n = 0; n < left.size(); ++n)
      if (left[n]-- > 0) node_of.push_back(static_cast<int>(n));
  return node_of;
}

std::vector<int> by_rank(const std::vector<int>& room) {
  std::vector<int> node_of;
  for (std::size_t n = 0; n < room.size(); ++n)
    node_of.insert(node_of.end(), static_cast<std::size_t>(room[n]), static_cast<int>(n));
  return node_of;
}

struct placed {
  std::string_view name;
  std::vector<int> node_of;
  crossing bytes;
  double seconds = 0;          // 0 if unknown
  std::string_view algorithm;  // empty if unknown
};

// The time of an MPI_Neighbor_alltoall with the best algorithm.
void predict_exchange(placed& one, const program& given, const std::string& model, std::size_t bytes) {
  const network on = on_nodes(machine_of_model(model), one.node_of);
  const agreed_graph graph(given.edges, one.node_of, on);
  one.seconds = std::numeric_limits<double>::infinity();
  for (const algorithm* a : catalogue(collective::neighbor_alltoall)) {
    if (a->needs.ways && graph.facts().ways[0].by == routing::kind::none) continue;
    const shape s{.p = given.p(), .bytes = static_cast<double>(bytes)};
    const double seconds = predict(*a, s, on, {.graph = &graph}).seconds;
    if (seconds < one.seconds) one.seconds = seconds, one.algorithm = a->name;
  }
}

// True for a graph whose exchange can be predicted within some seconds.
bool may_predict(const process_graph& edges) {
  constexpr std::size_t most_blocks = 1 << 16;
  std::size_t blocks = 0;
  for (const std::vector<int>& to : edges.destinations) blocks += to.size();
  return blocks > 0 && blocks <= most_blocks;
}

std::vector<placed> all_placements(const program& given, const node_list& nodes, const options& o,
                                   std::size_t bytes) {
  std::vector<placed> all{{.name = "by rank", .node_of = by_rank(nodes.room), .bytes = {}},
                          {.name = "round robin", .node_of = round_robin(nodes.room), .bytes = {}},
                          {.name = "found",
                           .node_of = place_on_nodes(given.messages, nodes.room, given.edges.sides),
                           .bytes = {}}};
  for (placed& one : all) {
    one.bytes = crossing_of(given.messages, one.node_of);
    if (may_predict(given.edges)) predict_exchange(one, given, o.model, bytes);
  }
  return all;
}

std::string in_table(const std::vector<placed>& all) {
  table t({"placement", ">between nodes", ">of one node", ">exchange", "algorithm"});
  for (const placed& one : all)
    t.row({std::string(one.name), in_bytes(one.bytes.total), in_bytes(one.bytes.most),
           one.algorithm.empty() ? "" : in_seconds(one.seconds), std::string(one.algorithm)});
  return t.text(terminal_width());
}

std::string in_json(const std::vector<placed>& all) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  for (const placed& one : all) {
    nlohmann::ordered_json row{
        {"placement", one.name}, {"between_nodes", one.bytes.total}, {"of_one_node", one.bytes.most}};
    if (!one.algorithm.empty()) row["seconds"] = one.seconds, row["algorithm"] = one.algorithm;
    row["node_of"] = one.node_of;
    out.push_back(std::move(row));
  }
  return out.dump() + "\n";
}

// The file by which a launcher starts the processes there.
std::string for_launcher(const std::string& launcher, const std::vector<int>& node_of,
                         const node_list& nodes) {
  std::string text;
  std::vector<int> filled(nodes.room.size());
  for (std::size_t r = 0; r < node_of.size(); ++r) {
    const auto n = static_cast<std::size_t>(node_of[r]);
    if (launcher == "openmpi") {
      text += fmt::format("rank {}={} slot={}\n", r, nodes.names[n], filled[n]++);
    } else {
      text += nodes.names[n] + "\n";
    }
  }
  return text;
}

void place(const options& o) {
  const std::vector<std::size_t> sizes = byte_sizes("--bytes", o.bytes);
  if (sizes.size() != 1) throw usage_error("--bytes {}: expected one size, of a block", o.bytes);
  const program given = program_from(o, sizes[0]);
  const node_list nodes = nodes_from(o, given.p());
  if (o.output == "-" && o.json) throw usage_error("expected --json or -o -, not both: they share an output");
  if (!o.output.empty() && nodes.names.empty())
    throw usage_error("-o needs the names of the nodes: --hosts a:16,b:16");
  if (!o.output.empty()) check_writable(o.output);
  require_own_file({{"-o", o.output}}, {o.messages});
  const std::vector<placed> all = all_placements(given, nodes, o, sizes[0]);
  if (!o.output.empty()) write_text(o.output, for_launcher(o.launcher, all.back().node_of, nodes));
  if (o.output == "-") return;
  fmt::print("{}", o.json ? in_json(all) : in_table(all));
  if (!o.output.empty())
    tell_written(o.output,
                 fmt::format("{} on {}", counted(given.p(), "process"), counted(nodes.room.size(), "node")));
}

}  // namespace

void add_place(command& tutti) {
  command sub =
      tutti.add_subcommand("place", "place processes on nodes, so that few bytes cross between them", help);
  const auto o = std::make_shared<options>();
  sub.add_option("--graph", o->graph, "GRAPH", "what the processes exchange: " + std::string(graph_help()));
  sub.add_option("--messages", o->messages, "FILE", "what the processes exchange, by a file");
  sub.add_option("--per-node", o->per_node, "N", "processes per node");
  sub.add_option("--hosts", o->hosts, "HOSTS", "nodes with their numbers of slots: a:16,b:16,c:8");
  sub.add_option("--bytes", o->bytes, "SIZE", "of a block of --graph; default 64K");
  sub.add_option(
      "--model", o->model, "MODEL",
      "machine for the time of an exchange, as in tutti predict; default linear:alpha=2us,beta=0.4ns");
  sub.add_option("--for", o->launcher, "LAUNCHER",
                 "whose file -o is: openmpi, mpich or slurm; default openmpi")
      .one_of({"openmpi", "mpich", "slurm"});
  sub.add_option("-o,--output", o->output, "FILE", "writes the placement for the launcher");
  sub.add_flag("--json", o->json, "for programs; with the node of each process");
  sub.callback([o] { place(*o); });
}

}  // namespace tutti::cli
