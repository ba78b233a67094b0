#pragma once

// What is measured in a simulated cluster, where all processes have one clock: each call begins at an instant that all know.

#include <smpi/smpi_helpers.h>
//
#include <smpi/mpi.h>

#include <cmath>
#include <cstdio>
#include <ctime>

#include "mpi/communicators/communicator.hpp"

namespace lab {

/// As the MPI_Init that tutti interposes would, for a program that makes only blocking calls: SMPI's non-blocking collectives, by which
/// a communicator is opened where there may be others, send from each process to each at once, which takes minutes for hundreds.
inline void begin_tutti() {
  tutti::mpi::begin();
  tutti::mpi::this_run.posts = false;
}

/// Between two calls, seconds of simulated time, which cost nothing.
constexpr double slot = 100;

inline void wait_until(double instant) {
  const double left = instant - MPI_Wtime();
  if (left <= 0) {
    std::fprintf(stderr, "a call took longer than there is between two\n");
    MPI_Abort(MPI_COMM_WORLD, 3);
  }
  const timespec pause{static_cast<time_t>(left), static_cast<long>((left - std::floor(left)) * 1e9)};
  nanosleep(&pause, nullptr);
}

}  // namespace lab
