#pragma once

#include "tutti/machine/network.hpp"

namespace tutti::mpi {

/// What is found, seconds and bytes; sent as it is.
struct level_found {
  double alpha = 0, beta = 0;            // of short messages
  double long_alpha = 0, long_beta = 0;  // of long ones
  int most = 0;                          // bytes that are not too long to be clocked
};
struct findings {
  level_found within, between;
  double overhead = 0, eager = 0, lanes = 1, memory = 0, gamma = 0, copying = 0;
  leaf_switches leaves;
  bool in_order = true;
};

/// To a quarter of an octave: what is clocked twice is often the same then, and so is what is chosen.
double rounded(double x);

/// What was not found is as is usual.
network as_network(const findings& f);

}  // namespace tutti::mpi
