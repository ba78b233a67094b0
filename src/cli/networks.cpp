#include "cli/networks.hpp"

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "cli/words.hpp"

namespace tutti::cli {

void add_network_options(CLI::App& sub, network_options& into) {
  sub.add_option("--model", into.model, "what a message costs, or a machine as a FILE.json")->type_name("MODEL");
  sub.add_option("--topology", into.topology, "which links messages share; default full")->type_name("TOPOLOGY");
  sub.add_option("--place", into.place, "where the processes are; default consecutive")->type_name("PLACEMENT");
  sub.add_option("--noise", into.noise, "when the processes begin; default all at once")->type_name("NOISE");
}

std::string network_help() {
  return "\n"
         "MODEL      linear:alpha=1us,beta=1ns,gamma=0.1ns,hop=0     piecewise:0=1us+1ns,8192=5us+0.4ns\n"
         "           hierarchical:16=0.3us+0.1ns,64=1us+0.4ns        logp:L=1us,o=0.5us,g=0.6us\n"
         "           loggp:L=1us,o=0.5us,g=0.6us,G=1ns               store-and-forward:latency=1us,bandwidth=1GB\n"
         "           each may go on with ports=2 and gamma=0.1ns\n"
         "TOPOLOGY   full  linear  ring  mesh:8x8  torus:32x32x16  hypercube  tree  fat-tree:8x16,uplinks=4\n"
         "           cluster:36x32,lanes=2; sizes that are left out follow from p\n"
         "PLACEMENT  consecutive  cyclic  random:SEED  given:3,1,0,2\n"
         "NOISE      none  random:MOST,seed=SEED  skews:1us,0,5us";
}

network network_from(const network_options& o, int p) {
  try {
    network n = make_network(o.model, o.topology, o.place, p);
    n.check(p);
    return n;
  } catch (const std::invalid_argument& wrong) {
    throw usage_error(wrong.what());
  }
}

arrival arrival_from(const network_options& o, int p) {
  try {
    return make_arrival(o.noise, p);
  } catch (const std::invalid_argument& wrong) {
    throw usage_error(wrong.what());
  }
}

}  // namespace tutti::cli
