#pragma once

#include <atomic>
#include <chrono>

namespace tutti::mpi {

/// Decides whether a waiting process yields its processor. If the node is crowded, or the user has asked the
/// MPI library to yield, it always does. Otherwise another program may compute on the processor, and then
/// each yield costs a time slice. The MPI libraries do not yield there. So after a yield that took long, the
/// process does not yield for some time.
class yielding {
 public:
  using clock = std::chrono::steady_clock;

  [[nodiscard]] bool allowed(clock::time_point now) const noexcept {
    return now >= not_before_.load(std::memory_order_relaxed);
  }
  /// A yield began and ended at these times.
  void note(clock::time_point begin, clock::time_point end) noexcept {
    if (pauses_ && end - begin > slice) not_before_.store(end + pause, std::memory_order_relaxed);
  }
  /// From now on, yields whatever that costs. Called before several threads wait.
  void never_pause() noexcept { pauses_ = false; }
  /// Yields if the node is crowded or yielding is allowed now.
  void yield(bool crowded) noexcept;

  /// Shorter than a time slice of Linux. Judged.
  static constexpr clock::duration slice = std::chrono::milliseconds(2);
  static constexpr clock::duration pause = std::chrono::milliseconds(250);  ///< so at most 2 % are lost

 private:
  bool pauses_ = true;
  std::atomic<clock::time_point> not_before_{clock::time_point::min()};
};

/// The one of this process. All its waits share it.
extern constinit yielding yields;

}  // namespace tutti::mpi
