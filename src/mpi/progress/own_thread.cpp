#include "mpi/progress/own_thread.hpp"

#include <pthread.h>

#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdio>
#include <exception>
#include <mutex>
#include <new>
#include <thread>
#include <utility>

#include "mpi/library/abi.hpp"
#include "mpi/progress/progress.hpp"

namespace tutti::mpi::progress {
namespace {

// Blocks all signals in the calling thread. A thread that it starts meanwhile keeps them blocked.
class blocked_signals {
 public:
  blocked_signals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  blocked_signals(const blocked_signals&) = delete;
  blocked_signals& operator=(const blocked_signals&) = delete;
  ~blocked_signals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

class own_thread {
 public:
  own_thread() {
    const blocked_signals meanwhile;  // the program's own threads handle its signals
    runs_ = std::thread([this] { run(); });
  }
  own_thread(const own_thread&) = delete;
  own_thread& operator=(const own_thread&) = delete;
  ~own_thread() {
    change([this] { ends_ = true; });
    runs_.join();
  }
  // The number of calls that wait inside the MPI library meanwhile.
  void add_waiting(int by) {
    change([this, by] { waiting_ += by; });
  }
  void advance_always() {
    change([this] { always_ = true; });
  }

 private:
  template <class Change>
  void change(Change make) {
    {
      const std::lock_guard lock(guard_);
      make();
    }
    changed_.notify_one();
  }
  [[nodiscard]] bool advances() const noexcept { return always_ || waiting_ > 0; }

  void run() {
    std::unique_lock lock(guard_);
    while (!ends_) {
      if (!advances()) {
        changed_.wait(lock);
        continue;
      }
      const bool patient = waiting_ > 0;
      lock.unlock();
      advance_for_a_while(patient);
      lock.lock();
    }
  }

  // Sleeps for short times if nothing is outstanding. A condition variable would cost time whenever an
  // operation is started. Yields the processor to a program that computes. A thread that waits inside the MPI
  // library makes no use of the processor, and would take a whole time slice: `patient` polls longer. If
  // memory is short, a message is advanced later.
  static void advance_for_a_while(bool patient) {
    constexpr std::chrono::microseconds nap{50};
    constexpr int polls = 300;
    if (!any_under_way()) return std::this_thread::sleep_for(nap);
    for (int left = patient ? polls : 1; left > 0 && any_under_way(); --left) {
      try {
        if (advance()) return;
      } catch (const std::bad_alloc&) {
      }
    }
    std::this_thread::yield();
  }

  std::mutex guard_;
  std::condition_variable changed_;
  bool always_ = false, ends_ = false;
  int waiting_ = 0;
  std::thread runs_;
};

constinit std::mutex guard;  // of `thread`
constinit own_thread* thread = nullptr;

// Returns false if the system refuses the thread. Each use prints its `consequence` the first time.
template <class Use>
bool with_thread(const char* variable, const char* consequence, Use use) noexcept {
  static constinit bool said = false;
  const std::lock_guard lock(guard);
  try {
    if (!thread) thread = new own_thread;
    use(*thread);
    return true;
  } catch (const std::exception& none) {
    if (!std::exchange(said, true))
      std::fprintf(stderr, "tutti: %sa process cannot start a thread (%s), so %s\n", variable, none.what(),
                   consequence);
    return false;
  }
}

}  // namespace

void begin_thread() {
  begin();
  with_thread("TUTTI_PROGRESS=thread: ", "it makes progress only inside MPI calls",
              [](own_thread& t) { t.advance_always(); });
}

void end_thread() noexcept {
  const std::lock_guard lock(guard);
  delete std::exchange(thread, nullptr);
}

advanced_meanwhile::advanced_meanwhile() noexcept {
  begin();
  counted_ = with_thread("", "it makes no progress while it creates communicators",
                         [](own_thread& t) { t.add_waiting(1); });
}

advanced_meanwhile::~advanced_meanwhile() {
  const std::lock_guard lock(guard);
  if (counted_ && thread) thread->add_waiting(-1);
}

}  // namespace tutti::mpi::progress
