#include "mpi/progress/own_thread.hpp"

#include <chrono>
#include <cstdio>
#include <new>
#include <system_error>
#include <utility>

#include "mpi/library/abi.hpp"
#include "mpi/progress/progress.hpp"

namespace tutti::mpi::progress {
namespace {

own_thread* of_run = nullptr;

}  // namespace

// Sleeps for short times if nothing is outstanding. A condition variable would cost time whenever an
// operation is started. If memory is short, a message is advanced later.
void own_thread::run() {
  constexpr std::chrono::microseconds nap{50};
  while (!ends_.load(std::memory_order_relaxed)) {
    bool any = false;
    if (!any_under_way()) {
      std::this_thread::sleep_for(nap);
      continue;
    }
    try {
      any = advance();
    } catch (const std::bad_alloc&) {
    }
    if (!any) std::this_thread::yield();
  }
}

own_thread::~own_thread() {
  ends_ = true;
  runs_.join();
}

void begin_thread() {
  begin();
  try {
    of_run = new own_thread;
  } catch (const std::system_error& none) {
    int rank = 0;
    PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::fprintf(
        stderr,
        "tutti: TUTTI_PROGRESS=thread: process %d of MPI_COMM_WORLD cannot start a thread (%s), so it makes "
        "progress only inside MPI calls\n",
        rank, none.code().message().c_str());
  }
}

void end_thread() noexcept { delete std::exchange(of_run, nullptr); }

}  // namespace tutti::mpi::progress
