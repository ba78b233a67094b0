#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>

#include "mpi/library/quirks.hpp"
#include "mpi/progress/yielding.hpp"
#include "mpi/runtime/run_state.hpp"

namespace tutti::node {
class link;
}

/// Progress of the operations that are outstanding on this process while the program does something else.
///
/// As in MPI libraries, progress is made inside MPI calls. Open MPI calls tutti back from all calls that wait
/// or test (opal_progress_register, which its own non-blocking collectives use). MPICH has no such hook
/// before 4.2, so tutti's definitions of these calls make progress (waits_mpich.cpp). The object for the
/// standard ABI can do both.
namespace tutti::mpi::progress {

inline bool called_back() noexcept { return quirks::calls_back_while_waiting(); }

/// An object that has posted requests and waits for them. Its functions are called by one thread at a time.
class waiter {
 public:
  /// Called when one of its requests has completed. True if it was the last one; then go_on() follows.
  virtual bool ended(int code, const MPI_Status& status, std::size_t expected) noexcept = 0;
  virtual void go_on() = 0;

 protected:
  ~waiter() = default;
};

/// A message within the node. It progresses only when it is polled.
class polled {
 public:
  polled() = default;
  polled(const polled&) = delete;
  polled& operator=(const polled&) = delete;
  virtual ~polled() = default;
  /// Makes progress. True once the message has finished. If this throws bad_alloc, it must be called again
  /// later.
  virtual bool advance() = 0;
  /// The link whose ring had no room at the last advance(), if the message waits for nothing else. Null
  /// otherwise.
  [[nodiscard]] virtual node::link* waits_for_room() const noexcept = 0;
};

/// The value of `expected` for a request that receives nothing.
inline constexpr std::size_t no_receive = SIZE_MAX;

/// True if tutti can make progress with this MPI library.
bool possible();
/// Makes waits and tests advance outstanding operations from now on. Thread-safe.
void begin();
/// Ends progress. Called before MPI ends.
void end() noexcept;

/// The number of reasons for which calls that wait must make progress, mostly outstanding operations.
extern constinit std::atomic<int> progress_reasons;
inline bool needed() noexcept { return progress_reasons.load(std::memory_order_relaxed) != 0; }
/// True if a call that waits must itself make progress now, because the MPI library calls nothing back.
inline bool waits_must_advance() noexcept { return !called_back() && needed(); }
/// Adds to a number that is changed only within a hold, so no locked instruction is needed. Returns the sum.
template <class Number>
Number changed(std::atomic<Number>& n, int by) noexcept {
  const Number now = n.load(std::memory_order_relaxed) + static_cast<Number>(by);
  n.store(now, std::memory_order_release);
  return now;
}

/// A lock on all outstanding operations, held for its lifetime. Holds may be nested, because MPI calls back
/// into the program. (With a single thread, nothing is locked.)
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
/// True if this thread has a hold. Nothing advances while such a thread waits.
bool held() noexcept;

// Only within a hold:
/// Allocates memory for the next `waits` calls of await(), which then cannot fail. Called before messages are
/// posted, because posted messages must be awaited.
void make_room(std::size_t waits);
/// Registers a wait for a request or a message. `expected` is passed to waiter::ended().
void await(MPI_Request request, waiter& who, std::size_t expected);
void await(polled& message, waiter& who);
/// True if anything is outstanding.
bool any_under_way() noexcept;
/// Defers a notice to the program until an MPI function that the program calls delivers notices. The notice
/// is an error for the communicator's error handler, or an exception that a user-defined operator has thrown.
/// An error whose handler ends the program ends it at the next advance().
void defer_notice(MPI_Comm comm, int code);
void defer_notice(std::exception_ptr thrown);
/// Defers the freeing of a datatype likewise: the delete callbacks of its attributes may call MPI.
void free_later(MPI_Datatype type);

/// An object whose own functions may find out that it is no longer needed.
class disposable {
 public:
  disposable() = default;
  disposable(const disposable&) = delete;
  disposable& operator=(const disposable&) = delete;
  virtual ~disposable() = default;
};
/// Destroys the object when the hold ends, after its functions have returned.
void dispose(std::unique_ptr<disposable> object);

/// The number of undelivered notices.
extern constinit std::atomic<int> undelivered;
inline bool any_undelivered() noexcept { return undelivered.load(std::memory_order_relaxed) != 0; }
/// Delivers the deferred notices. Throws any exception of an error handler or of a user-defined operator.
///
/// The program's code that a notice calls may throw, and may complete, start and free requests. Therefore
/// notices are delivered only where an MPI function that the program has called is about to return: then
/// neither tutti nor the MPI library is in the middle of anything.
void deliver_notices();
/// Called last by MPI functions that wait or test. Returns their result.
template <class Function>
[[gnu::always_inline]] inline auto then_deliver(Function function) {
  const auto result = function();
  if (any_undelivered()) [[unlikely]]
    deliver_notices();
  return result;
}

/// Advances all outstanding operations, unless another thread does. True if a message has completed. Delivers
/// no notices.
bool advance();
/// The same, but only if something is outstanding and the MPI library does not call tutti back. For calls
/// that do not wait.
inline void advance_if_needed() {
  if (waits_must_advance()) [[unlikely]]
    advance();
}

/// The number of times that a waiting process polls before it yields: few if there may be fewer processors
/// than processes.
inline constexpr unsigned spins_crowded = 8, spins_alone = 300;
extern constinit std::atomic<unsigned> spins;
/// The request of a message that never arrives; a test of it makes the MPI library progress. Null before MPI
/// starts and after its end.
extern constinit std::atomic<MPI_Request*> idle_request;

/// Makes the MPI library progress once. For waits outside of MPI calls.
void poll_library();
/// The same, and also advances outstanding operations.
void poll();

/// Advances until done(), which is called outside of any hold. If memory runs out, bad_alloc is rethrown only
/// at the end, because the caller's stack may hold the objects that it waits for.
template <class Done>
void until(Done done) {
  constexpr unsigned library_each = 8;  // messages within the node alone do not call the library
  constexpr unsigned patience = 64;     // another process may need the processor
  std::exception_ptr thrown;
  std::optional<yielding::waiting_thread> counted;
  if (this_run.threads) counted.emplace(yields);
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
    if (idle % patience == 0) yields.yield(alone == spins_crowded);
  }
  if (thrown) std::rethrow_exception(thrown);
}
/// Advances until test(&flag), which returns an MPI error code, sets the flag or fails. Returns that code.
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
