#include "cli/values/networks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cli/line/command_line.hpp"
#include "cli/line/usage_error.hpp"
#include "cli/values/option_values.hpp"
#include "select/call_kind.hpp"

namespace tutti::cli {

void add_network_options(command& sub, network_options& into) {
  sub.add_option("--model", into.model, "MODEL",
                 "cost model of messages, or a machine description FILE.json; default "
                 "linear:alpha=2us,beta=0.4ns,gamma=0.1ns, in tutti show rounds");
  sub.add_option("--topology", into.topology, "TOPOLOGY",
                 "topology: the links that messages share; default full");
  sub.add_option(
      "--per-node", into.per_node, "N",
      "instead of --topology: processes per node; as many nodes of the machine of --model as p needs");
  sub.add_option("--place", into.place, "PLACEMENT", "placement of the processes; default consecutive");
  sub.add_option("--arrival", into.arrival, "ARRIVAL", "when the processes arrive; default: all at once");
}

std::string network_help() {
  return "\n"
         "MODEL      linear:alpha=1us,beta=1ns,hop=0\n"
         "           piecewise:0=1us+1ns,8192=5us+0.4ns\n"
         "           hierarchical:16=0.3us+0.1ns,64=1us+0.4ns,lanes=2\n"
         "           logp:L=1us,o=0.5us,g=0.6us\n"
         "           loggp:L=1us,o=0.5us,g=0.6us,G=1ns,capacity=no\n"
         "           store-and-forward:latency=1us,bandwidth=1GB\n"
         "           each also with gamma=0.1ns, copy=0.05ns and ports=2,\n"
         "           combine-on-arrival=yes (data are combined while they arrive), or, as MPI\n"
         "           libraries send, with overhead=0.4us,eager=16K,in-order=no\n"
         "           and, if there are nodes, overhead-between=0.8us\n"
         "           FILE.json (a machine description)\n"
         "TOPOLOGY   full  linear  ring  mesh:8x8  torus:32x32x16  hypercube:10  tree\n"
         "           unidirectional-ring  de-bruijn:2x4 (symbols, digits)\n"
         "           kautz:2x3 (degree, diameter)  shuffle-exchange:4 (bits)\n"
         "           cube-connected-cycles:3  benes:4 (dimensions)\n"
         "           these take their size from p if it is left out\n"
         "           fat-tree:8x16,uplinks=4\n"
         "           cluster:36x32,lanes=2,memory=5,leaf=12,uplinks=12\n"
         "           clos:8x16x4 (leaf switches, places at each, middle switches)\n"
         "           dragonfly:2x4x2 (places at a router, routers of a group, links of\n"
         "           a router to other groups)\n"
         "           links:FILE.json (any network by its links, docs/files.md)\n"
         "           each also with sharing=equal (each of c messages on a link has\n"
         "           1/c of it; the default without an overhead) or sharing=max-min\n"
         "PLACEMENT  consecutive  cyclic  random:SEED  given:3,1,0,2\n"
         "ARRIVAL    none  random:MOST,seed=SEED (even between 0 and MOST)\n"
         "           late:RANK:TIME  late:0:100us,last:20us (the others at 0)\n"
         "           skews:1us,0,5us  measured:FILE.json";
}

std::string in_words(const topology& links) {
  return fmt::format("{}: diameter {}, bisection width {}", links.name(), links.diameter(),
                     bisection_in_words(links));
}

std::string bisection_in_words(const topology& links) {
  return (links.bisection_is_exact() ? "" : "at most ") + in_digits(links.bisection_width());
}

std::string in_words(const arrival& skews) {
  const auto [first, last] = std::ranges::minmax(skews);
  const double mean = std::accumulate(skews.begin(), skews.end(), 0.0) / static_cast<double>(skews.size());
  return fmt::format("Arrival for p = {}: the last {} after the first, {} on average", skews.size(),
                     in_seconds(last - first), in_seconds(mean - first));
}

namespace {

// Nodes of the machine; the described number of nodes does not matter.
machine_description nodes_from(const network_options& o, int p) {
  if (!o.topology.empty()) throw usage_error("expected --topology or --per-node, not both");
  if (!o.place.empty() && o.place != "consecutive" && o.place != "cyclic")
    throw usage_error("--place {}: expected consecutive or cyclic beside --per-node", o.place);
  const int per_node = processes_per_node(o.per_node, p);
  const std::vector<int> nodes = nodes_like(full_nodes(p, per_node, o.place != "cyclic"));
  return {on_nodes(machine_of_model(o.model), nodes), make_arrival(o.arrival, p)};
}

}  // namespace

machine_description network_from(const network_options& o, int p) {
  machine_description m =
      o.per_node.empty() ? make_machine(o.model, o.topology, o.place, o.arrival, p) : nodes_from(o, p);
  m.on.check(p);
  return m;
}

}  // namespace tutti::cli
