#include "mpi/patience.hpp"

#include <sched.h>

#include <algorithm>
#include <thread>

#include "mpi/abi.hpp"

namespace tutti::mpi {

void patience::rest() {
#if !defined(SMPI_H)  // whose processes share one thread
  constexpr clock::duration shortest = std::chrono::microseconds(10), longest = std::chrono::milliseconds(1);
  constexpr int fraction = 10;
  if (const auto so_far = waited(); so_far > awake_) {
    std::this_thread::sleep_for(std::clamp(so_far / fraction, shortest, longest));
    return;
  }
#endif
  sched_yield();
}

}  // namespace tutti::mpi
