#pragma once

// Measurements in a simulated cluster, where all processes have one clock: each call begins at an instant
// that all processes know.

#include <smpi/smpi_helpers.h>
//
#include <smpi/mpi.h>

#include <cmath>
#include <cstdio>
#include <ctime>

#include "mpi/communicators/communicator.hpp"

namespace lab {

/// Starts tutti, as its MPI_Init does, for a program that makes only blocking calls. (If there may be others,
/// a communicator is opened by SMPI's non-blocking collectives. In these each process sends to each at once,
/// which takes minutes for hundreds of processes.)
inline void begin_tutti() {
  tutti::mpi::begin();
  tutti::mpi::this_run.posts = false;
}

/// Seconds of simulated time from call to call. They cost nothing.
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
