#pragma once

#include <vector>

#include "mpi/start/probe_findings.hpp"
#include "mpi/start/prober.hpp"

namespace tutti::mpi {

/// How many of n messages are at full speed at once, by how much longer they take when all pairs have one each way; 0 where
/// that does not show. As long as can be afforded if only one is: a node may have a hundred pairs, and the next question waits.
double lanes_of(prober& p, const rank_pairs& pairs, double n, const level_found& l);
/// The same of messages of one process, where it is alone on its node.
double lanes_of_one(prober& p, int partner, const level_found& l);
/// Whether the uplinks of switches slow messages down: each node exchanges messages with the one at distance 1, 2, 4, ..., all at once,
/// so many of its processes as fill its link. From the distance on at which that takes longer the nodes are at different switches.
leaf_switches leaves_of(prober& p, const std::vector<std::vector<int>>& nodes, double lanes,
                        const level_found& l);

}  // namespace tutti::mpi
