#pragma once

#include <atomic>
#include <mutex>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// Counts how often MPI has ended in this process. MPI and all its objects end with the last session of a
/// program, and MPI can begin again.
extern constinit std::atomic<unsigned> ends_of_mpi;

/// A key of tutti's attributes. It is created when it is first needed, and again after each end of MPI.
class attribute_key {
 public:
  explicit constexpr attribute_key(int (*creating)()) noexcept : creating_(creating) {}

  int value() {
    if (created_in_.load(std::memory_order_acquire) != ends_of_mpi.load(std::memory_order_relaxed) + 1)
        [[unlikely]]
      create();
    return value_.load(std::memory_order_relaxed);
  }

 private:
  [[gnu::noinline]] void create() {
    const std::lock_guard lock(guard_);
    const unsigned now = ends_of_mpi.load(std::memory_order_relaxed) + 1;
    if (created_in_.load(std::memory_order_relaxed) == now) return;
    value_.store(creating_(), std::memory_order_relaxed);
    created_in_.store(now, std::memory_order_release);
  }

  int (*creating_)();
  std::mutex guard_;
  std::atomic<unsigned> created_in_{0};  // one more than `ends_of_mpi` at its creation; 0: not yet
  std::atomic<int> value_{MPI_KEYVAL_INVALID};
};

}  // namespace tutti::mpi
