#pragma once

#include <cstddef>
#include <cstdint>

#include "mpi/communicators/communicator.hpp"
#include "mpi/progress/progress.hpp"

/// The order of the posted calls of a communicator. A call waits until the communicator is open, and until no
/// earlier call has its tag. All functions except still_native() and may_block() are called within a
/// progress::hold.
namespace tutti::mpi {

/// A posted call, as its communicator sees it.
class queued_call {
 public:
  explicit queued_call(communicator& at) noexcept : communicator_(at) {}
  queued_call(const queued_call&) = delete;
  queued_call& operator=(const queued_call&) = delete;
  virtual ~queued_call() = default;

  [[nodiscard]] communicator& at() const noexcept { return communicator_; }
  /// Its number on the communicator.
  [[nodiscard]] unsigned call() const noexcept { return call_; }
  [[nodiscard]] virtual bool begun() const noexcept = 0;
  /// True if the MPI library serves the call, although the communicator is served.
  [[nodiscard]] virtual bool is_native() const noexcept = 0;
  /// Starts the call after it has waited.
  virtual void begin_after_wait() = 0;
  /// Passes the call to the MPI library instead.
  virtual void begin_natively() = 0;
  /// Ends the call with an MPI error code instead of starting it.
  virtual void fail(int code) = 0;

 protected:
  [[nodiscard]] bool is_under_way() const noexcept { return place_ != not_under_way; }
  /// Allocates the memory for the next join_under_way().
  static void make_place_under_way();
  /// Adds the call to the calls under way: those that wait to be started, or have been started and not ended.
  void join_under_way() noexcept;
  void leave_under_way();

  unsigned call_ = 0;

 private:
  static constexpr std::size_t not_under_way = SIZE_MAX;

  communicator& communicator_;
  std::size_t place_ = not_under_way;  // index in the list of calls under way
};

bool is_noted_tag(const queued_call& c);
/// True if another call under way on the communicator has this call's tag. That is rare, since there are
/// many tags.
inline bool tag_is_taken(const queued_call& c) {
  const communicator& at = c.at();
  const bool surely_free =
      at.posted.tags.empty() && (at.posted.under_way.load(std::memory_order_relaxed) == 0 ||
                                 c.call() - at.posted.first_under_way <= at.call_mask);
  return !surely_free && is_noted_tag(c);
}
inline void note_tag(const queued_call& c, bool taken) {
  communicator::posted_calls& p = c.at().posted;
  if (!p.tags.empty()) [[unlikely]]
    p.tags[c.call() & c.at().call_mask] = taken;
}

/// Starts the calls that waited for the communicator to open or for a tag, if they can start now. Closes the
/// communicator if the program has freed it and no call is left.
void start_waiting_calls(communicator& c);
/// Passes those waiting calls to the MPI library that it serves: all, if the communicator is native. Called
/// before the end of the opening, so that no later call reaches the MPI library first.
void pass_on_waiting_calls(communicator& c);
/// Ends all waiting calls with an MPI error code. Called before the end of the opening, which has failed.
void fail_waiting_calls(communicator& c, int code);

/// If another call is opening the communicator, waits until it is open. True if calls on the communicator go
/// to the MPI library.
bool still_native(communicator& c);
/// True if a blocking call may block: nothing else has to be advanced meanwhile, and no call under way has
/// its tag.
inline bool may_block(const communicator& c) noexcept {
  return !progress::waits_must_advance() && c.tag_is_free();
}

}  // namespace tutti::mpi
