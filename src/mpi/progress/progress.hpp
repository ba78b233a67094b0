#pragma once

#include <sched.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>

#include "mpi/library/abi.hpp"

namespace tutti::node {
class link;
}

/// What has been posted on this process and goes on while the program does something else.
///
/// Progress is made where MPI libraries make it: inside MPI's calls. Open MPI calls us back from all that wait or test
/// (opal_progress_register, as its own non-blocking collectives do); with MPICH, whose releases have no such hook before 4.2,
/// tutti's own definitions of the calls that wait or test do it (waits.cpp).
namespace tutti::mpi::progress {

#if defined(OPEN_MPI)
inline constexpr bool called_back = true;
#else
inline constexpr bool called_back = false;
#endif

/// Someone who has posted requests and waits for them. Everything here is called by one thread at a time.
class waiter {
 public:
  /// One of its requests has ended. True if it was the last one: then go_on() follows.
  virtual bool ended(int code, const MPI_Status& status, std::size_t expected) noexcept = 0;
  virtual void go_on() = 0;

 protected:
  ~waiter() = default;
};

/// A message within the node, which goes on whenever somebody looks at it.
class polled {
 public:
  polled() = default;
  polled(const polled&) = delete;
  polled& operator=(const polled&) = delete;
  virtual ~polled() = default;
  /// Goes on. True once it has finished. If it throws bad_alloc, it is to be looked at again.
  virtual bool advance() = 0;
  /// The link whose ring had no room at the last advance(), if it waits for nothing else.
  [[nodiscard]] virtual node::link* waits_for_room() const noexcept = 0;
};

/// What a waiter expects of a request that receives nothing, in place of a number of bytes.
inline constexpr std::size_t nothing = SIZE_MAX;

/// Whether this MPI library offers a way.
bool possible();
/// Makes sure that waits and tests advance what is outstanding from now on. Any thread.
void begin();
/// Has a thread advance what is outstanding, too. Needs MPI_THREAD_MULTIPLE. Where the system refuses one, this is said on stderr.
void begin_thread();
/// Before MPI ends.
void end() noexcept;

/// How many reasons there are why calls that wait have to advance something: operations that are under way, mostly.
extern constinit std::atomic<int> reasons;
inline bool needed() noexcept { return reasons.load(std::memory_order_relaxed) != 0; }
/// Adds to what is changed within a hold only, so that no one else changes it: no locked instruction is needed.
template <class Number>
Number changed(std::atomic<Number>& n, int by) noexcept {
  const Number now = n.load(std::memory_order_relaxed) + static_cast<Number>(by);
  n.store(now, std::memory_order_release);
  return now;
}

/// While it lives, no other thread touches anything that is outstanding. One may be within another: MPI calls a program back. (Where
/// there is one thread, nothing is locked.)
class hold {
 public:
  hold();
  /// For a thread that has already taken the guard.
  enum class taken { now };
  explicit hold(taken) noexcept;
  hold(const hold&) = delete;
  hold& operator=(const hold&) = delete;
  ~hold();

 private:
  bool outermost_, locks_;
};
/// Whether this thread is in one, and so nothing advances while it waits.
bool held() noexcept;

// Within a hold.
/// `expected` is handed back to the waiter.
void await(MPI_Request request, waiter& who, std::size_t expected);
void await(polled& message, waiter& who);
/// Whether anything is under way.
bool any_under_way() noexcept;
/// Defers a notice to the program until the hold has ended: of an operation's error, for the communicator's error handler, or of an
/// exception that an operator of the program's has thrown.
void defer_notice(MPI_Comm comm, int code);
void defer_notice(std::exception_ptr thrown);
/// Defers the freeing of a datatype likewise: the program's callbacks for that may call MPI.
void free_later(MPI_Datatype type);

/// While it lives, this thread delivers no notices: an error handler or an operator of the program's may throw, which would leave what
/// is waited for half-way, and its partners alone. An undelivered notice is a reason for the next call that waits to deliver it.
class notices_blocked {
 public:
  notices_blocked() noexcept { ++calls; }
  notices_blocked(const notices_blocked&) = delete;
  notices_blocked& operator=(const notices_blocked&) = delete;
  ~notices_blocked() { --calls; }
  /// Whether this thread is in such a call.
  static bool now() noexcept { return calls > 0; }

 private:
  static constinit thread_local int calls;
};
/// How many notices have not been delivered.
extern constinit std::atomic<int> undelivered;
/// Asked after each blocking call.
inline bool any_undelivered() noexcept { return undelivered.load(std::memory_order_relaxed) != 0; }
/// Delivers the notices that have been deferred. Throws what a handler or an operator of the program's throws.
void deliver_notices();

/// Looks after everything that is outstanding, unless another thread does, and delivers the notices. Whether anything has ended.
bool advance();
/// The same if anything is: once, on the way to what does not wait.
inline void advance_if_needed() {
  if (needed()) [[unlikely]]
    advance();
}

/// How often a waiting process looks before it lets others run: seldom where there may be fewer processors than processes.
inline constexpr unsigned spins_crowded = 8, spins_alone = 300;
extern constinit std::atomic<unsigned> spins;
/// A request of a message that never arrives: to test it makes the MPI library go on. Null before MPI starts and after its end.
extern constinit std::atomic<MPI_Request*> idle_request;

/// Lets the MPI library go on for once: for those who wait without being in one of its calls.
void poll_library();
/// The same, and what is outstanding.
void poll();

/// Advances until `done()`, which is asked outside of any hold. What an operator of the program's throws meanwhile is thrown then:
/// what is waited for may be on the stack.
template <class Done>
void until(Done done) {
  constexpr unsigned library_each = 8;  // what is outstanding may be messages within the node alone
  constexpr unsigned patience = 64;     // then another process may need the processor
  std::exception_ptr thrown;
  const unsigned alone = spins.load(std::memory_order_relaxed);
  for (unsigned idle = 0; !done();) {
    bool any = false;
    try {
      any = advance();
    } catch (...) {
      if (!thrown) thrown = std::current_exception();
    }
    if (any || ++idle <= alone) continue;
    if (idle % library_each == 0) poll_library();
    if (idle % patience == 0) sched_yield();
  }
  if (thrown) std::rethrow_exception(thrown);
}
/// Advances until `test(flag)`, which returns an MPI error code, sets the flag or fails. That code.
template <class Test>
int until_tested(Test test) {
  int flag = 0, code = MPI_SUCCESS;
  until([&] {
    code = test(&flag);
    return flag != 0 || code != MPI_SUCCESS;
  });
  return code;
}

}  // namespace tutti::mpi::progress
