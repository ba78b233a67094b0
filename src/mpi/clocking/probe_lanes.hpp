#pragma once

#include <vector>

#include "mpi/clocking/probe_findings.hpp"
#include "mpi/clocking/prober.hpp"

namespace tutti::mpi {

/// Returns how many of n messages travel at full speed at once. Measures how much longer a message takes
/// while all pairs exchange messages. Returns 0 if that cannot be measured. A node may have a hundred pairs,
/// so the messages are short enough to take an affordable time even if only one of them travels at full
/// speed.
double lanes_of(prober& p, const rank_pairs& pairs, double n, const level_measurements& l);
/// The same for several messages of one process, if it is alone on its node.
double lanes_of_one(prober& p, int partner, const level_measurements& l);
/// Finds leaf switches whose uplinks slow messages down. Each node exchanges messages with the node at
/// distance 1, 2, 4, ..., all at once, with as many processes as fill its link. From the first distance on at
/// which messages take longer, partners are at different switches.
leaf_switches leaves_of(prober& p, const std::vector<std::vector<int>>& nodes, double lanes,
                        const level_measurements& l);

}  // namespace tutti::mpi
