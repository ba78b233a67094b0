#pragma once

#include <atomic>
#include <thread>

namespace tutti::mpi::progress {

/// A thread that advances outstanding operations for the lifetime of this object. Needs MPI_THREAD_MULTIPLE.
class own_thread {
 public:
  /// Throws std::system_error if the system refuses the thread.
  own_thread() : runs_([this] { run(); }) {}
  own_thread(const own_thread&) = delete;
  own_thread& operator=(const own_thread&) = delete;
  ~own_thread();

 private:
  void run();

  std::atomic<bool> ends_{false};
  std::thread runs_;
};

/// Begins progress, and starts a thread for the whole run. If the system refuses the thread, prints that on
/// stderr.
void begin_thread();
/// Ends the thread that begin_thread() has started, if any.
void end_thread() noexcept;

}  // namespace tutti::mpi::progress
