#pragma once

#include <optional>

#include "tutti/machine/network.hpp"

namespace tutti::mpi {

/// The measurements of one level, in seconds and bytes. Sent as raw bytes.
struct level_measurements {
  double alpha = 0, beta = 0;            // of short messages
  double long_alpha = 0, long_beta = 0;  // of long messages
  int max_bytes = 0;                     // length of the longest message measured
};
struct findings {
  level_measurements within, between;
  double overhead = 0, overhead_together = 0;  // the second one while all nodes send
  double eager = 0, lanes = 1, memory = 0, gamma = 0, copying = 0;
  leaf_switches leaves;
  bool in_order = true;
};

/// Rounds to a power of 2^(1/4). Repeated measurements then often give the same value, and the same choices.
double rounded(double x);

/// Returns the network with these measurements. Missing ones get default values.
network to_network(const findings& f);
/// The same while all nodes send, or none if it does not differ.
std::optional<network> to_network_sending(const findings& f);

}  // namespace tutti::mpi
