#pragma once

#include <atomic>
#include <chrono>

namespace tutti::mpi {

/// When a waiting process may yield its processor, if its job does not share processors. Another job whose
/// processes wait, too, gives it back soon, and both jobs gain. A program that computes keeps it for a time
/// slice after each yield. The MPI libraries do not yield there, so after a yield that took long a process
/// stops yielding for some time.
class yielding {
 public:
  using clock = std::chrono::steady_clock;

  [[nodiscard]] bool allowed(clock::time_point now) const noexcept {
    return now >= not_before_.load(std::memory_order_relaxed);
  }
  /// A yield began and ended at these times.
  void note(clock::time_point begin, clock::time_point end) noexcept {
    if (end - begin > slice) not_before_.store(end + pause, std::memory_order_relaxed);
  }
  /// Yields if that is allowed now.
  void yield() noexcept;

  /// Less than a time slice of Linux with some processors, and longer than most waits of another job. Judged.
  static constexpr clock::duration slice = std::chrono::milliseconds(2);
  static constexpr clock::duration pause = std::chrono::milliseconds(250);  ///< so at most 2 % are lost

 private:
  std::atomic<clock::time_point> not_before_{clock::time_point::min()};
};

/// Of this process. All its waits share what they have found out.
extern constinit yielding yields;

}  // namespace tutti::mpi
