#pragma once

#include <atomic>
#include <mutex>

#include "mpi/library/abi.hpp"

namespace tutti::mpi {

/// Counts how often MPI has ended in this process. MPI and all its objects end with the last session of a
/// program, and MPI can begin again.
extern constinit std::atomic<unsigned> ends_of_mpi;

/// Something that is made when it is first needed, and again after each end of MPI.
class made_while_mpi_runs {
 public:
  [[nodiscard]] bool is_made() const noexcept {
    return made_in_.load(std::memory_order_acquire) == this_period();
  }
  /// Calls making(), unless it is made. Thread-safe.
  template <class Making>
  void make_once(Making making) {
    if (!is_made()) [[unlikely]]
      make(making);
  }
  /// Forgets that it is made, because it is about to be freed. True if it was made.
  bool unmake() noexcept { return made_in_.exchange(0) == this_period(); }

 private:
  static unsigned this_period() noexcept { return ends_of_mpi.load(std::memory_order_relaxed) + 1; }
  template <class Making>
  [[gnu::noinline]] void make(Making making) {
    const std::lock_guard lock(guard_);
    if (is_made()) return;
    making();
    made_in_.store(this_period(), std::memory_order_release);
  }

  std::mutex guard_;
  std::atomic<unsigned> made_in_{0};  // one more than `ends_of_mpi` when it was made; 0: not made
};

/// A key of tutti's attributes. It is created when it is first needed, and again after each end of MPI.
class attribute_key {
 public:
  explicit constexpr attribute_key(int (*creating)()) noexcept : creating_(creating) {}

  int value() {
    created_.make_once([this] { value_.store(creating_(), std::memory_order_relaxed); });
    return value_.load(std::memory_order_relaxed);
  }

 private:
  int (*creating_)();
  made_while_mpi_runs created_;
  std::atomic<int> value_{MPI_KEYVAL_INVALID};
};

}  // namespace tutti::mpi
