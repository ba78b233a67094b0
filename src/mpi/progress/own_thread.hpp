#pragma once

/// A thread of tutti that advances outstanding operations. It needs MPI_THREAD_MULTIPLE.
namespace tutti::mpi::progress {

/// Begins progress, and lets the thread advance until end_thread(). If the system refuses the thread, prints
/// that on stderr.
void begin_thread();
/// Ends the thread, if there is one.
void end_thread() noexcept;

/// Lets the thread advance for the lifetime of this object: this thread is in a call that waits for other
/// processes inside the MPI library. If the system refuses the thread, prints that on stderr, once. The
/// thread stays asleep between such calls.
class advanced_meanwhile {
 public:
  advanced_meanwhile() noexcept;
  advanced_meanwhile(const advanced_meanwhile&) = delete;
  advanced_meanwhile& operator=(const advanced_meanwhile&) = delete;
  ~advanced_meanwhile();

 private:
  bool counted_ = false;
};

}  // namespace tutti::mpi::progress
