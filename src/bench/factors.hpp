#pragma once

#include <nlohmann/json_fwd.hpp>

#include "bench/clock.hpp"
#include "tutti/nodes.hpp"

namespace tutti::bench {

/// The nodes of the processes of MPI_COMM_WORLD, as tutti sees them (TUTTI_NODE_SIZE). Collective.
node_map find_nodes();

/// Every factor of measurements that this program knows: MPI and version, hosts and processors of the ranks,
/// environment, machine, clock, tutti. Complete on process 0. Collective.
nlohmann::ordered_json find_factors(const node_map& nodes, const common_clock& clock);

}  // namespace tutti::bench
