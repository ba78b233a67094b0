#pragma once

#include <atomic>
#include <chrono>

namespace tutti::mpi {

/// Decides whether a waiting process yields its processor. The process always yields if the node is crowded,
/// if the user has asked the MPI library to yield, or if more of its threads wait than it has processors.
/// Otherwise another program may compute on the processor, so that each yield costs a time slice. (The MPI
/// libraries do not yield in that case.) So after a yield that took long, the process does not yield for some
/// time.
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
  /// From now on, always yields, whatever that costs. Called before several threads wait.
  void never_pause() noexcept { pauses_ = false; }
  /// The processors that the process may use alone. Called before several threads wait.
  void has_processors(int n) noexcept { processors_ = n; }
  /// Yields if the node is crowded, too many threads wait, or yielding is allowed now.
  void yield(bool crowded) noexcept;

  /// Counts the calling thread as waiting during the lifetime of this object. For programs of several
  /// threads.
  class waiting_thread {
   public:
    explicit waiting_thread(yielding& all) noexcept : all_(all) {
      all_.waiting_.fetch_add(1, std::memory_order_relaxed);
    }
    waiting_thread(const waiting_thread&) = delete;
    waiting_thread& operator=(const waiting_thread&) = delete;
    ~waiting_thread() { all_.waiting_.fetch_sub(1, std::memory_order_relaxed); }

   private:
    yielding& all_;
  };
  /// True if more threads wait than the process has processors.
  [[nodiscard]] bool too_many_wait() const noexcept {
    return waiting_.load(std::memory_order_relaxed) > processors_;
  }

  /// Shorter than a time slice of Linux. Chosen by judgement.
  static constexpr clock::duration slice = std::chrono::milliseconds(2);
  static constexpr clock::duration pause = std::chrono::milliseconds(250);  ///< costs at most 2 % of the time

 private:
  bool pauses_ = true;
  int processors_ = 1;
  std::atomic<clock::time_point> not_before_{clock::time_point::min()};
  std::atomic<int> waiting_{0};
};

/// The object of this process, which all its waits share.
extern constinit yielding yields;

}  // namespace tutti::mpi
